"""The chapters by which a game is told: deals, Card Phases, Player Turns, the ends of Olympiads."""

from __future__ import annotations

from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.words import SideName
from adjudicator.kernel import ChapterBegins, Resolution

Running = Resolution[AthensSparta]


def turn_said(position: AthensSparta) -> str:
    """`Olympiad 84, Game Turn 3`."""
    return f"Olympiad {position.olympiad}, Game Turn {position.game_turn}"


def tell_deal(running: Running) -> None:
    """0.2-A."""
    olympiad = running.position.olympiad
    running.emit(ChapterBegins(chapter=f"{olympiad}", name=f"Olympiad {olympiad}"))


def tell_card_phase(running: Running) -> None:
    """0.3-A."""
    position = running.position
    chapter = f"{position.olympiad}.{position.game_turn}"
    running.emit(ChapterBegins(chapter=chapter, name=f"{turn_said(position)}: cards"))


def tell_player_turn(running: Running, side: SideName) -> None:
    """0.1-D."""
    position = running.position
    chapter = f"{position.olympiad}.{position.game_turn}.{side}"
    running.emit(ChapterBegins(chapter=chapter, name=f"{turn_said(position)}: turn of {side.capitalize()}"))


def tell_end_of_olympiad(running: Running) -> None:
    """0.1-B."""
    olympiad = running.position.olympiad
    running.emit(ChapterBegins(chapter=f"{olympiad}.end", name=f"Olympiad {olympiad}: its end"))
