"""A game at the table: a sitting with its boards; one request at a time."""

from __future__ import annotations

from threading import RLock

from cli.answer import sitting
from cli.home.home import Home
from cli.seat.game import Game, Moment
from cli.table.board.boards import Boards
from cli.table.board.pictures import Pictures


class Sitting(sitting.Sitting):
    """What a browser looks at."""

    def __init__(self, game: Game, home: Home, pictures: Pictures) -> None:
        self.lock = RLock()
        self.boards = Boards(game, pictures)
        super().__init__(game, home)

    def leave_behind(self, moment: Moment) -> None:
        """Another phase is open: its board is shown."""
        self.boards.show(moment.view)
        super().leave_behind(moment)

    @property
    def token(self) -> str:
        """Another one when the page should be looked at anew."""
        now = self.now
        return f"{now.phase}-{len(self.game.chapters())}-{len(now.asked)}-{len(now.waiting)}"
