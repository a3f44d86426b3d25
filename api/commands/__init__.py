"""`ostraka serve` and `ostraka db`."""
