"""The colours of ground and ink, light and dark, for the pictures of all titles. Alone: titles lay theirs over it."""

from __future__ import annotations

from types import MappingProxyType

LIGHT = MappingProxyType(
    {
        "paper": "#f6f2e8",
        "card": "#ffffff",
        "mine": "#fffbe9",
        "battle": "#fdeecb",
        "line": "#b9b09b",
        "ink": "#1b1b1b",
        "faint": "#5a5548",
    }
)
DARK = MappingProxyType(
    {
        "paper": "#15171b",
        "card": "#22262d",
        "mine": "#2c2a1e",
        "battle": "#3d3213",
        "line": "#596070",
        "ink": "#f1efe8",
        "faint": "#b8b5ab",
    }
)
MAP_LIGHT = MappingProxyType({"sea": "#d5e4ec", "land": "#efe6cf", "coast": "#7d7150", "glow": "#d9480f"})
MAP_DARK = MappingProxyType({"sea": "#0f2230", "land": "#2a2820", "coast": "#a1977a", "glow": "#ff8c5a"})
