"""`ostraka contest`: cups, leagues and ladders, from a plan in YAML to the proof of the last standings."""
