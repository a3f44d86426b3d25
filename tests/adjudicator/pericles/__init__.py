"""Tests of Pericles."""
