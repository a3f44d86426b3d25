"""What every title shares: positions, questions, phases, chance, views, events, replay, cases."""

from adjudicator.kernel.chance import Chance
from adjudicator.kernel.errors import Illegal, Malformed, Misshapen, OstrakaError, OtherRules, UnknownName
from adjudicator.kernel.position.position import (
    UNKNOWN,
    Ask,
    Book,
    Entry,
    Outcome,
    Phase,
    Position,
    Step,
    Unknown,
    agenda_step,
    forward,
    step,
    unknowns,
)
from adjudicator.kernel.previews import Preview
from adjudicator.kernel.questions.kinds import Count, One, Shares, Some, YesNo, no_first
from adjudicator.kernel.questions.offers import Offer, Option
from adjudicator.kernel.questions.parted import Parted, Parts
from adjudicator.kernel.questions.questions import KeyedOrder, Order, Question, ask_name
from adjudicator.kernel.rules.gathering import declared, gather, later
from adjudicator.kernel.rules.rules import KERNEL, Bot, Imagined, Rules, Scenario, Setting, Shape
from adjudicator.kernel.rules.upgrades import Upgrade
from adjudicator.kernel.run.endings import Concede, Draw, DrawOffers
from adjudicator.kernel.run.events import ChapterBegins, Event, Masked, NoOrder
from adjudicator.kernel.run.resolution import Answers, Counted, Fallen, Resolution
from adjudicator.kernel.title.knowing import Refusal
from adjudicator.kernel.title.title import Title

__all__ = [
    "KERNEL",
    "UNKNOWN",
    "Answers",
    "Ask",
    "Book",
    "Bot",
    "Chance",
    "ChapterBegins",
    "Concede",
    "Count",
    "Counted",
    "Draw",
    "DrawOffers",
    "Entry",
    "Event",
    "Fallen",
    "Illegal",
    "Imagined",
    "KeyedOrder",
    "Malformed",
    "Masked",
    "Misshapen",
    "NoOrder",
    "Offer",
    "One",
    "Option",
    "Order",
    "OstrakaError",
    "OtherRules",
    "Outcome",
    "Parted",
    "Parts",
    "Phase",
    "Position",
    "Preview",
    "Question",
    "Refusal",
    "Resolution",
    "Rules",
    "Scenario",
    "Setting",
    "Shape",
    "Shares",
    "Some",
    "Step",
    "Title",
    "Unknown",
    "UnknownName",
    "Upgrade",
    "YesNo",
    "agenda_step",
    "ask_name",
    "declared",
    "forward",
    "gather",
    "later",
    "no_first",
    "step",
    "unknowns",
]
