"""Games at a host, and games known from a letter, seen from one seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import msgspec

from adjudicator.kernel import Book, Event, Order, OstrakaError, Title
from adjudicator.kernel.position.position import reason_in_words
from adjudicator.kernel.run.events import PassedOver, RulesChanged
from cli.client import Client
from cli.client.press import addressees
from cli.errors import FormerHolders, Refused, SentElsewhere, TrustBroken, Unreachable
from cli.mail.letters import newest_letter
from cli.rules.local_check import people_of, read_events
from cli.seat.delivery import kept_sealed, plain_book, send_or_seal, send_with_book
from cli.seat.game import Chapter, Given, Held, Message, Moment, Told, placed
from cli.seat.known_game import KnownGame
from cli.seat.waiting import Waiting, kept_in, received, sealed_in_words
from cli.terminal.output import fallen_in_words
from cli.trust.pins import Pins
from schemas.envelopes import Envelope, open_copy
from schemas.statements.payloads import BOOK, Word

if TYPE_CHECKING:
    from adjudicator.kernel.title.course import Course
    from cli.client.answers import CourseAnswer

SAID_EVERY: Final = 120.0  # seconds


class HostedGame:
    """A game at a host, as it was last heard of; what the client library does not believe is never shown."""

    drafts = True
    at_host = True
    shared = False
    next_here = None

    def __init__(self, client: Client, game: str, seat: str) -> None:
        self.client, self.id, self.seat, self.trouble = client, game, seat, ""
        self.file_name = game
        self._report: list[Chapter] = []
        self._views: dict[int | tuple[int, int], Any] = {}
        self._ends: dict[int, list[int]] = {}  # by phase: at which moments of it scenes of the seat begin and end
        self.heard = 0  # how far its feed is read
        self._kept: dict[str, Any] = {}  # what was asked for since there was news
        self._newest: dict[int, int] = {}  # by phase: the sequence of the newest envelope that was asked for, or sent
        self.phase: Any = None
        self.waiting = Waiting(client, game, seat)
        self._stirred, self._said = False, -SAID_EVERY  # is there something to say of being here, and when was it said
        self.listen()

    def stir(self) -> None:
        """The host is told when it is asked next, so that it mails nothing that the player sees here."""
        self._stirred = True

    def listen(self, own: bool = False) -> None:
        """Ask the feed of the seat, and the rest where it has news; else no more than whom the game still waits for.
        With `own`, what was sent is asked for anew where nothing is known of it.

        Where the host does not answer, what was known stays, and `trouble` says so.
        """
        try:
            self._send_again()
            heard, kinds = self._feed()
            if kinds - {"press"}:
                self._look()
            elif self._waits and (phase := self._open_phase()) is not None:
                self.phase = phase
            elif own and self._kept.get("given") is None:  # no feed tells of it
                self._kept.pop("given", None)
            if kinds:
                self._kept.clear()
            self.heard = heard
            self._say_present()
        except TrustBroken:
            raise
        except Unreachable as error:
            if not hasattr(self, "known"):
                raise
            self.trouble = f"{error.plain} You see what was known before; an answer can be kept as a file."
        else:
            self.trouble = ""

    def _say_present(self) -> None:
        """Tell the host of what was done here since it was told last; of a veiled phase it wants to know nothing."""
        open_now = self.phase is not None and not self.phase["veiled"]
        if self._stirred and open_now and monotonic() >= self._said + SAID_EVERY:
            self._stirred, self._said = False, monotonic()
            with suppress(Refused):  # an older host does not know the word
                self.client.say_present(self.id, self.seat)

    def _feed(self) -> tuple[int, set[str]]:
        """How far the feed goes now, and the kinds of what is new in it."""
        heard, kinds, more = self.heard, set[str](), True
        while more:
            feed = self.client.feed(self.id, self.seat, heard)
            heard, more = feed["next"], feed["more"]
            kinds |= {item["kind"] for item in feed["items"]}
        return heard, kinds

    def _look(self) -> None:
        """All that the host knows of the game, as the seat may know it."""
        client, after = self.client, self._report[-1].phase if self._report else None
        summary, view, phase, news = client.at_once(
            lambda: client.game(self.id),
            lambda: client.view(self.id, self.seat)["view"],
            self._open_phase,
            lambda: client.report(self.id, self.seat, after),
        )
        if phase is None and summary["status"] != "over":  # it ended between two answers
            summary = client.game(self.id)
        self.summary, self.phase = summary, phase if view.get("phase") else None
        self.known = KnownGame(client, self.id, self.seat, view, people=people_of(summary["seats"]))
        self._report += [chapter_of(self.rules, one["phase"], one["events"], one["fallen"]) for one in news]

    @property
    def _waits(self) -> bool:
        """Whether the seat waits for others, and may know for whom."""
        done = not self.known.to_answer or self._kept.get("given") is not None
        return self.phase is not None and not self.phase["veiled"] and done

    def _open_phase(self) -> Any:
        """The open phase; None where there is none any more."""
        try:
            return self.client.phase(self.id)
        except Refused as refused:
            if refused.code != "no-open-phase":
                raise
            return None

    @property
    def name(self) -> str:
        """What its organiser called it."""
        return str(self.summary["name"] or self.id)

    @property
    def rules(self) -> Title[Any]:
        """The rules of the game, in its version."""
        return self.known.rules

    @property
    def players(self) -> Mapping[str, str]:
        """Who holds each seat."""
        seats, people = self.summary["seats"], people_of(self.summary["seats"])
        named = {one["seat"]: people.get(one["seat"], "nobody") for one in seats}
        return {seat: f"{name} (you)" if seat == self.seat else name for seat, name in named.items()}

    def now(self) -> Moment:
        """What the seat knew when the host was asked last."""
        known = self.known
        if self.phase is None or known.plain.get("phase") is None:
            return Moment(None, known.view, ending=self._ending())
        phase = self.phase
        waiting = self.rules.waiting(known.view)
        return Moment(known.phase, known.view, tuple(known.to_answer), phase["deadline"], tuple(waiting))

    def _ending(self) -> tuple[str, ...]:
        summary = self.summary
        places, scores = summary["places"] or {}, summary["scores"] or {}
        said = f"The game is over: {reason_in_words(self.rules.why_over(self.known.view, str(summary['reason'])))}."
        return said, *placed(self.rules, self.known.view, places, scores)

    def chapters(self) -> Sequence[Chapter]:
        """The report of the seat."""
        return self._report

    @property
    def answered(self) -> Sequence[int]:
        """The phases before the open one for which there are receipts here."""
        now = self.now().phase
        phases = self.client.home.receipt_phases(self.id, self.seat)
        return sorted(phase for phase in phases if phase > 0 and (now is None or phase < now))

    def views(self) -> Sequence[int]:
        """Every phase that was resolved."""
        return [chapter.phase for chapter in self._report]

    def view_after(self, phase: int) -> Any:
        """The position after a phase, as the host shows it to the seat; asked for once."""
        if phase not in self.views():
            raise KeyError(phase)
        if phase not in self._views:
            plain = self.client.view(self.id, self.seat, phase)["view"]
            self._views[phase] = self.rules.convert(plain)
        return self._views[phase]

    def moments(self, phase: int) -> Sequence[int]:
        """The ends of the seat's scenes: the host shows no others. None where it is older than this, or is gone."""
        if phase not in self._ends:
            try:
                self._ends |= self._ends_from(phase)
            except (Refused, Unreachable):
                return ()
        return self._ends.get(phase, ())

    def _ends_from(self, phase: int) -> dict[int, list[int]]:
        """Those of a phase and of all after it that this game knows."""
        found: dict[int, set[int]] = {number: set() for number in self.views() if number >= phase}
        for scene in self.client.scenes(self.id, self.seat, phase - 1):
            for end in (scene["before"], scene["after"]):
                found.get(end["phase"], set()).add(end["told"])
        return {number: sorted(ends) for number, ends in found.items()}

    def view_at(self, phase: int, told: int) -> Any:
        """The position as the host shows it to the seat; asked for once."""
        if not told:
            return self.view_after(max(phase - 1, self.views()[0]))
        if told not in self.moments(phase):
            return self.view_after(phase)
        if (phase, told) not in self._views:
            plain = self.client.view(self.id, self.seat, phase, told=told)["view"]
            self._views[phase, told] = self.rules.convert(plain)
        return self._views[phase, told]

    @property
    def advises(self) -> bool:
        """Not in a contest: nobody could see who asks."""
        return self.summary["contest"] is None

    @property
    def may_again(self) -> bool:
        """Not where a contest draws who meets whom."""
        return self.summary["contest"] is None and self.summary["places"] is not None

    def again(self) -> tuple[str, list[str]]:
        """Open it with the reader as organiser; everybody else is invited to the next seat, which is kept for them."""
        from cli.games.again import again

        return again(self.client, self.summary)

    @property
    def public_page(self) -> str:
        """At the host, unless the game stays private."""
        return "" if self.summary["private"] == "always" else f"{self.client.url}/games/{self.id}"

    def course(self) -> Course | None:
        """As the host tells it; nothing where the host does not answer, or is older than this."""
        if "course" not in self._kept:
            try:
                self._kept["course"] = read_course(self.client.course(self.id))
            except (Refused, Unreachable):
                return None
        course: Course = self._kept["course"]
        return course

    def given(self) -> Held | None:
        """The seat's newest envelope for the open phase, as far as the rules can read it; asked for once."""
        if "given" not in self._kept:
            try:
                held = self._sealed() or self._own()
            except (Refused, Unreachable):
                return None
            self._kept["given"] = read_held(self.rules, held)
        given: Held | None = self._kept["given"]
        return given

    def _own(self) -> tuple[Envelope, list[dict[str, Any]]] | None:
        """The newest envelope for the open phase; None where there is none, or only a former holder's."""
        phase = self.known.phase
        try:
            held = self.client.own_envelope(self.id, self.seat, phase)
        except FormerHolders as former:
            self._newest[phase] = former.envelope.header.sequence
            return None
        except Refused as refused:
            if refused.code != "no-envelope":
                raise
            return None
        self._newest[phase] = held[0].header.sequence
        return held

    def give(self, phase: int, orders: Sequence[Order], word: Word, book: Book | None = None) -> Given:
        """Seal and send; the receipt is verified and kept before this returns. Without the host, seal for a mail."""
        plain = [self.rules.order_to_dict(order) for order in orders]
        self._kept.clear()
        try:
            sent = send_with_book(self.known, phase, plain, word, book, self._known_newest(phase))
        except SentElsewhere:
            self.waiting.forget()
            self.given()
            raise
        except Unreachable as error:
            if book is not None or self.phase is None:
                raise
            envelope = error.envelope or self._sealed_here(plain, word)
            self.waiting.keep(envelope)
            return sealed_in_words(kept_sealed(self.known, envelope), error.plain)
        self.waiting.forget()  # this one counts instead
        self._newest[phase] = int(sent[0]["sequence"])
        self._kept["given"] = Held(orders, word, self._newest[phase])
        return received(sent)

    def _known_newest(self, phase: int) -> int:
        """The sequence of the newest envelope that is known here, one included that had no answer and arrived."""
        if self.waiting.envelope is not None and (arrived := self.waiting.arrived(phase)):
            self._newest[phase] = arrived
        return self._newest.get(phase, 0)

    def _sealed_here(self, plain: list[dict[str, Any]], word: Word) -> Envelope:
        """Sealed to the key of the phase as the host told it last."""
        key = self.client.host.phase_key(self.id, self.phase)
        return self.client.sealed(key, self.seat, plain, word, 0)

    def _sealed(self) -> tuple[Envelope, list[dict[str, Any]]] | None:
        """What is sealed for the open phase and waits to be sent, with its orders."""
        envelope = self.waiting.envelope
        if envelope is None:
            return None
        if (envelope.header.phase, envelope.header.signer) != (self.known.phase, self.client.me.key_id):
            return None
        return envelope, [leaf.order for leaf in open_copy(envelope, self.client.me)]

    def _send_again(self) -> None:
        """Send what no host had answered to, the same envelope."""
        envelope = self.waiting.envelope
        if envelope is not None:
            with suppress(Refused):
                self.waiting.send(envelope)

    def came(self) -> Given | None:
        """What became of the answer that could not be sent."""
        became = self.waiting.became
        if became is not None:
            self._kept.pop("given", None)
        if isinstance(became, SentElsewhere):
            self.given()
        if isinstance(became, Given) and became.done:
            self._newest[became.done["phase"]] = became.done["sequence"]
        return self.waiting.came()

    def withdraw(self, phase: int) -> Given:
        """A signed empty envelope with the next sequence; its receipt is kept."""
        try:
            done = send_or_seal(self.known, phase, [], "withdrawn", self._newest.get(phase, 0))
        except SentElsewhere:
            self._kept.pop("given", None)
            self.given()
            raise
        self.waiting.forget()
        self._newest[phase] = int(done["sequence"])
        self._kept["given"] = None
        return Given((f"What you had sent is taken back. {kept_in(done)}",), done=done)

    def standing(self) -> Book:
        """What is left of the newest one at the host; asked for once."""
        if "book" not in self._kept:
            self._kept["book"] = self.known.standing_book()
        book: Book = self._kept["book"]
        return book

    def file(self, book: Book) -> Given:
        """Seal and send it; the receipt is verified and kept. Where it answers all that is asked, the game goes on."""
        self._kept.pop("book", None)
        done = send_or_seal(self.known, BOOK, plain_book(book), "final")
        return Given((f"Your book is in. {kept_in(done)}",), done=done)

    def press(self) -> Sequence[Message] | None:
        """The press of the seat, each message verified as its author's; asked for once."""
        if "press" not in self._kept:
            try:
                found = self.client.press(self.id, self.seat)
            except (Refused, Unreachable) as error:
                self.trouble = self.trouble or (error.plain if isinstance(error, Unreachable) else error.message)
                return []
            self._kept["press"] = [
                Message(one["number"], one["from"], tuple(one["to"]), one["at"], one["text"]) for one in found
            ]
        press: Sequence[Message] = self._kept["press"]
        return press

    def write(self, to: Sequence[str], text: str) -> None:
        """Write to other seats."""
        self._kept.pop("press", None)
        self.client.send_press(self.id, self.seat, addressees(self.summary, self.seat, to), text)


def read_course(told: CourseAnswer) -> Course:
    """The course of a game from what a host has answered."""
    from adjudicator.kernel.title.course import Course

    phases = {one["phase"]: one["scores"] for one in told["phases"]}
    said = {"tally": told["tally"], "turned": told["turned"], "unseen": told.get("unseen", [])}  # an older host: none
    return msgspec.convert({"scores": phases, **said}, Course)


class LetterGame:
    """A game known from the newest letter that was opened here: nothing is sent, the sealed answer is a file."""

    drafts = True
    at_host = False
    shared = False
    next_here = None
    advises = False
    may_again = False
    public_page = ""
    heard = 0

    def __init__(self, client: Client, game: str, seat: str) -> None:
        letter = newest_letter(client.home, client.me, game, seat)
        self.id, self.name, self.file_name, self.seat = game, game, game, seat
        self.client = Client(letter.url, client.identity, client.handle, client.home)
        self.known = KnownGame(self.client, game, seat, letter.body.view, letter)
        newest = Pins(client.home, letter.url).of_game(game).get("phase", 0)
        self.older = letter.letter.phase < newest
        self.trouble = f"Offline: all this is from {self.known.source}." + (
            f" Phase {newest} has been opened since: open a newer letter. Nothing can be sealed for this phase."
            if self.older
            else ""
        )

    @property
    def rules(self) -> Title[Any]:
        """The rules of the game, in its version."""
        return self.known.rules

    @property
    def players(self) -> Mapping[str, str]:
        """No letter names them."""
        return {self.seat: "you"}

    def now(self) -> Moment:
        """What the letter says."""
        known = self.known
        if known.plain.get("phase") is None:
            return Moment(None, known.view, ending=("The game is over.",))
        letter = known.letter
        deadline = letter.body.deadline if letter else None
        asked = () if self.older else tuple(known.to_answer)
        return Moment(known.phase, known.view, asked, deadline, tuple(self.rules.waiting(known.view)))

    def listen(self, own: bool = False) -> None:
        """No letter comes by itself."""

    def stir(self) -> None:
        """Without a host nobody hears of it."""

    def came(self) -> Given | None:
        """Nothing is sent from here."""
        return None

    def chapters(self) -> Sequence[Chapter]:
        """The news of the letter."""
        letter = self.known.letter
        told = [*letter.body.news, *map(fallen_sentence, letter.body.fallen)] if letter else []
        return [Chapter(int(self.known.plain.get("phases", 1)) - 1, tuple(map(Told, told)))]

    @property
    def answered(self) -> Sequence[int]:
        """A letter tells what is new."""
        return []

    def views(self) -> Sequence[int]:
        """None but now."""
        return []

    def view_after(self, phase: int) -> Any:
        """There is none."""
        raise KeyError(phase)

    def moments(self, phase: int) -> Sequence[int]:
        """There are none."""
        return ()

    def view_at(self, phase: int, told: int) -> Any:
        """There is none."""
        raise KeyError(phase)

    def again(self) -> tuple[str, list[str]]:
        """A letter invites nobody."""
        raise Refused("Without the host nobody can be invited.", "no-host")

    def course(self) -> Course | None:
        """No letter tells."""
        return None

    def given(self) -> Held | None:
        """What was sealed here before for the same phase."""
        held = self.known.own()
        return held_of(self.rules, held) if held else None

    def give(self, phase: int, orders: Sequence[Order], word: Word, book: Book | None = None) -> Given:
        """Seal the answer for a mail."""
        plain = [self.rules.order_to_dict(order) for order in orders]
        [sealed] = send_with_book(self.known, phase, plain, word, book)
        return sealed_in_words(sealed)

    def withdraw(self, phase: int) -> Given:
        """Seal for a mail that nothing counts."""
        return sealed_in_words(send_or_seal(self.known, phase, [], "withdrawn"))

    def standing(self) -> Book:
        """What the letter says is left of it."""
        return self.known.standing_book()

    def file(self, book: Book) -> Given:
        """Seal the book for a mail, unless a newer letter has come."""
        if self.older:
            raise Refused("This letter is old: open the newest one, then seal your book.", "older-letter")
        return sealed_in_words(send_or_seal(self.known, BOOK, plain_book(book), "final"))

    def press(self) -> Sequence[Message] | None:
        """Press is at the host."""
        return None

    def write(self, to: Sequence[str], text: str) -> None:
        """Press goes to the host."""
        raise Refused("Press is sent to the host: open the table without --offline.", "offline")


def chapter_of(rules: Title[Any], phase: int, events: Sequence[Mapping[str, Any]], fallen: Sequence[Any]) -> Chapter:
    """A phase of a report."""
    read = read_events(rules, events)
    told = [
        Told(str(one["sentence"]), tuple(one.get("subjects", ())), number, read[number - 1] if read else None)
        for number, one in enumerate(events, 1)
    ]
    lines = (*told, *(Told(fallen_sentence(one)) for one in fallen))
    anew = next((event["number"] for event in events if event["event"] == tag_of(RulesChanged)), None)
    return Chapter(phase, lines, read, passed_over(events), anew)


def tag_of(event: type[Event]) -> object:
    """The word by which a report names an event."""
    return event.__struct_config__.tag


def held_of(rules: Title[Any], held: tuple[Envelope, list[dict[str, Any]]]) -> Held:
    """An envelope that was opened."""
    header = held[0].header
    return Held(rules.decode_orders(list(held[1])), header.word, header.sequence)


def read_held(rules: Title[Any], held: tuple[Envelope, list[dict[str, Any]]] | None) -> Held | None:
    """The same; None where it was withdrawn, or the rules cannot read it."""
    if held is None or held[0].header.word == "withdrawn":
        return None
    try:
        return held_of(rules, held)
    except OstrakaError:
        return None


def fallen_sentence(one: Mapping[str, str]) -> str:
    """An order that was not carried out, as a report has it."""
    return fallen_in_words("", one["message"], one["clause"])


def passed_over(events: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, str], ...]:
    """What the events of a report tell of choices in the seat's book that were illegal."""
    told = [event for event in events if event["event"] == tag_of(PassedOver)]
    return tuple((event["question"], why) for event in told for why in event["passed_over"])
