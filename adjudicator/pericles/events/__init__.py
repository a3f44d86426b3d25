"""The events of Pericles, a module a chapter."""
