"""The end of an Olympiad: Victory Check and Replacement (8, 10.2)."""
