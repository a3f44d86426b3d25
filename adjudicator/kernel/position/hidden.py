"""Unknown: what stands in a view for a value that its reader may not know."""

from __future__ import annotations

from typing import Final

import msgspec


class Unknown(msgspec.Struct, frozen=True, tag_field="hidden", tag="unknown"):
    """A value that exists and that this reader may not know. It carries nothing: no id, no order, no hint."""


UNKNOWN: Final = Unknown()


def unknowns(count: int) -> list[Unknown]:
    """As many hidden values as a public count says that there are."""
    return [UNKNOWN] * count
