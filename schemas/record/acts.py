"""The acts before and between the phases: each is signed by someone entitled to it.

No one joins a seat that is held, or more seats than the organiser's statement lets one player hold, and every seat is
held when the game is dealt. A join counts once: after its player left, the same statement does not bring them back.

Every new key was signed for by the one that it replaces, or confirmed by the organiser.
"""

from collections.abc import Iterator

from adjudicator.registry import rules_of
from schemas.errors import FalseRecord
from schemas.keys.identities import Card
from schemas.log.entries import ANNULLED, ENDED, VOTED, Acted, Dealt, Joined, Notice, Rekeyed, RulesChanged, Seated
from schemas.log.openings import opened_game
from schemas.record.contest_games import Office, loses, require_seated, require_substitutes
from schemas.record.form import Record
from schemas.record.parties import find_card, require_every_seat, require_join, require_rotation, require_same
from schemas.record.story import Chapter, Story
from schemas.statements.contests import ContestAct
from schemas.statements.payloads import (
    Act,
    Acts,
    Amend,
    Annul,
    End,
    Leave,
    Rekey,
    Replace,
    Resign,
    Rollback,
    SeatAct,
    SeatActs,
    Vacate,
    Vote,
)
from schemas.statements.statements import Statement


def require_acts(record: Record, story: Story, cards: dict[str, Card]) -> None:
    """Walk through the log: the acts and who made them, their numbers, and the seats that change hands."""
    walk = _Walk(record, story, cards)
    for body in story.bodies:
        if isinstance(body, Seated):
            walk.seat(body)
        elif isinstance(body, Joined):
            walk.join(body)
        elif isinstance(body, Dealt):
            require_every_seat(record, walk.holders)
            walk.dealt = True
        elif isinstance(body, Rekeyed):
            walk.replace(*require_rotation(story, body, cards))
        elif isinstance(body, Acted):
            walk.act(Statement.from_form(body.statement))
        elif isinstance(body, RulesChanged):
            walk.version = body.newer
        elif isinstance(body, Notice) and body.what == "vacated":
            for seat in body.seats:
                walk.leave(seat)
        elif isinstance(body, Notice) and (body.what, body.vote) == ("voted", "end"):
            walk.require_vote()
    require_substitutes(record, story, cards)


class _Walk:
    """Who holds which seat at this point of the log, and the newest number of each signer."""

    def __init__(self, record: Record, story: Story, cards: dict[str, Card]) -> None:
        self.record, self.story, self.cards, self.version = record, story, cards, record.version
        self.office = Office(record, story, cards)
        self.most = opened_game(story.created, record.game).seats_a_player
        self.joins: set[bytes] = set()
        self.dealt = False
        self.spoke = {self.office.key}
        self.replaced: set[str] = set()
        self.holders: dict[str, str] = {}
        self.numbers: dict[str, int] = {}
        self.for_the_end: dict[str, bool] = {}

    def join(self, joined: Joined) -> None:
        join, card = require_join(self.record, self.story, joined, self.cards)
        if join.seat in self.holders:
            raise FalseRecord(f"seat {join.seat!r} is taken twice")
        digest = Statement.from_form(joined.statement).digest
        if digest in self.joins:
            raise FalseRecord(f"seat {join.seat!r} is taken again with a statement that was used before")
        self.joins.add(digest)
        if card.key_id in self.replaced:
            raise FalseRecord(f"seat {join.seat!r} is joined by {card.key_id}, a key that was replaced")
        self.holders[join.seat] = card.key_id
        self._require_together(join.seat)
        self.spoke.add(card.key_id)
        self.office.sit_down(card.handle)

    def seat(self, seated: Seated) -> None:
        """A drawn player holds the seat from the beginning."""
        self.holders[seated.seat] = require_seated(self.record, self.story, seated, self.cards).key_id
        self._require_together(seated.seat)
        self.spoke.add(self.holders[seated.seat])

    def _require_together(self, seat: str) -> None:
        """A player may hold this seat beside their others, by the organiser's word and the rules of then.

        If those are not installed, by the organiser's word alone.
        """
        held = [other for other, key in self.holders.items() if key == self.holders[seat]]
        if self.most and len(held) > self.most:
            raise FalseRecord(f"with seat {seat!r} one player holds {len(held)} seats, but {self.most} are allowed")
        rules, record = rules_of(self.version), self.record
        why = rules.holders_refused(record.scenario, record.options, self.holders) if rules else None
        if why is not None:
            raise FalseRecord(f"the join of seat {seat!r} is not allowed: {why}")

    def leave(self, seat: str) -> None:
        self.holders.pop(seat, None)
        self.for_the_end.pop(seat, None)

    def replace(self, old: str, new: str) -> None:
        """A new key speaks where the old one did: in seats and office. One that spoke here before never comes back."""
        seats = [seat for seat, key in self.holders.items() if key == old]
        if not seats and old != self.office.key and not self.office.is_further(old):
            raise FalseRecord(f"the key {old} is replaced, but it holds no seat and is not the organiser's")
        if new in self.spoke:
            raise FalseRecord(f"the key {old} is replaced by {new}, which has signed in this game before")
        self.holders.update(dict.fromkeys(seats, new))
        self.office.key = new if old == self.office.key else self.office.key
        self.spoke.add(new)
        self.replaced.add(old)

    def confirm(self, signer: str, old: str, new: str) -> None:
        """The organiser says that a new key is that of the same player, and it is not the organiser's own."""
        before, after = find_card(old, self.cards), find_card(new, self.cards)
        if old == self.office.key or before.handle == find_card(signer, self.cards).handle:
            raise FalseRecord(f"the organiser confirms their own new key, {new}, with the old one")
        require_same(f"new key {new}", {"handle": (after.handle, before.handle)})
        self.replace(old, new)

    def require_vote(self) -> None:
        """Every seat that is held is for the end."""
        against = [seat for seat in self.holders if not self.for_the_end.get(seat)]
        if against:
            raise FalseRecord(
                f"the log says the vote to end the game carries, but these are not in favour: {', '.join(against)}"
            )

    def act(self, statement: Statement) -> None:
        if statement.kind == Act.document:
            act = statement.read(Act)
            is_replaced = act.organiser in self.replaced
            may = act.organiser if self.office.may(act.organiser, self.holders) and not is_replaced else self.office.key
            self._require(statement, act.game, act.organiser, may, act.number)
            if isinstance(act.act, Vacate | Replace):
                self.leave(act.act.seat)
            elif isinstance(act.act, Rekey):
                self.confirm(act.organiser, act.act.player, act.act.key)
        elif statement.kind == ContestAct.document:
            said = self.office.act(statement, self.holders)
            for seat in loses(said, self.holders, self.cards):
                self.leave(seat)
        else:
            word = statement.read(SeatAct)
            self._require(statement, word.game, word.player, self.holders.get(word.seat), word.number)
            if isinstance(word.act, Leave) and self.dealt:
                raise FalseRecord(f"a join of seat {word.seat!r} is withdrawn after the deal")
            if isinstance(word.act, Resign | Leave):
                self.leave(word.seat)
            elif isinstance(word.act, Vote) and word.act.on == "end":
                self.for_the_end[word.seat] = word.act.yes

    def _require(self, statement: Statement, game: str, signer: str, wanted: str | None, number: int) -> None:
        what = f"{statement.kind} {number}"
        require_same(what, {"game": (game, self.record.game), "signer": (signer, wanted)})
        find_card(signer, self.cards).verify(statement)
        newest = self.numbers.get(signer, 0)
        if number <= newest:
            raise FalseRecord(f"{what}: its number is not above {newest}, which the same signer used before")
        self.numbers[signer] = number


def reopening_act(chapter: Chapter) -> Rollback | Amend:
    """The act that made a phase void: the organiser's last word before it."""
    reopened = chapter.reopened
    act = next((act for act in _said(reversed(chapter.acts)) if isinstance(act, Rollback | Amend)), None)
    if act is None or reopened is None:
        raise FalseRecord(f"phase {chapter.phase} is void without a rollback or an amendment before it")
    since = act.phase if isinstance(act, Rollback) else chapter.phase
    if (reopened.since, reopened.number) != (since, chapter.phase + 1):
        raise FalseRecord(
            f"phase {chapter.phase} is reopened as {reopened.number} since {reopened.since}; "
            f"expected {chapter.phase + 1} since {since}"
        )
    return act


def early_end(story: Story) -> str | None:
    """The reason for which the game ended before its rules end it, as the last word before `over` has it."""
    last = story.before_over
    if isinstance(last, Notice) and (last.what, last.vote) == ("voted", "end"):
        return VOTED
    act = next(_said([last]), None) if isinstance(last, Acted) else None
    return ENDED if isinstance(act, End) else ANNULLED if isinstance(act, Annul) else None


def _said(acts: Iterator[Acted] | list[Acted]) -> Iterator[Acts | SeatActs]:
    for acted in acts:
        statement = Statement.from_form(acted.statement)
        if statement.kind != ContestAct.document:
            yield statement.read(Act).act if statement.kind == Act.document else statement.read(SeatAct).act
