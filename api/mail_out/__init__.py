"""Mails as rows: written, painted, sent."""
