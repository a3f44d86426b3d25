"""Two hosts with one public history and different secrets, and everything that each of them lets out."""

from __future__ import annotations

import hashlib
import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping
from email.message import EmailMessage
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlmodel import col, select
from werkzeug.test import TestResponse

from adjudicator.kernel import Chance
from api.games.game_log import GameLog
from api.host import json_logs
from api.mail_out.postman import Postman
from api.store.models import ResolutionRow
from api.store.vault import Place
from schemas.documents.letters import open_letter
from schemas.keys.sealing import LIGHT, PhaseKey
from schemas.log.checkpoints import HEADER
from schemas.statements.statements import Statement
from tests.api.hosts import API, HostUnderTest, Player, painted
from tests.api.pages.form_browsers import signed_in
from tests.api.push.services import DEVICE

LETTER = "application/vnd.ostraka.letter+json"
RANDOM_BY_NATURE = ("previous", "position", "leaves")
"""What the log says of secrets: hashes under salts that rest with the host until the game is over."""

READS: Mapping[str, tuple[str, ...]] = {
    "/": ("/",),
    "/games": ("/games",),
    "/games/<game>": ("/games/{game}",),
    "/games/<game>/acts": ("/games/{game}/acts",),
    "/games/<game>/checkpoint": ("/games/{game}/checkpoint",),
    "/games/<game>/components": ("/games/{game}/components",),
    "/games/<game>/invitations": ("/games/{game}/invitations",),
    "/games/<game>/course": ("/games/{game}/course",),
    "/games/<game>/feed": ("/games/{game}/feed", "/games/{game}/feed?after=5&limit=3"),
    "/games/<game>/log": ("/games/{game}/log",),
    "/games/<game>/phase": ("/games/{game}/phase",),
    "/games/<game>/phases/<int:phase>/envelopes/<seat>": tuple(
        f"/games/{{game}}/phases/{phase}/envelopes/{{seat}}" for phase in (0, 2)
    ),
    "/games/<game>/record": ("/games/{game}/record",),
    "/games/<game>/scenes": ("/games/{game}/scenes", "/games/{game}/scenes?after=1&limit=1"),
    "/games/<game>/seats/<seat>/scenes": ("/games/{game}/seats/{seat}/scenes?limit=50",),
    "/games/<game>/report": ("/games/{game}/report", "/games/{game}/report?after=1"),
    "/games/<game>/seats/<seat>/feed": ("/games/{game}/seats/{seat}/feed", "/games/{game}/seats/{seat}/feed?after=6"),
    "/games/<game>/seats/<seat>/press": ("/games/{game}/seats/{seat}/press",),
    "/games/<game>/seats/<seat>/questions": ("/games/{game}/seats/{seat}/questions",),
    "/games/<game>/seats/<seat>/report": ("/games/{game}/seats/{seat}/report",),
    "/games/<game>/seats/<seat>/view": (
        "/games/{game}/seats/{seat}/view",
        *(f"/games/{{game}}/seats/{{seat}}/view?phase=2&told={told}" for told in range(4)),
    ),
    "/games/<game>/view": (
        "/games/{game}/view",
        *(f"/games/{{game}}/view?phase=2&told={told}" for told in range(4)),
    ),
    "/players/<handle>": ("/players/{handle}",),
    "/players/<handle>/preferences": ("/players/{handle}/preferences",),
    "/players/<handle>/kept-key": ("/players/{handle}/kept-key",),
    "/players/<handle>/claims": ("/players/{handle}/claims",),
    "/players/<handle>/tokens": ("/players/{handle}/tokens",),
    "/players/<handle>/webhooks": ("/players/{handle}/webhooks",),
    "/players/<handle>/webhooks/<webhook>/deliveries": ("/players/{handle}/webhooks/0123456789abcdef/deliveries",),
    "/players/<handle>/push": ("/players/{handle}/push",),
    "/players/<handle>/feed": ("/players/{handle}/feed",),
    "/players/<handle>/waiting": ("/players/{handle}/waiting?in_words=true&going=true",),
    "/players/<handle>/figures": ("/players/{handle}/figures",),
    "/ratings/<title>": ("/ratings/perikles",),
    "/titles": ("/titles",),
    "/titles/<title>": ("/titles/perikles",),
    "/contests": ("/contests",),
    **{
        f"/contests/<contest>{part}": (f"/contests/lusab-babad-gutih{part.replace('<int:number>', '1')}",)
        for part in (
            "", "/calendar.ics", "/checkpoint", "/crosstable.csv", "/feed.atom", "/invitations", "/log", "/results.csv",
            "/standings", "/rounds/<int:number>",
        )
    },
}  # fmt: skip
"""Every address that can be read, with what is asked of it."""

PAGES: Mapping[str, tuple[str, ...]] = {
    "/": ("/", "/?status=running"),
    "/games/<game>": ("/games/{game}", "/games/{game}?invited=abcdefghijklmnopqrstuvwx"),
    "/games/<game>/board.svg": ("/games/{game}/board.svg", "/games/{game}/board.svg?shape=tall"),
    "/games/<game>/log": ("/games/{game}/log", "/games/{game}/log?before=1"),
    "/games/<game>/proof": ("/games/{game}/proof",),
    "/games/<game>/phases": ("/games/{game}/phases", "/games/{game}/phases?phase=9"),
    "/games/<game>/phases/<int(max=1000000):phase>": ("/games/{game}/phases/0", "/games/{game}/phases/1"),
    "/games/<game>/phases/<int(max=1000000):phase>/board.svg": (
        "/games/{game}/phases/1/board.svg",
        "/games/{game}/phases/1/board.svg?shape=tall",
    ),
    "/games/<game>/seats/<seat>": ("/games/{game}/seats/{seat}",),
    "/games/<game>/seats/<seat>/board.svg": (
        "/games/{game}/seats/{seat}/board.svg",
        "/games/{game}/seats/{seat}/board.svg?shape=tall",
    ),
    "/games/<game>/seats/<seat>/log": ("/games/{game}/seats/{seat}/log",),
    "/games/<game>/seats/<seat>/phases": ("/games/{game}/seats/{seat}/phases",),
    "/games/<game>/seats/<seat>/phases/<int(max=1000000):phase>": ("/games/{game}/seats/{seat}/phases/1",),
    "/games/<game>/seats/<seat>/phases/<int(max=1000000):phase>/board.svg": (
        "/games/{game}/seats/{seat}/phases/1/board.svg",
        "/games/{game}/seats/{seat}/phases/1/board.svg?shape=tall",
    ),
    "/games/<game>/seats/<seat>/press": ("/games/{game}/seats/{seat}/press",),
    "/games/<game>/seats/<seat>/receipts": ("/games/{game}/seats/{seat}/receipts",),
    "/games/<game>/seats/<seat>/receipts/<int(max=1000000):phase>.json": (
        "/games/{game}/seats/{seat}/receipts/2.json",
    ),
    "/contests": ("/contests",),
    "/ratings/<title>": ("/ratings/perikles",),
    "/contests/<contest>": ("/contests/lusab-babad-gutih",),
    "/contests/<contest>/crosstable": ("/contests/lusab-babad-gutih/crosstable",),
    "/contests/<contest>/rounds": ("/contests/lusab-babad-gutih/rounds",),
    "/contests/<contest>/rounds/<int(max=12):number>": ("/contests/lusab-babad-gutih/rounds/1",),
    "/contests/<contest>/rounds/<int(max=12):number>/pairings": ("/contests/lusab-babad-gutih/rounds/1/pairings",),
    "/players/<handle>": ("/players/{handle}",),
}
"""Every page on which something of a game stands."""
SAME_FOR_ALL = ("/pages.css", "/pages.js", "/pages.svg", "/regular.woff2", "/bold.woff2", "/program", "/play/",
                "/play/<path:name>", "/sign-in", "/sign-in/<secret>", "/titles/<title>", "/titles/<title>/map.svg",
                "/titles/<title>/rules",
                "/titles/<title>/rulings")  # fmt: skip
"""Pages that are made of nothing that is played."""
OF_THE_BROWSER = re.compile(rb'name="token" value="[0-9a-f]{64}"')
"""What pages say of the browser's own cookie."""
CHECKPOINT = re.compile(r"(ostraka-hash-chain/\S+\s+\d+\s+)[A-Za-z0-9+/]{43}=(\s+—\s+\S+\s+)[A-Za-z0-9+/]{91}=")
"""What a checkpoint says of the log, whose hashes are salted; both twins' are of one length."""

NOTICE = "player, kind, seat, phase, words, slot, mutes, rank, true_while, asks, until, left, status, next_try"
"""All that stands in a notice, but its number."""
OF_THE_REQUEST = ("Date", "X-Request-ID")
"""Headers that are another's for every request."""
OF_THE_MACHINE = ("timestamp", "milliseconds", "request_id")


def kept_headers(response: TestResponse) -> dict[str, str]:
    """The headers of an answer in their order, without those that differ by nature."""
    return {
        name: str(len(value)) if name == HEADER else value
        for name, value in response.headers.items()
        if name not in OF_THE_REQUEST
    }


def unsigned(text: str) -> str:
    """A text without what checkpoints in it say of salted hashes."""
    return CHECKPOINT.sub(r"\1HEAD\2SIGNATURE", text)


class Letterbox:
    """Everybody's mail programs."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []

    def __call__(self, message: EmailMessage) -> None:
        self.mails.append(message)


class Twin(HostUnderTest):
    """One of two hosts; its phase keys are the other's, so that nothing differs by nature."""

    def __init__(self, folder: Path, original: HostUnderTest, game: str) -> None:
        folder.mkdir()
        (folder / "host.db").write_bytes(original.path.read_bytes())
        super().__init__(folder)
        self.clock.moment = original.clock.moment
        self.game, self.players, self.seats = game, original.players, original.seats
        self.numbers = original.numbers
        self.box, self.stream = Letterbox(), StringIO()
        self.fresh = itertools.count()

    def redeal(self, seat: str | None) -> None:
        """Put another position in the place of the stored one: to `seat` (None: a spectator) it looks the same."""
        archive = self.archive(self.game)
        with self.host.database.write() as session:
            newest = select(ResolutionRow).where(ResolutionRow.game == self.game)
            row = session.exec(newest.order_by(col(ResolutionRow.phase).desc()).limit(1)).one()
            before = archive.position(row)
            after = archive.title.redeal(before, seat, Chance(bytes(31) + b"\x07"))
            assert archive.title.encode(after) != archive.title.encode(before)
            place = Place("resolutions", self.game, row.phase, "position")
            row.position = self.host.vault.seal(place, archive.title.encode(after))
            session.add(row)

    def post_all(self) -> None:
        Postman(self.host, self.box, painted).run_once()

    # --- what it lets out --------------------------------------------------------------------------------------

    def readable(self, seat: str | None) -> Iterator[tuple[str, Any]]:
        """The answer to everything that the player of a seat, or anybody, can ask."""
        for rule, paths in READS.items():
            for path in paths:
                for each in self.filled(path):
                    yield from self.answers(rule, each, self.seats[self.game][seat] if seat else None)

    def pages(self, seat: str | None) -> Iterator[tuple[str, Any]]:
        """Every page: those of seats, and the first, as the player of this one; the rest as nobody in particular."""
        nobody = self.app.test_client()
        own = signed_in(self, self.seats[self.game][seat]) if seat else nobody
        for rule, paths in PAGES.items():
            for path in paths:
                for each in self.filled(path):
                    yield each, self.page((own if "<seat>" in rule or rule == "/" else nobody).get(each))

    def page(self, response: TestResponse) -> Any:
        """A page with all its headers, without what the browser brought itself."""
        assert response.status_code < 500, response.request.path
        headers = kept_headers(response)
        tag, text = headers.get("ETag"), OF_THE_BROWSER.sub(b"", response.data).decode()
        assert tag is None or tag.strip('"') == hashlib.sha256(response.data).hexdigest(), response.request.path
        if CHECKPOINT.search(text):
            headers.pop("ETag", None)
        return response.status_code, headers, unsigned(text)

    def answers(self, rule: str, path: str, player: Player | None) -> Iterator[tuple[str, Any]]:
        private = any(name in rule for name in ("<seat>", "<handle>/"))
        yield path, self.plain(rule, self.get(path, player if private else None))

    def filled(self, path: str) -> list[str]:
        """An address for each seat, or for each player, that it can be asked for."""
        seats = self.seats[self.game]
        found = [path.format(game=self.game, seat=seat, handle=player.handle) for seat, player in seats.items()]
        return list(dict.fromkeys(found))

    def plain(self, rule: str, response: TestResponse) -> Any:
        """An answer with all its headers. An ETag has to be the hash of what everybody can see anyway."""
        headers = kept_headers(response)
        tag = headers.get("ETag")
        assert tag is None or tag.strip('"') == hashlib.sha256(response.data).hexdigest(), response.request.path
        if rule.endswith("/log") and response.status_code == 200:
            headers.pop("ETag", None)
            return response.status_code, headers, [masked(each) for each in response.get_json()["log"]]
        if rule.endswith("/checkpoint"):
            headers.pop("ETag", None)
            return response.status_code, headers, unsigned(response.text)
        return response.status_code, headers, response.data

    def mails(self, seat: str | None) -> list[Any]:
        """Every mail to everybody: its headers, its clear parts, the size of its letter; open, if it is this seat's.

        And every notice.
        """
        reader = self.seats[self.game][seat] if seat else None
        return [
            *(self.mail(each, reader) for each in self.box.mails),
            *self.rows(f"select {NOTICE} from pushes order by id"),
        ]

    def mail(self, message: EmailMessage, reader: Player | None) -> Any:
        own = reader is not None and message["To"] == reader.email
        parts = [self.part(part, reader if own else None) for part in message.walk() if not part.is_multipart()]
        headers = [(name, re.sub(r'boundary="[^"]*"', "", value)) for name, value in message.items()]
        return [(name, len(value) if name == f"X-{HEADER}" else value) for name, value in headers], parts

    def part(self, part: Any, reader: Player | None) -> Any:
        content = part.get_content()
        about = (part.get_content_type(), part.get_filename(), len(content))
        if part.get_content_type() != LETTER:
            return (*about, unsigned(content) if isinstance(content, str) else content)
        if reader is None:
            return (*about, None)
        letter = open_letter(content, reader.identity, self.host.card.signing_key)
        return (*about, replace(letter, body=letter.body | {"checkpoint": unsigned(letter.body["checkpoint"])}))

    def lines(self) -> list[dict[str, Any]]:
        """The log lines, without what only the machine decides."""
        lines = [json.loads(line) for line in self.stream.getvalue().splitlines()]
        return [{k: v for k, v in line.items() if k not in OF_THE_MACHINE} for line in lines]

    def stored(self) -> dict[str, Any]:
        """The rows: how many there are; of what mails and answers are made of also their order, and every length."""
        tables = [name for (name,) in self.rows("select name from sqlite_master where type = 'table' order by name")]
        counts = {name: self.rows(f"select count(*) from {name}") for name in tables}
        return counts | {name: self.table(name) for name in ("mails", "resolutions", "players", "acts", "press")}

    def table(self, name: str) -> list[Any]:
        rows = self.rows(f"select * from {name} order by rowid")
        return [tuple(len(one) if isinstance(one, bytes) else unsigned_field(one) for one in row) for row in rows]


def unsigned_field(value: Any) -> Any:
    """A field of a row, without what checkpoints say."""
    return unsigned(value) if isinstance(value, str) else value


def masked(statement: dict[str, Any]) -> Any:
    """A statement of the log, without the salted hashes in it and what hangs on them."""
    body = Statement.from_json(statement).body

    def walk(value: Any, name: str = "") -> Any:
        if name in RANDOM_BY_NATURE:
            return [len(each) for each in value] if isinstance(value, list) else len(value or "")
        return {key: walk(each, key) for key, each in value.items()} if isinstance(value, dict) else value

    return walk(body), len(statement["payload"]), [len(each["sig"]) for each in statement["signatures"]]


def add_devices(host: HostUnderTest, game: str) -> None:
    """One for everybody who plays, which takes no mail's place."""
    for number, player in enumerate({one.handle: one for one in host.seats[game].values()}.values()):
        body = DEVICE | {"endpoint": f"https://93.184.215.14/{number}", "mails_too": True}
        assert host.ask("POST", f"/players/{player.handle}/push", player, body).status_code == 201


class Twins:
    """The two hosts; what is done to one is done to the other with `both`."""

    def __init__(self, original: HostUnderTest, game: str, seat: str | None, folder: Path) -> None:
        self.game, self.seat = game, seat
        add_devices(original, game)
        original.host.database.erase()
        self.one, self.other = (Twin(folder / name, original, game) for name in ("one", "other"))
        self.other.redeal(seat)
        self.at: Twin | None = None

    def close(self) -> None:
        self.one.close()
        self.other.close()

    def both(self, do: Callable[[Twin], Any]) -> list[Any]:
        """Do the same in both hosts; gives what each answered."""
        return [self.within(host, do) for host in (self.one, self.other)]

    def within(self, host: Twin, do: Callable[[Twin], Any]) -> Any:
        """Do something in one of the hosts: it logs to its own stream, and takes its own fresh keys."""
        self.at = host
        json_logs.configure(host.stream)
        return do(host)

    def key(self, _suite: str = LIGHT) -> PhaseKey:
        """The same keys in both hosts, one after another."""
        assert self.at is not None
        return PhaseKey(LIGHT, hashlib.sha256(b"phase key %d" % next(self.at.fresh)).digest())

    def pass_time(self, **by: float) -> None:
        def on(host: Twin) -> None:
            host.post_all()
            host.clock.forward(**by)
            host.work()
            host.post_all()

        self.both(on)

    def compare(self, stage: str, only: str | None = None) -> None:
        """Nothing that gets out tells the hosts apart; or nothing of one sort."""
        looks = self.looks()
        for name in looks if only is None else [only]:
            one, other = self.both(looks[name])
            for place, (left, right) in enumerate(itertools.zip_longest(one, other)):
                assert left == right, f"{stage}: {name} {place}"

    def looks(self) -> dict[str, Callable[[Twin], Any]]:
        return {
            "answers": lambda host: list(host.readable(self.seat)),
            "pages": lambda host: list(host.pages(self.seat)),
            "mails": lambda host: host.mails(self.seat),
            "log lines": Twin.lines,
            "rows": lambda host: [(name, row) for name, rows in host.stored().items() for row in rows],
        }


@pytest.fixture
def same_by_nature(monkeypatch: pytest.MonkeyPatch) -> Callable[[Twins], None]:
    """Take from two hosts what differs by nature alone: fresh phase keys, and what keys the dice."""

    def bind(twins: Twins) -> None:
        monkeypatch.setattr("api.games.open_phase.PhaseKey.generate", twins.key)
        monkeypatch.setattr(GameLog, "keying", lambda self, phase: hashlib.sha256(b"%d" % phase).digest())

    return bind


def readable(host: HostUnderTest) -> set[str]:
    """The addresses of the API that can be read."""
    rules = [rule for rule in host.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    return {rule.rule.removeprefix(API) for rule in rules if rule.rule.startswith(API)}


def shown(host: HostUnderTest) -> set[str]:
    """The pages, by their rules."""
    rules = [rule for rule in host.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    return {rule.rule for rule in rules if rule.endpoint.startswith("pages.")}
