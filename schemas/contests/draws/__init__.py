"""Who plays whom: the search for a seating, and the draw of a round by the kind of its contest."""
