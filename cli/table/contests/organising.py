"""What an organiser does in a contest, and their assistant: invite, and act."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from cli.contests.acts import read_act
from cli.contests.shared.inviting import invite_all, invited_in_words
from cli.contests.shared.told import ranked
from cli.errors import Misuse
from cli.play.next import free_seats
from cli.table.addresses.hosted import ask_once_more, tried, typed
from cli.table.addresses.table import Table, number
from cli.table.contests.act_words import WORDS, YES
from cli.table.contests.found import Seen, contest_of, done, of_contest, place_of
from cli.table.contests.shown import duties, seats_of, table_of
from cli.table.rendering import qr_code
from cli.table.shown.about import as_heading
from cli.table.shown.organising import LATER
from cli.terminal.invitations import Invitee
from schemas.contests.allowed import act_refused
from schemas.contests.told.invited import BECAME
from schemas.statements.contests import Adjudicate, Announce, ContestActs, CorrectResult
from schemas.statements.in_words import length, listed
from schemas.statements.payloads import Replace

if TYPE_CHECKING:
    from schemas.contests.parts import DrawnGame
    from schemas.contests.story import ContestStory

DAY: Final = 86_400
MOST_GAMES: Final = 8
"""Games for each of which there are forms on the page; of more one is chosen first."""
LONGER: Final = (*LATER, 14 * DAY, 30 * DAY)
Facts = dict[str, Any]


def add_organising(app: Flask, table: Table) -> None:
    """The page, and a form for each act."""
    place = f"{table.guard.home}contests/<name>/organise"

    def inviting(name: str, do: Callable[[Seen], Sequence[str]], act: str) -> AnyResponse:
        """Something about invitations, which only the organiser can do; `do` gives what was done."""
        seen, said = decided(table, name), list[str]()
        if wrong := tried(lambda: said.extend(do(seen))):
            return organising_page(table, seen, wrong, act)
        return done(table, seen.id, "organise", *said)

    @app.get(place)
    def organise(name: str) -> Response:
        return organising_page(table, decided(table, name), act=request.args.get("act", ""))

    @app.post(f"{place}/invite")
    def invite(name: str) -> AnyResponse:
        return inviting(name, invited, "invite")

    @app.post(f"{place}/take-back")
    def take_back(name: str) -> AnyResponse:
        return inviting(name, taken_back, "invite")

    @app.post(f"{place}/instead")
    def instead(name: str) -> AnyResponse:
        return inviting(name, instead_of, "instead")

    @app.post(f"{place}/announce")
    def announce(name: str) -> AnyResponse:
        seen, text = decided(table, name), request.form.get("text", "").strip()
        back = place_of(table, seen.id, "organise")
        if not text:
            return organising_page(table, seen, ["There is nothing to send: write something first."], "announce")
        asked = f"Send this to all who are in {seen.told['name']}?"
        if (page := ask_once_more(table, asked, text, "Yes, send it", back)) is not None:
            return page
        if wrong := tried(lambda: seen.client.contest_act(seen.id, Announce(text=text))):
            return organising_page(table, seen, wrong, "announce")
        return done(table, seen.id, "organise", f"All who are in {seen.told['name']} get it by mail.")

    @app.post(f"{place}/<act>")
    def act_on(name: str, act: str) -> AnyResponse:
        seen = decided(table, name)
        if act not in WORDS:
            raise NotFound("There is no such act.")
        made = list[ContestActs | Replace]()
        if wrong := tried(lambda: made.append(wanted(seen, act))):
            return organising_page(table, seen, wrong, act)
        facts, back = words_about(seen, made[0]), place_of(table, seen.id, "organise")
        if act in YES:
            asked = WORDS[act].sure.format(**facts)
            if (page := ask_once_more(table, asked, WORDS[act].does, YES[act], back)) is not None:
                return page
        if wrong := tried(lambda: carry_out(seen, made[0])):
            return organising_page(table, seen, wrong, act)
        return done(table, seen.id, "organise", WORDS[act].done.format(**facts))


def decided(table: Table, name: str) -> Seen:
    """A contest in which the reader may act."""
    seen = contest_of(table, name)
    if not seen.decides:
        who = seen.told["organisers"]
        raise NotFound(f"{listed(who)} {'organises' if len(who) == 1 else 'organise'} this contest, not you.")
    return seen


def organising_page(table: Table, seen: Seen, wrong: Sequence[str] = (), act: str = "") -> Response:
    """The page; `act`: whose form is open, with what was typed there."""
    blank = dict.fromkeys(("reason", "who", "right", "player", "other", "seconds", "game", "text"), "")
    kept = blank | {"game": request.args.get("game", ""), "act": act} | (typed() if wrong else {})
    link = "" if seen.told["plan"]["private"] else f"{seen.client.url}/contests/{seen.id}"
    facts = {"typed": kept, "words": WORDS, "link": link, "drawn": qr_code(link)}
    return of_contest(table, seen, "organise", wrong, **facts, **organising(seen, kept["game"]))


def organising(seen: Seen, game: str) -> Facts:
    """What can be done in it now; of many games only in the one that was chosen."""
    story, last = seen.story, len(seen.story.rounds)
    many = len(story.games) > MOST_GAMES
    shown = [table for table in story.games if not many or table.game == game]
    own = [one for one in duties(seen) if one["mine"]]
    return {
        "duties": own,
        "invitations": list(invitations(seen)) if seen.organises else [],
        "can_invite": seen.organises and (not last or story.takes_late or story.plan.substitutes),
        "is_open": not last or (story.takes_late and last < story.plan.rounds),
        "unentered": seen.organises and not story.entrants,
        "playing": sorted(one.handle for one in story.entrants.values() if one.is_in),
        "round": last,
        "lasts": bool(story.plan.round_seconds) if last else story.closes_at is not None,
        "later": [(seconds, length(seconds)) for seconds in LONGER],
        "open_games": [game_of(seen, table) for table in shown if table.is_open],
        "results": [result_of(seen, table) for table in shown if table.counting is not None],
        "choosable": [game_of(seen, table) for table in newest_first(story)] if many else [],
        "games": [game_of(seen, table) for table in shown if not table.annulled],
        "vacant": list(vacant(seen, own)),
        "can_redraw": bool(last) and all(table.is_open for table in story.rounds[-1].tables),
        "anonymous": story.plan.anonymous,
        "opened": story.organiser == seen.client.handle,
        "further": [one for one in story.officers.further if seen.client.handle in (story.organiser, one)],
        "league": story.plan.kind == "league",
    }


def newest_first(story: ContestStory) -> list[DrawnGame]:
    """All games, those of the newest round first, each round by its tables."""
    return sorted(story.games, key=lambda table: (-table.round, table.number))


def game_of(seen: Seen, table: DrawnGame) -> Facts:
    """A game to choose, with those for whom it counts."""
    facts = table_of(seen, table, seats_of(seen))
    return facts | {"round": table.round, "players": sorted(table.competitors.values()), "open": table.is_open}


def result_of(seen: Seen, table: DrawnGame) -> Facts:
    """A game that is over, with what counts."""
    result = table.counting
    places, scores = (dict(result.places), result.scores) if result else ({}, {})
    there = sorted(places.items(), key=lambda one: (one[1], one[0]))
    return game_of(seen, table) | {"there": [(player, place, scores.get(player, "")) for player, place in there]}


def invitations(seen: Seen) -> Iterator[Facts]:
    """Whom the organiser has invited, those first who have not come."""
    for one in sorted(seen.client.contest_invitations(seen.id), key=lambda one: one["status"] == "entered"):
        yield {"who": one["player"] or one["address"], "became": BECAME[one["status"]], "mail": bool(one["address"])}


def vacant(seen: Seen, own: Sequence[Facts]) -> Iterator[Facts]:
    """The vacant seats that wait for the reader's word."""
    names = seats_of(seen)
    for game in dict.fromkeys(one["game"] for one in own if one["kind"] == "replace"):
        summary = seen.client.game(game)
        kept = {one["seat"] for one in summary["seats"] if one["kept_for"]}
        for seat in (one for one in free_seats(summary) if one not in kept):
            yield {"value": f"{game} {seat}", "name": f"{as_heading(names.get(seat, seat))} in {summary['name']}"}


# --- invitations ------------------------------------------------------------------------------------------------------


def invited(seen: Seen) -> list[str]:
    """Invite everybody who was named, or nobody if one of them is not known."""
    who = request.form.get("who", "").replace(",", " ").replace(";", " ").split()
    if not who:
        raise Misuse("Whom do you want to invite? Write names of players of this host, or mail addresses.")
    return [*invited_in_words(invite_all(seen.client, seen.id, [*map(Invitee, who)]), seen.told["name"])]


def taken_back(seen: Seen) -> list[str]:
    """Take an invitation back."""
    who = request.form.get("who", "")
    seen.client.uninvite_from_contest(seen.id, who)
    return [f"{who} is invited no more. Who has entered stays in."]


def instead_of(seen: Seen) -> list[str]:
    """Invite somebody instead of somebody else, whose address was wrong, say."""
    wrong, right = request.form.get("who", ""), request.form.get("right", "").strip()
    if not right:
        raise Misuse(f"Whom do you want to invite instead of {wrong}?")
    return [*invited_in_words(invite_all(seen.client, seen.id, [Invitee(right)], wrong), seen.told["name"])]


# --- acts -------------------------------------------------------------------------------------------------------------


def carry_out(seen: Seen, act: ContestActs | Replace) -> None:
    """Sign an act on the contest, or on a seat of one of its games."""
    if isinstance(act, Replace):
        seen.client.act(request.form["seat"].partition(" ")[0], act)
    else:
        seen.client.contest_act(seen.id, act)


def wanted(seen: Seen, act: str) -> ContestActs | Replace:
    """The act of the form, read as it would be typed at a terminal; Misuse where it cannot be taken now."""
    if act == "replace":
        return Replace(reason=reason(), seat=request.form.get("seat", "").partition(" ")[2], player=named("player"))
    said: dict[str, Callable[[], list[str]]] = {
        "extend": lambda: [str(len(seen.story.rounds) or 1), f"{longer()}s"],
        "apart": lambda: [named("player"), named("other")],
        **{kind: lambda: [named("player")] for kind in ("assistant", "organiser", "dismiss")},
        "disqualify": lambda: [named("player")],
        "adjudicate": lambda: [named("game"), *in_places()],
        "correct": lambda: [named("game"), *in_places()],
        "annul": lambda: [named("game")],
        "redraw": lambda: [str(len(seen.story.rounds))],
        "end": list,
    }
    read = read_act(act, said[act](), reason())
    if (refusal := act_refused(seen.story, read)) is not None:
        raise Misuse(refusal.why, refusal.code)
    return read


def longer() -> int:
    """By how many seconds something is put off."""
    if (found := number("seconds")) not in LONGER:
        raise Misuse("By how long? Choose one of the times.")
    return int(found or 0)


def reason() -> str:
    """Why, which has to be said."""
    said = request.form.get("reason", "").strip()
    if not said:
        raise Misuse("Why? Everybody reads the reason with the act, and there has to be one.")
    return said


def named(field: str) -> str:
    """A player or a game of the form."""
    said = request.form.get(field, "").strip()
    if not said or " " in said:
        raise Misuse("Name one player." if field != "game" else "Which game?")
    return said


def in_places() -> list[str]:
    """The players of a game by their places, equals joined by `=`; with a score behind a colon where one is given."""
    by_place: dict[int, list[str]] = {}
    for field in (one for one in request.form if one.startswith("place ")):
        player = field.removeprefix("place ")
        score = request.form.get(f"score {player}", "").strip()
        by_place.setdefault(number(field) or 0, []).append(f"{player}:{score}" if score else player)
    if len(by_place) < 1 or 0 in by_place:
        raise Misuse("Give each player of the game a place.")
    return ["=".join(there) for _, there in sorted(by_place.items())]


def words_about(seen: Seen, act: ContestActs | Replace) -> Facts:
    """What sentences about an act name."""
    seat = request.form.get("seat", "").partition(" ")[2]
    return {
        "name": seen.told["name"],
        "player": request.form.get("player", "").strip(),
        "other": request.form.get("other", "").strip(),
        "round": len(seen.story.rounds),
        "places": ranked(act.places) if isinstance(act, Adjudicate | CorrectResult) else "",
        "length": length(number("seconds") or 0),
        "seat": as_heading(seats_of(seen).get(seat, seat)),
    }
