"""A phase opened anew: where a game goes back to, where its organiser amends it openly, where its rules have changed.

Everybody can compute what is here from the record: there is no other input than the log's and the chance of the log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec

from adjudicator.kernel.chance import KEY_BYTES, Chance
from adjudicator.kernel.errors import Malformed
from adjudicator.kernel.position.position import UNKNOWN, Book, Position
from adjudicator.kernel.rules.upgrades import upgraded
from adjudicator.kernel.title import paths
from adjudicator.kernel.title.title import Title

P = TypeVar("P", bound=Position)
FIXED: Final = (
    "title", "version", "scenario", "options", "seats", "agenda", "phases", "phase", "outcome", "books",
)  # fmt: skip
"""What no amendment touches: what the game is, whose it is, and which questions the rules have put."""


def reopened(
    title: Title[P],
    position: P,
    number: int,
    chance: Chance | None,
    changes: Mapping[str, Any] | None = None,
    *,
    redeal: bool = False,
    books: Mapping[str, Book] | None = None,
) -> P:
    """The position at which phase `number` is open in the place of the one that is open in `position`.

    `changes` are values by path (`amended`). With a chance the decks that no seat has seen are shuffled anew; with
    `redeal` hidden hands are dealt anew too, and nothing that a seat chose itself. `books` are those in force now
    (None: those of the position).
    """
    phase = position.phase
    if phase is None:
        raise Malformed("no phase is open in this position; only an open phase can be opened anew")
    position = title.decode(title.encode(position))  # its tables in one order on every machine: dealing goes by it
    changed = amended(title, position, changes or {})
    if chance is not None and redeal:
        changed = title.dealt_again(changed, chance)
    elif chance is not None:
        title.reshuffle(changed, chance)
    changed.phase = msgspec.structs.replace(phase, number=number)
    changed.phases = number
    changed.books = dict(changed.books if books is None else books)
    _require_sound(title, changed, changes or {})
    return changed


def reopened_under(title: Title[P], stored: bytes, number: int) -> tuple[P, dict[str, str]]:
    """The position at which phase `number` is open under these rules, in the place of the one that is open in the bytes
    of a position of older rules (OtherRules where no upgrade leads here).

    And by seat why its book is gone: these rules cannot read it.
    """
    plain = upgraded(title.upgrades, msgspec.json.decode(stored), title.version)
    written, fallen = plain.get("books", {}), dict[str, str]()
    bare = title.convert({**plain, "books": {}})
    for seat, book in written.items():
        try:
            left = [entry for entry in book if set(entry) - {"question", "when"}]  # the others are used up
            title.check_book(left, title.known(bare))
        except Malformed as error:
            fallen[seat] = str(error)
    position = title.convert({**plain, "books": {seat: book for seat, book in written.items() if seat not in fallen}})
    if position.phase is None:
        raise Malformed(f"the upgrade to {title.version} leaves no phase open")
    position.phase = msgspec.structs.replace(position.phase, number=number)
    position.phases = number
    _require_sound(title, position, {})
    return position, fallen


def amended(title: Title[P], position: P, changes: Mapping[str, Any]) -> P:
    """A copy of a position with public values set by path. Malformed names the path, and what would be right.

    What spectators see afterwards is what they saw before with just these values set: nothing hidden is set, wiped out
    or turned up. Whether a change is refused says therefore nothing about hidden values either.
    """
    if not changes:
        return title.copy(position)
    view = title.view(position, None)
    for path, value in changes.items():
        _require_public(view, path, value)
    changed = paths.changed(title, position, changes)
    wanted, seen = paths.changed(title, view, changes), title.view(changed, None)
    if wanted != seen:
        names = ", ".join(name for name in wanted.__struct_fields__ if getattr(wanted, name) != getattr(seen, name))
        raise Malformed(f"{named(changes)}: would set or turn up what is hidden in {names}; deal it anew instead")
    result: P = changed
    return result


def _require_public(view: Position, path: str, value: Any) -> None:
    if path.split(".")[0] in FIXED:
        raise Malformed(f"path {path!r}: an amendment leaves {', '.join(FIXED)} as they are")
    found = paths.every(view, path)
    if any(_holds_hidden(node) for node in found):
        raise Malformed(f"path {path!r}: there is something hidden there; only what everybody sees can be set")
    if all(node == value for node in found):
        raise Malformed(f"path {path!r}: everybody sees {value!r} there already; set another value")


def _holds_hidden(node: Any) -> bool:
    if isinstance(node, Mapping):
        return node == msgspec.to_builtins(UNKNOWN) or any(map(_holds_hidden, node.values()))
    return isinstance(node, Sequence) and not isinstance(node, str) and any(map(_holds_hidden, node))


def _require_sound(title: Title[P], position: P, changes: Mapping[str, Any]) -> None:
    """The invariants hold, the bytes read back, and the rules can go on from here even if no orders come."""
    try:
        title.invariants(position)
        whole = title.decode(title.encode(position)) == position
        title.resolve(position, {}, Chance(bytes(KEY_BYTES)))
    except Exception as error:
        raise Malformed(f"{named(changes)}: the game cannot go on like this: {error or type(error).__name__}") from None
    if not whole:
        raise Malformed(f"{named(changes)}: the position does not read back as it was written")


def named(changes: Mapping[str, Any]) -> str:
    """The paths of an amendment, to begin a sentence with."""
    names = ", ".join(repr(path) for path in changes)
    return f"path{'s' if len(changes) > 1 else ''} {names}" if names else "the position"
