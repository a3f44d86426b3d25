"""The colours, in light and in dark: those of Okabe and Ito for the seats, so that no reader depends on red and green.

A seat is also known by the shape of its mark and by the letter on it.
"""

from __future__ import annotations

from types import MappingProxyType

from adjudicator.pictures import palette

LIGHT = MappingProxyType(
    {
        **palette.LIGHT,
        **palette.MAP_LIGHT,
        "hoplite": "#fff3d0",
        "trireme": "#d3ebfa",
        "att": "#f9ebe6",
        "def": "#e9f1e6",
        "war": "#f7d9d3",
        "ally": "#d8ecd8",
    }
)
DARK = MappingProxyType(
    {
        **palette.DARK,
        **palette.MAP_DARK,
        "hoplite": "#4a3f20",
        "trireme": "#1d4258",
        "att": "#3a2522",
        "def": "#21301f",
        "war": "#57251e",
        "ally": "#1f4524",
    }
)
SEATS = MappingProxyType(
    {
        "red": ("#b3202c", "#ffffff", "R"),
        "green": ("#35b58c", "#000000", "G"),
        "black": ("#000000", "#ffffff", "K"),
        "orange": ("#f0a81c", "#000000", "O"),
        "blue": ("#0072b2", "#ffffff", "B"),
    }
)
