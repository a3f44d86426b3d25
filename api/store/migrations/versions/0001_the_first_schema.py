"""The first schema

Revision ID: 0001
Revises:
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward to this schema."""
    create_host_and_players()
    create_games_and_seats()
    create_envelopes_and_log()
    create_phases_and_resolutions()
    create_outbox()


def create_host_and_players() -> None:
    """The host, and who plays."""
    op.create_table(
        "host",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("check_value", sa.LargeBinary(), nullable=False),
        sa.Column("identity", sa.LargeBinary(), nullable=False),
        sa.Column("card", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_host")),
    )
    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("handle", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("key_id", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("card", sa.LargeBinary(), nullable=False),
        sa.Column("email", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("handle", name=op.f("uq_players_handle")),
        sa.UniqueConstraint("key_id", name=op.f("uq_players_key_id")),
    )


def create_games_and_seats() -> None:
    """Games, and who holds which seat."""
    op.create_table(
        "games",
        sa.Column("id", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("digest", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("title", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("scenario", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("version", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("organiser", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("deadline_seconds", sa.Integer(), nullable=False),
        sa.Column("status", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("commitment", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("places", sa.JSON(), nullable=True),
        sa.Column("scores", sa.JSON(), nullable=True),
        sa.Column("reason", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.ForeignKeyConstraint(["organiser"], ["players.handle"], name=op.f("fk_games_organiser_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("digest", name=op.f("uq_games_digest")),
    )
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_games_status"), ["status"], unique=False)
    op.create_table(
        "seats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("name", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("player", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("statement", sa.LargeBinary(), nullable=True),
        sa.Column("contribution", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_seats_game_games")),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name=op.f("fk_seats_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seats")),
        sa.UniqueConstraint("game", "name", name=op.f("uq_seats_game_name")),
        sa.UniqueConstraint("game", "ordinal", name=op.f("uq_seats_game_ordinal")),
    )


def create_envelopes_and_log() -> None:
    """What is sent, and what is logged."""
    op.create_table(
        "envelopes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("phase", sa.Integer(), nullable=False),
        sa.Column("seat", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("word", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("digest", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.Column("receipt", sa.LargeBinary(), nullable=False),
        sa.Column("received_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_envelopes_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_envelopes")),
        sa.UniqueConstraint("game", "phase", "seat", "sequence", name=op.f("uq_envelopes_game_phase_seat_sequence")),
    )
    op.create_table(
        "log",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("index", sa.Integer(), nullable=False),
        sa.Column("kind", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("statement", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_log_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_log")),
        sa.UniqueConstraint("game", "index", name=op.f("uq_log_game_index")),
    )


def create_phases_and_resolutions() -> None:
    """Phases, and what they led to."""
    op.create_table(
        "phases",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("status", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("version", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("suite", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("private_key", sa.LargeBinary(), nullable=True),
        sa.Column("statement", sa.LargeBinary(), nullable=False),
        sa.Column("opened_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("deadline", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_phases_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_phases")),
        sa.UniqueConstraint("game", "number", name=op.f("uq_phases_game_number")),
    )
    with op.batch_alter_table("phases", schema=None) as batch_op:
        batch_op.create_index(
            "ix_phases_unresolved", ["deadline"], unique=False, sqlite_where=sa.text("status != 'resolved'")
        )
    op.create_table(
        "resolutions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("phase", sa.Integer(), nullable=False),
        sa.Column("position", sa.LargeBinary(), nullable=False),
        sa.Column("events", sa.LargeBinary(), nullable=False),
        sa.Column("counted", sa.LargeBinary(), nullable=False),
        sa.Column("fallen", sa.LargeBinary(), nullable=False),
        sa.Column("resolved_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_resolutions_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_resolutions")),
        sa.UniqueConstraint("game", "phase", name=op.f("uq_resolutions_game_phase")),
    )


def create_outbox() -> None:
    """Mails to be sent."""
    op.create_table(
        "mails",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("player", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("kind", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("message_id", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("subject", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("text", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("status", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_try", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.Column("created_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_mails_game_games")),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name=op.f("fk_mails_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mails")),
        sa.UniqueConstraint("message_id", name=op.f("uq_mails_message_id")),
    )
    with op.batch_alter_table("mails", schema=None) as batch_op:
        batch_op.create_index("ix_mails_due", ["next_try"], unique=False, sqlite_where=sa.text("status = 'due'"))


def downgrade() -> None:
    """Go back to the schema before."""
    op.drop_table("seats")
    op.drop_table("resolutions")
    with op.batch_alter_table("phases", schema=None) as batch_op:
        batch_op.drop_index("ix_phases_unresolved", sqlite_where=sa.text("status != 'resolved'"))

    op.drop_table("phases")
    with op.batch_alter_table("mails", schema=None) as batch_op:
        batch_op.drop_index("ix_mails_due", sqlite_where=sa.text("status = 'due'"))

    op.drop_table("mails")
    op.drop_table("log")
    op.drop_table("envelopes")
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_games_status"))

    op.drop_table("games")
    op.drop_table("players")
    op.drop_table("host")
