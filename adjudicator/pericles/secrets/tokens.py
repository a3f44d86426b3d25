"""9.31-C, 24-A: Strategos tokens behind shields and committed in secret. Of each Side's everybody knows the sum."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel import UNKNOWN, Chance, Unknown
from adjudicator.kernel.hidden.parts import Hidden, Unseen
from adjudicator.kernel.subjects import subject
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.state.visibility import commitments_unseen, tokens_unseen
from adjudicator.pericles.words import FACTIONS_OF, FactionName, SideName

MOST_COMMITTED = 4  # 9.31-B: of a Faction that is not the Commanding General


class Tokens(Hidden):
    """How many tokens each Faction holds and commits."""

    def hide(self, view: Pericles, seat: str | None) -> None:
        """4.1-B, 9.31-C: by shield and by commitment."""
        view.shields = {**view.shields, **dict.fromkeys(tokens_unseen(view, seat), UNKNOWN)}
        view.committed = {**view.committed, **dict.fromkeys(commitments_unseen(view, seat), UNKNOWN)}

    def redeal(self, position: Pericles, seat: str | None, chance: Chance) -> None:
        """24-A: share what is left of a Side's tokens anew among the shields and commitments that are hidden."""
        for side in position.sides:
            _share(position, side, seat, chance)

    def imagine(self, view: Pericles, seat: str | None, chance: Chance) -> None:
        """As in a redeal: what is left follows from what the seat sees."""
        self.redeal(view, seat, chance)

    def unseen(self, position: Pericles) -> list[Unseen]:
        """4.1-B: what lay behind shields."""
        shields = [(one, position.shields[one]) for one in tokens_unseen(position, None)]
        return [
            Unseen("Strategos tokens", (subject("seat", faction),), (subject("token", "token"),) * tokens)
            for faction, tokens in shields
            if tokens and not isinstance(tokens, Unknown)
        ]


def _share(position: Pericles, side: SideName, seat: str | None, chance: Chance) -> None:
    both = FACTIONS_OF[side]
    shields = [one for one in both if one in tokens_unseen(position, seat)]
    commitments = [one for one in both if one in commitments_unseen(position, seat)]
    seen = [position.shields[one] for one in both if one not in shields]
    seen += [position.committed[one] for one in both if one not in commitments]
    left = position.box.components.strategos_tokens[side] - sum(one for one in seen if not isinstance(one, Unknown))
    left -= position.stock[side] + position.board[side] + position.set_aside[side]
    bounds = [(least_held(position, faction), left) for faction in shields]
    bounds += [(0, min(MOST_COMMITTED, left)) for _ in commitments]
    shares = shared(left, bounds, chance)
    position.shields |= dict(zip(shields, shares, strict=False))
    position.committed |= dict(zip(commitments, shares[len(shields) :], strict=True))


def shared(total: int, bounds: Sequence[tuple[int, int]], chance: Chance) -> list[int]:
    """Numbers within bounds that sum up to a total."""
    shares = []
    for number, (least, most) in enumerate(bounds, 1):
        low = max(least, total - sum(high for _, high in bounds[number:]))
        high = max(low, min(most, total - sum(low for low, _ in bounds[number:])))
        shares.append(low + chance.die(high - low + 1, "share tokens") - 1)
        total -= shares[-1]
    return shares


def least_held(position: Pericles, faction: FactionName) -> int:
    """9.0-B: a Faction that is asked about a Military issue holds a token, as everybody knows."""
    expedition = position.expedition
    if expedition is not None and expedition.general == faction and not expedition.revealed:
        return 1
    asked = position.phase.asked_of(faction) if position.phase else []
    return int(any(ask.question in ("D25", "D26") for ask in asked))
