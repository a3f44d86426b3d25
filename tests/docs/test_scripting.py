"""docs/scripting.md is true: its commands run, in their order, and end in a proved game; its bot plays every title."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.readers import ROOT, commands
from tests.shells import served, session

PAGE = (ROOT / "docs/scripting.md").read_text()
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
BOT = ROOT / "docs/examples/bot.py"


def test_every_command_of_the_page_runs_and_the_game_is_proved(tmp_path: Path) -> None:
    lines = [command for language, block in BLOCK.findall(PAGE) if language == "console" for command in commands(block)]
    assert len(lines) > 14
    told = session(tmp_path, [*served(lines), "echo THE END"])
    assert told.endswith("THE END\n"), told
    assert "verified" in told or "same bytes" in told, told


@pytest.mark.parametrize("block", [block for language, block in BLOCK.findall(PAGE) if language == "console"])
def test_every_line_of_a_block_is_a_command(block: str) -> None:
    assert all(line.startswith("$ ") for line in block.splitlines())


def test_the_bot_is_as_short_as_the_page_says() -> None:
    length = len(BOT.read_text().splitlines())
    assert f"has {length} lines" in PAGE
    assert length < 60


@pytest.mark.soak
def test_the_bot_plays_the_other_title_too(tmp_path: Path) -> None:
    lines = [
        "ostraka db init",
        "ostraka serve --port 8000 &",
        "export OSTRAKA_URL=http://127.0.0.1:8000",
        "ostraka key new sophia --no-password",
        "ostraka key register",
        "GAME=$(ostraka game create pericles --scenario 14.1.01B --seats 2 --name Trial)",
        *(f"python docs/examples/bot.py $OSTRAKA_URL bot-{number} &" for number in range(2)),
        "until ostraka game start $GAME 2> /dev/null; do sleep 1; done",
        "until ostraka replay $GAME 2> /dev/null; do sleep 1; done",
        "echo THE END",
    ]
    told = session(tmp_path, served(lines))
    assert told.endswith("THE END\n"), told
