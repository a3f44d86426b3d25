"""The state of a game of Pericles, its orders, its ledger, its scores, and who sees what."""
