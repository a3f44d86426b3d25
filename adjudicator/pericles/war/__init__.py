"""Section 9: building, expeditions, battles and losses."""
