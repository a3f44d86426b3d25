"""4.1, 22: what is hidden, and who knows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from adjudicator.kernel import Ask, Chance
from adjudicator.kernel.hidden.parts import Hidden
from adjudicator.kernel.hidden.zones import Held, Open, Pile, Zone, own
from adjudicator.pericles.secrets.markers import Markers
from adjudicator.pericles.secrets.tokens import Tokens
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.state.visibility import cards_seen, knows_cards_of
from adjudicator.pericles.war import commitments
from adjudicator.pericles.words import FACTIONS_OF, SIDES, SideName


def _leader_last(cards: list[str], position: Pericles) -> list[str]:
    """By their ids, which tells nothing."""
    leaders = position.box.leaders.values()
    return sorted(cards, key=lambda card: (card in leaders, card))


def _cards(side: SideName, knows: Callable[[Pericles, str | None], Any]) -> Zone:
    """5.2, 24-D: a Side's ordinary cards, its Leaders among them. 5.23-C: all know what a remade deck was made of."""
    both = "|".join(FACTIONS_OF[side])
    return Zone(
        Pericles,
        f"cards {side}",
        lambda position: position.box.decks[side],
        Held(f"hands.{both}.*", tidy=_leader_last),
        Held(f"entourages.{both}.*", tidy=_leader_last, chosen=True),
        Pile(f"decks.{side}", f"deck {side}", made_of=lambda position: position.remade.get(side, ())),
        Open(f"discards.{side}.*"),
        Open(f"debate.cards.{both}"),
        kind="card",
        called=f"Cards of {side.capitalize()}",
        knows=knows,
        seen=cards_seen,
        clause="24-D",
    )


class Asked(Hidden):
    """20-C: in a veiled phase a view holds the reader's own questions only."""

    def imagine(self, view: Pericles, seat: str | None, chance: Chance) -> None:
        """Who else is asked follows from public facts."""
        phase = view.phase
        if phase is None or not phase.veiled:
            return
        asks = commitments.asks_of(view) if view.expedition else _diplomats(phase.then.args)
        view.phase = msgspec.structs.replace(phase, asks=asks)


def _diplomats(args: Mapping[str, Any]) -> list[Ask]:
    """8.51-A: the owner, who may decline as well (D18); 8.51-C: it and the enemy's Controlling Faction."""
    about = {"theater": args["theater"], "kind": "diplomatic"}
    pairs = [("owner", "D21"), ("opponent", "D22")] if "opponent" in args else [("owner", "D18"), ("owner", "D19")]
    return [Ask(args[who], question, about) for who, question in pairs]


PLAYS = Zone(
    Pericles,
    "Aristophanes deck",
    lambda position: position.box.plays,
    Pile("aristophanes_deck"),
    Open("played.*"),
    kind="card",
    clause="5.11-H",
)
CARDS = [_cards(side, knows_cards_of) for side in SIDES]
CARDS_OF_ITS_OWN = [_cards(side, own) for side in SIDES]  # 15.2-B: which the player of its Side may not know
HIDDEN = (PLAYS, *CARDS, Tokens(), Markers(), Asked())
HIDDEN_FROM_BOT = (PLAYS, *CARDS_OF_ITS_OWN, Tokens(), Markers())
