"""The commands that the service adds to `ostraka`: `serve` and `db`.

Everything is set by options or by OSTRAKA_* variables. Slow imports are inside the commands.
"""

from __future__ import annotations

import os
from dataclasses import asdict
from pathlib import Path

import click

from api.commands.backup import backup
from api.commands.check import check
from api.commands.options import (
    KEY_VARIABLE,
    configured,
    database_option,
    json_option,
    make_folders,
    make_key,
    parsed_limits,
    refusing,
    storage_options,
    tell,
)
from api.commands.rekey import rekey
from api.commands.rotate_master_key import rotate_master_key
from api.commands.transfer import card, export, import_

DIVERGED = 4
NOT_REPLAYED = 5


@click.command(help="Run the service.")
@storage_options
@click.option("--host", envvar="OSTRAKA_HOST", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", envvar="OSTRAKA_PORT", default=8000, show_default=True, help="Port to listen on.")
@click.option(
    "--threads",
    envvar="OSTRAKA_THREADS",
    default=32,
    show_default=True,
    help="How many requests are answered at once, including those that wait for news.",
)
@click.option(
    "--public-url",
    envvar="OSTRAKA_PUBLIC_URL",
    help="The address that clients use; requests signed for another address are refused. Default: http://HOST:PORT.",
)
@click.option(
    "--mail",
    envvar="OSTRAKA_MAIL",
    help="How mail is sent: smtp://[user:password@]host[:port], smtps://…, or file:///folder to write it to files. "
    "Default: the folder mails.",
)
@click.option(
    "--mail-in",
    envvar="OSTRAKA_MAIL_IN",
    help="How mail is received: lmtp://address[:port] or smtp://address[:port] to listen on, or a mailbox to read, "
    "imaps://user:password@host[:port]/folder[?move=folder]. Default: not at all.",
)
@click.option(
    "--sender", envvar="OSTRAKA_SENDER", default="ostraka@localhost", show_default=True, help="The sender of its mail."
)
@click.option("--name", envvar="OSTRAKA_NAME", default="Ostraka", show_default=True, help="The name of the host.")
@click.option(
    "--suite",
    envvar="OSTRAKA_SUITE",
    type=click.Choice(["mlkem768x25519", "x25519"]),
    default="mlkem768x25519",
    show_default=True,
    help="The cipher suite with which orders are sealed.",
)
@click.option(
    "--lan-webhooks",
    envvar="OSTRAKA_LAN_WEBHOOKS",
    is_flag=True,
    help="Allow webhooks to http and to private networks: only if you trust everybody who uses the host.",
)
@click.option(
    "--limits",
    envvar="OSTRAKA_LIMITS",
    default="",
    help="How much one address or key may ask, such as requests=200,games=10, or off; docs/security.md lists all.",
)
@click.option(
    "--proxies",
    envvar="OSTRAKA_PROXIES",
    default="127.0.0.1,::1",
    show_default=True,
    help="Addresses of reverse proxies, whose X-Forwarded-For is believed.",
)
def serve(
    database: str,
    master_key_file: Path,
    host: str,
    port: int,
    threads: int,
    public_url: str | None,
    mail: str | None,
    mail_in: str | None,
    sender: str,
    name: str,
    suite: str,
    lan_webhooks: bool,
    limits: str,
    proxies: str,
) -> None:
    """Run the service: one process, with its threads and the worker."""
    from api.server.gunicorn_app import serve_forever
    from api.store.sole_host import sole_host

    config = configured(
        database,
        master_key_file,
        mail=mail or f"file://{Path('mails').absolute()}",
        mail_in=mail_in,
        sender=sender,
        name=name,
        public_url=public_url or f"http://{host}:{port}",
        suite=suite,
        lan_webhooks=lan_webhooks,
        limits=parsed_limits(limits),
        proxies=proxies,
    )

    def run() -> None:
        with sole_host(database):
            serve_forever(config, host, port, threads)

    refusing(run)


@click.group(help="Create, upgrade, check, back up and replay the database of a host.")
def db() -> None:
    """The database of a host."""


@db.command(
    help="Create a host: its database and, unless there is one, its master key.",
    short_help="Create a host: its database and its master key.",
)
@storage_options
@json_option
def init(database: str, master_key_file: Path, as_json: bool) -> None:
    """Create a host; an existing one is left as it is."""
    from api.host.host import found
    from api.store.database import shown, upgrade

    refusing(lambda: make_folders(database, master_key_file))
    made = KEY_VARIABLE not in os.environ and not master_key_file.exists()
    if made:
        refusing(lambda: make_key(database, master_key_file))
    config = configured(database, master_key_file)
    refusing(lambda: upgrade(database))
    new = refusing(lambda: found(config))
    key = (
        f"Made the master key {master_key_file}. Keep a copy of it away from the database and its backups.\n"
        if made
        else ""
    )
    host = (
        f"Created the host in {shown(database)}."
        if new
        else f"There is already a host in {shown(database)}; it was left as it is."
    )
    facts = {"database": shown(database), "founded": new, "master_key": str(master_key_file) if made else None}
    tell(facts, as_json, f"{key}{host}")


@db.command(name="upgrade", help="Upgrade the database to the schema of this release.")
@database_option
@json_option
def upgrade_schema(database: str, as_json: bool) -> None:
    """Run the migrations that are missing."""
    from api.store.database import shown, upgrade
    from api.store.sole_host import sole_host

    def upgrade_alone() -> None:
        with sole_host(database):
            upgrade(database)

    refusing(upgrade_alone)
    tell({"database": shown(database)}, as_json, f"{shown(database)} now has the schema of this release.")


@db.command(
    help="Replay all stored games from their recorded orders, and list where the results differ.",
    short_help="Replay all stored games, and list where the results differ.",
)
@storage_options
@json_option
def replay(database: str, master_key_file: Path, as_json: bool) -> None:
    """Replay every game; exit code 4 when one diverges, 5 when rules that one was played by are not installed."""
    from api.games.replay import replay_all
    from api.host.host import open_host

    config = configured(database, master_key_file)
    host = refusing(lambda: open_host(config))
    games = []
    for replayed in replay_all(host):
        games.append(asdict(replayed))
        if not as_json:
            click.echo(str(replayed))
    host.database.dispose()
    if as_json:
        tell({"games": games}, as_json, "")
    if any(game["differs"] for game in games):
        raise SystemExit(DIVERGED)
    if any(game["not_replayed"] for game in games):
        raise SystemExit(NOT_REPLAYED)


for command in (backup, card, check, export, import_, rekey, rotate_master_key):
    db.add_command(command)
