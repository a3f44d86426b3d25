"""Contests: opened, entered, acted on; and their logs, from which everything else is computed here."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

from cli.client.party import PART, Party, Payload
from cli.errors import proving
from cli.trust.checkpoints import Checkpoints
from schemas.log.chain import ContestLogEntry, verify_contest_chain
from schemas.log.contest_entries import Finished
from schemas.statements.canonical import to_base64url
from schemas.statements.contests import (
    NEWEST_EDITION,
    Challenge,
    Contest,
    ContestAct,
    ContestActs,
    ContestInvitation,
    Enter,
    LeaveContest,
    RequestBye,
)
from schemas.statements.statements import Statement, sign_payload

if TYPE_CHECKING:
    from schemas.contests.story import ContestStory


class ContestClient(Party):
    """The part of a client that plays in contests, and organises them."""

    def contests(
        self, *, status: str | None = None, title: str | None = None, organiser: str | None = None
    ) -> list[Payload]:
        """The contests of the host, or those with a status, title or organiser; newest first.

        Private ones that concern the player are among them where the client has keys.
        """
        wanted = {"status": status, "title": title, "organiser": organiser}
        return self.read_list("/contests", "contests", signed=self.identity is not None, limit=PART, **wanted)

    def contest(self, contest: str) -> Payload:
        """A contest at a glance, as the host tells it; `contest_log` has what is proved."""
        return self.wire.get(f"/contests/{contest}")

    def contest_log(self, contest: str) -> list[ContestLogEntry]:
        """The log of a contest: signed by the host, chained, and no other than was seen before."""
        host, before, checkpoints = self.host, self.known_game(contest), Checkpoints(self.home, contest)
        kept = checkpoints.kept()
        statements = self.read_list(f"/contests/{contest}/log", "log")
        with proving(f"The log of contest {contest}"):
            log = verify_contest_chain([Statement.from_json(entry) for entry in statements], host.key, contest)
        self.pins.see_log(contest, [to_base64url(entry.hash) for entry in log], before)
        checkpoints.compare_log(log, kept)
        if any(isinstance(entry.body, Finished) for entry in reversed(log)):
            self.pins.see_end(contest)
        return log

    def contest_story(self, contest: str) -> ContestStory:
        """What the log of a contest tells."""
        from schemas.contests.story import ContestStory

        log = self.contest_log(contest)
        with proving(f"The log of contest {contest}"):
            return ContestStory.read(log)

    def figures(self, player: str) -> Payload:
        """How reliable a player was in contests, as the host counts; `contest_figures` recounts it from the logs."""
        return self.wire.get(f"/players/{player}/figures")

    def ratings(self, title: str) -> list[Payload]:
        """All ratings in a title, the highest first, as the host counts; `contest_ratings` recounts them."""
        return self.read_list(f"/ratings/{title}", "ratings", limit=PART)

    def planned(self, said: Mapping[str, Any]) -> Contest:
        """A plan of this player's at this host, from its other fields."""
        own = {"nonce": to_base64url(secrets.token_bytes(32)), "organiser": self.me.key_id, "host": self.host.key_id}
        return Contest.from_body({"edition": NEWEST_EDITION, **said, **own})

    def create_contest(self, plan: Contest, components: str | None = None) -> Payload:
        """Open a contest with this player as organiser, with the components file that the plan's options name."""
        statement = sign_payload(plan, self.me).to_json_value()
        return self.post("/contests", statement | ({"components": components} if components else {}))

    def enter_contest(self, contest: str, *, substitute: bool = False) -> Payload:
        """Enter a contest, or its pool of substitutes only, with this player's 32 random bytes.

        In an anonymous one under an alias, which is taken first.
        """
        story = self.contest_story(contest)
        if self.person is None and story.plan.anonymous:
            return self.take_alias("contests", contest).enter_contest(contest, substitute=substitute)
        entering = Enter(
            contest=contest,
            player=self.me.key_id,
            host=self.host.key_id,
            contribution=to_base64url(secrets.token_bytes(32)),
            commitment=story.opened.commitment,
            substitute=substitute,
        )
        return self.post_statement(entering, f"/contests/{contest}/entrants")

    def in_contest(self, contest: str) -> Self:
        """The client with which this player is in a contest: in an anonymous one that of their alias."""
        if self.person is not None or not self.contest(contest)["plan"]["anonymous"]:
            return self
        return self.under_alias(contest) or self

    def leave_contest(self, contest: str) -> Payload:
        """Leave the draws from the next closing on."""
        if (alias := self.in_contest(contest)) is not self:
            return alias.leave_contest(contest)
        return self.post_numbered(
            contest,
            lambda number: LeaveContest(contest=contest, player=self.me.key_id, number=number),
            f"/contests/{contest}/leavers",
        )

    def challenge(self, contest: str, opponent: str, *, declined: bool = False) -> Payload:
        """On a ladder, challenge a player who stands above, for the next round; or decline that player's challenge."""
        if (alias := self.in_contest(contest)) is not self:
            return alias.challenge(contest, opponent, declined=declined)
        return self.post_numbered(
            contest,
            lambda number: Challenge(
                contest=contest, player=self.me.key_id, number=number, opponent=opponent, declined=declined
            ),
            f"/contests/{contest}/challenges",
        )

    def ask_bye(self, contest: str, number: int, *, withdrawn: bool = False) -> Payload:
        """Sit out a round that is not drawn yet, as far as the plan allows; `withdrawn`: play in it after all."""
        if (alias := self.in_contest(contest)) is not self:
            return alias.ask_bye(contest, number, withdrawn=withdrawn)
        return self.post_numbered(
            contest,
            lambda n: RequestBye(contest=contest, player=self.me.key_id, number=n, round=number, withdrawn=withdrawn),
            f"/contests/{contest}/byes",
        )

    def invite_to_contest(self, contest: str, who: str) -> Payload:
        """Have the host invite a player by handle, or anyone by email address; nobody is written to twice."""
        by_mail = "@" in who
        player, address = (None, who) if by_mail else (who, None)
        return self.post_numbered(
            contest,
            lambda number: ContestInvitation(
                contest=contest, organiser=self.me.key_id, number=number, player=player, address=address
            ),
            f"/contests/{contest}/invitations",
        )

    def uninvite_from_contest(self, contest: str, who: str) -> Payload:
        """Take an invitation back that this player, as organiser, has sent: to a player by handle, or to an address."""
        player, address = (None, who) if "@" in who else (who, None)
        return self.post_numbered(
            contest,
            lambda number: ContestInvitation(
                contest=contest,
                organiser=self.me.key_id,
                number=number,
                player=player,
                address=address,
                withdrawn=True,
            ),
            f"/contests/{contest}/invitations",
        )

    def contest_invitations(self, contest: str) -> list[Payload]:
        """The invitations that this player, as organiser, has sent and that hold; `status`: what became of each."""
        return list(self.wire.get(f"/contests/{contest}/invitations", signed=True)["invitations"])

    def contest_act(self, contest: str, act: ContestActs) -> Payload:
        """Act as the contest's organiser or assistant; gives the contest after it."""
        return self.post_numbered(
            contest,
            lambda number: ContestAct(contest=contest, organiser=self.me.key_id, number=number, act=act),
            f"/contests/{contest}/acts",
        )
