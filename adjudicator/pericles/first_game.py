"""What is said in a first game of Pericles."""

from adjudicator.kernel.rules.first_game import FirstGame, Note
from adjudicator.pericles.settings import SCENARIOS

FIRST_GAME = FirstGame(
    next(iter(SCENARIOS)),
    (
        Note(
            "D2",
            "More Honor wins. What you set aside is your Entourage: your Leader may draw one of it, by chance.",
            "1-C",
        ),
        Note("D6", "You control the debate: choose an issue that your cards speak for.", "6.11-A"),
        Note("D7", "Value plus the line that fits the issue, that is your total.", "6.12-B"),
        Note("debate-won", "The higher total moves the issue by the difference. Equal: nothing moves.", "6.13-A"),
        Note("D7", "A leader is strong, and out until the next turn once it is played.", "6.13-A"),
    ),
)
