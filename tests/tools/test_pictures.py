"""The pictures of the README are the drawings of today."""

from __future__ import annotations

import pytest

from tools.generate.pictures import FOLDER, PICTURES, drawn


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_of_the_readme_is_what_its_title_draws_now(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == drawn(PICTURES[name]), "make pictures writes them anew"
    assert f"docs/pictures/{name}" in FOLDER.parents[1].joinpath("README.md").read_text(encoding="utf-8")
