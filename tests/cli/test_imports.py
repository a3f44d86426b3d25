"""A command imports what it needs and no more: what it needs to import is most of what its player waits for.

Modules are counted, not milliseconds, so that a busy machine changes nothing. On the machine this was written on, 100
modules took 30 to 50 ms.
"""

import os
import subprocess
import sys

import pytest

RUN = """
import sys
from cli.main import ostraka
try:
    ostraka(sys.argv[1:])
except SystemExit:
    pass
print("\\n".join(["", *sys.modules]))
"""
NETWORK = ("requests", "urllib3", "http_message_signatures", "ssl")
DRAWN = ("jinja2", "resvg_py", "rich", "werkzeug", "flask", "sqlmodel")
LOCAL = (*NETWORK, *DRAWN, "dataclasses")  # it takes half a millisecond for every class: values are Structs of msgspec
TITLES = (("perikles", 333), ("pericles", 385), ("polis", 343), ("athens_sparta", 382))


@pytest.fixture(scope="module")
def modules(tmp_path_factory):
    """The modules that a command imports, in a home with one key without a password."""
    home = tmp_path_factory.mktemp("imports")
    env = {**{k: v for k, v in os.environ.items() if not k.startswith("OSTRAKA_")}, "OSTRAKA_HOME": str(home)}
    (home / "book.yaml").write_text("- {question: D-S1, choose: [{city: athens}]}\n")

    def run(*words):
        words = [str(home / word) if word.endswith((".yaml", ".json")) else word for word in words]
        done = subprocess.run(
            [sys.executable, "-c", RUN, *words], env=env, input="q\n", capture_output=True, text=True, check=True
        )
        return {line for line in done.stdout.splitlines() if line and " " not in line}

    run("key", "new", "archon", "--no-password")
    return run


def packages(found):
    return {name.partition(".")[0] for name in found}


@pytest.mark.parametrize(
    ("words", "most", "without"),
    [
        (("--help",), 125, (*LOCAL, "adjudicator", "schemas", "cryptography", "msgspec", "yaml")),
        (("host", "list"), 143, (*LOCAL, "adjudicator", "cryptography", "msgspec", "yaml")),
        (("key", "show"), 242, (*NETWORK, *DRAWN, "adjudicator", "yaml", "multiprocessing", "subprocess")),
        (("title", "list"), 186, (*LOCAL, "cryptography", "msgspec", "yaml", "schemas")),
        (("title", "show", "athens_sparta"), 316, (*LOCAL, "cryptography", "yaml", "email", "schemas")),
        (("book", "check", "book.yaml", "--title", "perikles"), 285, (*LOCAL, "cryptography", "email")),
        *(
            (("play", title, "--save", f"{title}.json"), most, (*LOCAL, "yaml", "email", "multiprocessing"))
            for title, most in TITLES
        ),
    ],
)
def test_a_command_for_this_machine_imports_nothing_of_the_network(modules, words, most, without):
    found = modules(*words)
    assert not packages(found) & set(without)
    assert len(found) <= most
    drawn = any(".picture" in name for name in found)
    assert words[0] == "play" or not drawn  # a board in text says what its picture says


@pytest.mark.parametrize("words", [("game", "list"), ("next",)])
def test_a_command_for_the_network_imports_no_rules_before_it_has_a_game(modules, words):
    found = modules(*words, "--url", "http://127.0.0.1:9")
    assert not packages(found) & {*DRAWN, "adjudicator", "yaml", "multiprocessing", "http_message_signatures"}
    assert "schemas.contests.story" not in found
    assert len(found) <= 474


@pytest.mark.parametrize(("module", "most"), [("cli.table.app", 444), ("cli.client", 262)])
def test_a_table_or_a_letter_on_this_machine_imports_nothing_of_the_network(module, most):
    code = f"import sys, {module}\nprint(*sys.modules)"
    found = set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())
    assert not packages(found) & {"requests", "urllib3", "http_message_signatures", "rich", "resvg_py", "sqlmodel"}
    assert len(found) <= most
