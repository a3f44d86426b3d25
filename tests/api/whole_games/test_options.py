"""Games with options: what may be chosen, seats that the bot plays for good or for now, a file laid over ours."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.store import lookups
from schemas.documents.components_files import digest_of
from schemas.record import Record, verify_record
from schemas.statements.payloads import Vacate
from tests.api.hosts import HostUnderTest, Player
from tests.titles import ballot as rules

SEATS = ("alpha", "beta", "gamma", "delta")
BOT = {"options": {"delta": "bot"}, "held": {"delta": ""}}
ASLEEP = {"options": {"asleep": "beta"}}
FILE = "rounds: 1\n"


@pytest.fixture
def ballots(host: HostUnderTest, ballot: str) -> Any:
    def start(**how: Any) -> str:
        return host.started(SEATS, title=ballot, scenario="assembly", **how)

    return start


def refusal(response: TestResponse) -> tuple[int, str, str]:
    told = response.get_json()
    return response.status_code, told["code"], told["detail"]


def mails_of(host: HostUnderTest, player: Player) -> list[str]:
    """The kinds of the mails to a player, in their order."""
    return [kind for (kind,) in host.rows("select kind from mails where player = ? order by id", player.handle)]


def second_round(host: HostUnderTest, game: str) -> None:
    """The vote and the mercy of the first round."""
    host.play_on(game, 2)
    assert host.position(game).round == 2


def record_of(host: HostUnderTest, game: str) -> Record:
    return Record.from_json(host.get(f"/games/{game}/record").get_data())


# --- what may be chosen ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"speed": 3}, "its options: alpha, asleep, beta, components"),
        ({"delta": "robot"}, "you can choose: player, bot"),
        ({"shared": 1}, "you can choose: False, True"),
        (dict.fromkeys((*SEATS, "epsilon"), "bot"), "at least one is a player's"),
    ],
)
def test_what_cannot_be_chosen_is_refused_with_what_can(
    host: HostUnderTest, ballot: str, options: dict[str, Any], says: str
) -> None:
    ann = host.register("ann")
    statement = host.game_statement(ann, SEATS, ballot, "assembly", options=options)
    status, code, detail = refusal(host.post("/games", statement))
    assert (status, code) == (422, "wrong-options")
    assert says in detail


def test_what_is_chosen_is_signed_shown_and_in_every_view(host: HostUnderTest, ballots: Any) -> None:
    game = ballots(**BOT)
    assert host.json(f"/games/{game}")["options"] == {"delta": "bot"}
    assert host.json(f"/games/{game}/view")["view"]["options"]["delta"] == "bot"


def test_a_title_tells_its_options(host: HostUnderTest, ballot: str) -> None:
    told = {one["option"]: one for one in host.json(f"/titles/{ballot}")["settings"]}
    assert told["delta"] == {
        "option": "delta",
        "summary": "who plays delta (B.01)",
        "values": ["player", "bot"],
        "default": "player",
    }


# --- seats that nobody plays -----------------------------------------------------------------------------------------


def test_a_seat_that_nobody_plays_is_shown_and_cannot_be_had(host: HostUnderTest, ballots: Any) -> None:
    game = ballots(**BOT)
    told = host.json(f"/games/{game}")
    bot = next(seat for seat in told["seats"] if seat["unmanned"])
    assert bot == {**bot, "seat": "delta", "player": None, "vacant_since": None, "excused": 0, "bank_seconds": 0}
    late = host.register("late")
    joined = host.post(f"/games/{game}/joins", host.join_statement(late, told, "delta"))
    assert refusal(joined)[:2] == (409, "seat-unmanned")
    assert refusal(host.act(game, Vacate(seat="delta")))[:2] == (409, "seat-unmanned")
    assert refusal(host.write_press(game, "alpha", ["delta"], "hello"))[:2] == (422, "wrong-recipients")


def test_a_game_with_seats_of_the_bot_is_played_to_a_record_that_holds(host: HostUnderTest, ballots: Any) -> None:
    game = ballots(**BOT)
    assert [one["seat"] for one in host.phase(game)["asked"]] == ["alpha", "beta", "gamma"]
    assert host.phase(game)["bots"] == ["delta"]
    host.play_on(game)
    record = record_of(host, game)
    assert verify_record(record, host.host.identity.signing_key) == []
    assert {one.source for phase in record.phases for one in phase.orders if one.seat == "delta"} == {"bot"}


def test_nobody_hears_of_a_miss_of_the_bot_nor_gets_mail_for_it(host: HostUnderTest, ballots: Any) -> None:
    game = ballots(**BOT)
    host.clock.forward(hours=25)
    host.work()
    notices = list(host.rows("select kind from log where game = ? and kind = 'notice'", game))
    assert notices
    assert "delta" not in {seat for (seat,) in host.rows("select seat from mails where game = ?", game)}
    missed = [seat["seat"] for seat in host.json(f"/games/{game}")["seats"] if seat["excused"] == 1]
    assert missed == ["alpha", "beta", "gamma"]


def alone(host: HostUnderTest, ballot: str, **how: Any) -> str:
    """Alpha is the only player, and the others banish him in the first round."""
    seats = (*SEATS, "epsilon")
    bots = seats[1:]
    options, held = dict.fromkeys(bots, "bot"), dict.fromkeys(bots, "")
    return host.started(seats, title=ballot, scenario="assembly", options=options, held=held, **how)


def test_a_game_goes_on_by_itself_while_it_asks_the_bot_alone(host: HostUnderTest, ballot: str) -> None:
    game = alone(host, ballot)
    host.play_on(game, 2)
    assert host.json(f"/games/{game}")["status"] == "over"
    assert verify_record(record_of(host, game), host.host.identity.signing_key) == []


def test_a_game_cut_at_deadlines_does_not_wait_for_the_bot_but_where_a_veil_would_tell(
    host: HostUnderTest, ballot: str
) -> None:
    game = alone(host, ballot, terms={"cut": "deadline"})
    for _ in range(2):
        host.clock.forward(hours=24.5)
        host.work()
    phase = host.phase(game)
    assert (phase["phase"], phase["veiled"]) == (4, True)


# --- seats that the bot plays for now --------------------------------------------------------------------------------


def test_while_the_bot_plays_a_seat_its_player_is_not_asked_awaited_or_charged(
    host: HostUnderTest, ballots: Any
) -> None:
    game = ballots(**ASLEEP, terms={"reminders": [3600], "bank_seconds": 3600})
    second_round(host, game)
    beta = host.seats[game]["beta"]
    assert host.phase(game)["bots"] == ["beta"]
    assert host.json(f"/games/{game}/seats/beta/questions", beta)["questions"] == []
    (waiting,) = host.json(f"/players/{beta.handle}/waiting", beta)["games"]
    assert waiting["asked"] == []
    before = len(mails_of(host, beta))
    host.clock.forward(hours=24.5)
    host.work()
    assert not [kind for kind in mails_of(host, beta)[before:] if kind in ("orders-wanted", "reminder")]
    host.clock.forward(hours=2)
    host.work()
    told = {seat["seat"]: seat for seat in host.json(f"/games/{game}")["seats"]}
    assert (told["beta"]["excused"], told["beta"]["bank_seconds"]) == (2, 3600)
    host.play_on(game)
    assert verify_record(record_of(host, game), host.host.identity.signing_key) == []


def test_what_is_sent_for_a_seat_while_the_bot_plays_it_falls_and_its_author_is_told(
    host: HostUnderTest, ballots: Any
) -> None:
    game = ballots(**ASLEEP)
    second_round(host, game)
    assert host.send(game, "beta", [{"question": "B-1", "against": "gamma"}]).status_code == 201
    number = host.phase(game)["phase"]
    for seat in host.asked(game):
        host.send(game, seat, host.default(game, seat))
    host.work()
    report = host.json(f"/games/{game}/seats/beta/report?after={number - 1}", host.seats[game]["beta"])
    assert [one["clause"] for one in report["phases"][0]["fallen"]] == ["bot"]


# --- components ------------------------------------------------------------------------------------------------------


def test_a_file_is_kept_served_played_by_and_carried_by_the_record(host: HostUnderTest, ballots: Any) -> None:
    options = {"components": digest_of(FILE)}
    game = ballots(options=options, components=FILE)
    told = host.json(f"/games/{game}/components")
    assert (told["digest"], told["components"]) == (digest_of(FILE), FILE)
    host.play_on(game, 2)
    assert host.json(f"/games/{game}")["status"] == "over"
    record = record_of(host, game)
    assert record.components == FILE
    assert verify_record(record, host.host.identity.signing_key) == []


def test_a_host_that_starts_again_lays_the_file_anew(host: HostUnderTest, ballots: Any) -> None:
    game = ballots(options={"components": digest_of(FILE)}, components=FILE)
    lookups._LAID.clear()
    del rules._laid[digest_of(FILE)]
    host.play_on(game, 2)
    assert host.json(f"/games/{game}")["status"] == "over"


@pytest.mark.parametrize(
    ("named", "file", "says"),
    [
        (digest_of("rounds: many\n"), "rounds: many\n", "$.rounds"),
        (digest_of("[" * 5000), "[" * 5000, "nested deeper than 32"),
        (digest_of(FILE), "rounds: 2\n", "the options name"),
        (digest_of(FILE), None, "is missing"),
        ("", FILE, "the options name none"),
    ],
)
def test_a_file_that_cannot_be_laid_is_refused_with_what_is_wrong(
    host: HostUnderTest, ballot: str, named: str, file: str | None, says: str
) -> None:
    ann = host.register("ann")
    options = {"components": named} if named else {}
    statement = host.game_statement(ann, SEATS, ballot, "assembly", options=options).to_json_value()
    status, code, detail = refusal(host.post("/games", statement | ({"components": file} if file else {})))
    assert (status, code) == (422, "wrong-components")
    assert says in detail


def test_no_file_is_read_of_whoever_is_not_registered(host: HostUnderTest, ballot: str) -> None:
    options = {"components": digest_of("rounds: 7\n")}
    statement = host.game_statement(Player("stranger"), SEATS, ballot, "assembly", options=options)
    refused = host.post("/games", statement.to_json_value() | {"components": "rounds: 7\n"})
    assert refusal(refused)[:2] == (403, "unknown-signer")
    assert options["components"] not in rules._laid


def test_a_title_that_takes_no_file_says_so(host: HostUnderTest) -> None:
    ann = host.register("ann")
    statement = host.game_statement(ann, ("red", "green", "black")).to_json_value()
    assert "takes no components file" in refusal(host.post("/games", statement | {"components": FILE}))[2]


def test_a_game_without_a_file_has_none_to_show(host: HostUnderTest, ballots: Any) -> None:
    assert refusal(host.get(f"/games/{ballots()}/components"))[:2] == (404, "no-components")
