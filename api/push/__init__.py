"""Notices by Web Push: devices of players, and sending to their push services."""
