"""The link of a contest: what it is and what its plan means; and the form that signs up and enters in one."""

from __future__ import annotations

from typing import Any

from flask import Flask, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from cli.browser.account import done, facts, host_of, own_templates, sign
from cli.browser.errands import ROAD
from cli.browser.keys import Keys
from cli.contests.shared.entering import entered_in_words
from cli.contests.shared.opening import meaning_of
from cli.errors import Refused
from cli.table.addresses.table import Table, rendered
from cli.table.contests.found import Seen, place_of


def add_entering(app: Flask, table: Table, keys: Keys) -> None:
    """The page of a contest's link, and who enters there; `word`: that of an invitation by mail, where it has one."""
    place = f"{table.guard.home}enter/<contest>"

    def shown(contest: str, word: str, wrong: str = "", code: int = 200) -> AnyResponse:
        seen = looked_at(keys, contest)
        if seen and keys.hosts.identity is not None and keys.registered and not wrong:
            return redirect(place_of(table, contest), 303)
        told = {"next": f"enter/{contest}/{word}".rstrip("/"), "contest": seen and seen.told}
        told |= link_of(seen) if seen else {}
        return rendered(own_templates().get_template("enter.html"), table.guard, code, **facts(keys, wrong) | told)

    @app.get(place, defaults={"word": ""}, endpoint="look_at_contest")
    @app.get(f"{place}/<word>", endpoint="look_at_contest")
    def enter_page(contest: str, word: str) -> AnyResponse:
        return shown(contest, word)

    @app.post(place, defaults={"word": ""}, endpoint="enter_contest")
    @app.post(f"{place}/<word>", endpoint="enter_contest")
    def enter(contest: str, word: str) -> AnyResponse:
        said = list[str]()
        if wrong := done(keys, "enter", lambda: said.append(entered(keys, contest, word))):
            return shown(contest, word, wrong, 409)
        table.said.setdefault(contest, []).extend(said)
        return redirect(place_of(table, contest), 303)


def looked_at(keys: Keys, contest: str) -> Seen | None:
    """The contest, as whoever looks may see it; None where it might be private, and nobody has signed in."""
    hosts, url = keys.hosts, host_of(keys)
    client = hosts.client(url) if hosts.identity is not None else hosts.connection.client(url)
    try:
        return Seen(client, client.contest(contest))
    except Refused as refused:
        if hosts.identity is not None or refused.code != "unknown-contest":
            raise
        return None


def link_of(seen: Seen) -> dict[str, Any]:
    """What is said of the contest."""
    return {
        "meaning": meaning_of(seen.story.plan, seen.played, seen.story.longer),
        "entered": [one["player"] for one in seen.told["entrants"] if not one["left"]],
        "is_open": takes(seen, substitute=False),
        "substitutes": takes(seen, substitute=True),
    }


def takes(seen: Seen, *, substitute: bool) -> bool:
    """Whether somebody whom nobody knows yet could enter."""
    from schemas.contests.allowed import entry_refused
    from schemas.statements.contests import Enter

    story, nobody = seen.story, "ed25519:" + "0" * 32
    wanted = Enter(seen.id, nobody, nobody, "A" * 43, story.opened.commitment, substitute)
    return not seen.is_over and entry_refused(story, "", wanted) is None


def entered(keys: Keys, contest: str, word: str) -> str:
    """Sign in or up with the form, and enter; gives what that means."""
    url, substitute = host_of(keys), "substitute" in request.form
    if ROAD.same("locked", lambda: keys.hosts.identity is None):
        sign(keys, url, word)
    client = keys.hosts.client(url)
    if word or not keys.registered:
        keys.register(client, word)
    return entered_in_words(client, client.enter_contest(contest, substitute=substitute), substitute=substitute)
