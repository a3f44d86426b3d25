"""What people type is refused if a character in it hides, breaks a line or turns the text; older names do no harm."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from adjudicator.kernel.errors import Malformed
from adjudicator.kernel.strict_yaml import load
from api.games import statements
from schemas.statements import payloads
from schemas.statements.contests import Contest, ContestAct, EndContest
from schemas.statements.payloads import Payload
from schemas.statements.statements import sign
from tests.api.contests.contests import Contests
from tests.api.hosts import HostUnderTest, Player


def sent(host: HostUnderTest, path: str, said: Payload, by: Player) -> tuple[int, str]:
    """The answer to a statement of a program that looks at no characters."""
    answer = host.post(path, sign(said.document, said.to_body(), by.identity))
    return answer.status_code, str(answer.get_json().get("detail"))


def test_each_statement_with_such_a_character_is_refused_and_which_and_where_is_said(
    host: HostUnderTest, ballot: str
) -> None:
    game, contests = host.started(), Contests(host)
    red, contest = host.seats[game]["red"], contests.opened("olga")
    olga, number = host.players["olga"], host.next_number
    key = red.identity.key_id
    opened: dict[str, Any] = host.game_statement(red, ["red", "green", "black"]).body | {"name": "The\x00war"}
    plan: dict[str, Any] = contests.plan("olga").body | {"name": "Cup\u202e"}
    act = payloads.Act(game=game, organiser=key, number=number(), act=payloads.Remind(reason="now\x1b[2J"))
    vote = payloads.Vote(on="pause", yes=True, reason="a\u2028b")
    word = payloads.SeatAct(game=game, seat="red", player=key, number=number(), act=vote)
    press = payloads.Press(game=game, seat="red", player=key, number=number(), to=["green"], text="line\n\ttab")
    end = ContestAct(contest=contest, organiser=olga.identity.key_id, number=number(), act=EndContest(reason="a\nb"))
    for path, said, by, why in (
        ("/games", payloads.Game.from_body(opened), red, "name: character 4 is U+0000, a control character"),
        ("/contests", Contest.from_body(plan), olga, "name: character 4 is U+202E, a mark that turns the direction"),
        (f"/games/{game}/acts", act, red, "act.reason: character 4 is U+001B, a control character"),
        (f"/games/{game}/seats/red/acts", word, red, "act.reason: character 2 is U+2028, a separator of lines"),
        (f"/games/{game}/press", press, red, "text: character 6 is U+0009, a control character"),
        (f"/contests/{contest}/acts", end, olga, "act.reason: character 2 is U+000A, a line break"),
    ):
        status, detail = sent(host, path, said, by)
        assert (status, why in detail) == (422, True), detail
    assert host.write_press(game, "red", ["green"], "line\n\nline").status_code == 201


def test_an_older_name_with_such_characters_breaks_no_page_feed_or_calendar(
    host: HostUnderTest, ballot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    contests = Contests(host)
    plan: dict[str, Any] = contests.plan("olga").body | {"name": "Cup\x00 of\x0b \u202eSamos"}
    with monkeypatch.context() as older:
        older.setattr(statements, "require_typed", lambda *_: None)
        opened = host.post("/contests", sign("contest", plan, host.players["olga"].identity))
    contest = opened.get_json()["contest"]
    contests.entered(contest, "ann", "bob", "cid")
    [table] = contests.close(contest)["rounds"][0]["tables"]
    for path in (f"/contests/{contest}", f"/games/{table['game']}", "/contests"):
        assert host.client.get(path).status_code == 200
    feed = ElementTree.fromstring(host.get(f"/contests/{contest}/feed.atom").data)
    assert feed.findtext("{http://www.w3.org/2005/Atom}title") == "Cup of Samos"
    assert "X-WR-CALNAME:Cup of Samos\r\n" in host.get(f"/contests/{contest}/calendar.ics").text


def test_a_components_file_holds_no_such_character() -> None:
    assert load('name: "Perikles\\nthe younger"') == {"name": "Perikles\nthe younger"}
    with pytest.raises(Malformed, match=r"line 2: U\+0000 cannot be seen"):
        load('title: polis\nname: "a\\0b"')
