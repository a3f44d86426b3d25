"""Public acts in a game, of its organiser and of seats: signed, numbered, in the log."""

from __future__ import annotations

from datetime import datetime
from typing import cast

from cli.client.answers import GameSummary, SentInvitation
from cli.client.party import Party
from cli.errors import Misuse
from schemas.statements.invitation_words import digest_of, invitation_link, make_word
from schemas.statements.payloads import (
    Act,
    Acts,
    Invitation,
    InvitationLink,
    SeatAct,
    SeatActs,
    Withdrawal,
    instant,
)


class ActClient(Party):
    """The part of a client that acts."""

    def act(self, game: str, act: Acts) -> GameSummary:
        """Act as the game's organiser (`schemas.statements.payloads`: Pause, Extend …); gives the game's summary."""
        own = self.own
        after = own.post_numbered(
            game, lambda number: Act(game=game, organiser=own.me.key_id, number=number, act=act), f"/games/{game}/acts"
        )
        return cast(GameSummary, after)

    def seat_act(self, game: str, seat: str, act: SeatActs) -> GameSummary:
        """Act for one's own seat (`schemas.statements.payloads.SeatActs`); gives the game's summary."""
        after = self.post_numbered(
            game,
            lambda number: SeatAct(game=game, seat=seat, player=self.me.key_id, number=number, act=act),
            f"/games/{game}/seats/{seat}/acts",
        )
        return cast(GameSummary, after)

    def invite(self, game: str, who: str, seat: str | None = None) -> GameSummary:
        """Have the host invite a player by handle, or anyone by email address; a seat can be reserved for a player."""
        by_mail, own = "@" in who, self.own

        def invitation(number: int) -> Invitation:
            return Invitation(
                game=game,
                organiser=own.me.key_id,
                number=number,
                player=None if by_mail else who,
                address=who if by_mail else None,
                seat=seat,
            )

        return cast(GameSummary, own.post_numbered(game, invitation, f"/games/{game}/invitations"))

    def invitations(self, game: str) -> list[SentInvitation]:
        """The players whom this player, as the game's organiser, has invited, in order."""
        return cast(list[SentInvitation], self.own.wire.get(f"/games/{game}/invitations", signed=True)["invitations"])

    def invite_by_link(self, game: str, until: datetime, seat: str | None = None) -> str:
        """Invite whoever has a link, which this gives, until then; a seat can be reserved for them.

        The host gets the hash of the link's word alone: nobody can be shown the link again.
        """
        own, word = self.own, self._new_word()

        def link(number: int) -> InvitationLink:
            key, ends = own.me.key_id, instant(until)
            return InvitationLink(game=game, organiser=key, number=number, word=digest_of(word), seat=seat, until=ends)

        own.post_numbered(game, link, f"/games/{game}/links")
        return invitation_link(own.url, game, word)

    def _new_word(self) -> str:
        """The word of a new link."""
        return make_word()

    def withdraw_invitation(self, game: str, invitation: str) -> GameSummary:
        """Take an invitation back, a link too, by what `invitations` calls it; who has joined stays."""
        own = self.own

        def withdrawal(number: int) -> Withdrawal:
            return Withdrawal(game=game, organiser=own.me.key_id, number=number, invitation=invitation)

        return cast(GameSummary, own.post_numbered(game, withdrawal, f"/games/{game}/withdrawals"))

    def own_seats(self, summary: GameSummary) -> list[str]:
        """The seats that this player holds in a game; Misuse where there is none."""
        held = [str(each["seat"]) for each in summary["seats"] if each["player"] == self.handle]
        if not held:
            raise Misuse(f"{self.handle} holds no seat in {summary['game']}.")
        return held

    def own_seat(self, summary: GameSummary, seat: str | None = None, how: str = "add --seat SEAT") -> str:
        """The seat that is meant in a game: the one named, else the only one that this player holds."""
        held = [str(each["seat"]) for each in summary["seats"] if each["player"] == self.handle]
        if seat is not None:
            return seat
        if len(held) != 1:
            what = f"holds {', '.join(held)}" if held else "holds no seat"
            raise Misuse(f"Which seat? {self.handle} {what} in {summary['game']}: {how}.")
        return held[0]
