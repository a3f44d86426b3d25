"""Documents. Those of the rules are installed too: a host shows them."""
