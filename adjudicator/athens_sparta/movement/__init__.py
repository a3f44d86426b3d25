"""The Movement Phase (4)."""
