"""`ostraka game invite --link`: made, shown as a QR code, listed, taken back; and how one comes with it."""

import json
import re

import segno

from cli.games.invitation_links import blocks
from tests.cli.conftest import invoke


def run(stage, who, *words, **more):
    return invoke(stage, stage.home(who), *words, **more).stdout


def opened(stage):
    words = (
        "game",
        "create",
        "perikles",
        "--scenario",
        "opening",
        "--seats",
        "3",
        "--name",
        "Heat",
        "--deadline",
        "1d",
    )
    return run(stage, "aspasia", *words, "--private", "always").strip()


def test_a_link_is_printed_once_and_whoever_has_it_joins_the_reserved_seat(stage):
    game = opened(stage)
    link, sentence = run(stage, "aspasia", "game", "invite", game, "--link", "--seat", "green").splitlines()
    assert re.fullmatch(rf"{stage.url}/games/{game}\?invited=[a-z2-7]{{24}}", link)
    assert sentence.startswith("Whoever opens it within 30 days takes green, which is reserved for them.")
    assert "Error: " in invoke(stage, stage.home("kleon"), "game", "join", game, "green", expect=1).stderr
    assert "kleon is registered" in run(stage, "kleon", "key", "register", "--invited", link)
    assert run(stage, "kleon", "game", "join", game, "green") == "green\n"


def test_invitations_are_listed_with_what_became_of_them_and_taken_back_by_number_or_name(stage):
    game = opened(stage)
    link = json.loads(run(stage, "aspasia", "game", "invite", game, "--link", "--seat", "red", "--json"))["link"]
    run(stage, "thais", "key", "register", "--invited", link.rpartition("=")[2])
    run(stage, "aspasia", "game", "invite", game, "--link", "--for", "2d")
    run(stage, "aspasia", "game", "invite", game, "nikias", "--seat", "black")
    first, second, third, how = run(stage, "aspasia", "game", "invite", game, "--list").splitlines()
    assert first.startswith("1. whoever has its link, to red, taken by thais, until ")
    assert second.startswith("2. whoever has its link, until ")
    assert third == "3. nikias, to black."
    assert how == f"To take one back: ostraka game invite {game} --withdraw NUMBER"
    taken = run(stage, "aspasia", "game", "invite", game, "--withdraw", "1")
    assert taken.startswith("Taken back: whoever has its link, to red")
    assert run(stage, "aspasia", "game", "invite", game, "--withdraw", "nikias") == "Taken back: nikias, to black.\n"
    first, _, third, _ = run(stage, "aspasia", "game", "invite", game, "--list").splitlines()
    assert first.endswith("taken back.")
    assert third.endswith("taken back.")
    refused = invoke(stage, stage.home("thais"), "key", "register", "--invited", link, expect=1).stderr
    assert "does not hold" in refused


def test_what_cannot_be_meant_is_usage(stage):
    game = opened(stage)
    for words, why in (
        (("--link", "kleon"), "one of them at a time"),
        (("--withdraw", "9"), "has no invitation 9"),
        ((), "Whom do you want to invite?"),
    ):
        told = invoke(stage, stage.home("aspasia"), "game", "invite", game, *words, expect=2).stderr
        assert why in told
    told = invoke(stage, stage.home("kleon"), "key", "register", "--invited", f"{stage.url}/games/{game}", expect=2)
    assert "copy all of it" in told.stderr


def test_a_qr_code_holds_the_link_and_fits_a_terminal(stage):
    game = opened(stage)
    lines = run(stage, "aspasia", "game", "invite", game, "--qr").splitlines()
    link, drawn = lines[0], lines[1:-1]
    assert drawn == blocks(link).splitlines()
    assert max(map(len, drawn)) <= 60
    light = [["▀█".find(char) >= 0, "▄█".find(char) >= 0] for line in drawn for char in line]
    code = segno.make_qr(link, error="m")
    rows = list(code.matrix_iter(border=4))
    width = len(rows[0])
    read = [light[width * (y // 2) + x][y % 2] for y in range(len(rows)) for x in range(width)]
    assert read == [not dark for row in rows for dark in row]
