"""`python -m tests.golden find TITLE`: games for the endings that have none; `renew TITLE`: their digests, those of
what is offered, and the scenes of one, after a change that was meant; `show`: what every game replays to.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from adjudicator.kernel import Chance, Title
from adjudicator.kernel.title.paths import changed
from adjudicator.kernel.title.title import Played
from adjudicator.registry import title as title_of
from tests.adjudicator.players import key, play_on
from tests.golden import ENDINGS, FOLDER, Ending, Golden, digest_of_events, digest_of_sentences, digests, golden_games
from tests.golden.recorded import record
from tests.golden.scenes import golden_scenes, scenes_file

OTHER_DICE = 60


def find(title: Title[Any]) -> None:
    """Play until every ending has its game."""
    kept = [golden.known for golden in golden_games(title.id).values()]
    wanted = [ending for ending in ENDINGS[title.id] if ending.known not in kept]
    seed = 0
    while wanted:
        seed += 1
        for way in dict.fromkeys(_way(ending) for ending in wanted):
            alike = [ending for ending in wanted if _way(ending) == way]
            for golden in _games(title, alike[0], seed):
                if found := next((ending for ending in alike if ending.ending == golden.ending), None):
                    alike.remove(found)
                    wanted.remove(found)
                    _keep(golden, " ".join(filter(None, golden.known)))


def _way(ending: Ending) -> tuple[str, ...]:
    """Endings that one game may come to."""
    return ending.scenario, ending.way, str(ending.changes), str(ending.last)


def _games(title: Title[Any], wanted: Ending, seed: int) -> Iterator[Golden]:
    """A game by bots, its last phase resolved again and again with other dice."""
    counts = title.scenarios[wanted.scenario].seat_counts
    strategy = "steady" if seed % 2 else "random"
    seats, chance = title.seats(wanted.scenario, counts[seed % len(counts)]), Chance(key(("golden", seed), "setup"))
    begun = title.begin(scenario=wanted.scenario, seats=seats, options=wanted.options, chance=chance)
    begun.position = changed(title, begun.position, wanted.changes)
    game = list(play_on(title, begun, ("golden", seed), strategy, 7))
    for number in range(OTHER_DICE):
        yield _ended(title, wanted, seed, game, number)


def _ended(title: Title[Any], wanted: Ending, seed: int, game: list[Any], number: int) -> Golden:
    """The game with its last phase resolved with other dice."""
    before, sent, _, _ = game[-1]
    sent = {**sent, **{seat: title.decode_orders(orders) for seat, orders in wanted.last.items()}}
    last_key = key("golden", seed, "last", number)
    last = title.resolve(before, sent, Chance(last_key))
    played = [Played(resolution.counted, chance) for _, _, chance, resolution in game[:-1]]
    return Golden(
        title=title.id,
        scenario=wanted.scenario,
        seats=before.seats,
        ending=last.position.outcome.reason if last.position.outcome else "not over",
        places=last.position.outcome.places if last.position.outcome else {},
        scores=title.scores(last.position),
        setup_chance=key(("golden", seed), "setup"),
        played=[*played, Played(last.counted, last_key)],
        positions=[],
        events="",
        sentences="",
        changes=wanted.changes,
        options=wanted.options,
        way=wanted.way,
    )


def _keep(golden: Golden, name: str) -> None:
    title = title_of(golden.title)
    resolutions = golden.replayed(title)
    golden.positions = digests(title, resolutions)
    golden.events = digest_of_events(title, resolutions)
    golden.sentences = digest_of_sentences(title, resolutions)
    stem = name.replace("; victory", "").replace(".", "").replace(",", "").replace(";", "").replace(" ", "-").lower()
    (FOLDER / golden.title).mkdir(exist_ok=True)
    (FOLDER / golden.title / f"{stem}.json").write_bytes(msgspec.json.format(msgspec.json.encode(golden), indent=1))
    print(golden.scenario, golden.ending, len(golden.played), "phases", flush=True)


def renew(title: Title[Any]) -> None:
    """Write digests and scores anew after a change of the rules that was meant; another ending is an error."""
    for stem, golden in golden_games(title.id).items():
        last = golden.replayed(title)[-1].position
        if last.outcome is None or (last.outcome.reason, last.outcome.places) != (golden.ending, golden.places):
            raise SystemExit(f"{stem} ends otherwise now: {last.outcome}; remove it and find another")
        golden.scores = title.scores(last)
        _keep(golden, stem)
    scenes_file(title.id).write_text(golden_scenes(title), encoding="utf-8")
    record(title)


def show(titles: list[str]) -> None:
    """Print the digest of every golden game, replayed here and now: the same on every machine, Python and hash seed."""
    for name in titles:
        for stem, golden in golden_games(name).items():
            resolutions = golden.replayed(title_of(name))
            made = (digest_of_events(title_of(name), resolutions), digest_of_sentences(title_of(name), resolutions))
            print(name, stem, digests(title_of(name), resolutions)[-1], *made)


if __name__ == "__main__":
    if sys.argv[1] in ("find", "renew"):
        {"find": find, "renew": renew}[sys.argv[1]](title_of(sys.argv[2]))
    else:
        show(list(ENDINGS))
