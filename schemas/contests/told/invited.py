"""What became of an invitation to a contest, in words."""

from typing import Final

BECAME: Final = {
    "waiting": "has not come yet",
    "entered": "has entered",
    "out": "entered, and is out again",
    "returned": "the mail came back: is the address right?",
    "registered": "somebody has registered by it",
    "unknown": "whether they came is not told",
}
"""By its status."""
COMING: Final = ("waiting", "returned")
"""Who has not come, as far as that is known."""
