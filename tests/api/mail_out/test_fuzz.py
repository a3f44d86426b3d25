"""Whatever people call a game, or themselves, or write: every mail of it is built, and says just that."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.policy import compat32

from hypothesis import given
from hypothesis import strategies as st

from api.mail_out.postman import Postman
from api.mail_out.rendering import thread_id
from api.store.models import MailRow
from schemas.errors import Malformed
from schemas.statements.payloads import Invitation
from schemas.statements.statements import sign_payload
from tests.api.hosts import HostUnderTest, painted
from tests.fuzzing import TEXTS, WORDS, tries

NAMES = st.lists(WORDS | TEXTS, min_size=1, max_size=3).map(" ".join)
LOCAL = WORDS.map(lambda word: word.partition("@")[0].replace(" ", "")[:64])
ONCE = {"From", "To", "Reply-To", "Subject", "Date", "Message-ID", "Auto-Submitted", "X-Ostraka-Host",
        "X-Ostraka-Checkpoint", "MIME-Version"}  # fmt: skip


def sent(host: HostUnderTest) -> list[EmailMessage]:
    """The mails that are due, sent."""
    box: list[EmailMessage] = []
    Postman(host.host, box.append, painted).run_once()
    assert host.rows("select distinct status from mails where status not in ('sent', 'abandoned')") == []
    return box


@tries(25)
@given(name=NAMES, local=LOCAL.map(lambda text: re.sub(r"[^A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]", "", text) or "x"))
def test_any_name_that_a_host_takes_is_mailed_to_any_address_that_it_takes(
    host: HostUnderTest, name: str, local: str
) -> None:
    """Most names are refused; of those that are not, invitations go out and say no more than the name."""
    organiser = host.players.get("p-red") or host.register("p-red", "red@players.test")
    try:
        statement = host.game_statement(organiser, ("red", "green", "black"), name=name)
    except Malformed:
        return  # no client can write it
    opened = host.post("/games", statement)
    assert opened.status_code in (201, 422), opened.text
    if opened.status_code != 201:
        return
    game, key, number = opened.get_json()["game"], organiser.identity.key_id, host.next_number()
    for address in (f"{local}@victim.example", "plain@victim.example"):
        wanted = Invitation(game=game, organiser=key, number=number, player=None, address=address, seat=None)
        invited = host.post(f"/games/{game}/invitations", sign_payload(wanted, organiser.identity))
        assert invited.status_code in (201, 422), invited.text
        number = host.next_number()
    for message in sent(host):
        read = message_from_bytes(message.as_bytes(), policy=compat32)
        assert sorted(set(read.keys()) - {"References", "In-Reply-To", "Content-Type"}) == sorted(ONCE)
        assert len(read.keys()) == len(set(read.keys()))
        assert str(make_header(decode_header(read["To"]))).endswith("@victim.example")
        assert str(message["Subject"]) == str(make_header(decode_header(read["Subject"].replace("\r\n", ""))))


@tries(60)
@given(subject=NAMES, text=TEXTS, address=LOCAL, reply=st.none() | WORDS, picture=st.booleans())
def test_whatever_a_mail_is_made_of_it_is_sent_or_held_and_stops_no_other(
    host: HostUnderTest, subject: str, text: str, address: str, reply: str | None, picture: bool
) -> None:
    now, name = host.clock.moment, thread_id("host@ostraka.test", "fuzz", str(host.next_number()))
    with host.host.database.write() as session:
        for words, own in ((subject.encode("utf-8", "replace").decode(), name), ("plain", f"<p{name[1:]}")):
            body = text.encode("utf-8", "replace").decode()
            row = MailRow(
                address=f"{address}@y.z", kind="fuzz", message_id=own, in_reply_to=reply, subject=words, text=body,
                html=body if picture else None, next_try=now, created_at=now,
            )  # fmt: skip
            session.add(row)
    box: list[EmailMessage] = []
    Postman(host.host, box.append, painted).run_once()
    assert f"<p{name[1:]}" in [message["Message-ID"] for message in box]
    assert host.rows("select count(*) from mails where status not in ('sent', 'held')") == [(0,)]
    for message in box:
        read = message_from_bytes(message.as_bytes(), policy=compat32)
        assert set(read.keys()) <= {*ONCE, "References", "In-Reply-To", "Content-Type", "Content-Transfer-Encoding"}
