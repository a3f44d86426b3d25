"""Every address for everybody, as `access.yaml` has it; and no proof of who asks opens another door than its own."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import yaml

from api.app import described
from tests.api.access.approaches import WHO, Approached
from tests.api.hosts import API, Clock, HostUnderTest, Player

TABLE = yaml.safe_load((Path(__file__).parent / "access.yaml").read_text())
OPERATIONS: dict[str, list[int]] = TABLE["operations"]


@pytest.fixture(scope="module")
def approached(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Approached]:
    """A prepared host, and everybody before it."""
    approached = Approached(tmp_path_factory.mktemp("approached"))
    yield approached
    approached.host.close()


@pytest.fixture
def game(standing: HostUnderTest) -> str:
    """A game whose organiser (red) is not the owner (green), with an envelope of the owner's."""
    return next(iter(standing.seats))


@pytest.fixture
def owner(standing: HostUnderTest, game: str) -> Player:
    return standing.seats[game]["green"]


def address(game: str, rule: str) -> str:
    filled = rule.replace("<title>", "perikles").replace("<handle>", "p-red").replace("<int:phase>", "1")
    filled = filled.replace("<webhook>", "0123456789abcdef").replace("<device>", "0123456789abcdef")
    return filled.replace("<game>", game).replace("<seat>", "green")


@pytest.mark.parametrize("operation", OPERATIONS)
def test_an_address_is_open_to_whom_it_concerns(approached: Approached, operation: str) -> None:
    told = {who: approached.approach(operation, who) for who in WHO}
    assert told == dict(zip(TABLE["who"], OPERATIONS[operation], strict=True))


def test_no_address_was_forgotten() -> None:
    paths = described().api_doc["paths"]
    served = {f"{method.upper()} {path.removeprefix(API)}" for path, item in paths.items() for method in item}
    assert served == set(OPERATIONS)
    assert tuple(TABLE["who"]) == WHO


def test_a_rivals_signature_cannot_be_bent_to_another_address(
    standing: HostUnderTest, game: str, owner: Player
) -> None:
    own, other = address(game, "/games/<game>/seats/<seat>/report"), address(game, "/games/<game>/seats/<seat>/view")
    headers = owner.headers(API + own, standing.clock)
    assert standing.client.get(API + own, headers=headers).status_code == 200
    assert standing.client.get(API + other, headers=headers).get_json()["code"] == "signature-refused"
    assert standing.client.get(API + own + "?after=0", headers=headers).get_json()["code"] == "signature-refused"
    assert standing.client.head(API + own, headers=headers).status_code == 401


@pytest.mark.parametrize("minutes", [-6, 6, 60 * 24 * 365])
def test_a_signature_made_long_ago_or_in_the_future_is_refused(
    standing: HostUnderTest, game: str, owner: Player, minutes: int
) -> None:
    path = API + address(game, "/games/<game>/seats/<seat>/view")
    headers = owner.headers(path, Clock(standing.clock() - timedelta(minutes=minutes)))
    refused = standing.client.get(path, headers=headers)
    assert (refused.status_code, refused.get_json()["code"]) == (401, "signature-refused")


def test_a_signature_for_another_host_or_purpose_is_refused(standing: HostUnderTest, game: str, owner: Player) -> None:
    path = API + address(game, "/games/<game>/seats/<seat>/view")
    for headers in (
        owner.headers(path, standing.clock, url="http://elsewhere"),
        owner.headers(path, standing.clock, tag="bank"),
        owner.headers(path, standing.clock, method="PUT"),
    ):
        refused = standing.client.get(path, headers=headers)
        assert (refused.status_code, refused.get_json()["code"]) == (401, "signature-refused")


def test_a_refused_signature_says_how_to_sign(standing: HostUnderTest, game: str, owner: Player) -> None:
    refused = standing.get(address(game, "/games/<game>/seats/<seat>/view"))
    assert refused.headers["WWW-Authenticate"] == "Signature"
    assert '"@target-uri"' in refused.headers["Accept-Signature"]


@pytest.mark.parametrize("broken", ["", "x", 'ostraka=("@method")', 'ostraka=("@method" "@target-uri");created="x"'])
def test_a_signature_that_cannot_be_read_is_refused(
    standing: HostUnderTest, game: str, owner: Player, broken: str
) -> None:
    path = address(game, "/games/<game>/seats/<seat>/view")
    headers = owner.headers(API + path, standing.clock) | {"Signature-Input": broken}
    assert standing.client.get(API + path, headers=headers).status_code == 401
