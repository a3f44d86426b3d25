"""What an organiser does: open a game at a host, invite, start it, and act in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from adjudicator.registry import title as find_title
from adjudicator.registry import titles
from cli.errors import Misuse
from cli.games.act_words import WORDS, then
from cli.games.act_words import done as done_in_words
from cli.table.addresses.about import of_game
from cli.table.addresses.hosted import GAME, about_of, done, player_at, tried, typed, unsure
from cli.table.addresses.lists import kinds
from cli.table.addresses.table import Table, number, page
from cli.table.rendering import qr_code
from schemas.statements.in_words import length, listed

if TYPE_CHECKING:
    from cli.client import Client
    from cli.client.answers import GameSummary
    from cli.table.shown.about import About
    from schemas.statements.payloads import Acts

YES: Final = {
    "vacate": "Yes, take the seat",
    "replace": "Yes, take the seat",
    "end": "Yes, end the game",
    "annul": "Yes, annul the game",
    "rollback": "Yes, go back",
    "redeal": "Yes, deal again",
    "set-aside": "Yes, set it aside",
    "rekey": "Yes, I have asked",
}


def add_organising(app: Flask, table: Table) -> None:
    """The page of an organiser, and a form for each act."""
    place = f"{table.guard.home}games/<name>/organise"

    @app.get(place)
    def organise(name: str) -> Response:
        return organising_page(table, found(table, name))

    @app.post(f"{place}/invite")
    def invite(name: str) -> AnyResponse:
        about = found(table, name)
        who = request.form.get("who", "").replace(",", " ").split()
        if wrong := tried(lambda: invited(about, who)):
            return organising_page(table, about, wrong, "invite")
        return done(table, about.game, "organise", f"Invited: {listed(who)}.")

    @app.post(f"{place}/link")
    def link(name: str) -> Response:
        about, made = found(table, name), list[str]()
        wrong = tried(lambda: made.append(linked(about)))
        return organising_page(table, about, wrong, "link", made[0] if made else "")

    @app.post(f"{place}/take-back")
    def take_back(name: str) -> AnyResponse:
        about, which = found(table, name), request.form.get("invitation", "")
        if wrong := tried(lambda: about.client.withdraw_invitation(about.game, which)):
            return organising_page(table, about, wrong)
        return done(table, about.game, "organise", "The invitation is taken back; who has joined stays.")

    @app.post(f"{place}/<act>")
    def organiser_act(name: str, act: str) -> AnyResponse:
        about = found(table, name)
        if act not in WORDS:
            raise NotFound("There is no such act.")
        facts = facts_of(about)
        back = f"{table.guard.home}games/{about.game}/organise"
        if act in YES and (asked := unsure(table, act, back, YES[act], **facts)) is not None:
            return asked
        if wrong := tried(lambda: carry_out(about, act)):
            return organising_page(table, about, wrong, act)
        return done(table, about.game, "organise", done_in_words(act, GAME, **facts))


def found(table: Table, name: str) -> About:
    """A game that the reader organises."""
    about = about_of(table, name)
    if not about.is_organiser:
        raise NotFound(f"{about.summary['organiser']} organises this game, not you.")
    return about


def organising_page(table: Table, about: About, wrong: Sequence[str] = (), act: str = "", link: str = "") -> Response:
    """The page; `wrong`: why an act was not done; `link`: of a new invitation, shown this once."""
    from cli.table.shown.organising import organising

    more = organising(about, request.args.get("claims", ""))
    kept = {"act": act, **dict.fromkeys(("reason", "who", "seat", "player", "seconds"), ""), **typed()}
    return of_game(table, about, "organise", wrong, typed=kept, words=WORDS, link=link, drawn=qr_code(link), **more)


def linked(about: About) -> str:
    """A link that invites whoever opens it."""
    until = datetime.now(UTC) + timedelta(seconds=number("seconds") or 0)
    return about.client.invite_by_link(about.game, until, request.form.get("seat") or None)


def invited(about: About, who: Sequence[str]) -> None:
    """Invite everybody, or nobody if one of them is not known."""
    from cli.games.invite import Invited
    from cli.terminal.invitations import require_known, sent

    seat = request.form.get("seat") or None
    if not who:
        raise Misuse("Whom do you want to invite? Write the name of a player of this host, or a mail address.")
    if seat and len(who) > 1:
        raise Misuse(f"A seat is kept for one player, and you name {len(who)}.")
    wanted = [Invited(one, game=about.game, seat=seat) for one in who]
    require_known(about.client, wanted)
    list(sent(wanted, lambda one: about.client.invite(one.game, one.who, one.seat)))


def facts_of(about: About) -> dict[str, Any]:
    """What sentences about an act name."""
    form = request.form
    return {
        "seat": about.names.get(form.get("seat", ""), "the seat"),
        "player": form.get("player", "").strip(),
        "phase": number("phase") or about.summary["phase"],
        "length": length(number("seconds") or 0),
        "key": form.get("key", ""),
        "then": then(about.client, about.summary["contest"]),
    }


def carry_out(about: About, act: str) -> None:
    """Start the game, or sign the act that the form says."""
    if act == "start":
        about.client.start(about.game)
    else:
        about.client.act(about.game, wanted(about, act))


def wanted(about: About, act: str) -> Acts:
    """The act as the form has it."""
    from cli.games.organiser import current_key
    from schemas.statements import payloads

    form, reason = request.form, request.form.get("reason", "").strip()
    seat, player, phase = form.get("seat", ""), form.get("player", "").strip(), number("phase")
    made: dict[str, Callable[[], Acts]] = {
        "pause": lambda: payloads.Pause(reason=reason),
        "resume": lambda: payloads.Resume(reason=reason),
        "extend": lambda: payloads.Extend(reason=reason, seconds=number("seconds") or 0),
        "remind": lambda: payloads.Remind(reason=reason),
        "vacate": lambda: payloads.Vacate(reason=reason, seat=seat),
        "replace": lambda: payloads.Replace(reason=reason, seat=seat, player=player),
        "end": lambda: payloads.End(reason=reason),
        "annul": lambda: payloads.Annul(reason=reason),
        "rollback": lambda: payloads.Rollback(reason=reason, phase=phase or 0),
        "redeal": lambda: payloads.Amend(reason=reason, redeal=True),
        "set-aside": lambda: payloads.SetAside(reason=reason, seat=seat, phase=about.summary["phase"] or 0),
        "rekey": lambda: payloads.Rekey(
            reason=reason, player=current_key(about.client, about.game, player), key=form.get("key", "")
        ),
    }
    if act not in made:
        raise NotFound("There is no such act.")
    return made[act]()


# --- a new game -------------------------------------------------------------------------------------------------------


def add_new_at_host(app: Flask, table: Table) -> None:
    """The form for a game at a host, in two steps: which scenario, then its terms."""
    guard = table.guard
    place = f"{guard.home}new-at-host"

    def shown(wrong: Sequence[str] = ()) -> Response:
        from cli.table.shown.organising import choices

        like, asked = request.values.get("like", ""), request.values.get("scenario", "")
        model = player_at(table, like)[1] if like else None
        facts = {"like": like, "wrong": wrong, "command": table.hosts.command()}
        if model is None and not asked:
            hosts = [client.url for client in table.hosts.clients()]
            return page("new-at-host", guard, **facts, kinds=kinds(), hosts=hosts, rules=None)
        chosen, _, scenario = (asked or f"{model['title']} {model['scenario']}" if model else asked).partition(" ")
        rules = known_title(chosen)
        facts |= {"rules": rules, "url": request.values.get("url", ""), "scenario": rules.scenario(scenario)}
        more = choices(rules, scenario, model, as_typed_in_the_form())
        return page("new-at-host", guard, 409 if wrong else 200, **facts, **more)

    @app.get(place)
    def which() -> Response:
        return shown()

    @app.post(place)
    def open_game() -> AnyResponse:
        like, made = request.form.get("like", ""), list[Any]()
        client = player_at(table, like)[0].own if like else client_of(table, request.form.get("url", ""))
        if wrong := tried(lambda: made.append(opened(client, like))):
            return shown(wrong)
        said = "The game is open, and you organise it. Take a seat if you play too, and invite players."
        return done(table, made[0]["game"], "organise", said)


def known_title(name: str) -> Any:
    """The rules of a title."""
    if name not in titles():
        raise NotFound("There is no such title.")
    return find_title(name)


def client_of(table: Table, url: str) -> Client:
    """The reader at the host that was chosen."""
    for client in table.hosts.clients():
        if url in ("", client.url):
            return client
    raise NotFound("You are not known at that host.")


def as_typed_in_the_form() -> dict[str, Any]:
    """What was chosen, where the form was sent; else nothing."""
    form = request.form
    if not form:
        return {}
    lists = {"reminders": form.getlist("reminders"), "days_off": form.getlist("days_off")}
    return {**typed(), **lists, "start": form.get("start", "organiser"), "anonymous": "anonymous" in form}


def opened(client: Client, like: str) -> GameSummary:
    """Open the game that the form describes; what it does not ask for is as in the game it is like."""
    from cli.games.creation import wanted_game
    from schemas.statements.payloads import Terms

    form = request.form
    title, _, scenario = form.get("scenario", "").partition(" ")
    fields = (
        "phase_seconds",
        "bank_seconds",
        "grace_seconds",
        "least_seconds",
        "excused",
        "excused_back",
        "absence_days",
    )
    terms: dict[str, Any] = {
        **{field: found for field in fields if (found := number(field)) is not None},
        "reminders": sorted((int(one) for one in form.getlist("reminders") if one.isdigit()), reverse=True),
        "days_off": [int(one) for one in form.getlist("days_off") if one.isdigit()],
        "time_zone": form.get("time_zone", "").strip() or "UTC",
        "cut": form.get("cut", "final"),
    }
    options = [f"{one.removeprefix('option ')}={said}" for one, said in form.items() if one.startswith("option ")]
    said: dict[str, Any] = {
        "like": like,
        "title_id": known_title(title).id,
        "name": form.get("name", "").strip(),
        "scenario": scenario,
        "seats": number("seats"),
        "terms": Terms(**terms),
        "options": options,
        "components": None,
        "seats_a_player": number("seats_a_player"),
        "start": "full" if form.get("start") == "full" else "organiser",
        "private": form.get("private", "no"),
        "tags": (),
        "anonymous": "anonymous" in form,
    }
    if not said["name"]:
        raise Misuse("What is the game to be called? Give it a name.")
    seats = {"seats_a_player"} if said["seats_a_player"] else set()
    wanted = wanted_game(client, said, {*terms, *seats, "start", "private", "anonymous"})
    return client.create_game(*wanted.of_title, wanted.name, **wanted.more)
