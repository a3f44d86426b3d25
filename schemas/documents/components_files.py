"""Components files: owners of the boxed game replace a title's numbers with their own.

The option `components` of a game is the SHA-256 of the file in hex digits. So it stands in the organiser's statement
and in every position; a client that is given the file checks it against that digest before using it.
"""

import zlib
from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from schemas.errors import ProtocolError
from schemas.statements.canonical import from_base64url, to_base64url

if TYPE_CHECKING:
    from adjudicator.kernel import Title

OPTION: Final = "components"
MAX_BYTES: Final = 262_144


class WrongComponents(ProtocolError):
    """A components file that is missing, is not the one that was named, or is malformed."""

    code = "wrong-components"


def named(options: Mapping[str, Any]) -> str:
    """The digest of the file that is laid over a game's title; empty where none is."""
    return str(options.get(OPTION, ""))


def digest_of(text: str) -> str:
    """The digest by which the options of a game name a components file."""
    return sha256(text.encode()).hexdigest()


def packed(text: str) -> str:
    """A file as it travels in letters: in UTF-8, compressed (RFC 1950), in base64url."""
    return to_base64url(zlib.compress(text.encode(), 9))


def unpacked(text: str) -> str:
    """The file that travelled in a letter. WrongComponents where it is not a components file."""
    reader = zlib.decompressobj()
    try:
        found = reader.decompress(from_base64url(text, "components"), MAX_BYTES)
        if not reader.eof:
            raise WrongComponents(f"the components file of a letter is cut short, or has more than {MAX_BYTES} bytes")
        return found.decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise WrongComponents(f"the components file of a letter cannot be read: {error}") from None


def add_components(title: "Title[Any]", options: Mapping[str, Any], text: str | None) -> None:
    """Register the components file that the options of a game name; WrongComponents for any other."""
    from adjudicator.kernel.errors import OstrakaError

    wanted = named(options)
    if text is None and not wanted:
        return
    if title.add_components is None:
        raise WrongComponents(f"{title.name} takes no components file; leave the file and the option {OPTION} out")
    if text is None:
        raise WrongComponents(f"the components file with the digest {wanted} is missing; send it along")
    if len(text.encode()) > MAX_BYTES:
        raise WrongComponents(f"a components file of {len(text.encode())} bytes; the most is {MAX_BYTES}")
    if digest_of(text) != wanted:
        raise WrongComponents(
            f"the components file has the digest {digest_of(text)}, but the options name {wanted or 'none'}"
        )
    try:
        title.add_components(text)
    except OstrakaError as error:
        raise WrongComponents(f"the components file cannot be used: {error}") from None
    except (RecursionError, ValueError):
        raise WrongComponents("the components file cannot be used: nested too deep, or a number too long") from None
