"""Rules that change under a running game: a stored position of older rules is never read as one of the new."""

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator import registry
from adjudicator.kernel import Chance, Malformed, OtherRules, Upgrade
from adjudicator.kernel.rules.upgrades import differences, upgraded, upgrades_between
from adjudicator.kernel.title.reopening import reopened_under
from tests.adjudicator.players import begin, play_on, playthrough
from tests.titles import ballot, ballot_2

OLD, NEW = ballot.TITLE, ballot_2.TITLE
NOTE = [{"question": "B-N", "choose": [{"text": "remember"}]}]
VOTE = [{"question": "B-1", "default": True}]


def stored(books=None):
    position = begin(OLD, 3, "upgrades").position
    given = {seat: OLD.check_book(book) for seat, book in (books or {}).items()}
    return OLD.encode(OLD.with_books(position, given))


def test_a_position_of_older_rules_does_not_decode_as_one_of_the_new():
    for title in (NEW, replace(OLD, version="ballot/2")):  # of another form, and of the same
        with pytest.raises(OtherRules) as refused:
            title.decode(stored())
        assert refused.value.version == "ballot/1"
        with pytest.raises(OtherRules):
            title.convert(msgspec.json.decode(stored()))


def test_a_position_of_newer_rules_does_not_decode_as_one_of_the_old():
    newer = NEW.encode(begin(NEW, 3, "newer").position)
    for read in (OLD.decode, OLD.upgraded):
        with pytest.raises(OtherRules, match="this is under ballot/2, and the rules here are ballot/1"):
            read(newer)


def test_an_upgraded_position_is_of_the_new_rules_and_plays_on():
    position = NEW.upgraded(stored())
    assert (position.version, position.mercies) == ("ballot/2", 0)
    assert NEW.decode(NEW.encode(position)) == position
    last = list(play_on(NEW, begin(NEW, 3, "on"), "on"))[-1][-1]
    assert last.position.outcome is not None


def test_a_position_of_these_rules_is_read_as_it_stands():
    assert OLD.upgraded(stored()) == OLD.decode(stored())


def test_several_versions_are_taken_one_after_another():
    upgrades = {
        "t/9": Upgrade(("a",), lambda plain: {**plain, "path": [*plain["path"], 9]}),
        "t/10": Upgrade(("b", "c"), lambda plain: {**plain, "path": [*plain["path"], 10]}),
    }
    assert upgraded(upgrades, {"version": "t/9", "path": []}, "t/11") == {"version": "t/11", "path": [9, 10]}
    assert differences(upgrades, "t/9", "t/11") == ["a", "b", "c"]
    assert upgrades_between(upgrades, "t/11", "t/11") == []


@pytest.mark.parametrize("since", ["t/8", "t/12", "u/10", "t/x", "t"])
def test_where_no_upgrade_leads_the_version_that_is_wanted_is_named(since):
    with pytest.raises(OtherRules) as refused:
        upgrades_between({"t/9": Upgrade(()), "t/10": Upgrade(())}, since, "t/11")
    assert refused.value.version == since


def test_the_open_phase_is_opened_anew_under_the_new_rules_and_books_stand_that_they_can_read():
    position, fallen = reopened_under(NEW, stored({"alpha": NOTE, "beta": VOTE}), 2)
    assert (position.phases, position.phase.number, position.version) == (2, 2, "ballot/2")
    assert [ask.seat for ask in position.phase.asks] == ["alpha", "beta", "gamma"]
    assert list(position.books) == ["beta"]
    assert fallen.keys() == {"alpha"}
    assert "there is no question 'B-N'" in fallen["alpha"]


def test_a_veiled_phase_stays_veiled_and_the_game_goes_on_by_the_new_rules():
    *_, veiled, _ = (OLD.encode(resolution.position) for *_, resolution in playthrough(OLD, 3, "veiled"))
    position, _ = reopened_under(NEW, veiled, 9)
    assert position.phase.veiled
    assert position.phase.number == 9
    assert NEW.resolve(position, {}, Chance(bytes(32))).position.mercies == 0


def test_an_upgrade_that_leaves_nothing_open_or_nothing_to_go_on_from_is_refused():
    closing = Upgrade((), lambda plain: {**ballot_2.upgraded(plain), "phase": None})
    stuck = Upgrade((), lambda plain: {**ballot_2.upgraded(plain), "votes": {}, "citizens": []})
    for upgrade in (closing, stuck):
        with pytest.raises(Malformed):
            reopened_under(replace(NEW, upgrades={"ballot/1": upgrade}), stored(), 2)


def test_the_newest_rules_are_played_and_older_ones_are_at_hand(monkeypatch):
    monkeypatch.setattr(registry, "_registered", {})
    registry.register(NEW)
    registry.register(OLD)
    assert registry.title("ballot") is NEW
    assert (registry.rules_of("ballot/1"), registry.rules_of("ballot/2")) == (OLD, NEW)
    assert registry.rules_of("ballot/3") is None
    assert registry.rules_of("nothing/1") is None
    assert registry.titles().count("ballot") == 1
