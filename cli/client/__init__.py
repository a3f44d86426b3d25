"""A client of a host: the library that scripted players import as `from cli.client import Client`."""

from cli.client.client import Client

__all__ = ["Client"]
