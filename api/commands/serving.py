"""`ostraka serve` and `ostraka worker`: the processes of a host.

Everything is set by options or by OSTRAKA_* variables. Slow imports are inside the commands.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from api.commands.options import (
    backups_option,
    configured,
    limits_option,
    mail_option,
    mail_or_files,
    parsed_limits,
    refusing,
    sqlite_file,
    storage_options,
)

F = TypeVar("F", bound=Callable[..., Any])
ONE_PROCESS = (
    "On SQLite one process does everything: `ostraka serve`. A {what} needs a database that processes can share: name "
    "a PostgreSQL in --database (OSTRAKA_DATABASE); docs/operations.md says how."
)
SHARED_OPTIONS = (
    mail_option,
    click.option(
        "--mail-in",
        envvar="OSTRAKA_MAIL_IN",
        help="How mail is received: lmtp://address[:port] or smtp://address[:port] to listen on, or a mailbox to read, "
        "imaps://user:password@host[:port]/folder[?move=folder]. Default: not at all.",
    ),
    click.option(
        "--sender",
        envvar="OSTRAKA_SENDER",
        default="ostraka@localhost",
        show_default=True,
        help="The sender of its mail.",
    ),
    click.option(
        "--keep-mails",
        envvar="OSTRAKA_KEEP_MAILS",
        type=click.IntRange(min=1, max=36_500),
        default=1,
        show_default=True,
        help="Days after which text and letters of a mail that was sent are deleted from the database.",
    ),
    click.option("--name", envvar="OSTRAKA_NAME", default="Ostraka", show_default=True, help="The name of the host."),
    click.option(
        "--suite",
        envvar="OSTRAKA_SUITE",
        type=click.Choice(["mlkem768x25519", "x25519"]),
        default="mlkem768x25519",
        show_default=True,
        help="The cipher suite with which orders are sealed.",
    ),
    limits_option,
    click.option(
        "--lan-webhooks",
        envvar="OSTRAKA_LAN_WEBHOOKS",
        is_flag=True,
        help="Allow webhooks to http and to private networks: only if you trust everybody who uses the host.",
    ),
    click.option(
        "--rules-seconds",
        envvar="OSTRAKA_RULES_SECONDS",
        type=click.FloatRange(min=1),
        default=30,
        show_default=True,
        help="Whatever the rules of a game are asked is given up after so many seconds, and the others go on.",
    ),
    click.option(
        "--connections",
        envvar="OSTRAKA_CONNECTIONS",
        type=click.IntRange(min=8),
        default=20,
        show_default=True,
        help="How many connections to PostgreSQL this process opens at most, besides two to lock and listen.",
    ),
)


def shared_options(command: F) -> F:
    """The options of every process of a host: where it stores, how it mails, what it is called."""
    for option in reversed(SHARED_OPTIONS):
        command = option(command)
    return storage_options(command)


def settings_of(mail: str | None, limits: str, **settings: Any) -> dict[str, Any]:
    """The settings of a process, with the folder that mails are written to where nothing else is said."""
    return {"mail": mail_or_files(mail), "limits": parsed_limits(limits), **settings}


@click.command(help="Run the service.")
@shared_options
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
    "--source-url",
    envvar="OSTRAKA_SOURCE_URL",
    help="Where people get the source of what runs here, with your changes; pages link to it, as the AGPL wants.",
)
@click.option(
    "--play",
    envvar="OSTRAKA_PLAY",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="The folder of the table that plays in the browser itself, served at /play/: build/site/play of `make site`. "
    "Default: the one that was built with this installation, if any.",
)
@click.option(
    "--register",
    envvar="OSTRAKA_REGISTER",
    type=click.Choice(["open", "invited"]),
    default="open",
    show_default=True,
    help="Who may take a new name: everybody, or only who is invited to a game or contest, or by `ostraka db invite`.",
)
@click.option(
    "--cors",
    envvar="OSTRAKA_CORS",
    is_flag=True,
    help="Let pages of other origins send signed requests, so that the table plays here from a site elsewhere.",
)
@click.option(
    "--proxies",
    envvar="OSTRAKA_PROXIES",
    default="127.0.0.1,::1",
    show_default=True,
    help="Addresses of reverse proxies, whose X-Forwarded-For is believed.",
)
@backups_option
@click.option(
    "--metrics-token",
    envvar="OSTRAKA_METRICS_TOKEN",
    help="Who sends it (Authorization: Bearer TOKEN) may read GET /metrics; without it nobody may. Give it in the "
    "environment: other users of the machine can read options.",
)
@click.option(
    "--worker/--no-worker",
    "works",
    envvar="OSTRAKA_WORKER",
    default=True,
    show_default=True,
    help="Cut, resolve and mail too. Without it, on PostgreSQL, `ostraka worker` has to run.",
)
@click.option(
    "--drain",
    envvar="OSTRAKA_DRAIN",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Seconds for which it serves on after SIGTERM, while /readyz answers 503, so that a proxy can turn away.",
)
def serve(
    database: str,
    master_key_file: Path,
    host: str,
    port: int,
    threads: int,
    public_url: str | None,
    mail: str | None,
    works: bool,
    play: Path | None,
    **settings: Any,
) -> None:
    """Run the service: one process, with its threads and, unless told otherwise, the worker."""
    from api.pages.play import brought
    from api.server.gunicorn_app import serve_forever
    from api.store.database import one_of_many

    if not works and sqlite_file(database) is not None:
        raise click.ClickException(ONE_PROCESS.format(what="server without a worker"))
    address = public_url or f"http://{host}:{port}"
    settings = settings_of(mail, works=works, public_url=address, play=play or brought(), **settings)
    config = configured(database, master_key_file, **settings)

    def run() -> None:
        with one_of_many(database):
            serve_forever(config, host, port, threads)

    refusing(run)


@click.command(
    help="Cut, resolve and mail beside other processes of a host.\n\nIt answers no requests. "
    "Any number of these and of `ostraka serve` share one PostgreSQL.",
)
@shared_options
@click.option(
    "--public-url",
    envvar="OSTRAKA_PUBLIC_URL",
    required=True,
    help="The address that clients use, as for `serve`: it stands in mails.",
)
@click.option(
    "--health",
    envvar="OSTRAKA_HEALTH",
    metavar="ADDRESS:PORT",
    help="Where to answer GET /healthz and GET /readyz, such as 127.0.0.1:8001. Default: nowhere.",
)
def worker(database: str, master_key_file: Path, mail: str | None, health: str | None, **settings: Any) -> None:
    """Run a worker."""
    from api.server.worker_process import work_forever
    from api.store.database import one_of_many

    if sqlite_file(database) is not None:
        raise click.ClickException(ONE_PROCESS.format(what="worker of its own"))
    config = configured(database, master_key_file, **settings_of(mail, **settings))

    def run() -> None:
        with one_of_many(database):
            work_forever(config, address_of(health) if health else None)

    refusing(run)


def address_of(text: str) -> tuple[str, int]:
    """An address and a port."""
    address, _, port = text.rpartition(":")
    if not address or not port.isdecimal() or int(port) > 65_535:
        raise click.BadParameter("give an address and a port, such as 127.0.0.1:8001", param_hint="--health")
    return address.strip("[]"), int(port)
