"""The search for secrets: what no file of a host may hold in the clear while, or after, a game is played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

from cli.client import Client
from cli.errors import Refused
from schemas.envelopes import open_copy
from schemas.statements.canonical import dumps, to_base64url


def secrets_of(clients: Sequence[Client], game: str, seats: Mapping[str, str]) -> list[bytes]:
    """What only its players may know: the hidden tiles they hold, and their orders as they were sealed."""
    secrets: list[bytes] = []
    for client in clients:
        seat = seats[client.handle]
        view = client.view(game, seat)["view"]
        secrets += hidden_tile(view, seat)
        for phase in range(1, view["phases"] + 1):
            secrets += sealed_orders(client, game, seat, phase)
    return sorted(set(secrets))


def hidden_tile(view: dict[str, Any], seat: str) -> list[bytes]:
    """What was dealt to a seat: the Special tile as it could leak, for its bare name could be the title's.

    Of Pericles it is the hand: its cards in a row, as data has them; one alone is played for all to see.
    """
    if "special" not in view:
        return hand(view["hands"].get(seat, []))
    tile = view["special"][seat]["tile"]
    bare = [] if tile == view["title"] else [tile]
    return [word.encode() for word in (*bare, f'"tile":"{tile}"', f'"tile": "{tile}"', f"Special tile is {tile}")]


def hand(cards: Sequence[str]) -> list[bytes]:
    """A hand of cards as JSON has it, with spaces and without; of fewer than three everybody may have seen all."""
    if len(cards) < 3:
        return []
    return [comma.join(f'"{card}"' for card in cards[:4]).encode() for comma in (",", ", ")]


def sealed_orders(client: Client, game: str, seat: str, phase: int) -> list[bytes]:
    """The orders that a seat sealed for a phase: canonical bytes, and the salt of each leaf in every spelling."""
    try:
        envelope, _ = client.own_envelope(game, seat, phase)
    except Refused:
        return []
    leaves = open_copy(envelope, client.me)
    salts = [
        spelling
        for leaf in leaves
        for spelling in (leaf.salt, leaf.salt.hex().encode(), to_base64url(leaf.salt).encode())
    ]
    return [*salts, *(dumps(leaf.order) for leaf in leaves)]


def places_of(secrets: Iterable[bytes], files: Iterable[Path]) -> list[str]:
    """Where a secret stands: the file and the place in it, never the secret."""
    wanted = list(secrets)
    return [
        f"{path}, byte {content.find(secret)}: a secret of {len(secret)} bytes"
        for path in files
        for content in readings(path)
        for secret in wanted
        if secret in content
    ]


def readings(path: Path) -> list[bytes]:
    """The bytes of a file; of a mail also its parts, which in the file may be encoded or broken over lines."""
    raw = path.read_bytes()
    if path.suffix != ".eml":
        return [raw]
    parts = message_from_bytes(raw, policy=policy.default).walk()
    whole = [part.get_payload(decode=True) for part in parts if not part.is_multipart()]
    return [raw, *(content for content in whole if isinstance(content, bytes))]
