"""What is said in a first game of Polis."""

from adjudicator.kernel.rules.first_game import FirstGame, Note

FIRST_GAME = FirstGame(
    "corinthian_war",
    (
        Note("D2", "Two actions of different kinds. Do one or none, and you have passed for the round.", "6-A"),
        Note("prestige-paid", "Every military action costs 1 Prestige. With none you are tied to your home.", "7-A"),
        Note("collected", "One hoplite on a square brings its good. Nobody else can collect there now.", "7.8-A"),
        Note("D2", "A merchant takes a shipment that is free and open in this round.", "7.9-A"),
        Note(
            "D16",
            "Poleis eat as much wheat as they have people; what is left makes them grow. People are points.",
            "9.3-A",
        ),
    ),
)
