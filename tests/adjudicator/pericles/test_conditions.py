"""20-G: the facts that conditions of books are built from, and those that case files name."""

import pytest

from adjudicator.kernel.errors import Malformed
from adjudicator.pericles import TITLE
from adjudicator.pericles.state.position import Expedition, Issue, Marker
from tests.adjudicator.pericles.playing import asked, moment

TURN = "14.1.08A"
holds, described = TITLE.quantities.holds, TITLE.quantities.described


@pytest.fixture(scope="module")
def debate():
    """Debate 1 of turn 8: Military is debated on AF 2; AF govern with 12 Honor and 3 tokens."""
    position = moment(TURN, lambda one: asked(one, "D7"))
    position.tracks["athens"] = [Issue("military", 2)]
    position.debate.selected = {"athens": 0}
    position.controlling["athens"] = "AF"
    position.honor = {"AF": 12, "DF": 10, "EK": 8, "AK": 11}
    position.shields = {"AF": 3, "DF": 1, "EK": 4, "AK": 4}
    position.theaters["boeotia"].queue = [Marker("oracle", "EK", "AK")]
    return TITLE.view(position, "AF")


@pytest.fixture(scope="module")
def battle():
    """A Spartan expedition to Boeotia that AK lead with two tokens and DF resist with one; nothing is hidden."""
    position = moment("14.1.01A", lambda one: asked(one, "D16"))
    position.expedition = Expedition("boeotia", "AK", revealed=["AF", "DF", "EK", "AK"])
    position.committed = {"AF": 0, "DF": 1, "EK": 0, "AK": 2}
    boeotia = position.theaters["boeotia"]
    boeotia.pieces = {"delian_base": 1, "delian_land": 2, "spartan_land": 2}
    boeotia.treachery = {"athens": 1}
    return position


DEBATE = [
    ({"fact": "turn", "number": 8}, {"fact": "turn", "number": 7}),
    ({"fact": "post-plague"}, {"fact": "war"}),
    ({"fact": "chapter", "name": "assembly"}, {"fact": "chapter", "name": "theater"}),
    ({"fact": "tokens", "faction": "AF", "at_least": 3}, {"fact": "tokens", "faction": "AF", "at_least": 4}),
    ({"fact": "tokens", "faction": "DF", "at_least": 1}, {"fact": "tokens", "faction": "EK", "at_least": 0}),
    (
        {"fact": "side honor lead", "side": "athens", "at_least": 3},
        {"fact": "side honor lead", "side": "athens", "at_least": 4},
    ),
    (
        {"fact": "honor lead", "faction": "AF", "over": "DF", "at_least": 2},
        {"fact": "honor lead", "faction": "EK", "over": "AK", "at_least": -2},
    ),
    ({"fact": "controlling", "faction": "AF"}, {"fact": "controlling", "faction": "DF"}),
    ({"fact": "debate", "number": 1}, {"fact": "debate", "number": 2}),
    (
        {"fact": "debated", "side": "athens", "kind": "military", "half": "AF", "space": 2},
        {"fact": "debated", "side": "athens", "half": "centre"},
    ),
    ({"fact": "debated", "side": "athens"}, {"fact": "debated", "side": "sparta"}),
    (
        {"fact": "top of queue", "theater": "boeotia", "top": "sparta"},
        {"fact": "top of queue", "theater": "boeotia", "top": "none"},
    ),
    (
        {"fact": "status", "theater": "athens", "side": "athens", "status": "friendly"},
        {"fact": "status", "side": "athens", "status": "friendly"},
    ),
    ({"fact": "not", "of": {"fact": "resolving"}}, {"fact": "attacker", "side": "athens"}),
]
BATTLE = [
    (
        {"fact": "resolving", "kind": "military", "side": "sparta", "theater": "boeotia"},
        {"fact": "resolving", "side": "athens"},
    ),
    ({"fact": "attacker", "side": "sparta", "general": "AK"}, {"fact": "attacker", "side": "sparta", "general": "EK"}),
    ({"fact": "moves allowed", "number": 2}, {"fact": "moves allowed", "number": 3}),
    (  # Athens 2 + 2 + Treachery 1 + token 1, Sparta 4 + tokens 2
        {"fact": "ahead before cards", "side": "athens", "at_least": 0},
        {"fact": "ahead before cards", "side": "athens", "at_least": 1},
    ),
    (
        {"fact": "status", "side": "athens", "status": "contested"},
        {"fact": "status", "side": "athens", "status": "enemy"},
    ),
]


@pytest.mark.parametrize(("so", "not_so"), DEBATE)
def test_facts_of_an_assembly(debate, so, not_so):
    assert holds(so, debate)
    assert not holds(not_so, debate)


@pytest.mark.parametrize(("so", "not_so"), BATTLE)
def test_facts_of_an_expedition(battle, so, not_so):
    assert holds(so, battle)
    assert not holds(not_so, battle)


def test_nothing_is_told_by_a_fact_about_what_is_hidden(battle):
    other = TITLE.copy(battle)
    other.expedition.revealed = ["EK", "AK"]
    ahead = {"fact": "ahead before cards", "side": "sparta", "at_least": -99}
    assert holds(ahead, TITLE.view(battle, "AK"))
    assert not holds(ahead, TITLE.view(other, "AK"))


def test_what_is_resolved_is_read_from_the_question_with_the_side_of_its_owner():
    position = moment(TURN, lambda one: asked(one, "D18"))
    ask = next(ask for ask in position.phase.asks if ask.question == "D18")
    side = "athens" if ask.seat in ("AF", "DF") else "sparta"
    view = TITLE.view(position, ask.seat)
    so = {"fact": "resolving", "theater": ask.args["theater"], "kind": ask.args["kind"], "side": side}
    assert holds(so, view)
    assert not holds({**so, "kind": "rumor"}, view)


@pytest.mark.parametrize("plain", [plain for pair in (*DEBATE, *BATTLE) for plain in pair])
def test_every_fact_is_said_as_half_a_sentence(plain):
    said = described(plain)
    assert said
    assert not set(said) & set("_{}[].")


def test_a_fact_that_does_not_exist_is_answered_with_those_that_do():
    with pytest.raises(Malformed, match="moves allowed"):
        TITLE.check_book([{"question": "D31", "when": {"fact": "weather"}, "ask_me": True}])


def test_every_fact_has_been_looked_at():
    looked = {plain["fact"] for pair in (*DEBATE, *BATTLE) for plain in pair}
    assert set(TITLE.quantities.facts) <= looked


def test_what_case_files_ask_for(battle):
    def value(name, **args):
        return TITLE.quantities.value(battle, name, args)

    came = {
        "strength": value("strength", theater="boeotia", side="sparta", kind="land"),
        "status": value("status", theater="boeotia", side="sparta"),
        "reserve": value("reserve", piece="three_hundred"),
        "treachery_left": value("treachery_left", side="athens"),
        "issues_left": value("issues_left", side="athens", kind="ostracism"),
        "side_honor": value("side_honor", side="athens"),
        "opposition": value("opposition", side="athens"),
        "in_play": value("in_play"),
        "load": value("load", side="athens") > 0,
        "capacity": value("capacity", side="athens") % 4,
    }
    assert came == {
        "strength": 4,
        "status": "contested",
        "reserve": 0,
        "treachery_left": 9,
        "issues_left": 1,
        "side_honor": sum(battle.honor[faction] for faction in ("AF", "DF")),
        "opposition": "DF",
        "in_play": ["naupactus", "isthmus", "sparta", "athens", "boeotia"],
        "load": True,
        "capacity": 0,
    }
    assert came.keys() - {"status"} == TITLE.quantities.named.keys() - TITLE.quantities.facts.keys()
