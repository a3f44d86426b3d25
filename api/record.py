"""The record of a finished game, put together from the database."""


def compose(house, session, game):
    return {}
