"""*Your name and key*: where a player signs up, signs in, and says where a copy of their key lies."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final, cast

import jinja2
from flask import Flask, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from cli.browser.errands import ROAD
from cli.browser.key_links import key_of, link_of
from cli.browser.keys import Copy, Keys
from cli.errors import ClientError, Misuse, TrustBroken
from cli.table.addresses.table import Table, rendered
from cli.table.rendering import qr_code, templates
from schemas.errors import ProtocolError, WrongPassword

ACCOUNT: Final = "account"
MOST_SENT: Final = 10_000  # bytes of a key file
WRONG: Final = "That password does not open the key of {name}. Passwords are written exactly as they were chosen."


@cache
def own_templates() -> jinja2.Environment:
    """The templates of this room, and the table's under them."""
    shared = templates()
    own = jinja2.PackageLoader("cli.browser")
    return shared.overlay(loader=jinja2.ChoiceLoader([own, *([shared.loader] if shared.loader else [])]))


def add_account(app: Flask, table: Table, keys: Keys) -> None:
    """The page, and what its forms do."""
    place = f"{table.guard.home}{ACCOUNT}"
    ways = {
        "new": keys_of_form(keys.make, copies=True),
        "fetch": keys_of_form(keys.fetch, copies=False),
        "file": lambda: take_file(keys),
        "link": lambda: note_link(keys),
        "linked": lambda: take_link(keys),
        "kept": keys.note_file,
        "open": lambda: open_here(keys),
        "copy": lambda: copy_now(keys),
        "lock": keys.lock,
        "leave": keys.leave,
    }

    def shown(wrong: str = "", code: int = 200, word: str = "") -> Response:
        found = facts(keys, wrong) | {"word": word or request.form.get("word", ""), "bundle": keys.hosts.bundle}
        found |= {"linked": keys.linked, "whose": ""}
        try:
            found["whose"] = key_of(keys.linked)[0] if keys.linked else ""
        except Misuse as misuse:
            found["wrong"] = misuse.plain
        found["served"] = keys.hosts.served() if request.method == "GET" and keys.hosts.bundle else {}
        return rendered(own_templates().get_template("account.html"), table.guard, code, **found)

    @app.get(place)
    def account() -> Response:
        return shown()

    @app.get(f"{table.guard.home}register/<word>")
    def invited(word: str) -> Response:
        """Who comes with the word of an operator's link."""
        return shown(word=word)

    @app.post(f"{place}/<way>")
    def account_act(way: str) -> AnyResponse:
        if way not in ways:
            return redirect(place, 303)
        wrong = done(keys, way, ways[way])
        if wrong:
            return shown(wrong, 409)
        if way != "link":
            keys.linked = ""
        if way in ("lock", "leave"):
            table.clear()
        return redirect(onward(table), 303)

    @app.get(f"{place}/key")
    def key_file() -> Response:
        response = Response(keys.file, mimetype="application/octet-stream")
        response.headers["Content-Disposition"] = f'attachment; filename="{keys.name}.age"'
        keys.note_file()
        return response

    @app.get(f"{place}/code")
    def key_code() -> Response:
        link = link_of(f"{keys.hosts.address}/", keys.name, keys.file)
        facts = {"place": f"{ACCOUNT}/", "name": keys.name, "link": link, "code": qr_code(link, "l")}
        return rendered(own_templates().get_template("key-code.html"), table.guard, **facts)


def onward(table: Table) -> str:
    """Where the browser goes next: to what it came for, where that is a page of the table."""
    return f"{table.guard.home}{wanted() or ACCOUNT}"


def wanted() -> str:
    """The game, the contest or the invitation for which somebody becomes known."""
    named = request.values.get("next", "")
    return named if re.fullmatch(r"(join|games|enter|contests)/[\w~/-]+", named, re.ASCII) else ""


def keys_of_form(do: Any, copies: bool) -> Any:
    """What a form with host, name and password does."""

    def act() -> None:
        form = request.form
        given: tuple[str, ...] = (form.get("url", ""), form.get("name", ""), form.get("password", ""))
        do(*given, cast(Copy, form.get("copy", "none")), form.get("word", "")) if copies else do(*given)

    return act


def open_here(keys: Keys) -> None:
    """The key of this browser; where it isn't known yet whether its host knows it, it is registered."""
    keys.open(request.form.get("name", ""), request.form.get("password", ""))
    if not keys.registered and (url := request.form.get("url")):
        keys.register(keys.hosts.client(url))


def take_file(keys: Keys) -> None:
    """A key file that was saved elsewhere."""
    request.max_content_length = MOST_SENT
    sent = request.files.get("key")
    if sent is None or not sent.filename:
        raise Misuse("Choose the file of your key first; it is called something like leonidas.age.")
    brought(keys, sent.filename.rpartition("/")[2].removesuffix(".age"), sent.read())


def note_link(keys: Keys) -> None:
    """A link with a key was opened: its password is asked for."""
    keys.linked = request.form.get("key", "")


def take_link(keys: Keys) -> None:
    """The key of the link, with its password."""
    brought(keys, *key_of(request.form.get("key", "")))


def brought(keys: Keys, name: str, file: bytes) -> None:
    """A locked key that the player keeps themself."""
    keys.take_in(name, file, request.form.get("password", ""))
    keys.register(keys.hosts.client(request.form.get("url", "")))
    keys.note_file()


def copy_now(keys: Keys) -> None:
    """A copy of the key goes to the host, or the one there is deleted."""
    client = keys.hosts.client(request.form.get("url", ""))
    if request.form.get("copy") == "host":
        keys.copy(client, request.form.get("password", ""), "host")
    else:
        client.withdraw_key()
        keys.copy(client, "", "none")


def done(keys: Keys, way: str, do: Any) -> str:
    """Do it; gives what was wrong, in a sentence."""
    try:
        do()
    except WrongPassword:
        return WRONG.format(name=request.form.get("name") or "this name")
    except TrustBroken:
        raise
    except ClientError as error:
        return "\n".join([error.plain, *error.errors])
    except ProtocolError as error:
        return str(error)
    if way not in ("lock", "leave") and "stay" in request.form:
        keys.stay_open(request.form["stay"])
    return ""


def sign(keys: Keys, url: str, word: str) -> None:
    """Open the key of this browser, or make one."""
    name, password = request.form.get("name", ""), request.form.get("password", "")
    if ROAD.same("known", lambda: bool(keys.names)):
        keys.open(name, password)
    else:
        keys.make(url, name, password, "host" if request.form.get("copy") == "host" else "none", word)


def host_of(keys: Keys) -> str:
    """The host of the invitation: the one that the page is for."""
    urls = keys.hosts.connection.offered or keys.hosts.connection.urls()
    if not urls:
        raise Misuse("This page belongs to no host: open the link of the invitation.")
    return urls[0]


def facts(keys: Keys, wrong: str = "") -> dict[str, Any]:
    """What the forms need."""
    from schemas.keys.kept_keys import five_words

    hosts = keys.hosts
    return {
        "place": f"{ACCOUNT}/",
        "wrong": wrong,
        "names": keys.names,
        "name": hosts.connection.handle() if hosts.identity is not None else "",
        "copied": keys.copied,
        "hosts": hosts.offered(),
        "words": five_words(),
        "typed": request.form.get("name", ""),
        "next": wanted(),
    }
