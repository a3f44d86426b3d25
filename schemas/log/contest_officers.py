"""Who acts on a contest at a point of its log: its organisers, and the assistant where the first of them plays."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec
from msgspec import UnsetType

from schemas.statements.contests import (
    Adjudicate,
    AnnulGame,
    Contest,
    ContestActs,
    CorrectResult,
    DismissOrganiser,
    Disqualify,
    NameAssistant,
    NameOrganiser,
)

BY_ASSISTANT: Final = (Adjudicate, AnnulGame, CorrectResult, Disqualify)
"""What the assistant decides: in games in which the organiser plays, and about who sits with them there."""


class Officers(msgspec.Struct, frozen=True):
    """By handle. `first` opened the contest; `further` have the same rights, but `first` names and dismisses them."""

    first: str
    further: tuple[str, ...] = ()
    assistant: str | None = None

    @classmethod
    def of(cls, plan: Contest, organiser: str) -> Officers:
        """Those of a plan that was just opened by its organiser."""
        further = () if isinstance(plan.organisers, UnsetType) else tuple(plan.organisers)
        return cls(organiser, further, plan.assistant)

    @property
    def organisers(self) -> tuple[str, ...]:
        """All of them, the first first."""
        return self.first, *self.further

    def after(self, act: ContestActs) -> Officers:
        """Who they are after an act."""
        match act:
            case NameAssistant(player=player):
                return msgspec.structs.replace(self, assistant=player)
            case NameOrganiser(player=player):
                return msgspec.structs.replace(self, further=(*self.further, player))
            case DismissOrganiser(player=player):
                return msgspec.structs.replace(self, further=tuple(one for one in self.further if one != player))
            case _:
                return self

    def may(self, handle: str, act: ContestActs) -> bool:
        """May somebody sign an act at all? Where they play is not asked."""
        if isinstance(act, NameOrganiser | DismissOrganiser):
            leaves = isinstance(act, DismissOrganiser) and act.player == handle
            return handle == self.first or (leaves and handle in self.further)
        return handle in self.organisers or (handle == self.assistant and isinstance(act, BY_ASSISTANT))

    def deciding(self, there: Collection[str | None]) -> list[str]:
        """Who decides in a game in which these are: every organiser who is not, and the assistant for the first."""
        first = self.assistant if self.first in there else self.first
        return [one for one in dict.fromkeys((first, *self.further)) if one is not None and one not in there]
