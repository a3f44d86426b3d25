"""Letters: what a host tells one seat alone, signed by the host, padded, and sealed to the player's card.

Outside stands only what the mail tells anyway, bound in HPKE's `info`. The size is one of a few classes; `least` lets
the host choose the class by what everybody knows, so that the size tells nothing of what is inside.

There are two formats. In the second the statement is deflated before it is padded, and its payload stands in it as
text, not in base64, which would deflate half as well. It is for what the host alone has written: deflated together with
a secret, the words of others would tell by the size how much they have in common with it.
"""

import zlib
from typing import Any, Final, Literal

import msgspec

from schemas.errors import BadPadding, Malformed, ProtocolError
from schemas.keys.identities import Card, Identity
from schemas.keys.sealing import HYBRID, seal_to, unseal
from schemas.statements import canonical
from schemas.statements.forms import KeyId
from schemas.statements.payloads import Binary, Count, Letter, Name
from schemas.statements.statements import Signer, Statement, sign_payload

CLASSES: Final = (4_096, 8_192, 16_384, 32_768, 65_536, 262_144, 1_048_576)
MOST_BYTES: Final = 2 * CLASSES[-1]
"""Of a letter's file: the largest class in base64url with its header."""
SUFFIX: Final = ".ostraka"


class SealedLetter(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A letter as it is attached to a mail."""

    letter: Literal[1, 2] = 1
    suite: Literal["mlkem768x25519"] = "mlkem768x25519"
    game: Name
    seat: Name
    phase: Count
    player: KeyId
    sealed: Binary = ""

    def info(self) -> bytes:
        """HPKE's `info`: everything outside of the seal."""
        outside: dict[str, Any] = msgspec.to_builtins(self)
        del outside["sealed"]
        return canonical.dumps(outside, "letter")


class WrongLetter(ProtocolError):
    """A letter whose inside is for another game, seat, phase or player than its outside says."""

    code = "wrong-letter"


def file_name(game: str, seat: str, phase: int) -> str:
    """The file name of a letter."""
    return f"{game}-{seat}-{phase}{SUFFIX}"


def press_file(game: str, seat: str) -> str:
    """The file name of a letter with press, which belongs to no phase."""
    return f"{game}-{seat}-press{SUFFIX}"


def seal_letter(letter: Letter, card: Card, host: Signer, least: int = 0, *, deflate: bool = False) -> bytes:
    """Sign a letter and seal it to a player, in a size class that could hold `least` bytes at least.

    `deflate`: in the second format, whose bytes `least` counts then. Only for what no other player has a word in.
    """
    outside = SealedLetter(
        letter=2 if deflate else 1, game=letter.game, seat=letter.seat, phase=letter.phase, player=letter.player
    )
    statement = sign_payload(letter, host)
    text = deflated(canonical.dumps(in_text(statement))) if deflate else statement.to_json()
    sealed = seal_to(HYBRID, card.sealing_key, pad(text, least), outside.info())
    whole = msgspec.structs.replace(outside, sealed=canonical.to_base64url(sealed))
    return canonical.dumps(msgspec.to_builtins(whole), "letter")


def read_outside(raw: bytes) -> SealedLetter:
    """What a letter says outside its seal; it proves nothing."""
    if len(raw) > MOST_BYTES:
        raise Malformed("letter", f"{len(raw)} bytes; at most {MOST_BYTES} are allowed")
    try:
        return msgspec.convert(canonical.loads(raw, "letter"), SealedLetter, strict=True)
    except msgspec.ValidationError as error:
        raise Malformed("letter", str(error)) from error


def unseal_letter(raw: bytes, identity: Identity) -> Statement:
    """Open a letter that was sealed to this player; the caller MUST verify the statement before believing a word.

    (1) of a size that a letter can have, in form, of a known format
    (2) opens with this player's key under what stands outside, and is padded to a class
    (3) holds a letter, for the same game, seat, phase and player as the outside says
    """
    outside = read_outside(raw)  # (1)
    sealed = canonical.from_base64url(outside.sealed, "sealed letter")
    plain = unpad(unseal(HYBRID, identity.sealing_private_for(HYBRID), sealed, outside.info()))  # (2)
    statement = Statement.parse(plain, len(plain)) if outside.letter == 1 else statement_in_text(inflated(plain))
    letter = statement.read(Letter)
    inside = (letter.game, letter.seat, letter.phase, letter.player)
    if inside != (outside.game, outside.seat, outside.phase, identity.key_id):  # (3)
        raise WrongLetter("the letter inside is for another game, seat, phase or player than the outside says")
    return statement


def open_letter(raw: bytes, identity: Identity, host_public: bytes) -> Letter:
    """Open a letter that was sealed to this player; refused unless signed with the pinned host key."""
    statement = unseal_letter(raw, identity)
    statement.verify(host_public)
    return statement.read(Letter)


def deflated(text: bytes) -> bytes:
    """In zlib's format (RFC 1950)."""
    return zlib.compress(text, 9)


def inflated(packed: bytes) -> bytes:
    """What was deflated, if it is whole and no larger than a letter may be."""
    reader = zlib.decompressobj()
    try:
        text = reader.decompress(packed, MOST_BYTES)
    except zlib.error as error:
        raise Malformed("letter", f"what is deflated in it cannot be read: {error}") from None
    if not reader.eof or reader.unused_data:
        raise Malformed("letter", f"what is deflated in it is not whole, or has more than {MOST_BYTES} bytes")
    return text


def in_text(statement: Statement) -> dict[str, Any]:
    """A statement as JSON, but with its payload as the text that it is."""
    return {**statement.to_json_value(), "payload": statement.payload.decode()}


def statement_in_text(raw: bytes) -> Statement:
    """Read a statement that was written so."""
    form = canonical.loads(raw, "letter")
    if not isinstance(form, dict) or not isinstance(form.get("payload"), str):
        raise Malformed("letter", "there is no payload in it")
    return Statement.from_json({**form, "payload": canonical.to_base64(form["payload"].encode())})


def pad(text: bytes, least: int = 0) -> bytes:
    """Pad with 0x80 and zeros to the smallest class that holds the text and is no smaller than `least`."""
    for size in CLASSES:
        if len(text) < size and least < size:
            return text + b"\x80" + bytes(size - len(text) - 1)
    raise Malformed("letter", f"{len(text)} bytes; at most {CLASSES[-1] - 1} fit")


def unpad(padded: bytes) -> bytes:
    """What was padded; BadPadding where the size or the mark is wrong."""
    text, mark, zeros = padded.rpartition(b"\x80")
    if len(padded) not in CLASSES or not mark or zeros.strip(b"\0"):
        raise BadPadding()
    return text
