"""The first schema: the host, players, contests and webhooks.

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

TEXT = sqlmodel.sql.sqltypes.AutoString
UTC = sqlmodel.sql.sqltypes.UTCDateTime
WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Go forward to this schema."""
    _create_buckets()
    _create_host()
    _create_mails_in()
    _create_nonces()
    _create_players()
    _create_claims()
    _create_former_keys()
    _create_contests()
    _create_aliases()
    _create_contest_log()
    _create_contest_invitations()
    _create_contest_readers()
    _create_contest_components()
    _create_tokens()
    _create_web_sessions()
    _create_webhooks()


def _create_buckets() -> None:
    op.create_table(
        "buckets",
        sa.Column("who", TEXT(), nullable=False),
        sa.Column("level", sa.Float(), nullable=False),
        sa.Column("granted", sa.Float(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("who", name=op.f("pk_buckets")),
    )


def _create_host() -> None:
    op.create_table(
        "host",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("check_value", sa.LargeBinary(), nullable=False),
        sa.Column("identity", sa.LargeBinary(), nullable=False),
        sa.Column("card", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", UTC(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_host")),
    )


def _create_mails_in() -> None:
    op.create_table(
        "mails_in",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("digest", TEXT(), nullable=False),
        sa.Column("answered", TEXT(), nullable=True),
        sa.Column("at", UTC(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mails_in")),
        sa.UniqueConstraint("digest", name=op.f("uq_mails_in_digest")),
    )
    with op.batch_alter_table("mails_in", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_mails_in_answered"), ["answered"], unique=False)


def _create_nonces() -> None:
    op.create_table(
        "nonces",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("key_id", TEXT(), nullable=False),
        sa.Column("nonce", TEXT(), nullable=False),
        sa.Column("at", UTC(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_nonces")),
        sa.UniqueConstraint("key_id", "nonce", name=op.f("uq_nonces_key_id_nonce")),
    )
    with op.batch_alter_table("nonces", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_nonces_at"), ["at"], unique=False)


def _create_players() -> None:
    op.create_table(
        "players",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("handle", TEXT(), nullable=False),
        sa.Column("key_id", TEXT(), nullable=False),
        sa.Column("card", sa.LargeBinary(), nullable=False),
        sa.Column("email", TEXT(), nullable=True),
        sa.Column("muted", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("muted_press", sa.JSON(), server_default="[]", nullable=False),
        sa.Column("time_zone", TEXT(), nullable=True),
        sa.Column("number", WHOLE, server_default="0", nullable=False),
        sa.Column("bounces", WHOLE, server_default="0", nullable=False),
        sa.Column("created_at", UTC(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
        sa.UniqueConstraint("handle", name=op.f("uq_players_handle")),
        sa.UniqueConstraint("key_id", name=op.f("uq_players_key_id")),
    )


def _create_claims() -> None:
    op.create_table(
        "claims",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("player", TEXT(), nullable=False),
        sa.Column("key_id", TEXT(), nullable=False),
        sa.Column("card", sa.LargeBinary(), nullable=False),
        sa.Column("statement", sa.LargeBinary(), nullable=False),
        sa.Column("at", UTC(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name=op.f("fk_claims_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_claims")),
        sa.UniqueConstraint("player", "key_id", name=op.f("uq_claims_player_key_id")),
    )


def _create_former_keys() -> None:
    op.create_table(
        "former_keys",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("player", TEXT(), nullable=False),
        sa.Column("key_id", TEXT(), nullable=False),
        sa.Column("card", sa.LargeBinary(), nullable=False),
        sa.Column("rotation", sa.LargeBinary(), nullable=True),
        sa.Column("at", UTC(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name=op.f("fk_former_keys_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_former_keys")),
        sa.UniqueConstraint("key_id", name=op.f("uq_former_keys_key_id")),
    )
    with op.batch_alter_table("former_keys", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_former_keys_player"), ["player"], unique=False)


def _create_contests() -> None:
    op.create_table(
        "contests",
        sa.Column("id", TEXT(), nullable=False),
        sa.Column("digest", TEXT(), nullable=False),
        sa.Column("name", TEXT(), nullable=False),
        sa.Column("title", TEXT(), nullable=False),
        sa.Column("kind", TEXT(), nullable=False),
        sa.Column("organiser", TEXT(), nullable=False),
        sa.Column("status", TEXT(), nullable=False),
        sa.Column("private", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("commitment", TEXT(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", UTC(), nullable=False),
        sa.Column("look_at", UTC(), nullable=True),
        sa.Column("asked_at", UTC(), nullable=True),
        sa.Column("faults", WHOLE, server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["organiser"], ["players.handle"], name=op.f("fk_contests_organiser_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contests")),
        sa.UniqueConstraint("digest", name=op.f("uq_contests_digest")),
    )
    with op.batch_alter_table("contests", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_contests_created_at"), ["created_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_contests_look_at"), ["look_at"], unique=False)
        batch_op.create_index("ix_contests_newest", ["status", "created_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_contests_organiser"), ["organiser"], unique=False)


def _create_aliases() -> None:
    op.create_table(
        "aliases",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("alias", TEXT(), nullable=False),
        sa.Column("place", TEXT(), nullable=False),
        sa.Column("mark", TEXT(), nullable=False),
        sa.Column("statement", sa.LargeBinary(), nullable=False),
        sa.Column("logged", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("holder", TEXT(), nullable=True),
        sa.ForeignKeyConstraint(["alias"], ["players.handle"], name=op.f("fk_aliases_alias_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_aliases")),
        sa.UniqueConstraint("alias", name=op.f("uq_aliases_alias")),
        sa.UniqueConstraint("place", "mark", name=op.f("uq_aliases_place_mark")),
    )
    with op.batch_alter_table("aliases", schema=None) as batch_op:
        batch_op.create_index(
            "ix_aliases_hidden",
            ["place"],
            unique=False,
            sqlite_where=sa.text("holder IS NULL AND logged"),
            postgresql_where=sa.text("holder IS NULL AND logged"),
        )
        batch_op.create_index(
            "ix_aliases_revealed",
            ["holder"],
            unique=False,
            sqlite_where=sa.text("holder IS NOT NULL"),
            postgresql_where=sa.text("holder IS NOT NULL"),
        )


def _create_contest_log() -> None:
    op.create_table(
        "contest_log",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("contest", TEXT(), nullable=False),
        sa.Column("index", WHOLE, nullable=False),
        sa.Column("kind", TEXT(), nullable=False),
        sa.Column("digest", sa.LargeBinary(), nullable=False),
        sa.Column("statement", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["contest"], ["contests.id"], name=op.f("fk_contest_log_contest_contests")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contest_log")),
        sa.UniqueConstraint("contest", "index", name=op.f("uq_contest_log_contest_index")),
    )


def _create_contest_invitations() -> None:
    op.create_table(
        "contest_invitations",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("contest", TEXT(), nullable=False),
        sa.Column("signer", TEXT(), nullable=False),
        sa.Column("number", WHOLE, nullable=False),
        sa.Column("digest", TEXT(), nullable=False),
        sa.Column("player", TEXT(), nullable=True),
        sa.Column("address", TEXT(), nullable=True),
        sa.Column("statement", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["contest"], ["contests.id"], name=op.f("fk_contest_invitations_contest_contests")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contest_invitations")),
        sa.UniqueConstraint("contest", "signer", "number", name=op.f("uq_contest_invitations_contest_signer_number")),
        sa.UniqueConstraint("digest", name=op.f("uq_contest_invitations_digest")),
    )


def _create_contest_readers() -> None:
    op.create_table(
        "contest_readers",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("contest", TEXT(), nullable=False),
        sa.Column("player", TEXT(), nullable=False),
        sa.ForeignKeyConstraint(["contest"], ["contests.id"], name=op.f("fk_contest_readers_contest_contests")),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name=op.f("fk_contest_readers_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_contest_readers")),
        sa.UniqueConstraint("contest", "player", name=op.f("uq_contest_readers_contest_player")),
    )
    with op.batch_alter_table("contest_readers", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_contest_readers_player"), ["player"], unique=False)


def _create_contest_components() -> None:
    op.create_table(
        "contest_components",
        sa.Column("contest", TEXT(), nullable=False),
        sa.Column("text", TEXT(), nullable=False),
        sa.ForeignKeyConstraint(["contest"], ["contests.id"], name=op.f("fk_contest_components_contest_contests")),
        sa.PrimaryKeyConstraint("contest", name=op.f("pk_contest_components")),
    )


def _create_tokens() -> None:
    op.create_table(
        "tokens",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("token", TEXT(), nullable=False),
        sa.Column("player", TEXT(), nullable=False),
        sa.Column("key_id", TEXT(), nullable=False),
        sa.Column("name", TEXT(), nullable=False),
        sa.Column("digest", TEXT(), nullable=False),
        sa.Column("scopes", sa.JSON(), nullable=False),
        sa.Column("games", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("created_at", UTC(), nullable=False),
        sa.Column("expires_at", UTC(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name=op.f("fk_tokens_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tokens")),
        sa.UniqueConstraint("digest", name=op.f("uq_tokens_digest")),
        sa.UniqueConstraint("player", "name", name=op.f("uq_tokens_player_name")),
        sa.UniqueConstraint("token", name=op.f("uq_tokens_token")),
    )


def _create_web_sessions() -> None:
    op.create_table(
        "web_sessions",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("digest", TEXT(), nullable=False),
        sa.Column("player", TEXT(), nullable=False),
        sa.Column("key_id", TEXT(), nullable=False),
        sa.Column("link", sa.Boolean(), nullable=False),
        sa.Column("created_at", UTC(), nullable=False),
        sa.Column("expires_at", UTC(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name=op.f("fk_web_sessions_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_web_sessions")),
        sa.UniqueConstraint("digest", name=op.f("uq_web_sessions_digest")),
    )
    with op.batch_alter_table("web_sessions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_web_sessions_player"), ["player"], unique=False)


def _create_webhooks() -> None:
    op.create_table(
        "webhooks",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("webhook", TEXT(), nullable=False),
        sa.Column("player", TEXT(), nullable=False),
        sa.Column("key_id", TEXT(), nullable=False),
        sa.Column("url", TEXT(), nullable=False),
        sa.Column("created_at", UTC(), nullable=False),
        sa.Column("rests_until", UTC(), nullable=True),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name=op.f("fk_webhooks_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhooks")),
        sa.UniqueConstraint("player", "url", name=op.f("uq_webhooks_player_url")),
        sa.UniqueConstraint("webhook", name=op.f("uq_webhooks_webhook")),
    )
