"""A bot for any title: it takes a seat in every game that has a free one, and plays all its games at once over REST.

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


def take_seats(client: Client) -> None:
    """Take a free seat in every game in which the player holds none yet."""
    held = {seat["game"] for seat in client.waiting_everywhere()}
    for game in client.games(status="inviting"):
        free = [seat["seat"] for seat in game["seats"] if not seat["player"] and not seat["unmanned"]]
        for seat in free if game["game"] not in held else ():
            with suppress(Refused):  # another was quicker
                client.join(game["game"], seat)
                break


def answer(client: Client, game: str, seat: str) -> None:
    """Answer what is asked of the seat, if anything is."""
    client = client.in_game(game)  # under an alias where the game is anonymous
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
    take_seats(me)
    for item in me.follow():  # one request waits for all games
        if item["kind"] == "phase" and item["asked"]:
            answer(me, item["game"], item["seat"])
