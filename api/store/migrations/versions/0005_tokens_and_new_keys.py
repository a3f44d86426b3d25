"""Bearer tokens for reading, signed requests that work once, and keys that replace others.

Revision ID: 0005
Revises: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op
from alembic.util.exc import CommandError

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

TEXT = sqlmodel.sql.sqltypes.AutoString
UTC = sqlmodel.sql.sqltypes.UTCDateTime


def upgrade() -> None:
    """Go forward to this schema."""
    tokens()
    nonces()
    keys()
    claims()


def tokens() -> None:
    """Bearer tokens."""
    op.create_table(
        "tokens",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token", TEXT(), nullable=False),
        sa.Column("player", TEXT(), nullable=False),
        sa.Column("key_id", TEXT(), nullable=False),
        sa.Column("name", TEXT(), nullable=False),
        sa.Column("digest", TEXT(), nullable=False),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("games", sa.JSON(), nullable=True),
        sa.Column("created_at", UTC(), nullable=False),
        sa.Column("expires_at", UTC(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name=op.f("fk_tokens_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("token", name=op.f("uq_tokens_token")),
        sa.UniqueConstraint("digest", name=op.f("uq_tokens_digest")),
        sa.UniqueConstraint("player", "name", name=op.f("uq_tokens_player_name")),
    )


def nonces() -> None:
    """Signed requests that were carried out."""
    op.create_table(
        "nonces",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key_id", TEXT(), nullable=False),
        sa.Column("nonce", TEXT(), nullable=False),
        sa.Column("at", UTC(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_nonces")),
        sa.UniqueConstraint("key_id", "nonce", name=op.f("uq_nonces_key_id_nonce")),
    )
    op.create_index(op.f("ix_nonces_at"), "nonces", ["at"])


def keys() -> None:
    """Keys that were replaced, and those that speak in one game only."""
    op.create_table(
        "former_keys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", TEXT(), nullable=False),
        sa.Column("key_id", TEXT(), nullable=False),
        sa.Column("card", sa.LargeBinary(), nullable=False),
        sa.Column("rotation", sa.LargeBinary(), nullable=True),
        sa.Column("at", UTC(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name=op.f("fk_former_keys_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_former_keys")),
        sa.UniqueConstraint("key_id", name=op.f("uq_former_keys_key_id")),
    )
    op.create_index(op.f("ix_former_keys_player"), "former_keys", ["player"])
    op.create_table(
        "game_keys",
        sa.Column("id", sa.Integer(), nullable=False),
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
    op.create_index(op.f("ix_game_keys_key_id"), "game_keys", ["key_id"])
    op.create_index(
        "ix_game_keys_speaking", "game_keys", ["game", "player"], unique=True, sqlite_where=sa.text("until IS NULL")
    )


def claims() -> None:
    """New keys that claim to belong to a player who lost the old one."""
    op.create_table(
        "claims",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("player", TEXT(), nullable=False),
        sa.Column("key_id", TEXT(), nullable=False),
        sa.Column("card", sa.LargeBinary(), nullable=False),
        sa.Column("statement", sa.LargeBinary(), nullable=False),
        sa.Column("at", UTC(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name=op.f("fk_claims_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_claims")),
        sa.UniqueConstraint("player", "key_id", name=op.f("uq_claims_player_key_id")),
    )


def downgrade() -> None:
    """There is no way back: the release before cannot follow a log in which a key is replaced."""
    raise CommandError(
        "this release cannot go back to the schema before it: put back the backup from before the upgrade"
    )
