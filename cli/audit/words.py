"""What an audit says, for people who are no programmers."""

from __future__ import annotations

from typing import Final

RECORD: Final = (
    "{file}: the whole game {game} ({title}, {phases} phases): who signed what; that every die was fixed before "
    "anybody could know it; what counted at each cut; and that the same orders and dice lead to the same end."
)
CONTEST: Final = (
    "{name} ({folder}): that the plan never changed; that each of {entrants} signed to be in it; and every act of the "
    "organiser, with its reason. The standings follow from the results, and the results from the plan's own rules."
)
CONTEST_DRAWS: Final = (
    "{name}: {draws}. Each comes from a secret that the host had committed to before anybody entered, mixed with what "
    "every entrant brought. Drawn once more here, the same players sit at the same tables: neither organiser, host nor "
    "any player chose who meets whom.",
)
CONTEST_GAMES: Final = (
    "{name}: {records} of {games}: in each the drawn players sat, or who came in for them; the host had fixed its part "
    "of the dice before anybody entered; the result that was counted is the one of the game.",
)
CONTEST_CORRECTED: Final = (
    "{name}: {corrected} counted otherwise since, by a signed word of its organisers or assistant, with who gave it, "
    "why, and what had counted: that it was said, not that it is right."
)
LOGS: Final = (
    "{name}: {logs} logs, its own and those of its games, {entries} entries in all: each signed with the key {key}, "
    "{owner}, and bound to the one before: since they were signed nothing was left out, put in or changed."
)
AGREED_IN: Final = "{name}: {number} in {files}: they lie on these logs' lines, and none contradicts another file here."
ALONE_IN: Final = (
    "{name}: that other players were told the same: of {alone} of the {logs} logs no two files here tell of the same "
    "entry. Put other players' mails beside these."
)
CONTEST_GOING: Final = "{name}: the results of games that go on: {going}. Their records prove them when they are over."
CONTEST_LIMITS: Final = (
    "{name}: that the host let everybody enter who wanted to, that each entrant is another person, and that the last "
    "who entered did not try out their bytes together with the host."
)
AGREED: Final = (
    "{log}: {number} in {files}, signed with the key {whose}. They lie on one line: none contradicts another file here."
)
CHAINED: Final = (
    "{file}: the log of {log}, {number}, each signed with the key {whose}, and bound to the one before: since they "
    "were signed nothing was left out, put in or changed."
)
ACKNOWLEDGED: Final = "{number}: the host has signed that it had these very orders, still sealed, and cannot deny it."
COUNTED: Final = "Each of them, or a newer one of the same seat, is in the record of its game."

OWN: Final = (
    "That of your own orders and books nothing would have counted that the records hide ({number}): it was opened with "
    "your key, and played again with it each game goes as it went."
)
HIDDEN: Final = (
    "That nothing would have counted of what the records hide of others' orders and books ({number}). Its authors can "
    "tell, each with what they have kept: ostraka replay GAME."
)
LOCKED: Final = (
    "What the records hide of your own: the key {name} is locked, and was not opened. With ostraka key unlock it is "
    "looked at too."
)
WHOSE_KEY: Final = (
    "{log}: that {key} is the host's own key. You have not met that host from this machine: compare the id with what "
    "other players see (ostraka host list)."
)
STRANGER: Final = (
    "{file}: a checkpoint under the key {key}, which is not the host's of {log}, as far as these files show. It "
    "proves nothing."
)
ALONE: Final = (
    "{log}: that other players were told the same. No two files here tell of the same entry: put another player's "
    "mails, or the log, beside these."
)
NO_LOG: Final = (
    "{log}: what happened. Checkpoints name entries of the log by their hashes; the log, or after the end the record, "
    "shows them."
)
NOT_YET: Final = (
    "That what {number} acknowledged counted at the cut: the record shows it when the game is over. For your own seat "
    "ostraka report shows it at once."
)
NO_KEY: Final = "{file}: a receipt signed with the key {key}, which no file here has and no host that you have met."
MAILS: Final = (
    "What {number} say in words: only checkpoints, receipts and letters in a mail are signed. What happened stands in "
    "the log and the record."
)
SEALED: Final = "What stands in sealed letters ({files}): only their readers can open them, with ostraka open."
UNREAD: Final = (
    "{files}: not recognised as anything that a host signs, so not checked. If it was such a file, it was changed."
)
UNSEEN: Final = (
    "That the host opened no sealed orders before their time, passed nothing on, and refused no orders without a word: "
    "that leaves no signature (docs/security.md, “What is not protected”)."
)


def owner(url: str | None) -> str:
    """Whose key it is, as far as this home knows."""
    return f"pinned here for {url}" if url else "of a host that you have not met"


def counted(number: int, what: str) -> str:
    """A number of things."""
    many = f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"
    return f"{number} {what if number == 1 else many}"
