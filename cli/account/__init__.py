"""A player's keys, tokens, mails and webhooks."""
