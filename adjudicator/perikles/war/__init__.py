"""Chapters 5 and 6: commitment of forces, and battles."""
