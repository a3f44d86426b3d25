"""The host's side of chance: its secret, the hash it commits to, and the keys and salts that come from the secret.

The commitment is a hash of its own kind and never the input of a derivation. Every derivation has its own label and
names what it is for, so that no two uses share a key. The dice themselves are `adjudicator.kernel`'s.

The secrets of a contest all come from its root: one for each draw, in a hash chain, and one for the dice of each game.
The root is committed to before anybody enters. With it the log opens with the end of the chain; each draw reveals the
secret before the one revealed last, so that it is checked at once, and the next is still hidden.
"""

import hashlib
import os
from typing import Final

from schemas.errors import Malformed
from schemas.primitives import hkdf

SECRET_BYTES = 32
COMMITMENT_LABEL = b"ostraka chance commitment/1"
PHASE_KEY_LABEL = "ostraka chance/1"
LEAF_SALT_LABEL = "ostraka leaf salt/1"
POSITION_SALT_LABEL = "ostraka position salt/1"
CUT_LEAF_PREFIX = b"\x02"
NOTHING = bytes(32)


def make_secret() -> bytes:
    """A fresh secret for one game."""
    return os.urandom(SECRET_BYTES)


def commitment(secret: bytes) -> bytes:
    """What the host publishes before anybody is invited."""
    return hashlib.sha256(COMMITMENT_LABEL + _require_secret(secret)).digest()


def phase_key(secret: bytes, substance: bytes, game: str, phase: int) -> bytes:
    """The key of a phase's dice; `substance` is that of the log up to and with the phase's cut (0: `started`)."""
    return derived(secret, substance, PHASE_KEY_LABEL, game, str(phase))


def leaf_salt(secret: bytes, game: str, phase: int, seat: str) -> bytes:
    """The salt of a seat's leaf in a cut: told to that seat at once, to everybody when the game is over."""
    return derived(secret, b"", LEAF_SALT_LABEL, game, str(phase), seat)


def position_salt(secret: bytes, game: str, phase: int) -> bytes:
    """The salt of a position's hash in the log: without it hidden hands could be guessed from the hash."""
    return derived(secret, b"", POSITION_SALT_LABEL, game, str(phase))


def cut_leaf(salt: bytes, envelope: bytes | None, book: bytes | None) -> bytes:
    """One seat's leaf in a cut: the digests of the envelope and of the book that count, under the seat's salt.

    A missing one is 32 zero bytes.
    """
    return hashlib.sha256(CUT_LEAF_PREFIX + salt + (envelope or NOTHING) + (book or NOTHING)).digest()


def position_hash(salt: bytes, position: bytes) -> bytes:
    """The salted hash of a position's bytes, as the log has it."""
    return hashlib.sha256(salt + position).digest()


def derived(secret: bytes, salt: bytes, *parts: str) -> bytes:
    """A key or salt from a secret (HKDF-SHA-256): the parts, joined by `|`, say what it is for."""
    if any("|" in part for part in parts):
        raise ValueError(f"{parts} must not hold the separator '|'")
    info = "|".join(parts).encode("utf-8")
    return hkdf(_require_secret(secret), SECRET_BYTES, salt, info)


def _require_secret(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a chance secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return secret


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
