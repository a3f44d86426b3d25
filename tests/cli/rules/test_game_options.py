"""The options of a game as they are typed and told, and components files that clients lay."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import structlog
from click.testing import Result

from adjudicator import registry
from api.mail_out.rendering import NOTE_FILE
from cli.home.home import Home
from schemas.documents.components_files import digest_of
from tests.api.mail_in.mailed_hosts import MailedHost
from tests.cli.conftest import invoke
from tests.titles import ballot

FILE = "rounds: 1\n"
CREATE = ("game", "create", "ballot", "--scenario", "assembly", "--seats", "3", "--name", "Sherds")


@pytest.fixture
def post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MailedHost]:
    registry.register(ballot.TITLE)
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())  # the host logs in this very process
    host = MailedHost(tmp_path, monkeypatch)
    yield host
    host.stop()
    structlog.reset_defaults()
    registry._registered.pop(ballot.TITLE.id)


@pytest.fixture
def ostraka(post: MailedHost, tmp_path: Path) -> Callable[..., Result]:
    """The program of a player, who is registered."""

    def run(who: str, *words: str, expect: int = 0) -> Result:
        home = Home(tmp_path / who)
        if not home.key_names():
            invoke(post, home, "key", "new", who, "--no-password")  # type: ignore[arg-type]
            invoke(post, home, "key", "register")  # type: ignore[arg-type]
        return invoke(post, home, *words, expect=expect)  # type: ignore[arg-type]

    return run


def test_options_are_typed_signed_and_told_with_what_they_mean(ostraka: Callable[..., Result]) -> None:
    options = ("--option", "gamma=bot", "--option", "shared=true")
    game = ostraka("ann", *CREATE, *options).stdout.strip()
    assert json.loads(ostraka("ann", "game", "show", game, "--json").stdout)["options"] == {
        "gamma": "bot",
        "shared": True,
    }
    told = ostraka("ann", "game", "show", game).stdout
    assert "  gamma: bot; who plays gamma (B.01)\n" in told
    assert "  alpha: player (the default); who plays alpha (B.01)\n" in told
    assert "gamma  bot" in told
    assert "0/2" in ostraka("ann", "game", "list").stdout


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("gamma", "write NAME=VALUE; the options of Ballot are: alpha,"),
        ("speed=3", "the options of Ballot are: alpha,"),
        ("gamma=robot", "choose one of player, bot."),
        ("shared=True", "choose one of false, true."),
    ],
)
def test_an_option_that_there_is_not_is_usage_and_says_what_there_is(
    ostraka: Callable[..., Result], option: str, says: str
) -> None:
    assert says in ostraka("ann", *CREATE, "--option", option, expect=2).stderr


def test_an_option_is_chosen_once(ostraka: Callable[..., Result]) -> None:
    twice = ("--option", "gamma=bot", "--option", "gamma=player")
    assert "is given twice; it is already bot" in ostraka("ann", *CREATE, *twice, expect=2).stderr


def test_a_title_shows_its_options_with_their_values(ostraka: Callable[..., Result]) -> None:
    told = ostraka("ann", "title", "show", "ballot").stdout
    (row,) = [line.split() for line in told.splitlines() if line.startswith("shared")]
    assert row[:3] == ["shared", "false/true", "false"]
    assert "game create --components FILE" in told
    settings = json.loads(ostraka("ann", "title", "show", "ballot", "--json").stdout)["settings"]
    assert {one["option"] for one in settings} == set(ballot.SETTINGS)


def laid_game(ostraka: Callable[..., Result], tmp_path: Path) -> str:
    (tmp_path / "mine.yaml").write_text(FILE)
    return ostraka("ann", *CREATE, "--components", str(tmp_path / "mine.yaml")).stdout.strip()


def test_who_joins_a_game_with_a_components_file_fetches_it_and_keeps_it(
    ostraka: Callable[..., Result], tmp_path: Path
) -> None:
    game = laid_game(ostraka, tmp_path)
    ballot._laid.pop(digest_of(FILE))
    ostraka("bob", "game", "join", game)
    assert (tmp_path / "bob" / "components" / f"{digest_of(FILE)}.yaml").read_text() == FILE
    assert ballot._laid[digest_of(FILE)] == 1


def test_a_components_file_that_is_not_the_one_named_is_not_laid(
    post: MailedHost, ostraka: Callable[..., Result], tmp_path: Path
) -> None:
    game = laid_game(ostraka, tmp_path)
    with post.host.database.write() as session:
        session.connection().exec_driver_sql("update components set text = 'rounds: 9'")
    told = ostraka("bob", "game", "join", game, expect=4).stderr
    assert f"the options name {digest_of(FILE)}" in told
    assert not (tmp_path / "bob" / "components").exists()


def test_who_plays_by_mail_alone_gets_the_components_file_with_his_letter(
    post: MailedHost, ostraka: Callable[..., Result], tmp_path: Path
) -> None:
    game = laid_game(ostraka, tmp_path)
    for who in ("ann", "bob", "carl"):
        ostraka(who, "game", "join", game)
    post.mail.add("bob@players.test")
    ostraka("bob", "key", "mail", "bob@players.test")
    ostraka("ann", "game", "start", game)
    post.send_out()
    mails = post.mail.unread("bob@players.test")
    (saved,) = [one for one in mails if any(f.get_filename() != NOTE_FILE for f in one.iter_attachments())]
    (tmp_path / "saved.eml").write_bytes(saved.as_bytes())
    kept = tmp_path / "bob" / "components" / f"{digest_of(FILE)}.yaml"
    kept.unlink()
    ballot._laid.pop(digest_of(FILE))
    ostraka("bob", "open", str(tmp_path / "saved.eml"))
    assert kept.read_text() == FILE
    form = ostraka("bob", "orders", "form", game, "beta", "--offline").stdout
    (tmp_path / "orders.yaml").write_text(form)
    sealed = ostraka("bob", "orders", "seal", game, "beta", str(tmp_path / "orders.yaml"), "--offline").stdout
    assert "BEGIN OSTRAKA ENVELOPE" in sealed


def test_a_malformed_components_file_is_refused_by_the_path_that_is_wrong(
    ostraka: Callable[..., Result], tmp_path: Path
) -> None:
    (tmp_path / "mine.yaml").write_text("rounds: many\n")
    told = ostraka("ann", *CREATE, "--components", str(tmp_path / "mine.yaml"), expect=1).stderr
    assert "$.rounds" in told


def test_an_absence_is_announced_for_all_ones_seats(post: MailedHost, ostraka: Callable[..., Result]) -> None:
    game = ostraka("ann", *CREATE, "--option", "shared=true").stdout.strip()
    for who in ("ann", "ann", "bob"):
        ostraka(who, "game", "join", game)
    ostraka("ann", "game", "start", game)
    told = ostraka("ann", "absent", game, "all", "2026-05-03").stdout
    assert told == "alpha and beta are absent on 2026-05-03.\n"
    shown = json.loads(ostraka("bob", "game", "show", game, "--json").stdout)
    assert [one["seat"] for one in shown["absences"]] == ["alpha", "beta"]
