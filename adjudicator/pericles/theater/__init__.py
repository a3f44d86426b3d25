"""Section 8: markers in the theaters, diplomacy, Leagues, the Oracle."""
