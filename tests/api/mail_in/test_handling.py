"""Orders and statements by mail: taken as over HTTP, answered once, with the receipt or every error at once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from email.message import EmailMessage
from email.policy import SMTP

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from api.mail_in import replies
from api.mail_in.handling import Taken, take_mail
from api.mail_in.mime_parts import MOST_BYTES
from api.mail_in.replies import MOST_AN_HOUR
from api.mail_out.postman import Postman
from api.store.lookups import load_seats
from api.store.models import MailRow
from schemas.documents.armor import Armored, armor, find
from schemas.documents.receipts import verify_receipt
from schemas.envelopes import Envelope
from schemas.statements import payloads
from schemas.statements.canonical import from_base64url
from schemas.statements.statements import Statement, sign_payload
from tests.api.hosts import HostUnderTest, Player, painted
from tests.api.mail_out.test_outbox import Letterbox

ATHENS = [{"question": "D-S1", "city": "athens"}]
SPARTA = [{"question": "D-S1", "city": "sparta"}]


class Post:
    """Writes mails to a host, and reads what it answers."""

    def __init__(self, host: HostUnderTest) -> None:
        self.host = host
        self.count = 0

    def mail(self, text: str, sender: str = "red@players.test", **headers: str) -> bytes:
        self.count += 1
        message = EmailMessage(policy=SMTP)
        fields = {"From": sender, "To": "host@ostraka.test", "Message-ID": f"<{self.count}@mua.test>"}
        for name, value in (fields | {name.replace("_", "-"): value for name, value in headers.items()}).items():
            message[name] = value
        message.set_content(text)
        return message.as_bytes()

    def send(self, text: str, sender: str = "red@players.test", **headers: str) -> Taken:
        return take_mail(self.host.host, self.mail(text, sender, **headers))

    def answers(self) -> list[MailRow]:
        names = (
            "game",
            "player",
            "address",
            "message_id",
            "in_reply_to",
            "subject",
            "text",
            "html",
            "letter",
            "status",
        )
        rows = self.host.rows(f"select {', '.join(names)} from mails where kind = 'receipt' order by id")
        return [MailRow(**dict(zip(names, row, strict=True))) for row in rows]

    def answer(self) -> MailRow:
        (answer,) = self.answers()
        return answer


@pytest.fixture
def post(host: HostUnderTest) -> Post:
    return Post(host)


@pytest.fixture
def game(host: HostUnderTest) -> str:
    return host.started()


@pytest.fixture
def seat(host: HostUnderTest, game: str) -> str:
    return str(host.phase(game)["asked"][0]["seat"])


def armored(envelope: Envelope) -> str:
    return armor("envelope", envelope.to_json())


def codes(taken: Taken) -> list[str]:
    return [refusal.code for outcome in taken.outcomes for refusal in outcome.refusals]


def attached(answer: MailRow) -> list[Statement]:
    blocks = find((answer.letter or b"").decode())
    assert all(isinstance(block, Armored) for block in blocks)
    return [Statement.parse(block.document) for block in blocks if isinstance(block, Armored)]


def test_an_envelope_by_mail_is_stored_and_its_receipt_comes_back(
    host: HostUnderTest, post: Post, game: str, seat: str
) -> None:
    envelope = host.envelope(game, seat, ATHENS, "draft")
    taken = post.send(f"My orders:\n\n{armored(envelope)}\n", f"{seat}@players.test")
    assert codes(taken) == []
    assert host.rows("select raw from envelopes") == [(envelope.to_json(),)]
    answer = post.answer()
    assert (answer.player, answer.address, answer.game) == (f"p-{seat}", None, game)
    assert answer.in_reply_to == "<1@mua.test>"
    assert answer.subject == "The long war: your mail, 1 taken"
    for words in ("Orders for phase 1", f"seat {seat}", "envelope 1, draft", envelope.digest.hex(), "the text, line 3"):
        assert words in answer.text
        assert words in answer.html
    assert "ostraka open receipts.ostraka" in answer.text
    (receipt,) = attached(answer)
    assert verify_receipt(receipt, envelope, host.host.identity.signing_key).sequence == 1


def test_the_answer_goes_out_with_the_receipt_as_a_file(host: HostUnderTest, post: Post, game: str, seat: str) -> None:
    box = Letterbox()
    postman = Postman(host.host, box, painted)
    postman.run_once()
    box.mails.clear()
    post.send(armored(host.envelope(game, seat, ATHENS)))
    postman.run_once()
    (mail,) = box.mails
    assert mail["To"] == f"{seat}@players.test"
    assert mail["In-Reply-To"] == "<1@mua.test>"
    assert mail["Auto-Submitted"] == "auto-replied"
    assert "<1@mua.test>" in mail["References"]
    file, note = mail.iter_attachments()
    assert "ostraka-hash-chain" in note.get_content()
    assert file.get_filename().endswith(".ostraka")
    assert [block.kind for block in find(file.get_content()) if isinstance(block, Armored)] == ["receipt"]


def test_final_orders_by_mail_let_the_game_go_on(host: HostUnderTest, post: Post, game: str, seat: str) -> None:
    post.send(armored(host.envelope(game, seat, ATHENS)))
    host.work()
    assert host.json(f"/games/{game}")["phase"] == 2
    assert host.position(game).cities["athens"].temple[seat] == 3


def test_the_signature_decides_and_not_the_sender(host: HostUnderTest, post: Post, game: str, seat: str) -> None:
    other = next(name for name in host.seats[game] if name != seat)
    assert codes(post.send(armored(host.envelope(game, seat, ATHENS)), "anybody@elsewhere.test")) == []
    assert post.answer().player == f"p-{seat}"
    forged = host.envelope(game, seat, SPARTA, sequence=9, by=host.seats[game][other])
    assert codes(post.send(armored(forged), f"{seat}@players.test")) == ["unknown-signer"]
    assert host.rows("select count(*) from envelopes") == [(1,)]
    assert post.answers()[-1].player == f"p-{other}"


def test_every_error_is_told_at_once(host: HostUnderTest, post: Post, game: str, seat: str) -> None:
    host.put(host.envelope(game, seat, SPARTA, "draft", sequence=5), game, 1, seat)
    foreign = host.host.identity.sealing_public_for("x25519")
    wrong = host.envelope(game, seat, ATHENS, sequence=2, version="perikles/99", phase_public=foreign)
    taken = post.send(f"{armored(wrong)}\n{armored(wrong)[:-30]}")
    assert codes(taken) == ["wrong-version", "wrong-phase-key", "sequence-not-newer", "broken-armor"]
    text = " ".join(post.answers()[0].text.split())
    assert "NOT taken: made under perikles/99, but this game is played under perikles/" in text
    assert (
        "sequence 2 is not newer than 5 (sequence-not-newer) Seal again; the program chooses a higher sequence." in text
    )


def test_who_cannot_sign_is_told_nothing_of_the_seat(host: HostUnderTest, post: Post, game: str, seat: str) -> None:
    host.put(host.envelope(game, seat, SPARTA, "draft", sequence=7), game, 1, seat)
    stranger = Player("stranger")
    foreign = host.envelope(game, seat, ATHENS, sequence=2, by=stranger, version="perikles/99")
    assert codes(post.send(armored(foreign), "stranger@elsewhere.test")) == ["wrong-version", "unknown-signer"]
    answer = post.answer()
    assert (answer.player, answer.address) == (None, "stranger@elsewhere.test")
    assert "sequence" not in answer.text
    assert seat not in answer.text.replace(f"holds seat '{seat}'", "")


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"game": "bibab-bibab-bibab"}, "unknown-game"),
        ({"phase": 9}, "unknown-phase"),
        ({"seat": "purple"}, "unknown-seat"),
    ],
)
def test_an_envelope_for_nowhere_is_refused(
    host: HostUnderTest, post: Post, game: str, seat: str, changed: dict[str, object], code: str
) -> None:
    assert codes(post.send(armored(host.envelope(game, seat, ATHENS, **changed)))) == [code]


def test_an_envelope_for_a_seat_that_nobody_holds_is_refused(
    host: HostUnderTest, post: Post, game: str, seat: str
) -> None:
    envelope = host.envelope(game, seat, ATHENS)
    host.seat_act(game, seat, payloads.Resign())
    assert codes(post.send(armored(envelope))) == ["seat-vacant"]
    assert host.put(envelope, game, 1, seat).status_code == 409


def test_a_reply_that_quotes_the_older_envelope_is_taken(host: HostUnderTest, post: Post, game: str, seat: str) -> None:
    older = host.envelope(game, seat, SPARTA, "draft", sequence=1)
    newer = host.envelope(game, seat, ATHENS, "draft", sequence=2)
    post.send(armored(older))
    quoted = "".join(f"> {line}\n" for line in armored(older).splitlines())
    taken = post.send(f"Better:\n{armored(newer)}\nThe host wrote:\n{quoted}")
    assert codes(taken) == []
    assert [outcome.new for outcome in taken.outcomes] == [False, True]
    assert "This was accepted before; nothing has changed." in post.answers()[-1].text
    assert len(attached(post.answers()[-1])) == 2
    post.send(f"Sorry, what I meant to say is above\n{quoted}")
    assert "a newer envelope has replaced it" in post.answers()[-1].text
    assert host.rows("select sequence from envelopes order by id") == [(1,), (2,)]


def test_of_two_envelopes_the_sequence_decides_which_is_newer(
    host: HostUnderTest, post: Post, game: str, seat: str
) -> None:
    newer, older = (host.envelope(game, seat, ATHENS, "draft", sequence=number) for number in (4, 3))
    assert codes(post.send(armored(newer) + armored(older))) == []
    host.work()
    assert host.rows("select sequence from envelopes order by id") == [(3,), (4,)]


def test_the_same_mail_again_is_not_answered_again(host: HostUnderTest, post: Post, game: str, seat: str) -> None:
    raw = post.mail(armored(host.envelope(game, seat, ATHENS, "draft")))
    assert take_mail(host.host, raw).answers == 1
    before = host.dump()
    assert take_mail(host.host, b"Received: from another\r\n" + raw).answers == 0
    assert host.dump() == before


def test_the_same_envelope_in_another_mail_is_answered_with_the_same_receipt(
    host: HostUnderTest, post: Post, game: str, seat: str
) -> None:
    text = armored(host.envelope(game, seat, ATHENS))
    post.send(text)
    host.work()
    post.send(text)
    first, second = post.answers()
    assert attached(first) == attached(second)
    assert all("— ostraka-hash-chain/" in (answer.letter or b"").decode() for answer in (first, second))
    assert "nothing has changed" in second.text


def test_a_crash_before_the_answer_loses_nothing(
    host: HostUnderTest, post: Post, game: str, seat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    raw = post.mail(armored(host.envelope(game, seat, ATHENS, "draft")))
    with monkeypatch.context() as broken:
        broken.setattr("api.mail_in.handling.answer", lambda *_: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            take_mail(host.host, raw)
    assert post.answers() == []
    assert take_mail(host.host, raw).answers == 1
    assert len(attached(post.answer())) == 1
    assert host.rows("select count(*) from envelopes") == [(1,)]


def test_a_book_by_mail_is_taken(host: HostUnderTest, post: Post, game: str, seat: str) -> None:
    notice = Statement.parse(host.rows("select statement from phases where number = 0")[0][0])
    key = from_base64url(notice.body["key"], "key")
    book = host.envelope(game, seat, [], "final", phase=0, sequence=1, phase_public=key)
    assert codes(post.send(armored(book))) == []
    assert f"Book, seat {seat}: envelope 1, final" in post.answer().text


# --- statements ------------------------------------------------------------------------------------------------


def statement(signed: Statement) -> str:
    return armor(signed.kind, signed.to_json())


def test_a_game_is_joined_and_started_by_mail(host: HostUnderTest, post: Post) -> None:
    seats = ("red", "green", "black")
    players = [host.register(f"p-{seat}", f"{seat}@players.test") for seat in seats]
    opened = host.open_game(players[0], seats)
    for seat, player in zip(seats, players, strict=True):
        assert codes(post.send(statement(host.join_statement(player, opened, seat)), player.email)) == []
    joined = post.answers()
    assert [answer.player for answer in joined] == [f"p-{seat}" for seat in seats]
    assert [attached(answer)[0].kind for answer in joined] == ["log"] * 3
    start = statement(host.start_statement(players[0], opened["game"]))
    assert codes(post.send(start)) == []
    host.work()
    assert host.json(f"/games/{opened['game']}")["status"] == "running"
    assert [outcome.new for outcome in post.send(start).outcomes] == [False]


def test_acts_of_organiser_and_seat_are_taken_by_mail(host: HostUnderTest, post: Post, game: str) -> None:
    red = host.seats[game]["red"]
    key = red.identity.key_id
    pause = sign_payload(payloads.Act(game=game, organiser=key, number=1, act=payloads.Pause()), red.identity)
    wish = payloads.Vote(on="end", yes=True)
    vote = sign_payload(payloads.SeatAct(game=game, seat="red", player=key, number=2, act=wish), red.identity)
    taken = post.send(statement(pause) + statement(vote))
    assert codes(taken) == []
    assert [outcome.new for outcome in taken.outcomes] == [True, True]
    assert len(host.json(f"/games/{game}/acts")["acts"]) == 2
    assert len(attached(post.answer())) == 2
    again = post.send(statement(pause))
    assert [outcome.new for outcome in again.outcomes] == [False]
    older = sign_payload(payloads.Act(game=game, organiser=key, number=1, act=payloads.Resume()), red.identity)
    assert codes(post.send(statement(older))) == ["number-not-newer"]


def test_press_is_taken_by_mail(host: HostUnderTest, post: Post, game: str) -> None:
    red = host.seats[game]["red"]
    fields = {"game": game, "seat": "red", "player": red.identity.key_id, "number": 1}
    message = sign_payload(payloads.Press(**fields, to=["green"], text="Shall we?"), red.identity)
    assert codes(post.send(statement(message))) == []
    feed = host.json(f"/games/{game}/seats/green/press", host.seats[game]["green"])["press"]
    assert len(feed) == 1
    assert "Shall we" not in post.answer().text
    assert post.answer().letter is None
    assert [outcome.new for outcome in post.send(statement(message)).outcomes] == [False]


def preferences(host: HostUnderTest, player: Player, number: int, address: str | None, muted: Sequence[str]) -> str:
    wanted = host.wishes(player, number, address=address, muted=list(muted))
    return statement(sign_payload(wanted, player.identity))


def test_preferences_are_taken_by_mail_and_hold_for_the_answer(host: HostUnderTest, post: Post, game: str) -> None:
    red = host.seats[game]["red"]
    assert codes(post.send(preferences(host, red, 1, "new@players.test", []))) == []
    assert host.rows("select email from players where handle = 'p-red'") == [("new@players.test",)]
    assert codes(post.send(preferences(host, red, 2, "new@players.test", ["receipt"]))) == []
    assert len(post.answers()) == 1
    assert codes(post.send(preferences(host, red, 1, "old@players.test", []))) == ["number-not-newer"]
    assert len(post.answers()) == 2
    assert "number-not-newer" in post.answers()[-1].text


def test_what_is_not_taken_by_mail_is_told_with_what_is(host: HostUnderTest, post: Post) -> None:
    card = host.register("ann", "ann@players.test").identity.card("ann").statement
    assert codes(post.send(statement(card))) == ["not-by-mail"]
    assert "you can send: act, envelope, join, preferences, press, seat-act, start" in post.answer().text


def test_a_statement_by_nobody_known_is_refused(host: HostUnderTest, post: Post, game: str) -> None:
    stranger = Player("stranger")
    summary = host.json(f"/games/{game}")
    assert codes(post.send(statement(host.join_statement(stranger, summary, "red")))) == ["unknown-signer"]
    assert codes(post.send(preferences(host, stranger, 1, "x@x.test", []))) == ["unknown-signer"]
    assert {answer.address for answer in post.answers()} == {"red@players.test"}


# --- who is answered -------------------------------------------------------------------------------------------


def test_a_mail_without_any_document_is_told_what_to_send(post: Post, game: str) -> None:
    assert codes(post.send("Hello, I attack Sparta")) == ["nothing-found"]
    assert "ostraka orders seal" in post.answer().text
    assert "attack" not in post.answer().text


def test_a_reply_in_plain_words_is_answered_in_the_games_thread_with_what_helps(
    host: HostUnderTest, post: Post, game: str, seat: str
) -> None:
    [(asked,)] = host.rows("select message_id from mails where kind = 'orders-wanted' and game = ?", game)
    sender = f"{seat}@players.test"
    for number, headers in enumerate(({"In_Reply_To": asked}, {"To": f"host+{game}@ostraka.test"}), 1):
        assert codes(post.send("Athens please", sender, **headers)) == ["nothing-found"]
        answer = post.answers()[number - 1]
        assert (answer.game, answer.subject) == (game, "The long war: your mail, 1 NOT taken")
        assert "Your orders for The long war have NOT been taken" in answer.text
        assert f"ostraka table {game}" in answer.text
        assert "The open phase of The long war runs until " in answer.text
    post.send("Athens please", sender, In_Reply_To="<nothing@mua.test>")
    assert post.answers()[-1].game is None


def test_who_does_not_play_in_a_game_is_told_nothing_of_it(host: HostUnderTest, post: Post, game: str) -> None:
    other = host.started(name="Another war")
    stranger = next(iter(host.seats[game]))
    with host.host.database.write() as session:
        for one in load_seats(session, other):
            one.player = None
            session.add(one)
    assert codes(post.send("Hello", f"{stranger}@players.test", To=f"host+{other}@ostraka.test")) == ["nothing-found"]
    assert "Another war" not in post.answer().text


def test_nothing_of_the_mail_is_repeated(host: HostUnderTest, post: Post, game: str, seat: str) -> None:
    value = json.loads(host.envelope(game, seat, ATHENS).to_json())
    lies = [
        json.dumps(value | {"SECRETWORD": 1}).encode(),
        json.dumps(value | {"payloadType": "application/vnd.ostraka.secretword+json"}).encode(),
        json.dumps(value | {"payloadType": "SECRETWORD"}).encode(),
        b'{"SECRETWORD": 1, "SECRETWORD": 2}',
        b'{"payload": SECRETWORD}',
    ]
    text = "SECRETWORD\n" + "".join(armor("envelope", lie) for lie in lies)
    files = f"{text}\n-----BEGIN OSTRAKA SECRETWORD-----\n-----END OSTRAKA SECRETWORD-----"
    taken = post.send(files, "SECRETWORD@elsewhere.test", Subject="SECRETWORD")
    assert len(codes(taken)) == 6
    answer = post.answer()
    assert "secretword" not in (answer.text + str(answer.html) + answer.subject).lower()


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"Return_Path": "<>"},
        {"X_Ostraka_Host": "http://localhost"},
        {"List_Id": "<x.test>"},
    ],
)
def test_automatic_mail_is_taken_and_not_answered(
    host: HostUnderTest, post: Post, game: str, seat: str, headers: dict[str, str]
) -> None:
    assert codes(post.send(armored(host.envelope(game, seat, ATHENS, "draft")), **headers)) == []
    post.send("I am on holiday", **headers)
    assert host.rows("select count(*) from envelopes") == [(1,)]
    assert post.answers() == []


@pytest.mark.parametrize("sender", ["host@ostraka.test", "Host+x@OSTRAKA.test", "a@x.test, b@x.test", "nobody"])
def test_loops_and_senders_that_are_no_address_are_not_answered(post: Post, sender: str) -> None:
    assert post.send("hello", sender).answers == 0


def test_a_mail_of_the_host_that_comes_back_is_not_answered(host: HostUnderTest, post: Post, game: str) -> None:
    ours = host.rows("select message_id from mails limit 1")[0][0]
    raw = post.mail("hello").replace(b"<1@mua.test>", ours.encode())
    assert take_mail(host.host, raw).answers == 0


def test_nobody_is_answered_too_often(host: HostUnderTest, post: Post, game: str) -> None:
    assert [post.send("hello").answers for _ in range(MOST_AN_HOUR + 2)] == [1] * MOST_AN_HOUR + [0, 0]
    assert post.send("hello", "green@players.test").answers == 1
    host.clock.forward(minutes=59)
    assert post.send("hello").answers == 0
    host.clock.forward(minutes=2)
    assert post.send("hello").answers == 1


def test_orders_that_are_new_are_always_answered(host: HostUnderTest, post: Post, game: str, seat: str) -> None:
    for number in range(1, MOST_AN_HOUR + 4):
        taken = post.send(armored(host.envelope(game, seat, ATHENS, "draft", sequence=number)))
        assert taken.answers == 1
    replayed = armored(host.envelope(game, seat, ATHENS, "draft", sequence=1))
    assert post.send(replayed).answers == 0


def test_what_was_answered_is_forgotten_after_a_month(host: HostUnderTest, post: Post, game: str) -> None:
    post.send("hello", "red@players.test")
    host.clock.forward(days=31)
    post.send("hello", "green@players.test")
    assert host.rows("select answered from mails_in") == [("green@players.test",)]


def test_a_stranger_whose_mail_holds_nothing_is_not_answered(host: HostUnderTest, post: Post, game: str) -> None:
    assert post.send("hello", "victim@elsewhere.test").answers == 0
    large = take_mail(host.host, post.mail("", "victim@elsewhere.test").split(b"\r\n\r\n")[0], whole=False)
    assert large.answers == 0


def test_words_after_a_plus_make_no_other_mailbox_of_an_address(post: Post) -> None:
    broken = "-----BEGIN OSTRAKA ACT-----"
    answers = [post.send(broken, f"victim+{number}@elsewhere.test").answers for number in range(MOST_AN_HOUR + 3)]
    assert sum(answers) == MOST_AN_HOUR


def test_strangers_together_are_answered_so_often_and_players_all_the_same(
    post: Post, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replies, "MOST_STRANGERS_AN_HOUR", 3)
    broken = "-----BEGIN OSTRAKA ACT-----"
    assert [post.send(broken, f"victim{number}@elsewhere.test").answers for number in range(5)] == [1, 1, 1, 0, 0]
    assert post.send(broken, "red@players.test").answers == 1


def test_each_signer_is_told_of_his_own_documents_alone(host: HostUnderTest, post: Post, game: str, seat: str) -> None:
    other = next(name for name in host.seats[game] if name != seat)
    mine, theirs = host.envelope(game, seat, ATHENS, "draft"), host.envelope(game, other, [], "draft")
    post.send(armored(mine) + armored(theirs) + "-----BEGIN OSTRAKA ACT-----", "ann@elsewhere.test")
    told = {answer.player or answer.address: answer for answer in post.answers()}
    assert set(told) == {f"p-{seat}", f"p-{other}", "ann@elsewhere.test"}
    assert mine.digest.hex() in told[f"p-{seat}"].text
    assert theirs.digest.hex() not in told[f"p-{seat}"].text + told["ann@elsewhere.test"].text
    assert "broken-armor" in told["ann@elsewhere.test"].text


def test_one_address_gets_one_answer(host: HostUnderTest, post: Post, game: str, seat: str) -> None:
    text = armored(host.envelope(game, seat, ATHENS, "draft")) + "-----BEGIN OSTRAKA ACT-----"
    post.send(text, f"{seat.upper()}@players.test")
    assert post.answer().player == f"p-{seat}"
    assert "broken-armor" in post.answer().text
    assert "envelope 1, draft" in post.answer().text


def test_a_player_without_an_address_is_answered_where_he_wrote_from(host: HostUnderTest, post: Post) -> None:
    host.register("p-red")
    game = host.started()
    seat = "red"
    taken = post.send(armored(host.envelope(game, seat, [], "draft")), "elsewhere@players.test")
    assert codes(taken) == []
    assert (post.answer().player, post.answer().address) == (None, "elsewhere@players.test")


def test_a_mail_that_is_too_large_is_told_so_from_its_header(host: HostUnderTest, post: Post, game: str) -> None:
    head = post.mail("").split(b"\r\n\r\n")[0]
    taken = take_mail(host.host, head + b"\r\n\r\n", whole=False)
    assert codes(taken) == ["mail-too-large"]
    assert str(MOST_BYTES) in post.answer().text
    assert "ostraka open" not in post.answer().text


def test_a_bomb_is_not_answered(host: HostUnderTest, post: Post) -> None:
    raw = post.mail("x") + b"\r\n" * 70_000
    assert take_mail(host.host, raw) == Taken("bomb")
    assert post.answers() == []


# --- bounces ---------------------------------------------------------------------------------------------------

BOUNCE = """From: MAILER-DAEMON@provider.test
To: host@ostraka.test
Content-Type: multipart/report; report-type=delivery-status; boundary=B

--B
Content-Type: message/delivery-status

Final-Recipient: rfc822; {address}
Action: failed
Status: {status}

--B
Content-Type: text/rfc822-headers

Message-ID: {message_id}

--B--
"""


def bounce(
    host: HostUnderTest, address: str = "red@players.test", status: str = "5.1.1", message_id: str = ""
) -> Taken:
    (known,) = host.rows("select message_id from mails where player = 'p-red' and kind = 'started'")[0]
    message_id = message_id or known
    raw = BOUNCE.format(address=address, status=status, message_id=message_id)
    return take_mail(host.host, raw.encode(), "<>")


def bounced(host: HostUnderTest) -> tuple[list[tuple[str, str]], int]:
    rows = host.rows("select player, kind from mails where status = 'bounced'")
    return rows, host.rows("select bounces from players where handle = 'p-red'")[0][0]


def test_a_mail_that_came_back_is_marked_and_counted_once(host: HostUnderTest, game: str) -> None:
    assert bounce(host) == Taken("bounce")
    assert bounced(host) == ([("p-red", "started")], 1)
    bounce(host)
    assert bounced(host) == ([("p-red", "started")], 1)
    assert host.rows("select count(*) from mails where kind = 'receipt'") == [(0,)]


def test_a_full_mailbox_is_no_count_against_the_player(host: HostUnderTest, game: str) -> None:
    bounce(host, status="4.2.2")
    assert bounced(host) == ([("p-red", "started")], 0)


def test_nobody_can_report_a_mail_as_lost_who_knows_not_both_where_it_went_and_its_id(
    host: HostUnderTest, game: str
) -> None:
    bounce(host, address="rival@players.test")
    (known,) = host.rows("select message_id from mails where player = 'p-red' and kind = 'started'")[0]
    assert known.startswith(f"<{game}.red.started.0.")
    for guessed in (f"<{game}.red.started.0@ostraka.test>", known.replace("red", "green")):
        bounce(host, message_id=guessed)
    assert bounced(host) == ([], 0)


# --- whatever comes --------------------------------------------------------------------------------------------


@given(
    noise=st.lists(
        st.sampled_from(["text", "> ", "\r\n", "{", "}", "-----BEGIN OSTRAKA ENVELOPE-----", "A=="]), max_size=8
    )
)
@settings(max_examples=60)
def test_an_envelope_among_noise_is_taken_or_told_of(host: HostUnderTest, noise: list[str]) -> None:
    game = next(iter(host.seats), None) or host.started()
    envelope = host.envelope(game, "green", [], "draft")
    text = "\n".join([*noise, armored(envelope), *reversed(noise)])
    message = EmailMessage(policy=SMTP)
    message["From"] = "fuzz@elsewhere.test"
    message.set_content(text)
    taken = take_mail(host.host, message.as_bytes())
    assert [outcome.new for outcome in taken.outcomes if outcome.signer == "p-green"] == [True]
    assert taken.answers >= 1


def test_the_organiser_alone_is_told_whose_mails_bounce_and_not_to_which_address(host: HostUnderTest) -> None:
    host.register("ann")
    game = host.started()
    host.post("/games", host.game_statement(host.players["ann"], ("red", "green", "black")))
    assert host.json("/players/p-red/waiting", host.players["p-red"])["bounced"] == []
    bounce(host)
    told = host.get("/players/p-red/waiting", host.players["p-red"])
    assert told.get_json()["bounced"] == [
        {"game": game, "name": "The long war", "seat": "red", "player": "p-red", "bounces": 1, "mailed": True}
    ]
    assert "players.test" not in told.text
    for other in ("p-green", "ann"):
        assert host.json(f"/players/{other}/waiting", host.players[other])["bounced"] == []
    assert "bounce" not in host.get(f"/games/{game}").text
    host.act(game, payloads.End())
    assert host.json("/players/p-red/waiting", host.players["p-red"])["bounced"] == []
