"""The real service of the client's tests, for the tests of the demo."""

from tests.cli.conftest import finished, stage

__all__ = ["finished", "stage"]
