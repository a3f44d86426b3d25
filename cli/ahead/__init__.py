"""Answering ahead: what a seat would still be asked, and the cards on which it answers before it is."""
