"""A game at the table: a sitting with its boards; one request at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from threading import RLock
from typing import TYPE_CHECKING, Any, Final

from adjudicator.kernel import Chance, Event, Order, Title
from cli.answer import sitting
from cli.answer.answer import Answer
from cli.home.home import Home
from cli.home.settings import warns
from cli.rules.saved_games import key_of
from cli.seat.game import Game, Moment
from cli.table.board.pictures import Picture, Pictures, drawn_in
from cli.table.rendering import names_of

if TYPE_CHECKING:
    from cli.table.foresight import Foresight

    Imagines = Callable[[Foresight, RLock], None]


class Sitting(sitting.Sitting):
    """What a browser looks at."""

    def __init__(self, game: Game, home: Home, pictures: Pictures, place: str = "") -> None:
        """`place`: where in addresses it is, if not at the game's id."""
        self.lock = RLock()
        self.place = place or game.id
        self.unsent = ""  # a message that was written and not taken
        self.boards = Boards(game, pictures)
        self.imagines: Imagines | None = None  # what imagines games beside the page
        self._foresight: Foresight | None = None
        self._warned: int | None = None  # the phase in which somebody was
        self.came_of_it = ""  # of what a bot advised
        self.trap_of_silence = ""
        self.home = home
        super().__init__(game, home)
        self.covered = game.shared and self.now.phase is not None  # until whose turn it is has the machine

    def leave_behind(self, moment: Moment) -> None:
        """Another phase is open: its board is shown."""
        self.boards.show(moment.view)
        super().leave_behind(moment)

    def trap(self, sheet: Answer, orders: Sequence[Order]) -> str:
        """The trap that orders lead into, as far as games that are imagined beside the page have come to it."""
        now, imagines = self.now, self.imagines
        if imagines is None or not self.game.advises or now.phase is None or not dreads(self.game.rules):
            return ""
        from cli.table.foresight import FORESEEN, Foresight, Looking  # no first board needs it

        if self._foresight is None:
            better = sheet.advised(Chance(key_of(b"advice", self.seat, now.phase)))
            self._foresight = Foresight(Looking(self.game.rules, now.view, self.seat), better)
        foresight = self._foresight
        said = foresight.look(orders)
        if foresight.wanted and not foresight.is_going:
            foresight.is_going = True
            imagines(foresight, self.lock)
        return f"{said} {FORESEEN}" if said else ""

    def ask_a_bot(self, phase: int) -> None:
        """Have a bot say what it would send, what came of it in imagined games, and whether silence is a trap."""
        super().ask_a_bot(phase)
        if self.advice and self.sheet is not None:
            from cli.table.foresight import FORESEEN, Looking, ends_in_words  # no first board needs it

            rules, view = self.game.rules, self.now.view
            silence = [rules.default(view, self.seat, name) for name in self.sheet.asked]
            looking = Looking(rules, view, self.seat)
            self.came_of_it = ends_in_words(looking, self.advice, silence)
            warned = warns(self.home.root) and dreads(rules)
            said = looking.trap(silence, self.advice) if warned else ""
            self.trap_of_silence = f"{said} {FORESEEN}" if said else ""

    def doubts(self, sheet: Answer) -> list[str]:
        """Once in a phase also that the answer leads into a trap; what is not known yet is waited for by nobody."""
        trap = "" if self._warned == self.now.phase else self.trap(sheet, sheet.in_order)
        if not trap:
            return super().doubts(sheet)
        self._warned = self.now.phase
        return [*super().doubts(sheet), trap]

    def look_again(self) -> None:
        """Take over what is new; nothing more is imagined of a question that is answered."""
        before = self.moment
        super().look_again()
        if before is not None and before.phase == self.now.phase:
            return
        self.came_of_it = self.trap_of_silence = ""
        if self._foresight is not None:
            self._foresight.drop()
            self._foresight = None

    @property
    def token(self) -> str:
        """Another one when the page should be looked at anew."""
        now, game = self.now, self.game
        given = self.given.words if self.given is not None else ()
        shown = (game.heard, now.phase, now.asked, now.deadline, now.waiting, self.seat, self.sent, game.trouble, given)
        return sha256(repr(shown).encode()).hexdigest()[:16]


def dreads(rules: Title[Any]) -> bool:
    """Whether anything in a title harms a seat so that it is warned of."""
    return any(kind.harms is not Event.harms for kind in rules.events)


SHORTEST: Final = 3  # letters of a name that is found in text


class Boards:
    """The boards of one game, as one seat sees them; `view`: as it is now."""

    def __init__(self, game: Game, pictures: Pictures) -> None:
        self.game, self.pictures = game, pictures
        self.view: Any = None
        self._drawn: dict[int | tuple[int, int, str] | None, list[Picture]] = {}
        self._named: dict[Picture, dict[str, str]] = {}

    def show(self, view: Any) -> None:
        """This is the board now; all is drawn anew."""
        self.view = view
        self._drawn.clear()

    def after(self, phase: int | None) -> list[Picture]:
        """The board as a phase left it (None: as it is now), in every shape."""
        if phase not in self._drawn:
            view = self.view if phase is None else self.game.view_after(phase)
            self._drawn[phase] = self.pictures.of(self.game.rules, view, self.game.seat)
        return self._drawn[phase]

    def at(self, phase: int, told: int, shape: str = "") -> list[Picture]:
        """The board inside a phase, when the seat had been told so much of it, in every shape or in one; KeyError where
        there is none."""
        if (phase, told, shape) not in self._drawn:
            view = self.game.view_at(phase, told)
            self._drawn[phase, told, shape] = self.pictures.of(self.game.rules, view, self.game.seat, shape)
        return self._drawn[phase, told, shape]

    @property
    def now(self) -> list[Picture]:
        """The board now, in every shape."""
        return self.after(None)

    @property
    def names(self) -> dict[str, str]:
        """What is drawn on the board now, by name."""
        board = self.now[0]
        if board not in self._named:
            found = names_of(drawn_in(board), self.game.rules, self.view)
            self._named = {board: {name: one for name, one in found.items() if len(name) >= SHORTEST}}
        return self._named[board]
