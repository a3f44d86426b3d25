"""What is said in a first game of Athens & Sparta."""

from adjudicator.kernel.rules.first_game import FirstGame, Note

FIRST_GAME = FirstGame(
    "war",
    (
        Note(
            "D-4",
            "Cities worth 30 points win. Choose a card in secret: its number is what you may do; the higher begins.",
            "0.3-A",
        ),
        Note("D-7", "One point moves one block, each block once a turn.", "4.0-A"),
        Note("D-7", "Your blocks show their face to you alone. Theirs are backs until they fight.", "2.2-A"),
        Note(
            "D-8B",
            "Battles last two rounds. Choose to be asked, and you say block by block who fires, retreats or withdraws.",
            "5.1-B",
        ),
        Note(
            "block-fired",
            "One die for each step left; a die up to the rating hits. A fires first, C last.",
            "2.1-B",
        ),
        Note("victory-checked", "Thirty points of cities that nobody besieges or blockades win.", "10.2-A"),
    ),
)
