"""Special places: neutrals, twins, Persia, the Hellespont, Sicily (9)."""
