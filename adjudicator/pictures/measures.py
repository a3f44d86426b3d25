"""How wide a text is: the advance widths of Atkinson Hyperlegible, rounded up to 40 thousandths of the type size.

Other fonts that the style sheet names are as wide within a few hundredths; the rounding leaves room for that.
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType

SIZES = MappingProxyType(
    {
        "title": 20,
        "lead": 20,
        "place": 17,
        "line": 15,
        "weak": 15,
        "firm": 15,
        "owner": 15,
        "small-name": 15,
        "mini": 14,
        "small": 14,
        "dull": 14,
        "tag": 14,
        "number": 14,
        "pale": 14,
        "deep": 14,
        "chip": 14,
        "badge-number": 14,
        "tile-name": 14,
        "region": 14,
        "letter": 13,
        "on-tower": 13,
        "row-name": 13,
        "on-map": 13,
        "city": 13,
        "town": 13,
        "tiny": 13,
    }
)
BOLD = (
    *("title", "lead", "place", "firm", "owner", "small-name", "letter", "on-tower", "row-name", "on-map", "tiny"),
    *("city", "chip", "tag", "number", "pale", "deep", "badge-number", "tile-name"),
)

_PLAIN = {
    160: "'",
    240: ",.:;l|",
    280: " `ij",
    320: '!"()[]f{}',
    360: "rt",
    400: "-/\\_",
    440: "*1Iy",
    480: "svxz–",
    520: "7?Jck",
    560: "2<>FLT^aeghnou~×",
    600: "$3569ESVYbdpq",
    640: "+48=ABKPRXZ",
    680: "#0CDw",
    720: "&GHNU",
    760: "OQ",
    800: "@",
    840: "MW",
    880: "m",
    960: "%",
}
_BOLD = {
    240: "'|",
    280: ",.:;j",
    320: " !`il",
    360: "[]",
    400: "()-frt{}",
    440: '"*_',
    480: "/1I\\",
    520: "cyz–",
    560: "7FJLasvx~×",
    600: "29<>E^bdeghknopu",
    640: "$+34568=?BPSTZq",
    680: "0CHKRUV",
    720: "&ADGNXY",
    760: "@w",
    800: "#OQ",
    880: "M",
    920: "Wm",
    1000: "%",
}
_WIDEST = 1000
_ADVANCE = {
    bold: {letter: advance for advance, letters in table.items() for letter in letters}
    for bold, table in ((False, _PLAIN), (True, _BOLD))
}


def size_of(kind: str) -> int:
    """The type size of a kind of text."""
    return SIZES[kind]


@lru_cache(maxsize=4096)
def width_of(text: str, kind: str = "line") -> int:
    """The room that a text needs."""
    advances = _ADVANCE[kind in BOLD]
    return -(-sum(advances.get(letter, _WIDEST) for letter in text) * size_of(kind) // 1000)
