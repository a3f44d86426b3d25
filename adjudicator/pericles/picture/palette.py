"""The colours: blue for Athens, red for Sparta, dark for City-States, light for Leagues; shapes tell kinds apart."""

from __future__ import annotations

from types import MappingProxyType

from adjudicator.pictures import palette

LIGHT = MappingProxyType(
    {
        **palette.LIGHT,
        **palette.MAP_LIGHT,
        "athens": "#dcebf8",
        "sparta": "#fbe0da",
        "hatch": "#f1cbc2",
        "closed": "#d9d6cf",
        "coastal": "#1f3a6e",
        "transport": "#2b86d9",
        "overland": "#8a5a2b",
    }
)
DARK = MappingProxyType(
    {
        **palette.DARK,
        **palette.MAP_DARK,
        "athens": "#14304a",
        "sparta": "#4a1d1c",
        "hatch": "#5d2827",
        "closed": "#3a3d44",
        "coastal": "#a9bfe8",
        "transport": "#3f9aec",
        "overland": "#c98f52",
    }
)
# by City-State or League: its colour, and the text that is read on it
COLOURS = MappingProxyType(
    {
        "athenian": ("#0b4f8a", "pale"),
        "delian": ("#8cc4ec", "deep"),
        "argive": ("#9fd3a4", "deep"),
        "spartan": ("#9c1c26", "pale"),
        "three_hundred": ("#9c1c26", "pale"),
        "peloponnesian": ("#f2a488", "deep"),
        "persian": ("#6d3487", "pale"),
    }
)
SIDES = MappingProxyType({"athens": "#0b4f8a", "sparta": "#9c1c26"})


def colour_of(piece: str) -> str:
    """Whose a piece is, as a key of `COLOURS`."""
    return piece if piece in COLOURS else piece.partition("_")[0]


def text_on(piece: str) -> str:
    """The kind of text that is read on a piece."""
    return COLOURS[colour_of(piece)][1]
