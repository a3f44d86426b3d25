"""Every code that a refusal can carry, with its status and its meaning for the OpenAPI document.

The `detail` of an answer says what went wrong in that case. A test finds every code in the source and looks for it
here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from api.http import problems
from schemas import errors
from schemas.documents import components_files
from schemas.errors import ProtocolError

STATUS_OF = {
    "too-large": 413,
    "unknown-signer": 403,
    "bad-signature": 403,
    "wrong-version": 409,
    "wrong-phase-key": 409,
    "phase-closed": 409,
    "sequence-not-newer": 409,
}
"""The status of what does not keep to the protocol, where it is not 422."""


class Code(NamedTuple):
    """The status that a code comes with, and what it means."""

    status: int
    meaning: str


EVERYWHERE = ("bad-request", "method-not-allowed", "too-many-requests", "internal-error", "rules-too-long", "not-ready")
"""What any address may answer."""
NAMED = ("not-found",)
"""What an address may answer if its path names something: a name with a slash is another address."""
ASKED = ("invalid-request",)
"""What an address with a path or query parameter may answer."""
BODY = ("body-too-large", "unsupported-media-type", "invalid-request")
"""What an address that reads a body may answer."""
SIGNED = ("signature-required", "signature-refused", "key-retired", "invalid-token", "insufficient-scope", "blocked")
"""What an address answers if the signature is missing or wrong, or the token does not allow it."""
HOLDER = (*SIGNED, "not-your-seat")
"""What an address answers to anybody who does not hold the seat."""
OWNER = (*SIGNED, "not-you")
"""What an address answers to anybody but the player."""
WRITER = (*OWNER, "signature-used")
"""What an address answers to anybody but the player, or to a signed request that was sent before."""
STATEMENT = ("malformed", "wrong-kind", "unknown-signer", "bad-signature", "key-replaced", "blocked")
"""What an address that takes a signed statement may answer."""
DEALT = ("not-started", "never-started", "other-rules")
"""What an address answers about a game that has no board, or none here."""
NUMBERED = ("number-not-newer", "game-over", "not-started", "too-much-stored", "other-rules")
"""What an address that takes numbered statements of a game may answer."""

HOST: dict[str, Code] = {
    "invalid-request": Code(422, "The request has fields that do not fit; `errors` lists them, fifty at most."),
    "internal-error": Code(500, "The host failed to answer; its log says where. Nothing was changed."),
    "rules-too-long": Code(503, "The rules took longer to answer than this host lets them. The Retry-After header says "
                                "when to ask again."),
    "not-ready": Code(503, "The host cannot reach its database, or is about to end; send the same again: what it has "
                           "taken it does not take twice."),
    "signature-required": Code(401, "Only one player may see this: sign the request (RFC 9421)."),
    "signature-refused": Code(401, "The signature is not valid for a registered key, this method and this address, "
                                   "or was not made within five minutes of now."),
    "signature-used": Code(401, "This signed request was already carried out; sign again with another nonce."),
    "key-retired": Code(401, "The key was replaced; sign with the player's new key."),
    "invalid-token": Code(401, "The host knows no such token, or it has expired or was revoked."),
    "insufficient-scope": Code(403, "The token does not allow this address, or this game."),
    "token-exists": Code(409, "The player already has a token of this name."),
    "too-many-tokens": Code(409, "The player has the most tokens allowed; revoke one."),
    "unknown-token": Code(404, "The player has no token with that id."),
    "key-replaced": Code(403, "The key that signed was replaced; sign with the player's new key."),
    "wrong-handle": Code(422, "The card of the new key is for another handle."),
    "wrong-key": Code(409, "The key belongs to nobody in the game, or is or was in use there."),
    "own-key": Code(409, "Organisers replace their own key themselves (statement `rotation`)."),
    "holds-no-seat": Code(409, "The player holds no seat in the game."),
    "not-claimed": Code(409, "No such key claims to be the player's; the list of the player's claims names those "
                             "that do."),
    "not-your-seat": Code(403, "The seat is held by another player, or by nobody."),
    "not-you": Code(403, "Only the player whose handle is in the address may do this."),
    "not-organiser": Code(403, "Only the organiser of the game may do this."),
    "unknown-title": Code(404, "This host does not have that title; GET /api/v1/titles lists those it has."),
    "unknown-player": Code(404, "No player with that handle is registered here."),
    "unknown-game": Code(404, "This host has no game with that id; GET /api/v1/games lists its games."),
    "unknown-seat": Code(404, "The game has no such seat; its summary names those it has."),
    "unknown-phase": Code(404, "The game has no phase of that number, or not yet."),
    "unknown-moment": Code(404, "No scene of the reader's own begins or ends at this moment of the phase."),
    "no-components": Code(404, "The game uses the title's own components; it has no components file."),
    "no-open-phase": Code(409, "The game is over; no phase is open."),
    "no-envelope": Code(404, "No envelope of this seat is stored for this phase."),
    "not-started": Code(409, "The game has not begun; it is still looking for players."),
    "never-started": Code(409, "The game was ended before it began: there is no board, no report and no record."),
    "game-over": Code(409, "The game is over; nothing more can be done in it."),
    "other-rules": Code(409, "The game is under a version of its rules that this host does not have."),
    "not-over": Code(409, "The record is published when the game is over; this game is still running."),
    "already-started": Code(409, "The game has begun; only a vacant seat can be taken now."),
    "blocked": Code(403, "The operator of the host has shut the player out."),
    "invited-only": Code(403, "The host takes new players by invitation only: with the card comes the word of one "
                              "(`invited`)."),
    "invitation-ended": Code(403, "The word belongs to no invitation that holds: it was withdrawn or used, or its end "
                                  "has come."),
    "unknown-invitation": Code(404, "No such invitation was sent, or it was taken back."),
    "handle-taken": Code(409, "Another key is registered under this handle."),
    "key-taken": Code(409, "The key is, or was, another player's."),
    "try-again": Code(409, "Another game already has the id that follows from this statement: sign one with another "
                           "nonce."),
    "wrong-host": Code(409, "The statement names a host other than this one; GET /api/v1/ tells this one's key id."),
    "wrong-commitment": Code(409, "The join names a commitment other than the game's own, which is in its summary."),
    "alias-wanted": Code(409, "The game or contest is anonymous: take an alias there first, and use it."),
    "alias-taken": Code(409, "The player has another alias there already; nobody else is told."),
    "wrong-alias": Code(422, "The statement is for another place, or the card is not that of its key and handle."),
    "not-by-alias": Code(403, "An alias is for its own game or contest; the player's own key can sign this."),
    "not-anonymous": Code(409, "In this game or contest players have their own names."),
    "anonymous": Code(409, "This would name somebody in a game or contest that is anonymous."),
    "organiser-plays": Code(403, "The organiser of an anonymous contest cannot play in it."),
    "seat-taken": Code(409, "Another player holds the seat; choose one without a player."),
    "seat-kept": Code(409, "The seat is kept for another player; choose another."),
    "seat-unmanned": Code(409, "The rules' bot plays the seat for the whole game; nobody holds it or joins it."),
    "seat-vacant": Code(409, "Nobody holds the seat now; somebody must join the game in it first."),
    "enough-seats": Code(409, "The player holds as many seats of the game as one player may (`seats_a_player`)."),
    "join-used": Code(409, "This very join was taken before, and the seat left since; sign another."),
    "not-together": Code(409, "The title does not let one player hold this seat along with those that they hold "
                              "already."),
    "seats-empty": Code(409, "A seat has no player; every seat needs one before the game can be dealt."),
    "no-free-seat": Code(409, "There is no free seat to invite anybody to."),
    "too-many-invitations": Code(409, "The game or contest has sent the most invitations allowed."),
    "number-not-newer": Code(409, "The statement's number is not above the newest that was taken; sign it with a "
                                  "higher one."),
    "already-paused": Code(409, "The game is already paused; it can be resumed."),
    "not-paused": Code(409, "The game is not paused."),
    "being-resolved": Code(409, "The phase is being resolved; send the same again in a moment."),
    "game-stopped": Code(409, "The phase could not be resolved, again and again; its organiser has to see to it."),
    "not-stopped": Code(409, "Something can be set aside only for a phase that is cut and could not be resolved."),
    "not-resolved": Code(409, "A rollback goes back to a resolved phase; this one is not."),
    "already-holds": Code(409, "The player holds the seat already; name another."),
    "too-long-absent": Code(409, "More days away than the terms of the game allow."),
    "wrong-cursor": Code(422, "`after` is not the `next` of a part of this list; leave it out to begin anew."),
    "unknown-scenario": Code(422, "The title has no such scenario; GET /api/v1/titles/{title} lists those it has."),
    "unknown-name": Code(422, "A name that the rules of the title do not know."),
    "wrong-seats": Code(422, "The scenario is not for these seats; GET /api/v1/titles lists the seats of each."),
    "wrong-options": Code(422, "An option that the title does not have, or a value that it cannot take."),
    "wrong-deadline": Code(422, "The time for a phase is shorter or longer than this host allows."),
    "unknown-time-zone": Code(422, "There is no time zone of that name; write, for example, Europe/Athens."),
    "wrong-terms": Code(422, "The terms contradict one another, or name a time zone or a date that does not exist."),
    "wrong-invitation": Code(422, "An invitation names a player or an address; a seat is kept for a player only."),
    "wrong-recipients": Code(422, "Press goes to other seats of the game that somebody plays, each once, in their "
                                  "order."),
    "wrong-absence": Code(422, "An absence begins after today and does not end before it begins."),
    "nothing-amended": Code(422, "The amendment changes nothing: name a change, or ask for a new deal."),
    "cannot-amend": Code(422, "The position cannot be changed like that."),
    "too-many-requests": Code(429, "Too many requests from one address, or signed with one key; the Retry-After header "
                                   "says when to come again."),
    "too-much-stored": Code(429, "One key has sent as much as the host keeps of it within a day; the Retry-After "
                                 "header says when there is room again."),
    "too-many-players": Code(429, "As many players were registered from one address as may be within a day; the "
                                  "Retry-After header says when the next may."),
    "copy-refused": Code(403, "The host keeps no copy of a key under this name that this proof opens: the password is "
                              "wrong, or there is no copy, or no such player."),
    "too-many-tries": Code(429, "Too many tries to fetch the copy of a key, of one player's or from one address; the "
                                "Retry-After header says when the next is allowed."),
    "too-many-games": Code(409, "The organiser has the most open games allowed; end one."),
    "too-many-seats": Code(409, "The player holds the most seats in open games allowed."),
    "host-full": Code(507, "The host has no room for new players and games; existing games go on."),
    "too-much-press": Code(429, "Too many messages within an hour, or within a day to all who are in a contest; "
                                "the Retry-After header says when the next is taken."),
    "unknown-contest": Code(404, "This host has no contest with that id; GET /api/v1/contests lists its contests."),
    "unknown-round": Code(404, "The contest has no round of that number, or not yet."),
    "wrong-plan": Code(422, "The plan of the contest contradicts itself, or asks for what this host cannot do."),
    "wrong-contest": Code(422, "The statement is for another contest."),
    "wrong-act": Code(422, "The act cannot be done in this contest."),
    "wrong-round": Code(409, "The round is not the newest."),
    "not-drawn": Code(409, "The round is not drawn yet."),
    "too-few-left": Code(409, "Too few of the round are still in the contest to draw it again."),
    "no-more-draws": Code(409, "The contest has been drawn as often as it can be."),
    "not-offered": Code(409, "The vacant seat of a contest's game is offered to others, or to nobody."),
    "too-many-contests": Code(409, "The organiser has the most unfinished contests allowed."),
    "contest-over": Code(409, "The contest is finished; nothing more can be done in it."),
    "contest-full": Code(409, "As many have entered the contest as its plan allows."),
    "entering-closed": Code(409, "The first round is closed; one can still enter as a substitute."),
    "already-entered": Code(409, "The player has entered already."),
    "bye-refused": Code(409, "The round cannot be sat out, or that not be taken back; says why."),
    "challenge-refused": Code(409, "Nobody can be challenged so, or the challenge not be declined; says why."),
    "not-entered": Code(409, "The player is not in the contest."),
    "disqualified": Code(403, "The player was disqualified in the contest."),
    "no-substitutes": Code(409, "The contest's plan has no substitutes."),
    "plays-here": Code(403, "The organiser of the contest plays in the game, and decides nothing there."),
    "unknown-webhook": Code(404, "The player has no webhook with that id."),
    "unknown-delivery": Code(404, "The webhook has no delivery of that number; only the latest are kept."),
    "webhook-exists": Code(409, "The player already has a webhook for that address."),
    "too-many-webhooks": Code(409, "The player has the most webhooks allowed; remove one."),
    "webhook-refused": Code(422, "The host sends nothing to that address: it is not https, not public, or not a URL."),
    "unknown-device": Code(404, "The player has no device with that id."),
    "too-many-devices": Code(409, "The player has the most devices allowed; forget one."),
    "push-refused": Code(422, "The host sends no notices there: the address is not https, not public, or not a URL, or "
                              "the keys are none."),
    "too-many-waiting": Code(429, "As many requests wait for news as may; the Retry-After header says when to ask "
                                  "again, or ask without `wait`."),
}  # fmt: skip


def read() -> dict[str, Code]:
    """All codes: those of HTTP, those of the wire with their classes' own words, and the host's."""
    http = {code: Code(status, meaning) for status, (code, meaning) in problems.CODES.items()}
    wire = {kind.code: Code(STATUS_OF.get(kind.code, 422), said(kind)) for kind in kinds(ProtocolError)}
    return http | wire | HOST


def kinds(base: type[ProtocolError]) -> Iterator[type[ProtocolError]]:
    """Every error of the wire that has a code, from the modules that the service reads what arrives with."""
    for kind in base.__subclasses__():
        if kind.__module__ in (errors.__name__, components_files.__name__):
            yield kind
        yield from kinds(kind)


def said(kind: type[ProtocolError]) -> str:
    """What an error of the wire means, in one line."""
    return " ".join((kind.__doc__ or "").split())


CODES = read()
