"""The ids by which pictures name what questions of Perikles offer."""

from __future__ import annotations


def city_subject(city: str) -> str:
    """A city."""
    return f"city:{city}"


def seat_subject(seat: str) -> str:
    """A seat, or its colour."""
    return f"seat:{seat}"


def place_subject(location: str) -> str:
    """A Location."""
    return f"place:{location}"
