"""Every address for everybody: nobody in particular, a rival, the owner, the organiser."""

from __future__ import annotations

from datetime import timedelta

import pytest

from api.views import BLUEPRINTS
from tests.api.houses import API, Clock, HouseUnderTest, Player

WHO = ("nobody", "stranger", "rival", "owner", "organiser")
PUBLIC = dict.fromkeys(WHO, 200)
OWN = {"nobody": 401, "stranger": 401, "rival": 403, "owner": 200, "organiser": 403}
HIMSELF = {"nobody": 401, "stranger": 401, "rival": 403, "owner": 403, "organiser": 200}
NOT_OVER = dict.fromkeys(WHO, 409)
NOT_LAID = dict.fromkeys(WHO, 404)

READS = {
    "/": PUBLIC,
    "/titles": PUBLIC,
    "/titles/<title>": PUBLIC,
    "/players/<handle>": PUBLIC,
    "/players/<handle>/preferences": HIMSELF,
    "/players/<handle>/waiting": HIMSELF,
    "/players/<handle>/webhooks": HIMSELF,
    "/players/<handle>/webhooks/<webhook>/deliveries": HIMSELF | {"organiser": 404},
    "/players/<handle>/tokens": HIMSELF,
    "/players/<handle>/claims": PUBLIC,
    "/games": PUBLIC,
    "/games/<game>": PUBLIC,
    "/games/<game>/components": NOT_LAID,
    "/games/<game>/phase": PUBLIC,
    "/games/<game>/log": PUBLIC,
    "/games/<game>/feed": PUBLIC,
    "/games/<game>/acts": PUBLIC,
    "/games/<game>/view": PUBLIC,
    "/games/<game>/report": PUBLIC,
    "/games/<game>/record": NOT_OVER,
    "/games/<game>/seats/<seat>/questions": OWN,
    "/games/<game>/seats/<seat>/view": OWN,
    "/games/<game>/seats/<seat>/report": OWN,
    "/games/<game>/seats/<seat>/press": OWN,
    "/games/<game>/seats/<seat>/feed": OWN,
    "/games/<game>/phases/<int:phase>/envelopes/<seat>": OWN,
}
WRITES = {
    "/players": "POST",
    "/games": "POST",
    "/games/<game>/joins": "POST",
    "/games/<game>/start": "POST",
    "/games/<game>/acts": "POST",
    "/games/<game>/invitations": "POST",
    "/games/<game>/press": "POST",
    "/games/<game>/seats/<seat>/acts": "POST",
    "/players/<handle>/preferences": "POST",
    "/players/<handle>/tokens": "POST",
    "/players/<handle>/keys": "POST",
    "/players/<handle>/claims": "POST",
    "/players/<handle>/sessions": "POST",
    "/players/<handle>/webhooks": "POST",
    "/players/<handle>/webhooks/<webhook>": "DELETE",
    "/players/<handle>/webhooks/<webhook>/deliveries/<int:number>/retry": "POST",
    "/players/<handle>/tokens/<token>": "DELETE",
    "/games/<game>/phases/<int:phase>/envelopes/<seat>": "PUT",
}


@pytest.fixture
def game(standing: HouseUnderTest) -> str:
    """A game whose organiser (red) is not the owner (green), with an envelope of the owner's."""
    return next(iter(standing.seats))


@pytest.fixture
def owner(standing: HouseUnderTest, game: str) -> Player:
    return standing.seats[game]["green"]


@pytest.fixture
def players(standing: HouseUnderTest, game: str) -> dict[str, Player | None]:
    seats = standing.seats[game]
    return {
        "nobody": None,
        "stranger": Player("stranger"),
        "rival": seats["black"],
        "owner": seats["green"],
        "organiser": seats["red"],
    }


def address(game: str, rule: str) -> str:
    filled = rule.replace("<title>", "perikles").replace("<handle>", "p-red").replace("<int:phase>", "1")
    filled = filled.replace("<webhook>", "0123456789abcdef")
    return filled.replace("<game>", game).replace("<seat>", "green")


@pytest.mark.parametrize("rule", READS)
def test_an_address_is_open_to_whom_it_concerns(
    standing: HouseUnderTest, game: str, players: dict[str, Player | None], rule: str
) -> None:
    told = {who: standing.get(address(game, rule), player).status_code for who, player in players.items()}
    assert told == READS[rule]


def test_no_address_was_forgotten(standing: HouseUnderTest) -> None:
    served = {
        (rule.rule.removeprefix(API), method)
        for rule in standing.app.url_map.iter_rules()
        for method in rule.methods or ()
        if rule.endpoint.split(".")[0] in {blueprint.name for blueprint in BLUEPRINTS}
        and method not in ("HEAD", "OPTIONS")
    }
    assert served == {(rule, "GET") for rule in READS} | set(WRITES.items())


def test_a_rivals_signature_cannot_be_bent_to_another_address(
    standing: HouseUnderTest, game: str, owner: Player
) -> None:
    own, other = address(game, "/games/<game>/seats/<seat>/report"), address(game, "/games/<game>/seats/<seat>/view")
    headers = owner.headers(API + own, standing.clock)
    assert standing.client.get(API + own, headers=headers).status_code == 200
    assert standing.client.get(API + other, headers=headers).get_json()["code"] == "signature-refused"
    assert standing.client.get(API + own + "?since=0", headers=headers).get_json()["code"] == "signature-refused"
    assert standing.client.head(API + own, headers=headers).status_code == 401


@pytest.mark.parametrize("minutes", [-6, 6, 60 * 24 * 365])
def test_a_signature_made_long_ago_or_in_the_future_is_refused(
    standing: HouseUnderTest, game: str, owner: Player, minutes: int
) -> None:
    path = API + address(game, "/games/<game>/seats/<seat>/view")
    headers = owner.headers(path, Clock(standing.clock() - timedelta(minutes=minutes)))
    refused = standing.client.get(path, headers=headers)
    assert (refused.status_code, refused.get_json()["code"]) == (401, "signature-refused")


def test_a_signature_for_another_house_or_purpose_is_refused(
    standing: HouseUnderTest, game: str, owner: Player
) -> None:
    path = API + address(game, "/games/<game>/seats/<seat>/view")
    for headers in (
        owner.headers(path, standing.clock, url="http://elsewhere"),
        owner.headers(path, standing.clock, tag="bank"),
        owner.headers(path, standing.clock, method="PUT"),
    ):
        refused = standing.client.get(path, headers=headers)
        assert (refused.status_code, refused.get_json()["code"]) == (401, "signature-refused")


def test_a_refused_signature_says_how_to_sign(standing: HouseUnderTest, game: str, owner: Player) -> None:
    refused = standing.get(address(game, "/games/<game>/seats/<seat>/view"))
    assert refused.headers["WWW-Authenticate"] == "Signature"
    assert '"@target-uri"' in refused.headers["Accept-Signature"]


@pytest.mark.parametrize("broken", ["", "x", 'ostraka=("@method")', 'ostraka=("@method" "@target-uri");created="x"'])
def test_a_signature_that_cannot_be_read_is_refused(
    standing: HouseUnderTest, game: str, owner: Player, broken: str
) -> None:
    path = address(game, "/games/<game>/seats/<seat>/view")
    headers = owner.headers(API + path, standing.clock) | {"Signature-Input": broken}
    assert standing.client.get(API + path, headers=headers).status_code == 401
