"""The secrets of a contest, all from its root: one for each draw, in a hash chain, and one for the dice of each game.

The root is committed to before anybody enters. With it the log opens with the end of the chain; each draw reveals the
secret before the one revealed last, so that it is checked at once, and the next is still hidden.
"""

import hashlib
from typing import Final

from schemas.errors import Malformed
from schemas.keys.chance import SECRET_BYTES, derived

MOST_DRAWS: Final = 64
DRAW_LABEL: Final = b"ostraka draw secret/1"


def draw_secrets(root: bytes) -> list[bytes]:
    """By number of the draw, its secret: the first, of number 0, is the end of the chain, which the log opens with."""
    chain = [derived(root, b"", "ostraka draws/1")]
    while len(chain) <= MOST_DRAWS:
        chain.append(before(chain[-1]))
    return chain[::-1]


def before(secret: bytes) -> bytes:
    """What a draw's secret hashes to: the secret of the draw before."""
    if len(secret) != SECRET_BYTES:
        raise Malformed("draw secret", f"{len(secret)} bytes; expected {SECRET_BYTES}")
    return hashlib.sha256(DRAW_LABEL + secret).digest()


def draw_key(secret: bytes, substance: bytes, contest: str, number: int) -> bytes:
    """The key of a round's draw; `substance` is that of the contest's log up to and with the round's `closed`."""
    return derived(secret, substance, "ostraka draw/1", contest, str(number))


def game_secret(root: bytes, contest: str, draw: int, table: int) -> bytes:
    """The chance secret of the game at a table (from 1) of a draw: settled before any entrant's bytes are known."""
    return derived(root, b"", "ostraka game of a contest/1", contest, str(draw), str(table))


def drawn_game(contest: str, draw: int, table: int) -> bytes:
    """The digest from which follows the id of the game at a table (from 1) of a draw."""
    return hashlib.sha256(f"{contest}|{draw}|{table}".encode()).digest()
