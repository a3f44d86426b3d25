"""Every address for everybody: nobody in particular, a rival, the owner, the organiser."""

from __future__ import annotations

from datetime import timedelta

import pytest

from api.views import BLUEPRINTS
from tests.api.houses import API, HouseUnderTest, Player

WHO = ("nobody", "stranger", "rival", "owner", "organiser")
PUBLIC = dict.fromkeys(WHO, 200)
OWN = {"nobody": 401, "stranger": 401, "rival": 403, "owner": 200, "organiser": 403}
NOT_OVER = dict.fromkeys(WHO, 409)

READS = {
    "/": PUBLIC,
    "/titles": PUBLIC,
    "/titles/<title>": PUBLIC,
    "/players/<handle>": PUBLIC,
    "/games": PUBLIC,
    "/games/<game>": PUBLIC,
    "/games/<game>/phase": PUBLIC,
    "/games/<game>/log": PUBLIC,
    "/games/<game>/view": PUBLIC,
    "/games/<game>/report": PUBLIC,
    "/games/<game>/record": NOT_OVER,
    "/games/<game>/seats/<seat>/questions": OWN,
    "/games/<game>/seats/<seat>/view": OWN,
    "/games/<game>/seats/<seat>/report": OWN,
    "/games/<game>/phases/<int:phase>/envelopes/<seat>": OWN,
}
WRITES = {
    "/players": "POST",
    "/games": "POST",
    "/games/<game>/joins": "POST",
    "/games/<game>/start": "POST",
    "/games/<game>/phases/<int:phase>/envelopes/<seat>": "PUT",
}


@pytest.fixture
def players(house: HouseUnderTest) -> dict[str, Player | None]:
    """A game whose organiser (red) is not the owner (green), and an envelope of the owner's."""
    game = house.started()
    house.game = game  # type: ignore[attr-defined]
    house.send(game, "green", [{"question": "D-S1B", "city": "athens"}], "draft")
    seats = house.seats[game]
    return {
        "nobody": None,
        "stranger": Player("stranger"),
        "rival": seats["black"],
        "owner": seats["green"],
        "organiser": seats["red"],
    }


def address(house: HouseUnderTest, rule: str) -> str:
    filled = rule.replace("<title>", "perikles").replace("<handle>", "p-red").replace("<int:phase>", "1")
    return filled.replace("<game>", house.game).replace("<seat>", "green")  # type: ignore[attr-defined]


@pytest.mark.parametrize("rule", READS)
def test_an_address_is_open_to_whom_it_concerns(
    house: HouseUnderTest, players: dict[str, Player | None], rule: str
) -> None:
    told = {who: house.get(address(house, rule), player).status_code for who, player in players.items()}
    assert told == READS[rule]


def test_no_address_was_forgotten(house: HouseUnderTest) -> None:
    served = {
        (rule.rule.removeprefix(API), method)
        for rule in house.app.url_map.iter_rules()
        for method in rule.methods or ()
        if rule.endpoint.split(".")[0] in {blueprint.name for blueprint in BLUEPRINTS}
        and method not in ("HEAD", "OPTIONS")
    }
    assert served == {(rule, "GET") for rule in READS} | set(WRITES.items())


def test_a_rivals_signature_cannot_be_bent_to_another_address(
    house: HouseUnderTest, players: dict[str, Player | None]
) -> None:
    owner = house.seats[house.game]["green"]  # type: ignore[attr-defined]
    own, other = address(house, "/games/<game>/seats/<seat>/report"), address(house, "/games/<game>/seats/<seat>/view")
    headers = owner.headers(API + own, house.clock)
    assert house.client.get(API + own, headers=headers).status_code == 200
    assert house.client.get(API + other, headers=headers).get_json()["code"] == "signature-refused"
    assert house.client.get(API + own + "?since=0", headers=headers).get_json()["code"] == "signature-refused"
    assert house.client.head(API + own, headers=headers).status_code == 401


@pytest.mark.parametrize("minutes", [-6, 6, 60 * 24 * 365])
def test_a_signature_made_long_ago_or_in_the_future_is_refused(
    house: HouseUnderTest, players: dict[str, Player | None], minutes: int
) -> None:
    path = API + address(house, "/games/<game>/seats/<seat>/view")
    headers = house.seats[house.game]["green"].headers(path, house.clock)  # type: ignore[attr-defined]
    house.clock.moment += timedelta(minutes=minutes)
    refused = house.client.get(path, headers=headers)
    assert (refused.status_code, refused.get_json()["code"]) == (401, "signature-refused")


def test_a_signature_for_another_house_or_purpose_is_refused(
    house: HouseUnderTest, players: dict[str, Player | None]
) -> None:
    path = API + address(house, "/games/<game>/seats/<seat>/view")
    owner = house.seats[house.game]["green"]  # type: ignore[attr-defined]
    for headers in (
        owner.headers(path, house.clock, url="http://elsewhere"),
        owner.headers(path, house.clock, tag="bank"),
        owner.headers(path, house.clock, method="PUT"),
    ):
        refused = house.client.get(path, headers=headers)
        assert (refused.status_code, refused.get_json()["code"]) == (401, "signature-refused")


def test_a_refused_signature_says_how_to_sign(house: HouseUnderTest, players: dict[str, Player | None]) -> None:
    refused = house.get(address(house, "/games/<game>/seats/<seat>/view"))
    assert refused.headers["WWW-Authenticate"] == "Signature"
    assert '"@target-uri"' in refused.headers["Accept-Signature"]


@pytest.mark.parametrize("broken", ["", "x", 'ostraka=("@method")', 'ostraka=("@method" "@target-uri");created="x"'])
def test_a_signature_that_cannot_be_read_is_refused(
    house: HouseUnderTest, players: dict[str, Player | None], broken: str
) -> None:
    path = address(house, "/games/<game>/seats/<seat>/view")
    owner = house.seats[house.game]["green"]  # type: ignore[attr-defined]
    headers = owner.headers(API + path, house.clock) | {"Signature-Input": broken}
    assert house.client.get(API + path, headers=headers).status_code == 401
