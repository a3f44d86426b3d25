"""What is said in a first game of Perikles."""

from adjudicator.kernel.rules.first_game import FirstGame, Note

FIRST_GAME = FirstGame(
    "standard",
    (
        Note("D-S1", "Cubes are your followers. Whoever has the most in a city may come to lead it.", "4.02"),
        Note(
            "D-2",
            "Take one tile: it puts cubes into its city. You may take one tile of each city a turn, and one Any City.",
            "2.04",
        ),
        Note("D-2", "A tile with the dagger removes a rival's cube, or a candidate.", "2.10"),
        Note("D-3", "Make yourself a candidate, or somebody weak your rival. Two stand in each city.", "3.03"),
        Note("elected", "The one with more cubes has won, and pays as many as the loser has.", "4.04"),
        Note("D-5C", "You lead these counters this turn. Send up to two, to attack or to defend.", "5.01"),
        Note("D-5C", "Nobody sees how strong a counter is until the battle. Bluff.", "6.02"),
        Note("round-fought", "Both sides roll two dice until one has two tokens. Strength sets the number.", "6.22"),
        Note("statue-erected", "Who led a city got a Statue there; a defeat of the city makes it worth less.", "7.01"),
    ),
)
