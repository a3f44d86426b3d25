"""The addresses of the service: one blueprint a subject."""

from api.views.acts import acts
from api.views.credentials import tokens
from api.views.envelopes import envelopes
from api.views.feeds import feeds
from api.views.games import games
from api.views.hosts import hosts
from api.views.keys import keys
from api.views.players import players
from api.views.press import press
from api.views.records import records
from api.views.seats import seats
from api.views.sessions import sessions
from api.views.webhooks import webhooks

BLUEPRINTS = (hosts, players, keys, tokens, webhooks, sessions, games, acts, press, envelopes, seats, feeds, records)
