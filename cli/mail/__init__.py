"""Letters, mailed receipts and press."""
