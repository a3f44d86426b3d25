"""Identities and cards, sealing (HPKE), phase keys, and what keys the dice."""
