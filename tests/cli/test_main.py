"""The program as a whole: help, exit codes, errors."""

import json
import subprocess
import sys
from importlib.metadata import distribution

import click
import pytest

from adjudicator.kernel.errors import UnknownName
from cli.errors import EXIT_CODES, Misuse, Refused, TrustBroken, Unreachable
from cli.main import COMMANDS, ENTRY_POINTS, SERVICE_COMMANDS, Deferred, ostraka
from cli.terminal import help_pages
from schemas.errors import WrongPassword

HEAVY = ("rich", "flask", "cryptography", "requests", "msgspec", "yaml", "sqlmodel", "adjudicator", "schemas", "api")

WITHOUT_JSON = {
    ("play",): "a conversation with a person",
    ("table",): "a page for a person",
    ("book", "form"): "a conversation with a person",
    ("contest", "plan"): "a file to be edited by a person",
    ("demo",): "a story told to a person",
    ("serve",): "runs on; its log is JSON already",
    ("worker",): "runs on; its log is JSON already",
    ("db", "card"): "prints JSON anyway",
    ("case", "schema"): "prints JSON anyway",
}
PROBE = """
import sys
from cli.main import ostraka
try:
    ostraka(sys.argv[2:], prog_name="ostraka")
except SystemExit as end:
    assert end.code == int(sys.argv[1]), end.code
print("LOADED", *sorted({name.partition(".")[0] for name in sys.modules}))
"""


def leaves(command: click.Command, path: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], click.Command]]:
    """Every command there is, with its path."""
    if isinstance(command, Deferred):
        command = command.command
    if not isinstance(command, click.Group):
        return [(path, command)]
    context = click.Context(command)
    found = []
    for name in command.list_commands(context):
        found += leaves(command.get_command(context, name), (*path, name))
    return found


EVERY = leaves(ostraka)
GROUPS = sorted({path[:-1] for path, _ in EVERY})


def has_json(command: click.Command) -> bool:
    return any("--json" in parameter.opts for parameter in command.params)


def heavy(*words: str, code: int = 0) -> set[str]:
    """What a command that ends with that exit code has loaded and should not have."""
    done = subprocess.run([sys.executable, "-c", PROBE, str(code), *words], capture_output=True, text=True, check=True)
    return set(HEAVY) & set(done.stdout.rpartition("LOADED")[2].split())


def test_the_commands_of_the_service_are_those_of_the_entry_points():
    assert {("serve",), ("db", "init")} < {path for path, _ in EVERY}
    assert set(SERVICE_COMMANDS) == distribution("ostraka").entry_points.select(group=ENTRY_POINTS).names


def test_a_command_of_the_service_where_nothing_is_installed_says_so(alone, monkeypatch):
    monkeypatch.setattr("cli.main.ENTRY_POINTS", "none.such")
    assert alone("serve", expect=2).stderr == (
        "Error: serve needs the installed program: run pip install '.[server]' in a clone of Ostraka.\n"
    )


@pytest.mark.parametrize("words", [("serve",), ("serve", "--help"), ("db", "init")])
def test_a_command_of_the_service_without_the_hosts_part_says_how_to_get_it(alone, monkeypatch, words):
    monkeypatch.setattr("cli.main.SERVER_PART", ("click", "none_such"))
    assert alone(*words, expect=2).stderr == (
        f"Error: {words[0]} needs the host's part, which is not installed: "
        "run pip install '.[server]' in a clone of Ostraka.\n"
    )


@pytest.mark.parametrize(("path", "command"), EVERY, ids=[" ".join(path) for path, _ in EVERY])
def test_every_command_has_a_help_text_and_so_has_every_option(path, command):
    assert command.help
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{' '.join(path)} {parameter.name}"


@pytest.mark.parametrize("path", [path for path, _ in EVERY], ids=" ".join)
@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_every_command_answers_both_flags_of_help(alone, path, flag):
    if path[0] in SERVICE_COMMANDS and flag == "-h":
        return
    assert f"ostraka {' '.join(path)}" in alone(*path, flag).stdout


@pytest.mark.parametrize("name", [*COMMANDS, *SERVICE_COMMANDS])
def test_the_line_in_the_list_is_the_first_line_of_the_commands_own_help(name):
    line = ostraka.get_command(click.Context(ostraka), name)
    assert isinstance(line, Deferred)
    assert line.help == (line.command.help or "").partition("\n\n")[0]


@pytest.mark.parametrize("name", [(), *[(name,) for name in COMMANDS]], ids=" ".join)
def test_help_loads_nothing_heavy(name):
    assert not heavy(*name, "--help")


@pytest.mark.parametrize(
    "words", [("creat",), ("game",), ("orders", "form"), ("key", "show", "--what"), ("gane", "--json")]
)
def test_what_was_called_wrongly_loads_nothing_heavy(words):
    assert not heavy(*words, code=2)


def test_the_probe_finds_what_is_heavy():
    assert {"adjudicator", "msgspec"} <= heavy("title", "show", "perikles")
    assert heavy("title", "list") == {"adjudicator"}  # its index, no rules


def test_exit_codes_are_in_the_help(alone):
    assert "0 success, 1 refused by the rules or the host, 2 wrong usage, 3" in alone("--help").stdout


@pytest.mark.parametrize("path", GROUPS, ids=" ".join)
def test_the_list_of_commands_cuts_no_sentence_short(alone, path):
    assert "...\n" not in alone(*path, "--help").stdout.partition("\nCommands:")[2]


def test_a_page_is_coloured_in_a_terminal_only_and_not_where_colours_are_unwanted(alone, monkeypatch):
    assert "\x1b" not in alone("--help").stdout
    assert "\x1b[1mOptions" in alone("--help", color=True).stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert help_pages.context_settings()["color"] is False


@pytest.mark.parametrize(("path", "command"), EVERY, ids=[" ".join(path) for path, _ in EVERY])
def test_every_command_prints_json_or_has_a_reason_not_to(path, command):
    assert has_json(command) != (path in WITHOUT_JSON)


@pytest.mark.parametrize(
    ("error", "word", "code"),
    [
        (Refused("no", "seat-taken"), "seat-taken", 1),
        (Misuse("no"), "misuse", 2),
        (Unreachable("no"), "unreachable", 3),
        (TrustBroken("no"), "trust-broken", 4),
        (WrongPassword("no"), "wrong-password", 2),
        (UnknownName("no", "no", ()), "unknown-name", 2),
        (click.Abort(), "aborted", 1),
        (click.ClickException("no"), "failed", 1),
    ],
)
def test_every_kind_of_error_has_its_exit_code_and_its_word(alone, monkeypatch, error, word, code):
    def fail(*_):
        raise error

    monkeypatch.setattr("cli.home.home.Home.choose_key", fail)
    result = alone("key", "show", expect=code)
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    told = json.loads(alone("key", "show", "--json", expect=code).stderr)
    assert result.stderr == f"Error: {told['message']}\n"
    assert told == {"error": word, "message": told["message"], "errors": [], "exit_code": code}


def test_what_is_wrong_is_listed_line_by_line_and_with_json_as_a_list(alone, monkeypatch):
    def fail(*_):
        raise Refused("No.", "illegal", ["first", "second\x1b[2J"])

    monkeypatch.setattr("cli.home.home.Home.choose_key", fail)
    assert alone("key", "show", expect=1).stderr == "Error: No.\n  - first\n  - second\ufffd[2J\n"
    told = alone("key", "show", "--json", expect=1).stderr
    assert "\x1b" not in told
    assert json.loads(told)["errors"] == ["first", "second\x1b[2J"]


@pytest.mark.parametrize(
    "words", [("game", "creat"), ("orders", "form"), ("key", "show", "--what"), ("case", "run", "no.yaml")]
)
def test_a_wrong_call_with_json_is_told_in_json(alone, words):
    told = json.loads(alone(*words, "--json", expect=2).stderr)
    assert (told["error"], told["exit_code"]) == ("usage", 2)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("key", "show"), 0),
        (("orders", "form", "fiviv-fodas-koniv", "red"), 1),
        (("key", "show", "--key", "nobody"), 2),
        (("game", "list", "--url", "http://127.0.0.1:9"), 3),
        (("game", "show", "GAME"), 4),
    ],
)
def test_each_exit_code_comes_about(opened, twist, words, code):
    if code == 4:
        opened.client("kleon").game(opened.game)
        twist(rf"/games/{opened.game}$", lambda summary: {**summary, "commitment": "A" * 43})
    words = [opened.game if word == "GAME" else word for word in words]
    assert code in EXIT_CODES
    opened.ostraka("kleon", *words, expect=code)


def test_a_fault_of_the_program_is_one_sentence_that_says_where(alone, monkeypatch):
    monkeypatch.setattr("cli.home.home.Home.choose_key", lambda *_: {}["missing"])
    told = alone("key", "show", expect=1).stderr
    assert told.startswith("Error: this is a fault in ostraka itself (KeyError: 'missing' at ")
    assert told.endswith("); please report it.\n")
    assert "Traceback" not in told


def test_an_unknown_command_is_told_with_the_nearest_one(alone):
    assert alone("game", "creat", expect=2).stderr == (
        "Error: No such command 'creat'. Did you mean 'create'? Try: ostraka game --help\n"
    )


def test_a_missing_argument_is_usage(alone):
    assert alone("orders", "form", expect=2).stderr == (
        "Error: Missing argument 'GAME'. Try: ostraka orders form --help\n"
    )


def test_a_file_that_cannot_be_written_is_one_sentence(alone, tmp_path):
    (tmp_path / "home").write_text("a file where the home should be")
    told = alone("key", "new", "aspasia", "--no-password", expect=1).stderr
    assert told == f"Error: {tmp_path / 'home' / 'keys'}: Not a directory\n"


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("http://127.0.0.1:9", "connection refused"),
        ("http://no-such-host.invalid", "the name is not known"),
        ("ftp://127.0.0.1", "not an http address"),
        ("nonsense", "not an address"),
    ],
)
def test_a_service_that_does_not_answer_is_exit_code_3(alone, url, why):
    assert alone("game", "list", "--url", url, expect=3).stderr == (
        f"Error: No host answers at {url} ({why}). Is it running, and is --url (OSTRAKA_URL) right?\n"
    )


def test_the_version_is_that_of_the_distribution(alone):
    from importlib.metadata import version

    assert version("ostraka") in alone("--version").stdout
