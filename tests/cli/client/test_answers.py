"""What the client gives has types, which are those of the OpenAPI document: mypy finds what is misspelt in a script."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tools.generate import client_answers

ROOT = Path(__file__).parents[3]
SCRIPT = """
from ostraka import Client

client = Client("http://localhost")
for game in client.games(status="running"):
    reveal_type(game["seats"])
    game["seat"]
for question in client.questions("g", "red")["questions"]:
    question["promt"]
for phase in client.report("g"):
    phase["fallen"]
for phase in client.report("g", "red"):
    print(phase["fallen"])
for item in client.follow():
    print(item["game"], item["asked"])
for one in client.follow("g"):
    one["asked"]
print(client.phase("g")["deadline"], client.waiting()[0]["final"], client.send("g", "red", [])["received_at"])
"""


def test_the_types_are_those_of_the_document() -> None:
    assert client_answers.FILE.read_text(encoding="utf-8") == client_answers.text(), "run make schemas"


def test_mypy_finds_what_a_script_misspells(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(script)]
    told = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False).stdout
    errors = [line.split(":", 2)[1:] for line in told.splitlines() if ": error:" in line]
    assert [int(line) for line, _ in errors] == [7, 9, 11, 17], told
    assert "list[TypedDict(cli.client.answers.SeatHolder" in told
