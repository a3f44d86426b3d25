"""Players, a host, and a valid envelope for everybody."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from adjudicator import registry
from schemas.envelopes import Desk, Envelope, seal
from schemas.keys.identities import Identity
from schemas.keys.sealing import LIGHT, SUITES, PhaseKey

AT = datetime(2026, 11, 21, 10, 0, 0, tzinfo=UTC)
ORDERS = [{"question": "D-S1", "city": "samos"}, {"question": "D-S2", "pass": True}]

Seal = Callable[..., Envelope]


@pytest.fixture(scope="module", autouse=True)
def _titles_of_the_tests_are_forgotten() -> Iterator[None]:
    yield
    registry._registered.pop("ballot", None)


@pytest.fixture(scope="session")
def alice() -> Identity:
    return Identity.generate()


@pytest.fixture(scope="session")
def bob() -> Identity:
    return Identity.generate()


@pytest.fixture(scope="session")
def host() -> Identity:
    return Identity.generate()


@pytest.fixture(scope="session")
def phase_key() -> PhaseKey:
    return PhaseKey.generate(LIGHT)


@pytest.fixture(scope="session")
def sealed(alice: Identity, phase_key: PhaseKey) -> Seal:
    """Seal as Alice, for red in phase 3 of samos-001; anything can be said otherwise."""

    def make(**changes: Any) -> Envelope:
        usual: dict[str, Any] = {
            "identity": alice,
            "version": "perikles/1",
            "suite": LIGHT,
            "game": "samos-001",
            "phase": 3,
            "seat": "red",
            "sequence": 1,
            "word": "final",
            "phase_public": phase_key.public,
            "orders": ORDERS,
        }
        return seal(**{**usual, **changes})

    return make


@pytest.fixture(scope="session")
def desk(alice: Identity, phase_key: PhaseKey) -> Desk:
    return Desk(
        version="perikles/1",
        suites=SUITES,
        game="samos-001",
        phase=3,
        phase_key_id=phase_key.id,
        phase_open=True,
        seat="red",
        signer=alice.card("alice"),
    )
