"""docs/cli.md tells of every command, option, variable and exit code."""

import click
import pytest

from cli.errors import EXIT_CODES
from cli.terminal.options import URL
from tests.cli.rules.shapes import GUIDE, SHAPES
from tests.cli.terminal import reference
from tests.cli.test_main import EVERY, has_json

OURS = [(path, command) for path, command in EVERY if path[0] not in ("serve", "db")]


@pytest.mark.parametrize("path", [path for path, _ in EVERY], ids=" ".join)
def test_every_command_is_in_the_guide(path):
    assert f"`ostraka {path[0] if path[0] in ('serve', 'db') else ' '.join(path)}" in GUIDE


@pytest.mark.parametrize(("path", "command"), OURS, ids=[" ".join(path) for path, _ in OURS])
def test_every_option_is_in_the_guide(path, command):
    options = [
        option for parameter in command.params if isinstance(parameter, click.Option) for option in parameter.opts
    ]
    for option in options:
        if option.startswith("--") and option != "--help":
            assert f"`{option}" in GUIDE, f"{' '.join(path)} {option}"


@pytest.mark.parametrize("variable", ["OSTRAKA_URL", "OSTRAKA_HOME", "OSTRAKA_KEY", "OSTRAKA_PASSWORD"])
def test_every_variable_is_in_the_guide(variable):
    assert f"`{variable}`" in GUIDE


def test_the_default_address_is_in_the_guide():
    assert URL in GUIDE


@pytest.mark.parametrize(("code", "meaning"), EXIT_CODES.items())
def test_every_exit_code_is_in_the_guide(code, meaning):
    assert f"\n| {code} | {meaning} | " in GUIDE


def test_the_guide_says_of_every_command_what_json_it_prints_and_of_no_other():
    assert set(SHAPES) == {path for path, command in EVERY if has_json(command)}
    assert all(SHAPES.values())


def test_the_reference_is_what_the_program_says():
    assert reference.FILE.read_text() == reference.reference(), "run `make reference`"
