"""Mails as rows, written in the transaction of what they tell, or soon after it (`phase_mails`).

Mail is written when a game is dealt, when it comes to wait, when somebody acts on it, and when it ends. What stands in
the clear is made from what a spectator may know (the view, the public events, the log) and nothing else: mail rests on
other people's disks. What one seat alone may know goes into a letter, sealed to its player. Of a veiled phase every
seat hears, asked or not, and not what is asked: neither the letterboxes that mails fall into nor the rows of the outbox
tell which seats the phase asks. Beside each mail, or in its place, stands a notice for the player's devices (`pushes`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, Final
from zoneinfo import ZoneInfo

from sqlmodel import Session, col, select
from werkzeug.utils import cached_property

from adjudicator.kernel import Title
from adjudicator.kernel.subjects import asked_to
from adjudicator.registry import titles
from api.access.aliases import letterbox
from api.access.letterboxes import find_invited, is_wanted, may_invite
from api.games.game_log import GameLog
from api.games.open_phase import OpenPhase, required
from api.games.people import (
    calling_people,
    organisers_of,
    revealed_holders,
    seat_in_words,
    seat_name,
    to_choose,
)
from api.games.presence import held_until, players_there
from api.host.host import Host
from api.mail_out.letters import Letters
from api.mail_out.outdated import unsent, withdraw_unsent
from api.mail_out.public_news import how_it_went, public_news, public_question
from api.mail_out.pushes import Pushes
from api.mail_out.rendering import PICTURE, Ending, Said, Subject, message_id, printable, turn, write
from api.store.database import MAIL_WORK, ring
from api.store.lookups import load_seats
from api.store.models import (
    ASKING,
    INVITATION,
    NEWS,
    NOTICE,
    OFFER,
    URGENT,
    Game,
    MailRow,
    PhaseRow,
    Player,
    Seat,
)
from schemas.documents.game_in_words import in_names
from schemas.documents.letters import press_file
from schemas.statements.in_words import day_and_time, deadline_in_words, length, listed
from schemas.statements.invitation_words import invitation_link
from schemas.statements.payloads import MailKind
from schemas.statements.texts import as_typed, is_typable

RANKS: Final[Mapping[str, int]] = {
    "started": URGENT,
    "orders-wanted": URGENT,
    "reminder": URGENT,
    "invited": URGENT,
    "organiser": NOTICE,
}
"""Which kinds go first, and which last; `started` goes before the first question, because it is written before it."""

BY_MAIL: Final = ("To answer by mail: save this mail, and send the reply that this writes:", "ostraka answer MAIL.eml")
CAN_WAIT: Final = ("orders-wanted", "reminder")
"""The mails that wait for the answer to a notice."""

STOPPED: Final = (
    "Phase {phase} is cut, and the host could not resolve it, in several tries. It tries again from time to time, and "
    "the operator finds in the log of the service where it fails.",
    "If it is something that a seat has sent ahead, set that aside: ostraka game set-aside {game} SEAT --phase {phase}",
    "Else you can amend the position, take the game back with ostraka game rollback, end or annul it.",
)


@dataclass(frozen=True)
class Outbox:
    """Writes the mails of one game into the transaction at hand."""

    host: Host
    session: Session
    game: Game
    title: Title[Any]
    _news: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    _written: dict[tuple[str, int | None], Counter[str | None]] = field(default_factory=dict)

    def started(self) -> None:
        """Tell everybody who plays that the game has begun."""
        for seats in self._players():
            own, player = names(seats), seats[0].player
            holders = [
                (
                    seat_name(self.title, one.name),
                    "bot" if one.unmanned else f"{one.player}{' (you)' if one.player == player else ''}",
                )
                for one in self._seats
            ]
            subject = Said("the game has begun")
            self._write(seats[0], "started", 0, subject, own=own, seats=holders, has_form=bool(self.title.forms))

    def orders_wanted(self, phase: OpenPhase, only: str | None = None) -> None:
        """Tell those who are awaited (of a veiled phase: all) what happened since their last mail, what is wanted.

        A player gets one mail about all their seats, with a letter for each. With `only`, no one is written to but the
        player of that seat, about that seat.
        """
        veiled, number, awaited = phase.veiled, phase.row.number, names(phase.awaited)
        deadline, spectator = required(phase.row.deadline), self.title.view(phase.position, None)
        letters = Letters(phase)
        for seats in [[seat] for seat in phase.seats if seat.name == only] if only else self._players():
            own = [seat for seat in seats if seat.name not in phase.bots and (veiled or seat.name in awaited)]
            if not own:
                continue
            asks = [ask for seat in own for ask in spectator.phase.asked_of(seat.name)]
            wanted = listed([*dict.fromkeys(asked_to(self.title.question(ask.question).subject) for ask in asks)])
            until = f"until {self._shortly(deadline, own[0].player)}"
            subject = Subject(turn(veiled), until if veiled else f"{wanted}, {until}", self._whose(own))
            row = self._asking(own, phase.row.opened_at, deadline, veiled)
            if veiled and self._mutes_veiled(seats):  # of mails; each device has its own say
                asked = self._player(own[0])
                self._pushes.tell(asked, "orders-wanted", subject.alone, number, row, closes=deadline, veiled=veiled)
                continue
            if only is None:  # else another mail asks the same player for other seats
                withdraw_unsent(self.host, self.session, self.game.id, own[0].player)
            since, last = told(seats), number - 1
            self._write(
                own[0],
                "orders-wanted",
                number,
                subject,
                last,
                letters=partial(letters.of_seats, seats, "orders-wanted", since),
                row={**row, "since": since},
                closes=deadline,
                veiled=veiled,
                sentences=self.news(seats, last),
                board=self.title.show(spectator),
                questions=[public_question(self._rules, spectator, ask, *self._called([ask.seat])) for ask in asks],
                deadline=self._in_words(deadline, own[0].player),
                own=names(own),
                by_hand=[("To answer in the terminal:", f"ostraka play {self._typed_by(own[0])}"), BY_MAIL],
            )

    def reminder(self, phase: PhaseRow, position: Any, missing: Sequence[str], part: str = "") -> None:
        """Tell the players who have sent nothing (in a veiled phase: all) that the deadline is near.

        Whom the question itself has not reached yet it reaches alone.
        """
        deadline, veiled = required(phase.deadline), position.phase.veiled
        bots = self.title.bots_now(position)
        for seats in self._players():
            own = [seat for seat in seats if seat.name not in bots and (veiled or seat.name in missing)]
            if not own:
                continue
            until = f"until {self._shortly(deadline, own[0].player)}"
            subject = Subject(f"still {turn(veiled)}", until, self._whose(own))
            row = self._asking(own, self.host.now(), deadline, veiled)
            if (veiled and self._mutes_veiled(seats)) or self._asks_already(own[0], phase.number):
                asked = self._player(own[0])
                self._pushes.tell(asked, "reminder", subject.alone, phase.number, row, closes=deadline, veiled=veiled)
                continue
            facts = {"veiled": veiled, "deadline": self._in_words(deadline, own[0].player), "own": names(own)}
            self._write(own[0], "reminder", phase.number, subject, part=part, row=row, closes=deadline, **facts)

    def _asking(self, own: Sequence[Seat], begin: datetime, deadline: datetime, veiled: bool) -> dict[str, Any]:
        """The row of a mail that asks for orders: true while it does, and held for a while if its player is there."""
        if veiled:
            return {"true_while": ASKING}
        row: dict[str, Any] = {"true_while": ASKING, "asks": names(own)}
        until = held_until(begin, deadline)
        return row | ({"next_try": until} if until > self.host.now() and own[0].player in self._there else {})

    @cached_property
    def _pushes(self) -> Pushes:
        return Pushes(self.host, self.session, self.game.id)

    @cached_property
    def _there(self) -> set[str]:
        return players_there(self.session, self.game.id, self._seats, self.host.now())

    def _asks_already(self, seat: Seat, phase: int) -> bool:
        """Is the mail that asks the player of a seat for orders still to be sent?"""
        waiting = unsent(self.host, self.session, self.game.id, seat.player)
        return any((mail.kind, mail.phase) == ("orders-wanted", phase) for mail in waiting)

    def _in_words(self, moment: datetime, handle: str | None) -> str:
        """A deadline in the time zone of a player, and how far off it is as this is written."""
        return deadline_in_words(moment, self.host.now(), self._zone_of(self._holders.get(handle or "")))

    def _shortly(self, moment: datetime, handle: str | None) -> str:
        """A deadline for a subject."""
        return day_and_time(moment, self.host.now(), self._zone_of(self._holders.get(handle or "")), short=True)

    def _zone_of(self, player: Player | None) -> ZoneInfo:
        """The time zone of a player's mails, for an alias its holder's; without one that of the game's terms."""
        own = letterbox(self.host, self.session, player).wishes.time_zone if player else None
        return ZoneInfo(own or self.game.opened.terms.time_zone)

    def _mutes_veiled(self, seats: Sequence[Seat]) -> bool:
        """Does the player of these seats want no mail of veiled phases? It is the same whomever a phase asks."""
        player = self._holders.get(seats[0].player or "")
        return player is not None and "veiled" in letterbox(self.host, self.session, player).wishes.muted

    def overdue(self, phase: PhaseRow, missing: Sequence[str]) -> None:
        """Tell all that the deadline has passed, who is missing (of a veiled phase: not), and until when grace runs."""
        until = required(phase.grace_until)
        for seats in self._players():
            own = [name for name in names(seats) if name in missing]
            said, shortly = (words(until, seats[0].player) for words in (self._in_words, self._shortly))
            late = self._called(missing)
            facts: dict[str, Any] = {"missing": late, "until": said, "vacated": [], "deserted": False, "own": own}
            subject = Subject("the deadline has passed", f"grace until {shortly}")
            if own:
                subject = Subject("your orders are late", f"last chance {shortly}")
            row = {"true_while": ASKING, "asks": own, "rank": URGENT}
            self._write(seats[0], "nmr", phase.number, subject, part="grace", row=row, closes=until, **facts)

    def missed(self, phase: PhaseRow, missing: Sequence[str], vacated: Sequence[str], *, deserted: bool) -> None:
        """Tell all who missed a phase, which seats fell vacant, and whether nobody is left (`deserted`)."""
        late = self._called(missing)
        common: dict[str, Any] = {"missing": late, "until": None, "vacated": vacated, "deserted": deserted}
        for seats in self._players():
            own = [name for name in names(seats) if name in missing]
            facts = common | {"own": own}
            subject = Subject(f"no orders from {'you' if own else ', '.join(late)}")
            self._write(seats[0], "nmr", phase.number, subject, part="cut", **facts)
        if vacated:
            self._vacant(phase.number, common | {"own": []})

    def resigned(self, phase: int, seat: str) -> None:
        """Tell the organiser whose seat it is not that it falls vacant, as long as somebody else plays on."""
        if any(one.player for one in self._seats if one.name != seat):
            facts: dict[str, Any] = {"missing": [], "until": None, "vacated": [seat], "deserted": False, "own": []}
            self._vacant(phase, facts)

    def deserted(self, phase: int) -> None:
        """Tell who organises it that nobody holds a seat any more, and the host has paused the game."""
        facts: dict[str, Any] = {"missing": [], "until": None, "vacated": [], "own": [], "deserted": True}
        subject = Said("nobody holds a seat, the game is paused")
        self._tell_organisers("nmr", "deserted", phase, subject, facts)

    def stopped(self, phase: int) -> None:
        """Tell who organises it, whatever they mute, that a phase cannot be resolved, and what they can do."""
        sentences = {"sentences": [line.format(phase=phase, game=self.game.id) for line in STOPPED]}
        subject = Said(f"phase {phase} cannot be resolved")
        self._tell_organisers("organiser", "stopped", phase, subject, sentences, always=True)

    def _vacant(self, phase: int, facts: dict[str, Any]) -> None:
        """Tell the organiser who plays in no seat of their own; in a contest, where substitutes are found without them,
        only that nobody is left."""
        if self.game.contest and facts["deserted"]:
            self.deserted(phase)
        if self.game.contest or self.game.organiser in {seat.player for seat in self._seats}:
            return
        subject = Subject(f"vacant: {', '.join(seat_name(self.title, seat) for seat in facts['vacated'])}")
        self._tell_organisers("nmr", "nmr", phase, subject, facts)

    def _tell_organisers(
        self,
        kind: MailKind,
        what: str,
        phase: int,
        subject: Subject | Said,
        facts: Mapping[str, Any],
        *,
        always: bool = False,
    ) -> None:
        """A mail to each who may act as its organiser, and a notice; each time that it happens they are told anew."""
        entries = GameLog(self.host, self.session, self.game.id).length()
        for handle in organisers_of(self.session, [self.game])[self.game.id]:
            organiser = find_invited(self.session, handle, None)
            self._pushes.tell(organiser, kind, subject.alone, phase, always=always)
            if organiser is None or not is_wanted(self.host, self.session, organiser, "" if always else kind):
                continue
            name = message_id(self.host, self.game.id, "organiser", handle, what, str(phase), str(entries))
            whole = {**self._facts(None, subject), "typed": {}, **facts}
            self.session.add(self._row(kind, whole, player=handle, message_id=name, rank=URGENT))

    def acted(
        self,
        sentence: str,
        reason: str,
        part: str,
        *,
        always: bool = False,
        deadline: datetime | None = None,
        lost: str | None = None,
    ) -> None:
        """Tell everybody who plays what somebody did with the game, and why; `always`: whatever they mute.

        `deadline`: that of the open phase, if it is another now; `lost`: the seat that its player holds no more.
        """
        handles, own = {one.player for one in self._seats}, self._rules.naming.own_word
        called = {seat: own(None, seat) for seat in names(self._seats) if seat not in handles}
        sentence = in_names(sentence, called, self._rules.naming.people)
        subject = Said(printable(sentence).partition(": ")[0].rstrip("."))  # keys and positions stand in the text
        for seats in self._players():
            sentences = [printable(line) for line in (sentence, reason) if line]
            if deadline:
                sentences.append(f"The open phase now runs until {self._in_words(deadline, seats[0].player)}.")
            if lost in names(seats):
                sentences.append(f"So you do not hold {seat_in_words(self.title, lost)} any more.")
            self._write(seats[0], "organiser", None, subject, part=part, always=always, sentences=sentences)

    def announced(self, subject: str, sentences: Sequence[str], part: str, phase: OpenPhase) -> None:
        """Tell all, whatever they mute, what concerns the whole game; with letters for the open phase."""
        letters = Letters(phase)
        for seats in self._players():
            enclosed = partial(letters.of_seats, seats, "organiser", told(seats))
            about: dict[str, Any] = {"part": part, "always": True, "letters": enclosed, "row": {"rank": URGENT}}
            self._write(seats[0], "organiser", phase.row.number, Said(subject), **about, sentences=sentences)

    def press(self, seat: Seat, letter: Callable[[], bytes]) -> None:
        """Tell a seat that press has come; author and text stand in the letter."""
        name = press_file(self.game.id, seat.name)
        self._write(
            seat,
            "press",
            None,
            Subject("new press", whose=f" for {self._own_words([seat])[0]}"),
            letters=lambda _: {seat.name: letter()},
            file=name,
        )

    def digest(self, seat: Seat, last: int) -> None:
        """Tell the player of a seat that is not awaited what happened since their last mail."""
        withdraw_unsent(self.host, self.session, self.game.id, seat.player)
        seats = [one for one in self._seats if one.player == seat.player]
        row = {"since": told(seats)}
        if sentences := self.news(seats, last):
            self._write(seat, "digest", last, Subject("what happened"), last, row=row, sentences=sentences)

    def invited(
        self, handle: str | None, address: str | None, seat: str | None, part: str, word: str | None = None
    ) -> None:
        """Invite a player, or the reader of an address, who registers with the word; mutes hold for both."""
        player = find_invited(self.session, handle, address)
        subject = Said(f"{self.game.organiser} invites you to a game")
        self._pushes.tell(player, "invited", subject.alone, None, {"true_while": INVITATION}, seat=seat)
        if not may_invite(self.host, self.session, player, address):
            return
        free = [
            one.name
            for one in self._seats
            if one.player is None and not one.unmanned and one.kept_for in (None, handle)
        ]
        facts = self._facts(seat, subject) | {
            "free": free,
            "to_choose": [to_choose(self.title, one) for one in free],
            "registered": player is not None,
            "invited": word,
        }
        facts |= {"link": invitation_link(self.host.config.public_url, self.game.id, word) if word else None}
        facts |= {"pace": length(self.game.opened.terms.phase_seconds)}
        facts |= {"play": self._in_browser("join") if player is not None else None}
        handle = player.handle if player else None
        name = message_id(self.host, self.game.id, "invited", part)
        row: dict[str, Any] = {"player": handle, "address": address, "seat": seat, "true_while": INVITATION}
        self.session.add(self._row("invited", facts, message_id=name, **row))

    def offered(self, handle: str, seat: str, until: datetime, part: str) -> None:
        """Offer a substitute of the contest a seat that has fallen vacant."""
        player = find_invited(self.session, handle, None)
        subject = Said(f"{seat_in_words(self.title, seat)} is offered to you")
        self._pushes.tell(player, "invited", subject.alone, None, {"true_while": OFFER}, seat=seat, closes=until)
        if player is None or not is_wanted(self.host, self.session, player, "invited"):
            return
        said = deadline_in_words(until, self.host.now(), self._zone_of(player))
        facts = self._facts(seat, subject) | {"until": said, "play": self._in_browser("join")}
        name = message_id(self.host, self.game.id, "invited", part)
        row = {"player": handle, "seat": seat, "true_while": OFFER}
        self.session.add(self._row("invited", facts, "offered", message_id=name, **row))

    def over(self, last: int) -> None:
        """Tell everybody who played how the game ended."""
        scores, places = self.game.scores or {}, self.game.places or {}
        called = dict(zip(places, self._called([*places]), strict=True))
        order = sorted(places.items(), key=lambda item: item[1])
        went = how_it_went(self.host, self.session, self.game, self._rules)
        lines = [f"{place}. {called[seat]}{f' ({scores[seat]})' if seat in scores else ''}" for seat, place in order]
        for seats in self._players():
            withdraw_unsent(self.host, self.session, self.game.id, seats[0].player)
            sentences = [*self.news(seats, last), *self._revealed()]
            ended = self._ended(seats)
            self._write(
                seats[0],
                "over",
                last,
                ended,
                last,
                sentences=sentences,
                places=lines,
                ended=f"{ended.in_full(self._name)}.",
                **went,
            )

    def _ended(self, seats: Sequence[Seat]) -> Ending:
        """Who won, and where the player of these seats came, by the best of them."""
        places = self.game.places or {}
        own = min((seat.name for seat in seats if seat.name in places), key=lambda name: places[name], default=None)
        return Ending.of(places, {seat: self._called([seat])[0] for seat in places}, own)

    def _revealed(self) -> list[str]:
        """Who played under which alias, where that is known now; of a contest it is told when that is over."""
        holders = revealed_holders(self.session, [] if self.game.contest else [self.game])
        return [f"{alias} was {holder}." for alias, holder in sorted(holders.items())]

    def news(self, seats: Sequence[Seat], last: int) -> list[str]:
        """What has happened in public since the last mail to a player of these seats; after this it counts as told."""
        span = min(seat.told for seat in seats), last
        if span not in self._news:
            self._news[span] = public_news(self.host, self.session, self.game, self._rules, *span)
        for seat in seats:
            seat.told, seat.digest_at = last, None
            self.session.add(seat)
        return self._news[span]

    @cached_property
    def _seats(self) -> Sequence[Seat]:
        return load_seats(self.session, self.game.id)

    @cached_property
    def _holders(self) -> Mapping[str, Player]:
        handles = {seat.player for seat in self._seats}
        players = self.session.exec(select(Player).where(col(Player.handle).in_(handles))).all()
        return {player.handle: player for player in players}

    def _player(self, seat: Seat) -> Player | None:
        return self._holders.get(seat.player or "")

    def _players(self) -> Sequence[Sequence[Seat]]:
        """The seats that are held, grouped by player: each player gets one mail about all their seats."""
        held: dict[str, list[Seat]] = {}
        for seat in self._seats:
            if seat.player is not None:
                held.setdefault(seat.player, []).append(seat)
        return list(held.values())

    def _whose(self, own: Sequence[Seat]) -> str:
        """Which seats it is about, for who holds several."""
        held = [seat for seat in self._seats if seat.player == own[0].player]
        return f" with {listed(self._own_words(own))}" if len(held) > 1 else ""

    @cached_property
    def _rules(self) -> Title[Any]:
        """The rules in the words of mails, which call seats by the names of their people."""
        return calling_people(self.session, self.game, self.title)

    def _called(self, seats: Sequence[str]) -> list[str]:
        """Seats by the names of their people, else by their own."""
        people = self._rules.naming.people
        return [people.get(seat) or seat_name(self.title, seat) for seat in seats]

    def _own_words(self, seats: Sequence[Seat]) -> list[str]:
        """Seats by what they are called themselves."""
        return [self._rules.naming.own_word(None, seat.name).removeprefix("the ") for seat in seats]

    @property
    def _name(self) -> str:
        """What people call the game."""
        return printable(self.game.opened.name).strip() or self.title.name

    def _full_subject(self, subject: Subject | Said | Ending, seats: Sequence[Seat]) -> str:
        """The subject of a mail about these seats: what is wanted or told, game, seats and title."""
        return subject.of_game(self._name, ", ".join([*self._own_words(seats), self.title.name.partition(":")[0]]))

    def _typed_by(self, seat: Seat) -> str:
        """What the player of a seat types for the game in a command about that seat."""
        player = self._player(seat)
        return self._typed(player)[seat.name] if player else self.game.id

    def _typed(self, player: Player) -> dict[str, str]:
        """What a player types for the game in a command, by seat; who holds several adds the seat."""
        held = [seat.name for seat in self._seats if seat.player == player.handle]
        name = self.game.id if player.handle in self._have_namesakes else as_typed(self.game.opened.name)
        return {seat: f"{name}{f' {seat}' if len(held) > 1 else ''}" for seat in held}

    @cached_property
    def _have_namesakes(self) -> set[str | None]:
        """The players who cannot type the game's name for it, since they have another one of that name: nobody else is
        told, for it may be private. All, where it cannot be typed."""
        name, handles = as_typed(self.game.opened.name), {seat.player for seat in self._seats if seat.player}
        if not is_typable(name, titles()):
            return {*handles}
        others = (
            select(Game, Seat.player)
            .join(Seat, col(Seat.game) == col(Game.id))
            .where(col(Seat.player).in_(handles), Game.id != self.game.id)
        )
        return {handle for other, handle in self.session.exec(others) if as_typed(other.opened.name) == name}

    def _write(
        self,
        seat: Seat,
        kind: MailKind,
        phase: int | None,
        subject: Subject | Said | Ending,
        picture: int | None = None,
        part: str = "",
        always: bool = False,
        letters: Callable[[Player], dict[str, bytes]] | None = None,
        row: Mapping[str, Any] | None = None,
        closes: datetime | None = None,
        **facts: Any,
    ) -> None:
        """Write a mail to the player of a seat, with letters, of which that to this seat is the first; and a notice.

        `row`: what else stands in its row; `closes`: until when it asks.
        """
        player, veiled = self._player(seat), facts.get("veiled", False)
        whole_row = {"rank": RANKS.get(kind, NEWS), **(row or {})}
        notice: dict[str, Any] = {"seat": seat.name, "closes": closes, "veiled": veiled, "always": always}
        noticed = self._pushes.tell(player, kind, subject.alone, phase, whole_row, **notice)
        if player is None or not is_wanted(self.host, self.session, player, "" if always else kind):
            return
        if noticed and closes is not None and kind in CAN_WAIT:
            row = {**(row or {}), "next_try": self._pushes.mailed_later(closes)}
        sealed = letters(player) if letters else {}
        alt = f"The board of {printable(self.game.opened.name)} as everyone sees it after phase {picture}"
        whole = self._facts(seat.name, subject) | {"alt": alt, "typed": self._typed(player)} | facts
        number = self._count(seat, kind, phase)
        about_phase = "" if phase is None else str(phase)
        parts = filter(None, (self.game.id, seat.name, kind, about_phase, part, str(number or "")))
        name = message_id(self.host, *parts)
        about: dict[str, Any] = {"seat": seat.name, "phase": phase, "picture": picture, **(row or {})}
        about["letter"] = sealed.pop(seat.name, None)
        about["letters"] = {other: letter.decode() for other, letter in sealed.items()}
        self.session.add(self._row(kind, whole, player=player.handle, message_id=name, **about))

    def _facts(self, seat: str | None, subject: Subject | Said | Ending) -> dict[str, Any]:
        """What every mail of the game can say."""
        config, name = self.host.config, printable(self.game.opened.name)
        player = next((one.player for one in self._seats if one.name == seat), None)
        held = [one for one in self._seats if one.name == seat or (player and one.player == player)]
        return {
            "game": self.game,
            "name": name,
            "title": self.title.name,
            "scenario": self.title.scenario(self.game.opened.scenario).name,
            "seat": seat,
            "in_words": {one.name: seat_in_words(self.title, one.name) for one in self._seats},
            "own_words": dict(zip(names(self._seats), self._own_words(self._seats), strict=True)),
            "url": config.public_url,
            "page": f"{config.public_url.rstrip('/')}/games/{self.game.id}",
            "play": self._in_browser("games") if seat is not None else None,
            "address": config.address(self.game.id),
            "subject": self._full_subject(subject, held),
            "by_hand": (),
            "cid": PICTURE,
            "checkpoints": [GameLog(self.host, self.session, self.game.id).checkpoint().to_note()],
        }

    def _in_browser(self, way: str) -> str | None:
        """Where the game is played, or joined, in the table that the host itself serves."""
        table = self.host.config.table
        return f"{table}#{way}/{self.game.id}" if table else None

    def _row(self, kind: MailKind, facts: dict[str, Any], template: str = "", **row: Any) -> MailRow:
        """A mail to be sent at once."""
        text, html = write(template or kind, facts)
        ring(self.session, MAIL_WORK)
        now = self.host.now()
        words = {"subject": facts["subject"], "text": text, "html": html}
        when: dict[str, Any] = {"next_try": now, "created_at": now, "rank": RANKS.get(kind, NEWS)}
        return MailRow(game=self.game.id, kind=kind, **words, **(when | row))

    def _count(self, seat: Seat, kind: str, phase: int | None) -> int:
        """How many mails of this kind the seat was written before, so that each has an id of its own."""
        if (kind, phase) not in self._written:
            same = (MailRow.game == self.game.id, MailRow.kind == kind, col(MailRow.phase).is_not_distinct_from(phase))
            self._written[kind, phase] = Counter(self.session.exec(select(MailRow.seat).where(*same)).all())
        self._written[kind, phase][seat.name] += 1
        return self._written[kind, phase][seat.name] - 1


def names(seats: Sequence[Seat]) -> list[str]:
    """The names of seats."""
    return [seat.name for seat in seats]


def told(seats: Sequence[Seat]) -> dict[str, int]:
    """Up to which phase each seat has been told."""
    return {seat.name: seat.told for seat in seats}
