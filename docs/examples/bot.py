"""A bot for any title: it joins a game that has a free seat, and plays it to its end over REST.

    python docs/examples/bot.py https://ostraka.example archytas

It knows no rules: for each question it takes one of the legal orders that the host lists, else the default.
"""

import random
import sys
from contextlib import suppress
from pathlib import Path

from ostraka import Client, Home, Identity, Refused

PASSED = ("phase-closed", "no-open-phase", "wrong-phase-key")  # the game went on while we thought


def player(url: str, handle: str, folder: Path) -> Client:
    """A registered player; their keys rest in the folder, in the clear."""
    file = folder / "keys" / f"{handle}.age"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        Identity.generate().save(file, None)
    client = Client(url, Identity.load(file, None), handle, Home(folder))
    client.register()
    return client


def seat_of(client: Client) -> tuple[str, str]:
    """A seat that the player holds in a game that goes on; else a free one, which they take."""
    for held in [*client.waiting("running"), *client.waiting("inviting")]:
        return held["game"], held["seat"]
    for game in client.games(status="inviting"):
        for seat in [seat["seat"] for seat in game["seats"] if not seat["player"] and not seat["unmanned"]]:
            with suppress(Refused):  # another was quicker
                return game["game"], client.join(game["game"], seat)
    raise SystemExit("No game has a free seat.")


def answer(client: Client, game: str, seat: str) -> None:
    """Answer what is asked of the seat, if anything is."""
    try:
        asked = client.questions(game, seat)
        orders = [random.choice(question["options"] or [question["default"]]) for question in asked["questions"]]
        if orders and asked["word"] != "final":
            client.send(game, seat, orders, phase=asked["phase"])
    except Refused as refused:
        if refused.code not in PASSED:
            raise


if __name__ == "__main__":
    me = player(sys.argv[1], sys.argv[2], Path.home() / ".ostraka-bot")
    game, seat = seat_of(me)
    for _ in (item for item in me.follow(game, seat) if item["kind"] == "phase"):
        answer(me, game, seat)
