"""What games come to: points by the plan's scoring, the rounds that count, matches of two games, corrected results."""
