"""The addresses under /api/v1: one blueprint a subject."""

from api.views.acts import acts
from api.views.aliases import aliases
from api.views.contests import contests
from api.views.credentials import credentials
from api.views.devices import devices
from api.views.envelopes import envelopes
from api.views.feeds import feeds
from api.views.games import games
from api.views.hosts import hosts
from api.views.players import players
from api.views.seats import press, seats
from api.views.webhooks import webhooks

BLUEPRINTS = (
    hosts,
    players,
    credentials,
    webhooks,
    devices,
    games,
    contests,
    aliases,
    acts,
    press,
    envelopes,
    seats,
    feeds,
)
