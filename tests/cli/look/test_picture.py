"""`ostraka view`: the board as text, and as a picture in a file."""

import json
from xml.etree import ElementTree


def test_the_board_is_shown_as_everybody_knows_it(opened):
    assert opened.ostraka("kleon", "view", opened.game).stdout.startswith("Perikles, opening: Setup.")


def test_the_board_is_drawn_into_files(opened, tmp_path):
    svg, png = tmp_path / "board.svg", tmp_path / "board.png"
    told = opened.ostraka("kleon", "view", opened.game, "green", "--svg", str(svg), "--png", str(png)).stdout
    assert told == f"The board is saved in {svg}.\nThe board is saved in {png}.\n"
    assert "as green knows it" in ElementTree.fromstring(svg.read_text(encoding="utf-8"))[0].text
    assert png.read_bytes().startswith(b"\x89PNG\r\n")


def test_without_a_seat_it_is_drawn_as_everybody_knows_it(opened, tmp_path):
    svg = tmp_path / "board.svg"
    opened.ostraka("kleon", "view", opened.game, "--svg", str(svg))
    assert "as everybody knows it" in svg.read_text(encoding="utf-8")


def test_dark_pictures_are_dark(opened, tmp_path):
    light, dark = tmp_path / "light.svg", tmp_path / "dark.svg"
    opened.ostraka("kleon", "view", opened.game, "--svg", str(light))
    opened.ostraka("kleon", "view", opened.game, "--svg", str(dark), "--dark")
    assert "prefers-color-scheme" in light.read_text(encoding="utf-8")
    assert "prefers-color-scheme" not in dark.read_text(encoding="utf-8")


def test_with_json_the_files_are_told(opened, tmp_path):
    svg = tmp_path / "board.svg"
    told = json.loads(opened.ostraka("kleon", "view", opened.game, "--svg", str(svg), "--json").stdout)
    assert told == {"svg": str(svg), "png": None}
    assert svg.exists()


def test_dark_without_a_picture_is_refused(opened):
    assert "--dark is for pictures" in opened.ostraka("kleon", "view", opened.game, "--dark", expect=2).stderr


def test_a_file_that_cannot_be_written_is_refused(opened, tmp_path):
    opened.ostraka("kleon", "view", opened.game, "--svg", str(tmp_path), expect=2)
