"""`python -m tests.golden find TITLE`: games for the endings that have none; `renew TITLE`: their digests
after a change of the rules that was meant; `show`: what every game replays to.
"""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from adjudicator.kernel import Chance, Title
from adjudicator.kernel.replay import Played
from adjudicator.registry import title as title_of
from tests.adjudicator.players import key, playthrough
from tests.golden import ENDINGS, FOLDER, Golden, digest_of_events, digests, golden_games

OTHER_DICE = 60


def find(title: Title[Any]) -> None:
    """Play until every ending has its game."""
    wanted = [e for e in ENDINGS[title.id] if e not in {g.ending for g in golden_games(title.id).values()}]
    seed = 0
    while wanted:
        seed += 1
        scenario = "opening" if any(e.startswith("S.10") for e in wanted) else "standard"
        game = _play(title, scenario, seed)
        for number in range(OTHER_DICE):
            golden = _ended(title, scenario, seed, game, number)
            if golden.ending in wanted:
                wanted.remove(golden.ending)
                _keep(golden)


def _play(title: Title[Any], scenario: str, seed: int) -> list[Any]:
    return list(playthrough(title, 3 + seed % 3, ("golden", seed), "steady" if seed % 2 else "random", 7, scenario))


def _ended(title: Title[Any], scenario: str, seed: int, game: list[Any], number: int) -> Golden:
    """The game with its last phase resolved with other dice."""
    before, sent, _, _ = game[-1]
    last_key = key("golden", seed, "last", number)
    last = title.resolve(before, sent, Chance(last_key))
    played = [Played(resolution.counted, chance) for _, _, chance, resolution in game[:-1]]
    return Golden(
        title=title.id,
        scenario=scenario,
        seats=before.seats,
        ending=last.position.outcome.reason if last.position.outcome else "not over",
        places=last.position.outcome.places if last.position.outcome else {},
        scores=title.scores(last.position),
        setup_chance=key(("golden", seed), "setup"),
        played=[*played, Played(last.counted, last_key)],
        positions=[],
        events="",
    )


def _keep(golden: Golden) -> None:
    title = title_of(golden.title)
    resolutions = golden.replayed(title)
    golden.positions = digests(title, resolutions)
    golden.events = digest_of_events(title, resolutions)
    name = golden.ending.replace("; victory", "").replace(".", "").replace(" ", "-").lower()
    (FOLDER / golden.title / f"{name}.json").write_bytes(msgspec.json.format(msgspec.json.encode(golden), indent=1))
    print(golden.ending, len(golden.played), "phases", flush=True)


def renew(title: Title[Any]) -> None:
    """Write the digests anew after a change of the rules that was meant; a game that ends otherwise now is an error."""
    for stem, golden in golden_games(title.id).items():
        last = golden.replayed(title)[-1].position
        if last.outcome is None or (last.outcome.reason, last.outcome.places) != (golden.ending, golden.places):
            raise SystemExit(f"{stem} ends otherwise now: {last.outcome}; remove it and find another")
        _keep(golden)


def show(titles: list[str]) -> None:
    """Print the digest of every golden game, replayed here and now: the same on every machine, Python and hash seed."""
    for name in titles:
        for stem, golden in golden_games(name).items():
            resolutions = golden.replayed(title_of(name))
            print(name, stem, digests(title_of(name), resolutions)[-1], digest_of_events(title_of(name), resolutions))


if __name__ == "__main__":
    if sys.argv[1] in ("find", "renew"):
        {"find": find, "renew": renew}[sys.argv[1]](title_of(sys.argv[2]))
    else:
        show(list(ENDINGS))
