"""Documents that travel by mail or as files: armor, letters, receipts, exports."""
