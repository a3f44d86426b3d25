"""People who play from their mailboxes: what they know stands in their mails, or their program told them."""

from __future__ import annotations

import json
import re
import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

from adjudicator.kernel import Chance, Title
from api.mail_out.rendering import NOTE_FILE
from cli.client import Client
from cli.home.home import Home
from cli.play.bot import play_once
from schemas.keys.identities import Identity
from tests.adjudicator.players import key
from tests.api.mail_in.mailed_hosts import MailedHost
from tests.cli.conftest import invoke

NOWHERE = "http://127.0.0.1:9"
COMMAND = re.compile(r"^    (ostraka .*)$", re.MULTILINE)
Orders = list[dict[str, Any]]
Book = list[dict[str, Any]]
Write = Callable[[Any, str], Book]


@dataclass(frozen=True)
class Habit:
    """How somebody keeps a book: what it says by a view and for a seat, and at which stages of a game it is renewed."""

    write: Write
    stage: Callable[[Any], object] = lambda _view: "a whole game"


def leaving(write: Write, *questions: str) -> Write:
    """A book that has nothing to say to some questions."""
    return lambda view, seat: [entry for entry in write(view, seat) if entry["question"] not in questions]


def answering(write: Write, questions: Collection[str]) -> Write:
    """A book that has something to say to some questions only."""
    return lambda view, seat: [entry for entry in write(view, seat) if entry["question"] in questions]


def kind_of(mail: EmailMessage) -> str:
    """What kind of mail of the host it is, by its Message-ID."""
    parts = str(mail["Message-ID"]).strip("<>").partition("@")[0].split(".")
    return parts[0] if len(parts) == 3 else parts[1] if parts[1] == "invited" else parts[2]


def phase_of(mail: EmailMessage) -> int:
    """The phase that a mail is about."""
    return int(str(mail["Message-ID"]).split(".")[3].partition("@")[0])


def text_of(mail: EmailMessage) -> str:
    """A mail as a program shows it that shows no HTML."""
    body = mail.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def commands_in(mail: EmailMessage) -> list[str]:
    """The commands that a mail and the note attached to it name."""
    notes = [part.get_content() for part in mail.iter_attachments() if part.get_filename() == NOTE_FILE]
    return COMMAND.findall("\n".join([text_of(mail), *notes]))


@dataclass
class Person(ABC):
    """Somebody with a key, a mailbox and the program; a seat, once it is taken."""

    name: str
    host: MailedHost
    rules: Title[Any]
    habit: Habit | None = None
    seat: str = ""
    game: str = ""
    mails: list[EmailMessage] = field(default_factory=list)
    answered: int = 0
    filed: object = None

    def __post_init__(self) -> None:
        self.home = Home(self.host.path.parent / self.name)
        self.address = f"{self.name}@players.test"
        self.host.mail.add(self.address)

    def register(self) -> None:
        """Make a key, and meet the host."""
        self.ostraka("key", "new", self.name, "--no-password")
        self.online("key", "register", "--email", self.address)

    def ostraka(self, *words: str) -> str:
        """The program where there is no network."""
        return str(invoke(None, self.home, *words, OSTRAKA_URL=NOWHERE).stdout)

    def online(self, *words: str) -> str:
        """The program with the service."""
        return str(invoke(None, self.home, *words, OSTRAKA_URL=self.host.url).stdout)

    def obey(self, command: str) -> str:
        """Type a command as it stands in a mail."""
        return self.online(*shlex.split(command)[1:])

    def file(self, name: str, content: str | bytes) -> str:
        """Something saved, for the program to read."""
        path = self.home.root / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    def read(self) -> bool:
        """Look into the mailbox and do what the new mails want; says whether there were any."""
        if not self.host.mail.has_rung(self.address):
            return False
        new = self.host.mail.unread(self.address)
        self.mails += new
        for mail in new:
            self.take(mail)
        return bool(new)

    def take(self, mail: EmailMessage) -> None:
        """What is done with a mail; most are read only."""
        kind = kind_of(mail)
        if kind == "invited":
            [command] = [line for line in commands_in(mail) if line.startswith("ostraka game join")]
            [self.seat] = self.obey(command).split()
            self.game = command.split()[3]
        elif kind == "orders-wanted":
            self.answer(mail)

    @abstractmethod
    def answer(self, mail: EmailMessage) -> None:
        """Answer what a mail asks."""

    def choose(self, view: Any) -> Orders:
        """What is ordered, by what the seat may know."""
        self.answered += 1
        orders = self.rules.bot("steady")(view, self.seat, Chance(key(self.name, self.answered)))
        return [self.rules.order_to_dict(order) for order in orders]

    def new_book(self, view: Any) -> Book | None:
        """The book, if it is time to file one; None while the last stands."""
        stage = self.habit.stage(view) if self.habit else None
        if self.habit is None or stage == self.filed:
            return None
        self.filed = stage
        return self.habit.write(view, self.seat)

    def of_kind(self, kind: str) -> list[EmailMessage]:
        """The mails of a kind that came."""
        return [mail for mail in self.mails if kind_of(mail) == kind]


@dataclass
class ByMail(Person):
    """Plays without the network: letters are opened, orders and books sealed and mailed, receipts opened and kept."""

    attaches: bool = False
    sealed: int = 0

    def take(self, mail: EmailMessage) -> None:
        """Receipts are kept with what they are for."""
        super().take(mail)
        if kind_of(mail) == "receipt":
            for told in self.open(mail):
                assert told["file"] is not None, told

    def open(self, mail: EmailMessage) -> list[dict[str, Any]]:
        """What the program finds in a mail that was saved."""
        saved = self.file("saved.eml", mail.as_bytes())
        return list(json.loads(self.ostraka("open", saved, "--json"))["documents"])

    def answer(self, mail: EmailMessage) -> None:
        """Answer from the letter alone."""
        [letter] = self.open(mail)
        assert "ostraka answer MAIL.eml" in commands_in(mail)
        view = self.rules.convert(letter["body"]["view"])
        armored = [*self.book_for(view), *self.orders_for(view)]
        if self.attaches:
            files = [(f"orders-{number}.ostraka", text.encode()) for number, text in enumerate(armored)]
            self.host.mail.reply(mail, self.address, "See the attached files.", files)
        else:
            self.host.mail.reply(mail, self.address, "\n\n".join(armored))

    def orders_for(self, view: Any) -> list[str]:
        """His orders to what is asked, sealed; of a veiled phase he may be asked nothing."""
        asked = view.phase.asked_of(self.seat) if view.phase else []
        if not asked:
            return []
        head, found, _ = self.ostraka("orders", "form", self.game, self.seat, "--offline").partition("orders:")
        return [self.seal("orders", self.file("orders.yaml", f"{head}{found} {json.dumps(self.choose(view))}"))]

    def book_for(self, view: Any) -> list[str]:
        """The book that goes with the orders, sealed, when it is time for one."""
        entries = self.new_book(view)
        return [] if entries is None else [self.seal("book", self.file("book.yaml", json.dumps(entries)))]

    def seal(self, what: str, file: str) -> str:
        """Orders or a book, sealed here, in armor."""
        output = self.home.root / f"{what}.txt"
        where = (file, self.game, self.seat) if what == "book" else (self.game, self.seat, file)
        self.ostraka(what, "seal", *where, "--offline", "-o", str(output))
        self.sealed += 1
        return output.read_text()


@dataclass
class ByCommand(Person):
    """Plays with the program online when a mail calls; does nothing for as long as he sleeps."""

    sleeps: Callable[[Any, int], bool] = lambda _view, _answered: False

    def view(self) -> Any:
        """What the seat may know now."""
        return self.rules.convert(json.loads(self.online("view", self.game, self.seat, "--json"))["view"])

    def file_book(self, view: Any) -> None:
        """Send a book, when it is time for one."""
        if (entries := self.new_book(view)) is not None:
            self.online("book", "send", self.file("book.yaml", json.dumps(entries)), self.game, self.seat)

    def answer(self, mail: EmailMessage) -> None:
        """Look at the view of the seat, and send orders."""
        view = self.view()
        if self.sleeps(view, self.answered):
            return
        if view.phase.asked_of(self.seat):
            orders = self.file("orders.yaml", json.dumps(self.choose(view)))
            self.online("orders", "send", self.game, self.seat, orders)
        self.file_book(view)


@dataclass
class ByBot(Person):
    """Plays as bots do, through the client library, when a mail calls."""

    def answer(self, mail: EmailMessage) -> None:
        """Look, and send."""
        path = self.home.key_path(self.name)
        client = Client(self.host.url, Identity.load(path, None), self.name, self.home)
        play_once(client, self.game, self.seat, "steady")
