"""`ostraka table`: the table is served until Ctrl-C; the terminal holds the keys and gives the link."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import socket
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from cli.errors import Misuse
from cli.terminal.options import Connection, host_options
from cli.terminal.output import tell

if TYPE_CHECKING:
    from flask import Flask

    from cli.table.addresses.table import Table
    from cli.table.guard import Guard
    from cli.table.hosts import HostsOf

DOOR: Final = "table.html"
PATIENCE: Final = 30.0
"""Seconds that the table waits for a request that began, or for the next one on a connection."""


@click.command()
@click.argument("game", required=False)
@click.argument("seat", required=False)
@click.option("--offline", is_flag=True, help="Contact no host: answer the newest letter of GAME that you have opened.")
@click.option("--seed", help="Against bots: any text; the same text gives the same dice and draws.")
@click.option("--scenario", help="Of a new game: which scenario; by default the title's first.")
@click.option("--seats", type=int, help="Of a new game: how many seats; by default as few as the scenario allows.")
@click.option("--print", "only_print", is_flag=True, help="Print the link instead of opening it.")
@host_options
def table(
    connection: Connection,
    game: str | None,
    seat: str | None,
    offline: bool,
    seed: str | None,
    scenario: str | None,
    seats: int | None,
    only_print: bool,
) -> None:
    """Sit down and play, in your browser.

    GAME is the name of a game against bots on this machine, the file of one that was saved elsewhere, a title to begin
    a new one, or a game at a host; without it you see all your games. The page is served to this machine alone, by
    this program, which holds your keys. The link works once. Ctrl-C ends it; without a terminal (begun by an icon, or
    with &) it ends by itself when nobody was at the table for 30 minutes (`ostraka key lock --after` sets another
    time).
    """
    begin_table(connection, game, seat, (scenario, seats), offline=offline, seed=seed, only_print=only_print)


def begin_table(
    connection: Connection,
    game: str | None,
    seat: str | None,
    new: tuple[str | None, int | None] = (None, None),
    *,
    offline: bool = False,
    seed: str | None = None,
    only_print: bool = False,
) -> None:
    """Serve the table until the person has had enough; `new`: scenario and number of seats of a game that begins."""
    from werkzeug.serving import make_server

    from cli.table.addresses.table import Table
    from cli.table.app import create_app
    from cli.table.foresight import in_a_thread
    from cli.table.guard import Guard, idle_of
    from cli.table.hosts import HostsOf

    hosts = HostsOf(connection, seat, offline, seed)
    path = opened(connection, hosts, game, *new)
    server = make_server("127.0.0.1", 0, empty_app(), threaded=True, request_handler=quiet())
    guard = Guard(server.server_port, idle=idle_of(connection.home.root))
    table = Table(connection.home, hosts, guard, imagines=in_a_thread)
    server.app = create_app(table)
    guard.on_lock = lambda: lock(table, hosts)
    end_on_signals()
    gc.freeze()  # programs and rules stay as long as the table does: a click does not wait until they are gone through
    gc.set_threshold(20_000, 20, 50)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        sit(guard, table, path, only_print)
    except KeyboardInterrupt:
        tell("")
    finally:
        tell("The table is cleared. What was half made is kept.")
        hosts.lock()
        table.clear()
        server.shutdown()
        server.server_close()
        door(table).unlink(missing_ok=True)


def empty_app() -> Flask:
    """What the server has until its port is known."""
    from flask import Flask

    return Flask(__name__, static_folder=None)


def quiet() -> Any:
    """A handler of requests that prints nothing."""
    from werkzeug.serving import WSGIRequestHandler

    class Quiet(WSGIRequestHandler):
        """Prints nothing, does not name its version, and waits so long for a request and no longer.

        Its head has to be there in that time, however it trickles in; of its body, and of the answer, each part.
        """

        server_version, sys_version = "ostraka", ""
        protocol_version = "HTTP/1.1"
        timeout = PATIENCE

        def handle_one_request(self) -> None:
            self.watch = threading.Timer(self.timeout, self.hang_up)
            self.watch.daemon = True
            self.watch.start()
            try:
                super().handle_one_request()
            finally:
                self.watch.cancel()

        def parse_request(self) -> bool:
            done = super().parse_request()
            self.watch.cancel()
            return done

        def hang_up(self) -> None:
            with contextlib.suppress(OSError):
                self.connection.shutdown(socket.SHUT_RDWR)

        def log(self, type: str, message: str, *args: Any) -> None:
            """Nothing."""

    return Quiet


def opened(
    connection: Connection, hosts: HostsOf, game: str | None, scenario: str | None = None, seats: int | None = None
) -> str:
    """Where the browser begins; the keys are opened if they are needed for it."""
    from adjudicator.registry import is_title, title, titles
    from cli.rules.saved_games import saved_here
    from cli.terminal.finding import find_game, find_seat

    if (scenario or seats) and not (game and is_title(game)):
        raise Misuse("--scenario and --seats are for a new game: name its title as well, as in ostraka table pericles.")
    if game is None:
        if hosts.has_keys:
            hosts.unlock()
        return ""
    if saved_here(connection.home.root, game):
        return f"games/{game}"
    if (file := Path(game)).suffix == ".json" and file.is_file():
        name = hosts.take_in(file.read_bytes(), game)
        tell(f"From now on it is saved here: open it again with ostraka table {name}")
        return f"games/{name}"
    if is_title(game):
        rules = title(game)
        chosen = rules.scenario(scenario or next(iter(rules.scenarios)))
        name = hosts.begin(rules, chosen.id, seats or min(chosen.seat_counts), hosts.seat)
        tell(f"A new game against bots, saved by itself: open it again with ostraka table {name}")
        return f"games/{name}"
    if not hosts.has_keys:
        raise Misuse(f"{game!r} is neither a game on this machine nor a title ({', '.join(titles())}).")
    hosts.unlock()
    found = find_game(connection, game, hosts.offline)
    if hosts.seat is None:
        find_seat(connection, found, hosts.offline)  # Misuse says which it could be
    return f"games/{found}"


def sit(guard: Guard, table: Table, path: str, only_print: bool) -> None:
    """Give links until the person has had enough; every Enter gives a new one. Without a terminal, wait for them to go.

    Ctrl-D has had enough as well; any other input that ends says nothing.
    """
    give_link(guard, table, path, only_print)
    if reads_input():
        tell("Here, Enter gives a new link, q ends it.")
        while typed := sys.stdin.readline():
            if typed.strip() == "q":
                return
            if table.hosts.left:
                table.hosts.unlock()
            give_link(guard, table, path, only_print)
        if sys.stdin.isatty():
            return
    tell(f"The table closes when nobody has been there for {guard.idle_in_words}. To close it now: kill {os.getpid()}")
    while (left := guard.seconds_left()) > 0:
        time.sleep(left)


def reads_input() -> bool:
    """Whether there is input, and reading does not halt the program, as in the background of a terminal."""
    if sys.stdin is None or not sys.stdin.isatty() or sys.platform == "win32":
        return sys.stdin is not None
    return os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()


def end_on_signals() -> None:
    """End as with Ctrl-C when the program is told to end, and when its terminal is closed."""
    for name in ("SIGTERM", "SIGHUP"):  # Windows has no SIGHUP
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.default_int_handler)


def give_link(guard: Guard, table: Table, path: str, only_print: bool) -> None:
    """Open the browser at a new link, or print it. It is no argument of a program, which other users could read."""
    link = guard.new_link()
    tell(f"The table: {link}" if only_print else f"The table is opened in your browser. If it is not: {link}")
    guard.first = path
    if not only_print:
        from html import escape

        from cli.home.home import make_private, write_private

        make_private(table.home.root)
        text = f'<!DOCTYPE html><meta http-equiv="refresh" content="0;url={escape(link)}"><title>To the table</title>'
        write_private(door(table), text.encode())
        click.launch(door(table).as_uri())


def door(table: Table) -> Path:
    """The file that leads a browser to the link; nobody else can read it."""
    return table.home.root / DOOR


def lock(table: Table, hosts: HostsOf) -> None:
    """Forget keys and games after a long silence."""
    table.clear()
    hosts.lock()
    tell(f"Nobody was at the table for {table.guard.idle_in_words}: it is locked. Press Enter for a new link.")
