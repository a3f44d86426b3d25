"""Positions of older rules as they were stored, one for each question: each upgrades and plays on by the rules of now.

`stored/TITLE-N.jsonl` holds them, `stored/TITLE-N.events.json` one event of each kind of that version: reports of old
phases are read by newer rules.
"""

from pathlib import Path

import msgspec
import pytest

from adjudicator.kernel import Chance, OtherRules
from adjudicator.kernel.rules.upgrades import number_of
from adjudicator.kernel.title.reopening import reopened_under
from adjudicator.registry import title, titles
from tests.adjudicator.players import orders_of_bots, play_on

STORED = Path(__file__).parent / "stored"
OLDER = [(title(name), version) for name in titles() for version in title(name).upgrades]


def file_of(version: str, kind: str) -> Path:
    return STORED / f"{version.replace('/', '-')}.{kind}"


def samples() -> list:
    return [
        pytest.param(rules, version, line, id=f"{version}-{number}")
        for rules, version in OLDER
        for number, line in enumerate(file_of(version, "jsonl").read_bytes().splitlines())
    ]


def test_every_older_version_has_an_upgrade_to_the_next_and_stored_samples():
    for rules in map(title, titles()):
        numbers = range(1, number_of(rules.version))
        assert sorted(rules.upgrades) == sorted(f"{rules.id}/{number}" for number in numbers)
        for version in rules.upgrades:
            assert file_of(version, "jsonl").exists()
            assert rules.differences(version)


@pytest.mark.parametrize(("rules", "version", "stored"), samples())
def test_a_stored_position_upgrades_and_plays_on(rules, version, stored):
    with pytest.raises(OtherRules):
        rules.decode(stored)
    number = msgspec.json.decode(stored)["phase"]["number"] + 1
    position, fallen = reopened_under(rules, stored, number)
    rules.invariants(position)
    assert (position.version, position.phase.number, fallen) == (rules.version, number, {})
    sent = orders_of_bots(rules, position, version, missing=0)
    resolution = rules.resolve(position, sent, Chance(bytes(32)))
    assert resolution.fallen == []
    for _, (*_, later) in zip(range(5), play_on(rules, resolution, version), strict=False):
        rules.invariants(later.position)


@pytest.mark.parametrize(("rules", "version"), OLDER)
def test_events_of_an_older_version_are_read_and_told(rules, version):
    stored = file_of(version, "events.json").read_bytes()
    events = rules.decode_events(stored)
    assert all(rules.sentence(event) for event in events)
