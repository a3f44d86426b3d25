"""The schema of 0.2.0, the first that is kept: what changes a table from here on is a revision more.

It stands here by itself: the models go on, and a database that was made by it is brought up from it. (Long, since all
tables are in it.)

Revision ID: 0001
Revises:
"""

from __future__ import annotations

from typing import Final

from alembic import op
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    text,
)

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

META: Final = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_N_label)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)
WHOLE: Final = BigInteger().with_variant(Integer, "sqlite")
TEXT, BYTES, TRUTH, MOMENT, DATA = String(), LargeBinary(), Boolean(), DateTime(timezone=True), JSON()


def upgrade() -> None:
    """Make every table."""
    META.create_all(op.get_bind())


def some(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    """An index over the rows for which a condition holds, on either database."""
    return Index(name, *columns, unique=unique, sqlite_where=text(where), postgresql_where=text(where))


Table(
    "buckets",
    META,
    Column("who", TEXT, primary_key=True),
    Column("level", Float, nullable=False),
    Column("granted", Float, nullable=False),
    Column("at", Float, nullable=False),
)
Table(
    "host",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("check_value", BYTES, nullable=False),
    Column("identity", BYTES, nullable=False),
    Column("card", BYTES, nullable=False),
    Column("created_at", MOMENT, nullable=False),
)
Table(
    "mails_in",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("digest", TEXT, nullable=False),
    Column("answered", TEXT),
    Column("at", MOMENT, nullable=False),
    UniqueConstraint("digest"),
    Index("ix_mails_in_answered", "answered"),
)
Table(
    "nonces",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("key_id", TEXT, nullable=False),
    Column("nonce", TEXT, nullable=False),
    Column("at", MOMENT, nullable=False),
    UniqueConstraint("key_id", "nonce"),
    Index("ix_nonces_at", "at"),
)
Table(
    "players",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("handle", TEXT, nullable=False),
    Column("key_id", TEXT, nullable=False),
    Column("card", BYTES, nullable=False),
    Column("email", TEXT),
    Column("preferences", BYTES),
    Column("bounces", WHOLE, nullable=False, server_default="0"),
    Column("created_at", MOMENT, nullable=False),
    UniqueConstraint("handle"),
    UniqueConstraint("key_id"),
)
Table(
    "aliases",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("alias", TEXT, ForeignKey("players.handle"), nullable=False),
    Column("place", TEXT, nullable=False),
    Column("mark", TEXT, nullable=False),
    Column("statement", BYTES, nullable=False),
    Column("logged", TRUTH, nullable=False, server_default="0"),
    Column("holder", TEXT),
    UniqueConstraint("alias"),
    UniqueConstraint("place", "mark"),
    some("ix_aliases_hidden", "place", where="holder IS NULL AND logged"),
    some("ix_aliases_revealed", "holder", where="holder IS NOT NULL"),
)
Table(
    "claims",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("player", TEXT, ForeignKey("players.handle"), nullable=False),
    Column("key_id", TEXT, nullable=False),
    Column("card", BYTES, nullable=False),
    Column("statement", BYTES, nullable=False),
    Column("at", MOMENT, nullable=False),
    UniqueConstraint("player", "key_id"),
)
Table(
    "contests",
    META,
    Column("id", TEXT, primary_key=True),
    Column("digest", TEXT, nullable=False),
    Column("opening", BYTES, nullable=False),
    Column("title", TEXT, nullable=False),
    Column("organiser", TEXT, ForeignKey("players.handle"), nullable=False),
    Column("status", TEXT, nullable=False),
    Column("private", TRUTH, nullable=False, server_default="0"),
    Column("commitment", TEXT, nullable=False),
    Column("secret", BYTES, nullable=False),
    Column("created_at", MOMENT, nullable=False),
    Column("look_at", MOMENT),
    Column("asked_at", MOMENT),
    Column("faults", WHOLE, nullable=False, server_default="0"),
    UniqueConstraint("digest"),
    Index("ix_contests_created_at", "created_at"),
    Index("ix_contests_look_at", "look_at"),
    Index("ix_contests_newest", "status", "created_at"),
    Index("ix_contests_organiser", "organiser"),
)
Table(
    "former_keys",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("player", TEXT, ForeignKey("players.handle"), nullable=False),
    Column("key_id", TEXT, nullable=False),
    Column("card", BYTES, nullable=False),
    Column("rotation", BYTES),
    Column("at", MOMENT, nullable=False),
    UniqueConstraint("key_id"),
    Index("ix_former_keys_player", "player"),
)
Table(
    "tokens",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("token", TEXT, nullable=False),
    Column("player", TEXT, ForeignKey("players.handle"), nullable=False),
    Column("key_id", TEXT, nullable=False),
    Column("name", TEXT, nullable=False),
    Column("digest", TEXT, nullable=False),
    Column("scopes", DATA, nullable=False),
    Column("games", DATA),
    Column("created_at", MOMENT, nullable=False),
    Column("expires_at", MOMENT, nullable=False),
    UniqueConstraint("digest"),
    UniqueConstraint("player", "name"),
    UniqueConstraint("token"),
)
Table(
    "web_sessions",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("digest", TEXT, nullable=False),
    Column("player", TEXT, ForeignKey("players.handle"), nullable=False),
    Column("key_id", TEXT, nullable=False),
    Column("link", TRUTH, nullable=False),
    Column("created_at", MOMENT, nullable=False),
    Column("expires_at", MOMENT, nullable=False),
    UniqueConstraint("digest"),
    Index("ix_web_sessions_player", "player"),
)
Table(
    "webhooks",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("webhook", TEXT, nullable=False),
    Column("player", TEXT, ForeignKey("players.handle"), nullable=False),
    Column("key_id", TEXT, nullable=False),
    Column("url", TEXT, nullable=False),
    Column("created_at", MOMENT, nullable=False),
    Column("rests_until", MOMENT),
    UniqueConstraint("player", "url"),
    UniqueConstraint("webhook"),
)
Table(
    "contest_components",
    META,
    Column("contest", TEXT, ForeignKey("contests.id"), primary_key=True),
    Column("text", TEXT, nullable=False),
)
Table(
    "contest_invitations",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("contest", TEXT, ForeignKey("contests.id"), nullable=False),
    Column("signer", TEXT, nullable=False),
    Column("number", WHOLE, nullable=False),
    Column("digest", TEXT, nullable=False),
    Column("statement", BYTES, nullable=False),
    UniqueConstraint("contest", "signer", "number"),
    UniqueConstraint("digest"),
)
Table(
    "contest_log",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("contest", TEXT, ForeignKey("contests.id"), nullable=False),
    Column("index", WHOLE, nullable=False),
    Column("digest", BYTES, nullable=False),
    Column("statement", BYTES, nullable=False),
    UniqueConstraint("contest", "index"),
)
Table(
    "contest_readers",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("contest", TEXT, ForeignKey("contests.id"), nullable=False),
    Column("player", TEXT, ForeignKey("players.handle"), nullable=False),
    UniqueConstraint("contest", "player"),
    Index("ix_contest_readers_player", "player"),
)
Table(
    "games",
    META,
    Column("id", TEXT, primary_key=True),
    Column("digest", TEXT, nullable=False),
    Column("opening", BYTES, nullable=False),
    Column("title", TEXT, nullable=False),
    Column("version", TEXT, nullable=False),
    Column("organiser", TEXT, ForeignKey("players.handle"), nullable=False),
    Column("status", TEXT, nullable=False),
    Column("paused_at", MOMENT),
    Column("mail_at", MOMENT),
    Column("commitment", TEXT, nullable=False),
    Column("secret", BYTES, nullable=False),
    Column("created_at", MOMENT, nullable=False),
    Column("contest", TEXT, ForeignKey("contests.id")),
    Column("counted", TRUTH, nullable=False, server_default="0"),
    Column("places", DATA),
    Column("scores", DATA),
    Column("reason", TEXT),
    Column("private", TEXT, nullable=False, server_default="no"),
    Column("tags", TEXT, nullable=False, server_default=""),
    Column("started_at", MOMENT),
    Column("over_at", MOMENT),
    Column("missed", DATA, nullable=False, server_default="[]"),
    UniqueConstraint("digest"),
    Index("ix_games_contest", "contest"),
    Index("ix_games_created_at", "created_at"),
    Index("ix_games_mail_at", "mail_at"),
    Index("ix_games_newest", "status", "created_at"),
    Index("ix_games_organiser", "organiser"),
    Index("ix_games_rules", "status", "title", "version"),
    some("ix_games_uncounted", "contest", where="contest IS NOT NULL AND status = 'over' AND NOT counted"),
)
Table(
    "acts",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("game", TEXT, ForeignKey("games.id"), nullable=False),
    Column("signer", TEXT, nullable=False),
    Column("number", WHOLE, nullable=False),
    Column("digest", TEXT, nullable=False),
    Column("kind", TEXT, nullable=False),
    Column("act", TEXT, nullable=False),
    Column("seat", TEXT),
    Column("statement", BYTES, nullable=False),
    Column("at", MOMENT, nullable=False),
    UniqueConstraint("digest"),
    UniqueConstraint("game", "signer", "number"),
)
Table(
    "components",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("game", TEXT, ForeignKey("games.id"), nullable=False),
    Column("text", TEXT, nullable=False),
    UniqueConstraint("game"),
)
Table(
    "deliveries",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("webhook", TEXT, ForeignKey("webhooks.webhook", ondelete="CASCADE"), nullable=False),
    Column("number", WHOLE, nullable=False),
    Column("delivery", TEXT, nullable=False),
    Column("game", TEXT, ForeignKey("games.id"), nullable=False),
    Column("seat", TEXT, nullable=False),
    Column("item", WHOLE, nullable=False),
    Column("kind", TEXT, nullable=False),
    Column("phase", WHOLE),
    Column("at", TEXT, nullable=False),
    Column("status", TEXT, nullable=False),
    Column("attempts", WHOLE, nullable=False),
    Column("outcome", TEXT),
    Column("next_try", MOMENT, nullable=False),
    Column("created_at", MOMENT, nullable=False),
    UniqueConstraint("delivery"),
    UniqueConstraint("webhook", "number"),
    some("ix_deliveries_due", "next_try", where="status = 'due'"),
)
Table(
    "envelopes",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("game", TEXT, ForeignKey("games.id"), nullable=False),
    Column("phase", WHOLE, nullable=False),
    Column("seat", TEXT, nullable=False),
    Column("sequence", WHOLE, nullable=False),
    Column("word", TEXT, nullable=False),
    Column("digest", TEXT, nullable=False),
    Column("raw", BYTES, nullable=False),
    Column("receipt", BYTES, nullable=False),
    Column("received_at", MOMENT, nullable=False),
    UniqueConstraint("game", "phase", "seat", "sequence"),
)
Table(
    "game_keys",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("game", TEXT, ForeignKey("games.id"), nullable=False),
    Column("player", TEXT, ForeignKey("players.handle"), nullable=False),
    Column("key_id", TEXT, nullable=False),
    Column("card", BYTES, nullable=False),
    Column("at", MOMENT, nullable=False),
    Column("until", MOMENT),
    UniqueConstraint("game", "key_id"),
    Index("ix_game_keys_key_id", "key_id"),
    some("ix_game_keys_speaking", "game", "player", where="until IS NULL", unique=True),
)
Table(
    "invited",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("game", TEXT, ForeignKey("games.id"), nullable=False),
    Column("player", TEXT, ForeignKey("players.handle"), nullable=False),
    UniqueConstraint("game", "player"),
    Index("ix_invited_player", "player"),
)
Table(
    "log",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("game", TEXT, ForeignKey("games.id"), nullable=False),
    Column("index", WHOLE, nullable=False),
    Column("kind", TEXT, nullable=False),
    Column("phase", WHOLE),
    Column("substance", BYTES),
    Column("statement", BYTES, nullable=False),
    UniqueConstraint("game", "index"),
    Index("ix_log_kinds", "game", "index", "kind"),
    some("ix_log_substances", "game", "index", "substance", where="substance IS NOT NULL"),
)
Table(
    "mails",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("game", TEXT, ForeignKey("games.id")),
    Column("contest", TEXT, ForeignKey("contests.id")),
    Column("player", TEXT, ForeignKey("players.handle")),
    Column("address", TEXT),
    Column("kind", TEXT, nullable=False),
    Column("seat", TEXT),
    Column("phase", WHOLE),
    Column("message_id", TEXT, nullable=False),
    Column("in_reply_to", TEXT),
    Column("subject", TEXT, nullable=False),
    Column("text", TEXT, nullable=False),
    Column("html", TEXT),
    Column("picture", WHOLE),
    Column("letter", BYTES),
    Column("letters", DATA, nullable=False, server_default="{}"),
    Column("rank", WHOLE, nullable=False, server_default="1"),
    Column("true_while", TEXT),
    Column("asks", DATA, nullable=False, server_default="[]"),
    Column("since", DATA, nullable=False, server_default="{}"),
    Column("status", TEXT, nullable=False),
    Column("attempts", WHOLE, nullable=False),
    Column("next_try", MOMENT, nullable=False),
    Column("taken_until", MOMENT),
    Column("created_at", MOMENT, nullable=False),
    Column("log_length", WHOLE),
    UniqueConstraint("message_id"),
    some("ix_mails_due", "rank", "next_try", where="status = 'due'"),
    Index("ix_mails_of", "game", "player"),
)
Table(
    "phases",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("game", TEXT, ForeignKey("games.id"), nullable=False),
    Column("number", WHOLE, nullable=False),
    Column("status", TEXT, nullable=False),
    Column("private_key", BYTES),
    Column("statement", BYTES, nullable=False),
    Column("opened_at", MOMENT, nullable=False),
    Column("deadline", MOMENT),
    Column("grace_until", MOMENT),
    Column("extended_seconds", WHOLE, nullable=False, server_default="0"),
    Column("reminded", WHOLE, nullable=False, server_default="0"),
    Column("look_at", MOMENT),
    Column("awaited", TEXT),
    Column("settled_by", TEXT, nullable=False, server_default=""),
    Column("faults", WHOLE, nullable=False, server_default="0"),
    Column("books", DATA, nullable=False, server_default="{}"),
    UniqueConstraint("game", "number"),
    some("ix_phases_unresolved", "look_at", where="status IN ('open', 'cut')"),
    some("ix_phases_unresolved_of", "game", where="status IN ('open', 'cut')"),
)
Table(
    "presences",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("game", TEXT, ForeignKey("games.id"), nullable=False),
    Column("seat", TEXT, nullable=False),
    Column("at", MOMENT, nullable=False),
    UniqueConstraint("game", "seat"),
)
Table(
    "press",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("game", TEXT, ForeignKey("games.id"), nullable=False),
    Column("number", WHOLE, nullable=False),
    Column("message", BYTES, nullable=False),
    Column("at", MOMENT, nullable=False),
    UniqueConstraint("game", "number"),
)
Table(
    "records",
    META,
    Column("game", TEXT, ForeignKey("games.id"), primary_key=True),
    Column("packed", BYTES, nullable=False),
)
Table(
    "resolutions",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("game", TEXT, ForeignKey("games.id"), nullable=False),
    Column("phase", WHOLE, nullable=False),
    Column("position", BYTES, nullable=False),
    Column("events", BYTES, nullable=False),
    Column("counted", BYTES, nullable=False),
    Column("resolved_at", MOMENT, nullable=False),
    UniqueConstraint("game", "phase"),
)
Table(
    "seats",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("game", TEXT, ForeignKey("games.id"), nullable=False),
    Column("name", TEXT, nullable=False),
    Column("ordinal", WHOLE, nullable=False),
    Column("player", TEXT, ForeignKey("players.handle")),
    Column("statement", BYTES),
    Column("told", WHOLE, nullable=False),
    Column("book", TEXT),
    Column("excused", WHOLE, nullable=False, server_default="0"),
    Column("in_time", WHOLE, nullable=False, server_default="0"),
    Column("bank_seconds", WHOLE, nullable=False, server_default="0"),
    Column("press_told", WHOLE, nullable=False, server_default="0"),
    Column("press_at", MOMENT),
    Column("digest_at", MOMENT),
    Column("vacant_since", MOMENT),
    Column("unmanned", TRUTH, nullable=False, server_default="0"),
    Column("kept_for", TEXT),
    Column("offer_at", MOMENT),
    Column("offered", DATA, nullable=False, server_default="[]"),
    UniqueConstraint("game", "name"),
    UniqueConstraint("game", "ordinal"),
    Index("ix_seats_digest_at", "digest_at"),
    some("ix_seats_free", "game", where="player IS NULL AND NOT unmanned"),
    some("ix_seats_offered", "offer_at", where="offer_at IS NOT NULL"),
    Index("ix_seats_player", "player"),
    Index("ix_seats_press_at", "press_at"),
)
Table(
    "webhook_marks",
    META,
    Column("id", WHOLE, primary_key=True),
    Column("webhook", TEXT, ForeignKey("webhooks.webhook", ondelete="CASCADE"), nullable=False),
    Column("game", TEXT, ForeignKey("games.id"), nullable=False),
    Column("seat", TEXT, nullable=False),
    Column("number", WHOLE, nullable=False),
    UniqueConstraint("webhook", "game", "seat"),
)
