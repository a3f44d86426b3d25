"""What ends the service before it serves."""

from __future__ import annotations


class ConfigurationError(Exception):
    """The host cannot start as it was told to."""
