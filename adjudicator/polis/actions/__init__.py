"""The twelve actions (7), and the sheets that order them."""
