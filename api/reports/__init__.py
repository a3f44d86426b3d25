"""What is told of games: feeds, records, summaries, questions, lists in parts."""
