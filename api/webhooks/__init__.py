"""Webhooks: a player's own addresses are told that something happened; what happened is read at the host."""
