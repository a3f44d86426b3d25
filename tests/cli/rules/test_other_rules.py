"""A program that lacks the rules of the host's game, older or newer, seals unchecked and says so; the host checks."""

import json

import msgspec
import pytest

from adjudicator import registry
from cli.errors import Refused
from cli.rules.local_check import title_of, unasked_options
from tests.cli.table.tables import Sitter, hosts_of

PERIKLES = registry.title("perikles")
VOTE = "orders:\n- question: D-S1B\n  city: athens\n"
NONSENSE = "orders:\n- question: D-S1B\n  city: atlantis\n"
BOOK = "- question: D-1A\n  default: true\n"


@pytest.fixture(params=[999, None])
def lacking(request, monkeypatch):
    """What this program has in the place of the game's rules: another version of them, or no such title."""
    here = {}
    if request.param:
        other = msgspec.structs.replace(PERIKLES, version=f"perikles/{request.param}")
        here = {"perikles": {other.version: other}}
    monkeypatch.setattr(registry, "_registered", here)
    monkeypatch.setattr(registry, "_installed", dict)
    monkeypatch.setattr(registry, "own", dict)
    return f"this program has perikles/{request.param}" if request.param else "this program has no title perikles"


def file(tmp_path, text):
    path = tmp_path / "sent.yaml"
    path.write_text(text)
    return str(path)


def test_orders_are_sealed_unchecked_and_the_player_is_told(table, lacking, tmp_path):
    who, seat = table.asked()
    form = table.ostraka(who, "orders", "form", table.game, seat).stdout
    assert "city:" in form
    told = table.ostraka(who, "orders", "send", table.game, seat, file(tmp_path, VOTE), "--draft")
    assert f"NOT CHECKED: the game is played under {PERIKLES.version}, but {lacking}." in told.stderr
    assert "The host checks them when the phase is cut" in told.stderr
    assert "The receipt is verified and kept" in told.stdout
    assert table.client(who).own_envelope(table.game, seat)[0].header.version == PERIKLES.version


def test_what_the_hosts_rules_refuse_falls_there(table, lacking, tmp_path):
    who, seat = table.asked()
    phase = table.phase()
    table.ostraka(who, "orders", "send", table.game, seat, file(tmp_path, NONSENSE))
    table.wait_beyond(phase)
    assert "Your order was not carried out: " in table.ostraka(who, "report", table.game, seat).stdout


def test_a_book_is_sealed_unchecked_and_the_player_is_told(table, lacking, tmp_path):
    who, seat = table.asked()
    told = table.ostraka(who, "book", "send", file(tmp_path, BOOK), table.game, seat)
    assert "NOT CHECKED" in told.stderr
    assert table.ostraka(who, "book", "send", file(tmp_path, "D-1A"), table.game, seat, expect=2).stderr.endswith(
        "a book is a list of entries, each of which begins with its question.\n"
    )


def test_what_cannot_be_done_without_the_rules_is_refused_in_words(opened, lacking):
    who, seat = opened.asked()
    for words in (("view", opened.game), ("play", opened.game, seat), ("bot", opened.game, seat)):
        told = opened.ostraka(who, *words, expect=1).stderr
        assert f"This needs the rules of {PERIKLES.version}, but {lacking}. Install the release of Ostraka" in told
    view = json.loads(opened.ostraka(who, "view", opened.game, seat, "--json").stdout)["view"]
    assert unasked_options(view, seat) == []
    with pytest.raises(Refused) as refused:
        title_of(view)
    assert refused.value.code == "unknown-version"


def test_the_table_says_so_in_words(opened, lacking):
    who, _ = opened.asked()
    sitter = Sitter(opened.stage.home(who), hosts_of(opened, who))
    sitter.enter()
    assert sitter.open(f"games/{opened.game}").status_code == 409
    version = PERIKLES.version.rpartition("/")[2]
    here = "newer than" if "999" in lacking else "not know"
    assert f"{here} the game" in sitter.text
    assert f"The game is played by version {version} of the rules of" in sitter.text
    assert not any(word in sitter.text for word in ("--json", "unchecked", "Update this page"))


def test_a_record_is_proved_in_part_with_an_exit_code_of_its_own(finished, lacking):
    told = finished.ostraka("kleon", "replay", finished.game, expect=5).stdout
    assert "log: " in told
    assert f"not recomputed, because the rules {PERIKLES.version} are not installed" in told
    assert "same bytes" not in told
    proved = json.loads(finished.ostraka("kleon", "replay", finished.game, "--json", expect=5).stdout)
    assert proved["versions"] == [PERIKLES.version]
    assert len(proved["not_recomputed"]) == 1
