"""What every title shares: positions, questions, phases, chance, views, events, replay, cases."""

from adjudicator.kernel.chance import Chance
from adjudicator.kernel.errors import Illegal, Malformed, OstrakaError, UnknownName
from adjudicator.kernel.position.book_entries import Book, Entry
from adjudicator.kernel.position.hidden import UNKNOWN, Unknown, unknowns
from adjudicator.kernel.position.position import Ask, Outcome, Phase, Position, Step, step
from adjudicator.kernel.questions.questions import Order, Question
from adjudicator.kernel.run.events import ChapterBegins, Event, NoOrder
from adjudicator.kernel.run.resolution import Answers, Counted, Fallen, Resolution
from adjudicator.kernel.title.title import Bot, Refusal, Scenario, Setting, Title

__all__ = [
    "UNKNOWN",
    "Answers",
    "Ask",
    "Book",
    "Bot",
    "Chance",
    "ChapterBegins",
    "Counted",
    "Entry",
    "Event",
    "Fallen",
    "Illegal",
    "Malformed",
    "NoOrder",
    "Order",
    "OstrakaError",
    "Outcome",
    "Phase",
    "Position",
    "Question",
    "Refusal",
    "Resolution",
    "Scenario",
    "Setting",
    "Step",
    "Title",
    "Unknown",
    "UnknownName",
    "step",
    "unknowns",
]
