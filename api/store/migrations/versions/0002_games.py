"""The first schema, its second part: games and all that belongs to one.

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

TEXT = sqlmodel.sql.sqltypes.AutoString
UTC = sqlmodel.sql.sqltypes.UTCDateTime
WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Go forward to this schema."""
    _create_games()
    _create_acts()
    _create_components()
    _create_deliveries()
    _create_departures()
    _create_envelopes()
    _create_game_keys()
    _create_invited()
    _create_log()
    _create_mails()
    _create_phases()
    _create_press()
    _create_records()
    _create_resolutions()
    _create_seats()
    _create_webhook_marks()


def _create_games() -> None:
    op.create_table(
        "games",
        sa.Column("id", TEXT(), nullable=False),
        sa.Column("digest", TEXT(), nullable=False),
        sa.Column("name", TEXT(), nullable=False),
        sa.Column("title", TEXT(), nullable=False),
        sa.Column("scenario", TEXT(), nullable=False),
        sa.Column("version", TEXT(), nullable=False),
        sa.Column("organiser", TEXT(), nullable=False),
        sa.Column("terms", sa.JSON(), nullable=False),
        sa.Column("options", sa.JSON(), server_default="{}", nullable=False),
        sa.Column("status", TEXT(), nullable=False),
        sa.Column("paused_at", UTC(), nullable=True),
        sa.Column("mail_at", UTC(), nullable=True),
        sa.Column("commitment", TEXT(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", UTC(), nullable=False),
        sa.Column("contest", TEXT(), nullable=True),
        sa.Column("counted", sa.Boolean(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["contest"], ["contests.id"], name=op.f("fk_games_contest_contests")),
        sa.Column("places", sa.JSON(), nullable=True),
        sa.Column("scores", sa.JSON(), nullable=True),
        sa.Column("reason", TEXT(), nullable=True),
        sa.Column("host_key", sa.LargeBinary(), nullable=True),
        sa.Column("moved_to", TEXT(), nullable=True),
        sa.Column("seats_a_player", WHOLE, server_default="0", nullable=False),
        sa.Column("starts_full", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("private", TEXT(), server_default="no", nullable=False),
        sa.Column("tags", TEXT(), server_default="", nullable=False),
        sa.Column("anonymous", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("started_at", UTC(), nullable=True),
        sa.Column("over_at", UTC(), nullable=True),
        sa.Column("missed", sa.JSON(), server_default="[]", nullable=False),
        sa.ForeignKeyConstraint(["organiser"], ["players.handle"], name=op.f("fk_games_organiser_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("digest", name=op.f("uq_games_digest")),
    )
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_games_contest"), ["contest"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_created_at"), ["created_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_mail_at"), ["mail_at"], unique=False)
        batch_op.create_index("ix_games_newest", ["status", "created_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_games_organiser"), ["organiser"], unique=False)
        batch_op.create_index("ix_games_rules", ["status", "title", "version"], unique=False)
        batch_op.create_index(
            "ix_games_uncounted",
            ["contest"],
            unique=False,
            sqlite_where=sa.text("contest IS NOT NULL AND status = 'over' AND NOT counted"),
            postgresql_where=sa.text("contest IS NOT NULL AND status = 'over' AND NOT counted"),
        )


def _create_acts() -> None:
    op.create_table(
        "acts",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("game", TEXT(), nullable=False),
        sa.Column("signer", TEXT(), nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("digest", TEXT(), nullable=False),
        sa.Column("kind", TEXT(), nullable=False),
        sa.Column("act", TEXT(), nullable=False),
        sa.Column("seat", TEXT(), nullable=True),
        sa.Column("statement", sa.LargeBinary(), nullable=False),
        sa.Column("at", UTC(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_acts_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_acts")),
        sa.UniqueConstraint("digest", name=op.f("uq_acts_digest")),
        sa.UniqueConstraint("game", "signer", "number", name=op.f("uq_acts_game_signer_number")),
    )


def _create_components() -> None:
    op.create_table(
        "components",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("game", TEXT(), nullable=False),
        sa.Column("text", TEXT(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_components_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_components")),
        sa.UniqueConstraint("game", name=op.f("uq_components_game")),
    )


def _create_deliveries() -> None:
    op.create_table(
        "deliveries",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("webhook", TEXT(), nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("delivery", TEXT(), nullable=False),
        sa.Column("game", TEXT(), nullable=False),
        sa.Column("seat", TEXT(), nullable=False),
        sa.Column("item", WHOLE, nullable=False),
        sa.Column("kind", TEXT(), nullable=False),
        sa.Column("phase", WHOLE, nullable=True),
        sa.Column("at", TEXT(), nullable=False),
        sa.Column("status", TEXT(), nullable=False),
        sa.Column("attempts", WHOLE, nullable=False),
        sa.Column("outcome", TEXT(), nullable=True),
        sa.Column("next_try", UTC(), nullable=False),
        sa.Column("created_at", UTC(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_deliveries_game_games")),
        sa.ForeignKeyConstraint(
            ["webhook"], ["webhooks.webhook"], name=op.f("fk_deliveries_webhook_webhooks"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deliveries")),
        sa.UniqueConstraint("delivery", name=op.f("uq_deliveries_delivery")),
        sa.UniqueConstraint("webhook", "number", name=op.f("uq_deliveries_webhook_number")),
    )
    with op.batch_alter_table("deliveries", schema=None) as batch_op:
        batch_op.create_index(
            "ix_deliveries_due",
            ["next_try"],
            unique=False,
            sqlite_where=sa.text("status = 'due'"),
            postgresql_where=sa.text("status = 'due'"),
        )


def _create_departures() -> None:
    op.create_table(
        "departures",
        sa.Column("game", TEXT(), nullable=False),
        sa.Column("file", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_departures_game_games")),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_departures")),
    )


def _create_envelopes() -> None:
    op.create_table(
        "envelopes",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("game", TEXT(), nullable=False),
        sa.Column("phase", WHOLE, nullable=False),
        sa.Column("seat", TEXT(), nullable=False),
        sa.Column("sequence", WHOLE, nullable=False),
        sa.Column("word", TEXT(), nullable=False),
        sa.Column("digest", TEXT(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("receipt", sa.LargeBinary(), nullable=False),
        sa.Column("received_at", UTC(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_envelopes_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_envelopes")),
        sa.UniqueConstraint("game", "phase", "seat", "sequence", name=op.f("uq_envelopes_game_phase_seat_sequence")),
    )


def _create_game_keys() -> None:
    op.create_table(
        "game_keys",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("game", TEXT(), nullable=False),
        sa.Column("player", TEXT(), nullable=False),
        sa.Column("key_id", TEXT(), nullable=False),
        sa.Column("card", sa.LargeBinary(), nullable=False),
        sa.Column("at", UTC(), nullable=False),
        sa.Column("until", UTC(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_game_keys_game_games")),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name=op.f("fk_game_keys_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game_keys")),
        sa.UniqueConstraint("game", "key_id", name=op.f("uq_game_keys_game_key_id")),
    )
    with op.batch_alter_table("game_keys", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_keys_key_id"), ["key_id"], unique=False)
        batch_op.create_index(
            "ix_game_keys_speaking",
            ["game", "player"],
            unique=True,
            sqlite_where=sa.text("until IS NULL"),
            postgresql_where=sa.text("until IS NULL"),
        )


def _create_invited() -> None:
    op.create_table(
        "invited",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("game", TEXT(), nullable=False),
        sa.Column("player", TEXT(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_invited_game_games")),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name=op.f("fk_invited_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invited")),
        sa.UniqueConstraint("game", "player", name=op.f("uq_invited_game_player")),
    )
    with op.batch_alter_table("invited", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_invited_player"), ["player"], unique=False)


def _create_log() -> None:
    op.create_table(
        "log",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("game", TEXT(), nullable=False),
        sa.Column("index", WHOLE, nullable=False),
        sa.Column("kind", TEXT(), nullable=False),
        sa.Column("phase", WHOLE, nullable=True),
        sa.Column("substance", sa.LargeBinary(), nullable=True),
        sa.Column("statement", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_log_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_log")),
        sa.UniqueConstraint("game", "index", name=op.f("uq_log_game_index")),
    )
    with op.batch_alter_table("log", schema=None) as batch_op:
        batch_op.create_index("ix_log_kinds", ["game", "index", "kind"], unique=False)
        batch_op.create_index(
            "ix_log_substances",
            ["game", "index", "substance"],
            unique=False,
            sqlite_where=sa.text("substance IS NOT NULL"),
            postgresql_where=sa.text("substance IS NOT NULL"),
        )


def _create_mails() -> None:
    op.create_table(
        "mails",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("game", TEXT(), nullable=True),
        sa.Column("player", TEXT(), nullable=True),
        sa.Column("address", TEXT(), nullable=True),
        sa.Column("kind", TEXT(), nullable=False),
        sa.Column("seat", TEXT(), nullable=True),
        sa.Column("phase", WHOLE, nullable=True),
        sa.Column("message_id", TEXT(), nullable=False),
        sa.Column("in_reply_to", TEXT(), nullable=True),
        sa.Column("subject", TEXT(), nullable=False),
        sa.Column("text", TEXT(), nullable=False),
        sa.Column("html", TEXT(), nullable=True),
        sa.Column("picture", WHOLE, nullable=True),
        sa.Column("letter", sa.LargeBinary(), nullable=True),
        sa.Column("letters", sa.JSON(), server_default="{}", nullable=False),
        sa.Column("status", TEXT(), nullable=False),
        sa.Column("attempts", WHOLE, nullable=False),
        sa.Column("next_try", UTC(), nullable=False),
        sa.Column("taken_until", UTC(), nullable=True),
        sa.Column("created_at", UTC(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_mails_game_games")),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name=op.f("fk_mails_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mails")),
        sa.UniqueConstraint("message_id", name=op.f("uq_mails_message_id")),
    )
    with op.batch_alter_table("mails", schema=None) as batch_op:
        batch_op.create_index(
            "ix_mails_due",
            ["next_try"],
            unique=False,
            sqlite_where=sa.text("status = 'due'"),
            postgresql_where=sa.text("status = 'due'"),
        )


def _create_phases() -> None:
    op.create_table(
        "phases",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("game", TEXT(), nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("status", TEXT(), nullable=False),
        sa.Column("version", TEXT(), nullable=False),
        sa.Column("suite", TEXT(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("private_key", sa.LargeBinary(), nullable=True),
        sa.Column("statement", sa.LargeBinary(), nullable=False),
        sa.Column("opened_at", UTC(), nullable=False),
        sa.Column("deadline", UTC(), nullable=True),
        sa.Column("grace_until", UTC(), nullable=True),
        sa.Column("extended_seconds", WHOLE, server_default="0", nullable=False),
        sa.Column("reminded", WHOLE, server_default="0", nullable=False),
        sa.Column("look_at", UTC(), nullable=True),
        sa.Column("awaited", TEXT(), nullable=True),
        sa.Column("settled_by", TEXT(), server_default="", nullable=False),
        sa.Column("faults", WHOLE, server_default="0", nullable=False),
        sa.Column("books", sa.JSON(), server_default="{}", nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_phases_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_phases")),
        sa.UniqueConstraint("game", "number", name=op.f("uq_phases_game_number")),
    )
    with op.batch_alter_table("phases", schema=None) as batch_op:
        batch_op.create_index(
            "ix_phases_unresolved",
            ["look_at"],
            unique=False,
            sqlite_where=sa.text("status IN ('open', 'cut')"),
            postgresql_where=sa.text("status IN ('open', 'cut')"),
        )
        batch_op.create_index(
            "ix_phases_unresolved_of",
            ["game"],
            unique=False,
            sqlite_where=sa.text("status IN ('open', 'cut')"),
            postgresql_where=sa.text("status IN ('open', 'cut')"),
        )


def _create_press() -> None:
    op.create_table(
        "press",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("game", TEXT(), nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("message", sa.LargeBinary(), nullable=False),
        sa.Column("at", UTC(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_press_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_press")),
        sa.UniqueConstraint("game", "number", name=op.f("uq_press_game_number")),
    )


def _create_records() -> None:
    op.create_table(
        "records",
        sa.Column("game", TEXT(), nullable=False),
        sa.Column("packed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_records_game_games")),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_records")),
    )


def _create_resolutions() -> None:
    op.create_table(
        "resolutions",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("game", TEXT(), nullable=False),
        sa.Column("phase", WHOLE, nullable=False),
        sa.Column("position", sa.LargeBinary(), nullable=False),
        sa.Column("events", sa.LargeBinary(), nullable=False),
        sa.Column("counted", sa.LargeBinary(), nullable=False),
        sa.Column("fallen", sa.LargeBinary(), nullable=False),
        sa.Column("resolved_at", UTC(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_resolutions_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_resolutions")),
        sa.UniqueConstraint("game", "phase", name=op.f("uq_resolutions_game_phase")),
    )


def _create_seats() -> None:
    op.create_table(
        "seats",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("game", TEXT(), nullable=False),
        sa.Column("name", TEXT(), nullable=False),
        sa.Column("ordinal", WHOLE, nullable=False),
        sa.Column("player", TEXT(), nullable=True),
        sa.Column("statement", sa.LargeBinary(), nullable=True),
        sa.Column("told", WHOLE, nullable=False),
        sa.Column("book", TEXT(), nullable=True),
        sa.Column("excused", WHOLE, server_default="0", nullable=False),
        sa.Column("in_time", WHOLE, server_default="0", nullable=False),
        sa.Column("bank_seconds", WHOLE, server_default="0", nullable=False),
        sa.Column("press_told", WHOLE, server_default="0", nullable=False),
        sa.Column("press_at", UTC(), nullable=True),
        sa.Column("digest_at", UTC(), nullable=True),
        sa.Column("vacant_since", UTC(), nullable=True),
        sa.Column("unmanned", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("kept_for", TEXT(), nullable=True),
        sa.Column("offer_at", UTC(), nullable=True),
        sa.Column("offered", sa.JSON(), server_default="[]", nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_seats_game_games")),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name=op.f("fk_seats_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seats")),
        sa.UniqueConstraint("game", "name", name=op.f("uq_seats_game_name")),
        sa.UniqueConstraint("game", "ordinal", name=op.f("uq_seats_game_ordinal")),
    )
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seats_digest_at"), ["digest_at"], unique=False)
        batch_op.create_index(
            "ix_seats_free",
            ["game"],
            unique=False,
            sqlite_where=sa.text("player IS NULL AND NOT unmanned"),
            postgresql_where=sa.text("player IS NULL AND NOT unmanned"),
        )
        batch_op.create_index(
            "ix_seats_offered",
            ["offer_at"],
            unique=False,
            sqlite_where=sa.text("offer_at IS NOT NULL"),
            postgresql_where=sa.text("offer_at IS NOT NULL"),
        )
        batch_op.create_index(batch_op.f("ix_seats_player"), ["player"], unique=False)
        batch_op.create_index(batch_op.f("ix_seats_press_at"), ["press_at"], unique=False)


def _create_webhook_marks() -> None:
    op.create_table(
        "webhook_marks",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("webhook", TEXT(), nullable=False),
        sa.Column("game", TEXT(), nullable=False),
        sa.Column("seat", TEXT(), nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_webhook_marks_game_games")),
        sa.ForeignKeyConstraint(
            ["webhook"], ["webhooks.webhook"], name=op.f("fk_webhook_marks_webhook_webhooks"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_marks")),
        sa.UniqueConstraint("webhook", "game", "seat", name=op.f("uq_webhook_marks_webhook_game_seat")),
    )
