"""The real host of the client's tests, for the tests of the demo; the keys of the tests of schemas."""

from tests.cli.conftest import finished, stage
from tests.schemas.conftest import alice, bob, desk, host, phase_key, sealed

__all__ = ["alice", "bob", "desk", "finished", "host", "phase_key", "sealed", "stage"]
