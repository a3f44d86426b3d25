"""What a host cannot take back, and what it has to prove."""
