"""The colours: blue and round for Athens, red and with cut corners for Sparta, each with its letter."""

from __future__ import annotations

from types import MappingProxyType

from adjudicator.pictures import palette

LIGHT = MappingProxyType(
    {
        **palette.LIGHT,
        **palette.MAP_LIGHT,
        "athens": "#dcebf8",
        "sparta": "#fbe0da",
        "waters": "#e6f1f8",
        "overland": "#8a5a2b",
        "overseas": "#2b86d9",
        "square": "#fff3c4",
    }
)
DARK = MappingProxyType(
    {
        **palette.DARK,
        **palette.MAP_DARK,
        "athens": "#14304a",
        "sparta": "#4a1d1c",
        "waters": "#173247",
        "overland": "#c98f52",
        "overseas": "#3f9aec",
        "square": "#4a4220",
    }
)
SIDES = MappingProxyType({"athens": "#0b4f8a", "sparta": "#9c1c26"})
