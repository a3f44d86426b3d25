"""Tools of a checkout, not of the product: the demo, and what is made from the code."""
