"""Golden games replay to the same bytes, on this Python and another, whatever the hash seed; no ending lacks one."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.kernel import OstrakaError
from adjudicator.registry import title, titles
from tests.golden import ENDINGS, digest_of_events, digest_of_sentences, digests, golden_games
from tests.golden.scenes import golden_scenes, scenes_file

ROOT = Path(__file__).parents[2]
GAMES = [(name, stem) for name in titles() for stem in golden_games(name)]
NEEDED = ("msgspec", "pyyaml", "cryptography", "cffi", "pycparser", "jinja2", "markupsafe")


@pytest.mark.parametrize(("name", "stem"), GAMES)
def test_golden_game_replays_to_the_same_bytes(name, stem):
    golden, rules = golden_games(name)[stem], title(name)
    try:
        resolutions = golden.replayed(rules)
    except (ValueError, OstrakaError) as other_game:
        pytest.fail(
            f"the orders of {stem} no longer fit: {other_game}; if that was meant, find another game for its ending"
        )
    renew = f"differs; if that was meant, write the digests anew: python -m tests.golden renew {name}"
    changed = [n for n, (a, b) in enumerate(zip(digests(rules, resolutions), golden.positions, strict=True)) if a != b]
    assert changed == [], f"the position after phase {changed[0]} {renew}"
    assert digest_of_events(rules, resolutions) == golden.events, f"an event {renew}"
    assert digest_of_sentences(rules, resolutions) == golden.sentences, f"a sentence {renew}"
    last = resolutions[-1].position
    assert last.outcome.reason == golden.ending
    assert last.outcome.places == golden.places
    assert rules.scores(last) == golden.scores


@pytest.mark.parametrize("name", titles())
def test_every_ending_has_a_golden_game(name):
    """RULING-38 of Perikles, 14-B to 14-E of Pericles: the end says how it was decided."""
    kept = sorted(golden.known for golden in golden_games(name).values())
    assert kept == sorted(ending.known for ending in ENDINGS[name])


@pytest.mark.parametrize("name", titles())
def test_a_golden_game_is_told_in_the_same_scenes(name):
    told, kept = golden_scenes(title(name)), scenes_file(name).read_text(encoding="utf-8")
    assert told == kept, f"scenes differ; if that was meant, write them anew: python -m tests.golden renew {name}"


def shown(python: str, hash_seed: str) -> str:
    """What `python -m tests.golden show` prints under a Python and a hash seed."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    command = [python, "-m", "tests.golden", "show"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def kept() -> list[str]:
    """What it must print: the digests as the golden games keep them."""
    games = [(name, stem, golden_games(name)[stem]) for name, stem in GAMES]
    return sorted(f"{name} {stem} {one.positions[-1]} {one.events} {one.sentences}" for name, stem, one in games)


@pytest.mark.parametrize("hash_seed", [pytest.param("1", marks=pytest.mark.soak), "4242"])
def test_another_hash_seed_gives_the_same_bytes(hash_seed):
    assert sorted(shown(sys.executable, hash_seed).splitlines()) == kept()


def other_python() -> str | None:
    """A newer (else another supported) Python: on the path, or installed beside this one as version managers do."""
    minors = [minor for minor in (14, 13, 12, 11) if minor != sys.version_info.minor]
    found = [shutil.which(f"python3.{minor}") for minor in minors]
    beside = Path(sys.base_prefix).parent
    found += [str(path) for minor in minors for path in sorted(beside.glob(f"3.{minor}*/bin/python3"))]
    return next((path for path in found if path and _runs(path)), None)


def _runs(python: str) -> bool:
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0


@pytest.mark.soak
def test_another_python_gives_the_same_bytes(tmp_path):
    """What the rules need is installed for the other Python, in the versions of the lock file."""
    python = other_python()
    if python is None:
        pytest.skip("SKIPPED: no other Python from 3.11 on is installed on this machine")
    lock = (ROOT / "requirements.lock").read_text()
    pins = [f"{name}=={re.search(rf'^{name}==([^ ;]+)', lock, re.MULTILINE)[1]}" for name in NEEDED]
    subprocess.run([python, "-m", "venv", tmp_path / "venv"], check=True)
    inside = str(tmp_path / "venv/bin/python")
    subprocess.run([inside, "-m", "pip", "install", "-q", "--no-deps", *pins], check=True, capture_output=True)
    assert sorted(shown(inside, "7").splitlines()) == kept()
