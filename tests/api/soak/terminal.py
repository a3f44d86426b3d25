"""Somebody who organises a contest at a terminal: each command is a process of its own. What comes by mail is counted,
and a mail that asks for their word is answered with the line that `ostraka next` names."""

from __future__ import annotations

import email
import os
import re
import shlex
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from statistics import median

from cli.contests.plan_file import TERMS
from tests.api.soak.entrants import ostraka

ASKS = "--reason TEXT"
"""What stands in a mail that asks an organiser for their word."""
LINE = "  $ "
GAME = re.compile(r"\b[a-z]{5}-[a-z]{5}-[a-z]{5}\b")


@dataclass
class Post:
    """Every mail that a host sends, by who gets it."""

    mails: dict[str, list[EmailMessage]] = field(default_factory=lambda: defaultdict(list))

    def deliver(self, _sender: str, address: str, raw: bytes) -> None:
        """Take a mail."""
        message = email.message_from_bytes(raw, _class=EmailMessage, policy=default)
        self.mails[address.partition("@")[0]].append(message)

    def asking(self, handle: str, words: str) -> list[EmailMessage]:
        """The mails to somebody with these words in them."""
        return [mail for mail in self.mails[handle] if words in text_of(mail)]

    def counted(self, organiser: str, players: Sequence[str]) -> str:
        """How many there were in all, for the organiser, and for each player."""
        each = [len(self.mails[one]) for one in players]
        spread = f"{min(each)} to {max(each)}, mostly {median(each):.0f}"
        whole = sum(map(len, self.mails.values()))
        return f"{whole} mails, {len(self.mails[organiser])} of them to {organiser}; each player got {spread}"

    def subjects(self, handle: str) -> list[str]:
        """What stands over the mails to somebody, with how many there are of each."""
        alike = Counter(
            re.sub(r"\b[a-z]{5}-[a-z]{5}-[a-z]{5}\b", "GAME", str(one["Subject"])) for one in self.mails[handle]
        )
        return [f"{count} × {subject}" for subject, count in alike.most_common()]


def text_of(mail: EmailMessage) -> str:
    """A mail as it is read, in one line."""
    body = mail.get_body(("plain",))
    return " ".join(body.get_content().split()) if body else ""


class Organiser:
    """What they type, and what that takes."""

    def __init__(self, url: str, folder: Path, post: Post, handle: str = "olga") -> None:
        self.url, self.home, self.post, self.handle = url, folder / handle, post, handle
        self.commands, self.cpu = Counter[str](), 0.0
        self.named: list[str] = []
        """The lines that `next` named, in order."""
        self.answered = 0
        self.types("key", "new", handle, "--no-password")
        self.types("key", "register", "--email", f"{handle}@players.test")
        self.commands.clear()

    def types(self, *words: str) -> str:
        """A command, which goes well; gives what it printed."""
        before = os.times()
        done = ostraka(self.home, *words, answer="y\n", OSTRAKA_URL=self.url, COLUMNS="110")
        after = os.times()
        self.cpu += after.children_user + after.children_system - before.children_user - before.children_system
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        self.commands[" ".join(words[:2])] += 1
        return done.stdout

    def next(self) -> list[str]:
        """The lines that `ostraka next` names now."""
        printed = self.types("next").splitlines()
        return [line.removeprefix(LINE) for line in printed if line.startswith(LINE)]

    def attend(self, says: Callable[[str], str]) -> None:
        """Once a mail asks for their word, look what waits for them, and type each line as `says` fills it in."""
        asked = self.post.asking(self.handle, ASKS)
        if len(asked) == self.answered:
            return
        self.answered = len(asked)
        for line in self.next():
            self.named.append(line)
            self.types(*shlex.split(says(line))[1:])


def filled(plan: str, **said: object) -> str:
    """A plan to start from, with other values for these fields; those that it does not name are added."""
    for name, value in said.items():
        changed, count = re.subn(rf"(?m)^( *){name}:.*$", rf"\g<1>{name}: {value}", plan)
        added = f"{plan}  {name}: {value}\n" if name in TERMS else f"{name}: {value}\n{plan}"
        plan = changed if count else added
    return plan
