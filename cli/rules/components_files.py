"""Components files: read for `game create`, fetched from the host, kept in the home, and laid before rules are used.

A file is known by its digest, which the organiser signed and every view names; whatever has another is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from adjudicator.registry import rules_of
from cli.errors import Misuse
from cli.rules.game_options import Value, chosen
from cli.trust.host_proofs import proving
from schemas.documents.components_files import OPTION, WrongComponents, digest_of, lay, named

if TYPE_CHECKING:
    from adjudicator.kernel import Title
    from cli.home.home import Home

Fetch = Callable[[], str]
DIGEST = re.compile(r"[0-9a-f]{64}")


def laid(home: Home, version: str, options: Mapping[str, Any], fetch: Fetch) -> None:
    """Lay the file that the options of a game name: from the home, else fetched and kept there; if they name one.

    Over rules that are not here nothing is laid.
    """
    digest = named(options)
    rules = rules_of(version)
    if not digest or rules is None:
        return
    path = kept_at(home, digest)
    text = path.read_text(encoding="utf-8") if path.exists() else fetch()
    with proving("The components file of the game"):
        lay(rules, options, text)
    if not path.exists():
        home.keep(path, text.encode())


def kept_at(home: Home, digest: str) -> Path:
    """Where a file of that digest rests, or would."""
    if not DIGEST.fullmatch(digest):
        raise WrongComponents(f"{digest!r} is no digest of a components file: 64 hex digits are")
    return home.root / "components" / f"{digest}.yaml"


def nowhere(digest: str) -> NoReturn:
    """For whoever has no connection: the file has to be here already."""
    raise Misuse(
        f"The game is played with a components file ({digest}) that is not here yet. "
        "Look at the game once with a connection: ostraka view GAME"
    )


def settings(rules: Title[Any], options: Sequence[str], components: Path | None) -> tuple[dict[str, Value], str | None]:
    """The options as typed for a game on this machine, and the text of its components file, which is laid."""
    given, text = chosen(rules, options), read_components(components) if components else None
    if text is not None:
        given[OPTION] = digest_of(text)
    try:
        lay(rules, given, text)
    except WrongComponents as error:
        raise Misuse(f"{components or '--option'}: {error.message}.") from None
    return given, text


def read_components(path: Path) -> str:
    """A file that somebody wants to lay, as it goes to the host."""
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError as error:
        raise Misuse(f"{path} is not a text in UTF-8 ({error.reason} at byte {error.start}).") from None
