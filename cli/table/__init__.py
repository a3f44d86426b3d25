"""The table: the page on which a game is played, served on this machine's loopback to one browser.

The browser gets pictures, words and the steps of an order; never a key, an envelope or a password.
"""
