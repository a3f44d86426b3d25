"""Orders and standing orders: written, checked, sealed, tried."""
