"""Records of games whose rules changed, proved with both versions of the rules at hand, with one, and with none.

The game has a book that stands, one that the newer rules cannot read, and a veiled phase that the change leaves void.
"""

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator import registry
from schemas.keys.identities import Identity
from schemas.log.chain import LogEntry, append
from schemas.log.entries import Notice, RulesChanged
from schemas.record import Record, verify_record
from schemas.statements.payloads import Rollback
from schemas.statements.statements import Statement
from tests.schemas.conftest import AT
from tests.titles import ballot, ballot_2
from tools.generate.playing import Playing

SEATS = ("alpha", "beta", "gamma")
OLD, NEW = ballot.TITLE, ballot_2.TITLE
NEWER = replace(NEW, version="ballot/3", upgrades={})


@pytest.fixture(autouse=True)
def install(monkeypatch):
    """The titles that are installed: both versions of the ballot, until a test says otherwise."""

    def installed(*titles):
        monkeypatch.setattr(registry, "_registered", {})
        for title in titles:
            registry.register(title)

    installed(OLD, NEW)
    return installed


@pytest.fixture
def game(host):
    players = {seat: Identity.generate() for seat in SEATS}
    return Playing(title=OLD, scenario="assembly", seats=list(SEATS), host=host, players=players)


def changed(game, roll_back=None):
    """Phase 1 by the older rules, phase 2 void (a veiled one), the rest by the newer."""
    position = game.begin().position
    game.file_book("alpha", [{"question": "B-1", "choose": [{"against": "gamma"}]}])
    game.file_book("beta", [{"question": "B-N", "choose": [{"text": "remember"}]}])
    stood = [None, position, game.phase(position, silent="alpha").position]
    position = game.change(NEW, stood[2])
    if roll_back:
        game.act(1, Rollback(phase=roll_back, reason=""))
        before = NEW.upgraded(OLD.encode(stood[roll_back]))
        position = game.reopen(before, position, roll_back)
    while position.phase is not None:
        position = game.phase(position).position
    return game.finish(position)


def findings(record):
    return [(found.code, found.phase, found.message) for found in verify_record(Record.from_json(record.to_json()))]


def not_recomputed(phase, what, version):
    rest = (
        f"not recomputed, because the rules {version} are not installed; a release of Ostraka that has them can do it"
    )
    return ("not-recomputed", phase, f"{what}: {rest}")


def test_with_both_versions_all_of_it_is_recomputed(game):
    record = changed(game)
    assert record.version == "ballot/1"
    assert [phase.phase for phase in record.phases if phase.position is not msgspec.UNSET] == [2]
    assert findings(record) == []


def test_with_the_newer_version_alone_the_older_phases_are_named_and_the_rest_is_recomputed(game, install):
    record = changed(game)
    install(NEW)
    assert findings(record) == [not_recomputed(0, "the setup and phase 1", "ballot/1")]


def test_with_the_older_version_alone_the_later_phases_are_named(game, install):
    record = changed(game)
    last = record.phases[-1].phase
    install(OLD)
    assert findings(record) == [not_recomputed(2, f"phases 2 to {last}", "ballot/2")]


def test_without_the_title_nothing_is_recomputed_and_nobody_accused(game, install):
    record = changed(game)
    install()
    assert [(code, phase) for code, phase, _ in findings(record)] == [("not-recomputed", 0), ("not-recomputed", 2)]


def test_a_version_that_no_upgrade_leads_to_is_wanting_too(game, install):
    record = changed(game)
    install(OLD, replace(NEW, upgrades={}))
    assert findings(record) == [not_recomputed(2, f"phases 2 to {record.phases[-1].phase}", "ballot/2")]


def test_a_rollback_to_a_phase_of_older_rules_goes_there_by_the_newer(game, install):
    record = changed(game, roll_back=1)
    assert findings(record) == []
    install(NEW)
    last = record.phases[-1].phase
    assert findings(record) == [
        not_recomputed(0, "the setup and phase 1", "ballot/1"),
        not_recomputed(3, f"phases 3 to {last}", "ballot/1"),
    ]


@pytest.mark.parametrize("installed", [(OLD, NEW), (NEW,), (OLD,), ()])
def test_what_needs_no_rules_is_held_against_the_host_all_the_same(game, install, installed):
    record = changed(game)
    install(*installed)
    cut = msgspec.structs.replace(record.phases[-1], envelopes=record.phases[-1].envelopes[1:])
    assert ("false-record", cut.phase) in [
        (code, phase) for code, phase, _ in findings(msgspec.structs.replace(record, phases=[*record.phases[:-1], cut]))
    ]


def test_a_position_that_the_rules_did_not_change_in_is_found(game, install):
    record = changed(game)
    before = record.phases[1].position
    for position, why in (
        ({**before, "round": 2}, "the replay leads to position"),
        (msgspec.UNSET, "the record lacks the position"),
    ):
        phase = msgspec.structs.replace(record.phases[1], position=position)
        false = msgspec.structs.replace(record, phases=[record.phases[0], phase, *record.phases[2:]])
        install(NEW)
        (code, number, message), *_ = findings(false)
        assert (code, number, message.startswith(why)) == ("diverged", 2, True)


@pytest.mark.parametrize(
    "lie",
    [
        {"older": "ballot/2", "newer": "ballot/3"},
        {"newer": "ballot/1"},
        {"newer": "morra/2"},
        {"number": 4},
        {"before": "A" * 43},
    ],
)
def test_a_change_of_rules_that_does_not_lead_on_is_found(game, host, lie):
    record = changed(game)
    entries = [LogEntry.from_statement(Statement.from_form(form)) for form in record.log]
    log = []
    for entry in entries:
        body = msgspec.structs.replace(entry.body, **lie) if isinstance(entry.body, RulesChanged) else entry.body
        log.append(append(log[-1] if log else None, game=record.game, body=body, at=AT, host=host))
    false = msgspec.structs.replace(record, log=[entry.statement.to_form() for entry in log])
    assert "false-record" in [code for code, *_ in findings(false)]


def test_a_phase_that_was_cut_can_be_void_and_who_missed_it_stands_in_the_notice(game):
    position = game.begin().position
    cut = game.phase(position, silent="alpha")
    while not isinstance(game.log[-1].body, Notice):  # as if the host had stopped between cut and resolution
        game.log.pop()
    game.phases.clear()
    assert cut is not None
    position = game.change(NEW, position)
    while position.phase is not None:
        position = game.phase(position).position
    assert findings(game.finish(position)) == []


def test_an_envelope_under_the_older_rules_after_they_changed_is_found(game):
    position = game.change(NEW, game.begin().position)
    game.title = replace(NEW, version="ballot/1")
    position = game.phase(position).position
    game.title = NEW
    while position.phase is not None:
        position = game.phase(position).position
    (code, phase, message), *_ = findings(game.finish(position))
    assert (code, phase, "'ballot/1'" in message) == ("false-record", 2, True)
