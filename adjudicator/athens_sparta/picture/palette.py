"""The colours: blue and round for Athens, red and with cut corners for Sparta, green for the neutral cities' blocks."""

from __future__ import annotations

from types import MappingProxyType

from adjudicator.pictures import palette

LIGHT = MappingProxyType(
    {
        **palette.LIGHT,
        "athens": "#dcebf8",
        "sparta": "#fbe0da",
        "sea": "#d5e4ec",
        "grid": "#bccfda",
        "land": "#efe6cf",
        "mountain": "#cdb78c",
        "persia": "#ead2b4",
        "coast": "#8f8262",
        "side": "#cbbd97",
        "wall": "#6b4a23",
        "strait": "#1769b5",
        "border": "#b4551c",
        "siege": "#8a1f1f",
    }
)
DARK = MappingProxyType(
    {
        **palette.DARK,
        "athens": "#14304a",
        "sparta": "#4a1d1c",
        "sea": "#0f2230",
        "grid": "#1f3545",
        "land": "#2f2c22",
        "mountain": "#4d4430",
        "persia": "#43321f",
        "coast": "#7a7154",
        "side": "#4a452f",
        "wall": "#b98f58",
        "strait": "#4ba0ee",
        "border": "#dd8043",
        "siege": "#ea6f68",
    }
)
COLOURS = MappingProxyType({"blue": "#0b4f8a", "red": "#9c1c26", "green": "#2c6b3a"})
"""Of blocks and cities, in light and dark."""
