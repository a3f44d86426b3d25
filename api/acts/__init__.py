"""Acts: what a game's organiser, and the holders of its seats, do openly while it runs. Every act stands in the log."""

from api.acts.organiser_acts import take_act
from api.acts.seat_acts import take_seat_act

__all__ = ["take_act", "take_seat_act"]
