"""Components files: read for `game create`, fetched from the host, kept in the home, and loaded before rules are used.

A file is known by its digest, which the organiser signed and every view names; a file with another is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from cli.errors import Misuse, proving
from cli.rules.game_options import Value, parse_options
from schemas.documents.components_files import OPTION, WrongComponents, add_components, digest_of, named

if TYPE_CHECKING:
    from adjudicator.kernel import Title
    from cli.home.home import Home

Fetch = Callable[[], str]
DIGEST = re.compile(r"[0-9a-f]{64}")


def load_components(home: Home, version: str, options: Mapping[str, Any], fetch: Fetch) -> None:
    """Load the file that the options of a game name, if any: from the home, else fetched and kept there.

    Nothing is loaded for rules that are not here.
    """
    if not (digest := named(options)):
        return
    from adjudicator.registry import rules_of

    if (rules := rules_of(version)) is None:
        return
    path = components_path(home, digest)
    text = path.read_text(encoding="utf-8") if path.exists() else fetch()
    with proving("The components file of the game"):
        add_components(rules, options, text)
    if not path.exists():
        home.keep_file(path, text.encode())


def components_path(home: Home, digest: str) -> Path:
    """The file of that digest, whether it exists or not."""
    if not DIGEST.fullmatch(digest):
        raise WrongComponents(f"{digest!r} is not the digest of a components file, which is 64 hex digits")
    return home.root / "components" / f"{digest}.yaml"


def refuse_without_file(digest: str) -> NoReturn:
    """Refuse to go on without a connection: the file has to be here already."""
    raise Misuse(
        f"The game uses a components file ({digest}) that is not here yet. Fetch it by looking at the game while "
        "online: ostraka view GAME"
    )


def local_settings(
    rules: Title[Any], options: Sequence[str], components: Path | None
) -> tuple[dict[str, Value], str | None]:
    """The options as typed for a game on this machine, and the text of its components file, which is loaded."""
    given, text = parse_options(rules, options), read_components(components) if components else None
    if text is not None:
        given[OPTION] = digest_of(text)
    try:
        add_components(rules, given, text)
    except WrongComponents as error:
        raise Misuse(f"{components or '--option'}: {error.message}.") from None
    return given, text


def read_components(path: Path) -> str:
    """The text of a components file, as it goes to the host."""
    try:
        return path.read_bytes().decode()
    except UnicodeDecodeError as error:
        raise Misuse(f"{path} is not text in UTF-8 ({error.reason} at byte {error.start}).") from None
