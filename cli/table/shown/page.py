"""All of the page of a game: seats, board, answer, log, press."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec
from markupsafe import Markup
from msgspec.structs import replace

from adjudicator.pictures.people import mark
from cli.seat.game import Chapter, Message
from cli.table.board.pictures import Picture, heading_of, said_of
from cli.table.rendering import SCRIPTS, linked, sentences
from cli.table.shown.beside import Beside
from cli.table.sitting import Boards, Sitting
from cli.times import short_left

SHOWN: Final = 12  # phases of the log that a page has, beside those since the last answer
Facts = dict[str, Any]


class GamePage(msgspec.Struct, frozen=True):
    """The page of a game that somebody sits at."""

    sitting: Sitting

    @property
    def boards(self) -> Boards:
        """The boards of the game."""
        return self.sitting.boards

    @property
    def beside(self) -> Beside:
        """What stands beside the board."""
        return Beside(self.sitting)

    def facts(self, then: int | None, whole_log: bool, pointed_at: str = "", scene: str = "") -> Facts:
        """Everything on the page; `then`: the board as it was after that phase, or after a scene; and what is pointed
        at in words."""
        now, game = self.sitting.now, self.sitting.game
        answer = self.beside.facts()
        looking = self.then(then) if then is not None and then in game.views() else None
        if scene:
            from cli.table.shown.scenes import Scenes  # no first board needs it

            looking = Scenes(self.sitting).looked_at(scene) or looking
        boards = self.boards.now
        facts: Facts = {
            "sitting": self.sitting,
            "game": game,
            "now": now,
            "left": short_left(now.deadline) if now.deadline else "",
            "heading": heading_of(boards[0]).partition(": ")[2].rpartition(", ")[0],
            "boards": looking["boards"] if looking else [self.as_answered(one, answer) for one in boards],
            "roomy": any(one.is_roomy for one in boards),
            "sheets": sorted({one.sheet for one in boards}),
            "scripts": SCRIPTS,
            "then": looking,
            "views": list(game.views()),
            "places": said_of(looking["bare"] if looking else boards[0]),
            "pointed_at": pointed_at,
            "seats": (seats := self.seats()),
            "seats_drawn": all(f'data-id="{one["id"]}"' in boards[0].svg for one in seats),
            "your_turn": bool(now.asked) and self.sitting.sent is None,
            "drawn": sha256(" ".join(one.svg for one in boards).encode()).hexdigest()[:16],
            "log": (log := self.log(whole_log)),
            "scene": looking and looking.get("scene"),
            "newest": log["newest"],
            "press": self.press(),
            "notes": self.sitting.kept.notes,
            "ahead": self.beside.ahead(),
            **answer,
        }
        facts["notice"], self.sitting.notice = self.sitting.notice, []  # once nothing more is asked of a host
        return facts

    def press(self) -> Sequence[Message] | None:
        """What was written, with the names of what is on the board."""
        found, rules, view = self.sitting.game.press(), self.sitting.game.rules, self.sitting.now.view

        def named(seat: str) -> str:
            return rules.words(view, f"seat:{seat}") if seat in view.seats else seat

        return found and [
            replace(one, sender=named(one.sender), to=(*map(named, one.to),), text=linked(one.text, self.boards.names))
            for one in found
        ]

    def seats(self) -> list[Facts]:
        """The seats with their players and scores, those that are asked marked."""
        rules, view = self.sitting.game.rules, self.sitting.now.view
        scores, drawn = rules.scores(view), self.boards.now[0].svg
        phase = view.phase
        asked = {ask.seat for ask in phase.asks} if phase and not phase.veiled else set()
        if self.sitting.now.asked:
            asked.add(self.sitting.game.seat)
        return [
            {
                "id": f"seat:{seat}",
                "name": rules.words(view, f"seat:{seat}").removeprefix("the "),
                "mark": mark(rules, seat),
                "marked": f'id="wide-{seat}"' in drawn,
                "seat": seat,
                "player": self.beside_name(seat),
                "score": scores.get(seat),
                "asked": seat in asked,
                "own": seat == self.sitting.game.seat,
            }
            for seat in view.seats
        ]

    def beside_name(self, seat: str) -> str:
        """What stands beside the name of a seat: of a person what the seat itself is called, else who plays it."""
        game = self.sitting.game
        own = game.rules.naming.own_word(self.sitting.now.view, seat).removeprefix("the ")
        said = [own] if seat in game.rules.naming.people else [game.players.get(seat, "")]
        if seat == game.seat and "you" not in said:
            said.append("you")
        return ", ".join(filter(None, said))

    def as_answered(self, board: Picture, answer: Facts) -> Markup:
        """The board now, with what may be chosen and what the answer would change."""
        return board.lit(answer["lights"], answer["left_there"], answer["ghosts"].get(board.shape, ""))

    def then(self, phase: int, shape: str = "") -> Facts:
        """The board after a phase, with what changed in it; in one shape if that is named."""
        boards, views = self.boards.after(phase), list(self.sitting.game.views())
        place = views.index(phase)
        before = self.boards.after(views[place - 1]) if place else boards
        new = boards[0].new_since(before[0])
        if shape:  # beside the board that is there already
            boards = [one.without_signs_of(now) for one, now in zip(boards, self.boards.now, strict=True)]
        told = next((one.told for one in self.sitting.game.chapters() if one.phase == phase), ())
        return {
            "phase": phase,
            "place": place,
            "boards": [one.lit(dict.fromkeys(new, "changed")) for one in boards if shape in ("", one.shape)],
            "bare": boards[0],
            "sheets": sorted({one.sheet for one in boards}),
            "told": sentences(told, self.sitting.game.rules, self.sitting.now.view),
        }

    def log(self, whole: bool) -> Facts:
        """The story, the newest phase first: what is new since the last answer, then what was before."""
        answered = max(self.sitting.game.answered, default=-1)
        chapters = [one for one in reversed(self.sitting.game.chapters()) if one.told]
        news = [one for one in chapters if one.phase > answered - 1 and answered >= 0]
        before = [one for one in chapters if one not in news]
        kept = before if whole else before[: max(0, SHOWN - len(news))]
        entries = self.entries([*news, *kept], in_scenes=answered >= 0)
        return {
            "news": entries[: len(news)],
            "before": entries[len(news) :],
            "more": len(before) - len(kept),
            "newest": next(
                (one["phase"] for one in entries[: len(news)] if any(part.get("is_news") for part in one["parts"])), ""
            ),
        }

    def entries(self, chapters: Sequence[Chapter], in_scenes: bool) -> list[Facts]:
        """Phases of the log. Before the seat has answered anything there is nothing to tell of: all are lines."""
        rules, view, views = self.sitting.game.rules, self.sitting.now.view, set(self.sitting.game.views())
        if in_scenes:
            from cli.table.shown.scenes import Scenes  # no first board needs it

            parts = Scenes(self.sitting).log(chapters)
        else:
            parts = [[{"scene": "", "lines": sentences(one.told, rules, view), "begins": False}] for one in chapters]
        return [
            {"phase": one.phase, "parts": told, "view": one.phase in views}
            for one, told in zip(chapters, parts, strict=True)
        ]
