"""Orders: written, checked, sealed, tried."""
