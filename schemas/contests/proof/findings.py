"""What a verification finds: short, because all parts of it share this and nothing else."""

from __future__ import annotations

import msgspec

from schemas.errors import FalseRecord


class ContestFinding(msgspec.Struct, frozen=True):
    """One thing that does not hold, or (`accuses` is false) could not be looked at. `where` names file or entry."""

    where: str
    message: str
    accuses: bool = True

    def __str__(self) -> str:
        """The finding as people read it."""
        return f"{self.where}: {self.message}"


def require_same(found: object, wanted: object, what: str) -> None:
    """Refuse a part of a statement or record that is another than it has to be."""
    if found != wanted:
        raise FalseRecord(f"its {what} is {found!r}; expected {wanted!r}")
