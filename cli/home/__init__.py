"""The player's home directory: keys, hosts, receipts."""
