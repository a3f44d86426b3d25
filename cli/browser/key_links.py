"""A locked key as a link, which a QR code holds: what stands behind its `#` stays in the browser."""

from __future__ import annotations

from typing import Final

from cli.errors import Misuse
from schemas.errors import ProtocolError
from schemas.keys.password_files import PasswordFile
from schemas.statements.canonical import from_base64url, to_base64url

BEHIND: Final = "#key/"
"""What stands behind it, `NAME/KEY`, the page's script takes off the address and hands over."""


def link_of(page: str, name: str, file: bytes) -> str:
    """The link to a page that brings a locked key along; the longest that there is fits a QR code."""
    return f"{page}{BEHIND}{name}/{to_base64url(file)}"


def key_of(behind: str) -> tuple[str, bytes]:
    """Name and locked key of what stands behind a link's `#`; Misuse where it isn't whole. Nothing is opened yet."""
    name, _, text = behind.partition("/")
    try:
        file = from_base64url(text, "key")
        PasswordFile.parse(file)
    except ProtocolError:
        raise Misuse("The key in this link is not whole: scan the code once more, or copy all of the link.") from None
    return name, file
