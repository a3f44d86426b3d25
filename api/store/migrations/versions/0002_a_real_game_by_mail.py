"""A real game by mail: terms, books, acts, press, letters.

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op
from alembic.util.exc import CommandError

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def require_no_games() -> None:
    """Games of the first, unreleased protocol cannot go on: their organisers signed other terms."""
    if op.get_bind().execute(sa.text("SELECT count(*) FROM games")).scalar():
        raise CommandError("this database holds games of an unreleased protocol; play them out with the program before")


def upgrade() -> None:
    """Go forward to this schema."""
    require_no_games()
    create_mails_in()
    create_acts_and_press()
    alter_games_and_players()
    alter_mails()
    alter_phases()
    alter_seats()


def create_mails_in() -> None:
    """Mails that were taken in, by digest."""
    op.create_table(
        "mails_in",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("digest", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("answered", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mails_in")),
        sa.UniqueConstraint("digest", name=op.f("uq_mails_in_digest")),
    )
    with op.batch_alter_table("mails_in", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_mails_in_answered"), ["answered"], unique=False)


def create_acts_and_press() -> None:
    """Acts of organisers and seats; press."""
    op.create_table(
        "acts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("signer", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("digest", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("kind", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("act", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("seat", sqlmodel.sql.sqltypes.AutoString(), nullable=True),
        sa.Column("statement", sa.LargeBinary(), nullable=False),
        sa.Column("at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_acts_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_acts")),
        sa.UniqueConstraint("digest", name=op.f("uq_acts_digest")),
        sa.UniqueConstraint("game", "signer", "number", name=op.f("uq_acts_game_signer_number")),
    )
    op.create_table(
        "press",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("message", sa.LargeBinary(), nullable=False),
        sa.Column("at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_press_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_press")),
        sa.UniqueConstraint("game", "number", name=op.f("uq_press_game_number")),
    )


def alter_games_and_players() -> None:
    """Terms and pauses; what a player wants of mails."""
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.add_column(sa.Column("terms", sa.JSON(), nullable=False))
        batch_op.add_column(sa.Column("paused_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True))
        batch_op.drop_column("deadline_seconds")

    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("muted", sa.JSON(), server_default="[]", nullable=False))
        batch_op.add_column(sa.Column("muted_press", sa.JSON(), server_default="[]", nullable=False))
        batch_op.add_column(sa.Column("number", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("bounces", sa.Integer(), server_default="0", nullable=False))


def alter_mails() -> None:
    """Mails in threads, with HTML, a picture and a letter."""
    with op.batch_alter_table("mails", schema=None) as batch_op:
        batch_op.add_column(sa.Column("address", sqlmodel.sql.sqltypes.AutoString(), nullable=True))
        batch_op.add_column(sa.Column("seat", sqlmodel.sql.sqltypes.AutoString(), nullable=True))
        batch_op.add_column(sa.Column("phase", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("in_reply_to", sqlmodel.sql.sqltypes.AutoString(), nullable=True))
        batch_op.add_column(sa.Column("html", sqlmodel.sql.sqltypes.AutoString(), nullable=True))
        batch_op.add_column(sa.Column("picture", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("letter", sa.LargeBinary(), nullable=True))
        batch_op.alter_column("game", existing_type=sa.VARCHAR(), nullable=True)
        batch_op.alter_column("player", existing_type=sa.VARCHAR(), nullable=True)


def alter_phases() -> None:
    """Grace, extensions, reminders, books."""
    with op.batch_alter_table("phases", schema=None) as batch_op:
        batch_op.add_column(sa.Column("grace_until", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True))
        batch_op.add_column(sa.Column("extended_seconds", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("reminded", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("look_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True))
        batch_op.add_column(sa.Column("books", sa.JSON(), server_default="{}", nullable=False))
        batch_op.alter_column("deadline", existing_type=sa.DATETIME(), nullable=True)
        batch_op.drop_index(batch_op.f("ix_phases_unresolved"), sqlite_where=sa.text("status != 'resolved'"))
        batch_op.create_index(
            "ix_phases_unresolved", ["look_at"], unique=False, sqlite_where=sa.text("status IN ('open', 'cut')")
        )


def alter_seats() -> None:
    """Books, misses, banks, vacancies."""
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("told_at", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True))
        batch_op.add_column(sa.Column("book", sqlmodel.sql.sqltypes.AutoString(), nullable=True))
        batch_op.add_column(sa.Column("excused", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("in_time", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("bank_seconds", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("press_told", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("vacant_since", sqlmodel.sql.sqltypes.UTCDateTime(), nullable=True))
        batch_op.add_column(sa.Column("kept_for", sqlmodel.sql.sqltypes.AutoString(), nullable=True))


def downgrade() -> None:
    """There is no way back: the log of a game begun under this schema cannot be read under the one before."""
    raise CommandError(
        "this release cannot go back to the schema before it: put back the backup from before the upgrade"
    )
