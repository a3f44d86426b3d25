"""The JSON Schemas: written from the classes, never edited, and true of what really crosses the wire."""

import json
from importlib import import_module
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from adjudicator import index
from adjudicator.kernel.rules.components_files import own_components, stated
from adjudicator.perikles.components import Components
from adjudicator.registry import title
from schemas.documents.game_exports import seal_export
from schemas.documents.receipts import make_receipt
from schemas.errors import Malformed
from schemas.keys.identities import Identity
from schemas.keys.sealing import PhaseKey, sign_phase_key
from schemas.log.chain import append, append_to_contest
from schemas.log.contest_entries import CONTEST_BODIES, ByeAsked
from schemas.log.entries import BODIES, Acted, Created, Notice, Rekeyed, Reopened, Revealed, RulesChanged, Seated
from schemas.statements import canonical
from schemas.statements.canonical import to_base64url
from schemas.statements.contests import CONTEST_STATEMENTS, ContestInvitation, RequestBye
from schemas.statements.payloads import (
    STATEMENTS,
    Act,
    Alias,
    Amend,
    Claim,
    Invitation,
    InvitationLink,
    KeptKey,
    Letter,
    LockedCopy,
    Preferences,
    Press,
    Rotation,
    SeatAct,
    Vote,
    Withdrawal,
    instant,
)
from schemas.statements.statements import Statement, sign_payload
from tests.schemas.conftest import AT
from tests.schemas.documents.test_game_exports import header_for
from tools.generate import json_schemas, vectors
from tools.generate.contest_vectors import contest_log
from tools.generate.playing import Playing
from tools.generate.request_vectors import request_vectors
from tools.generate.vector_bench import fixed_identity

SCHEMAS = json_schemas.all_schemas()
HASH = to_base64url(bytes(32))


def holds(name: str, value: object) -> bool:
    return Draft202012Validator(SCHEMAS[f"{name}.schema.json"]).is_valid(value)


@pytest.fixture(scope="module")
def record(host):
    perikles = title("perikles")
    seats = list(perikles.seats(next(iter(perikles.scenarios)), 3))
    players = {seat: Identity.generate() for seat in seats}
    playing = Playing(perikles, next(iter(perikles.scenarios)), seats, host, players)
    return playing.play(silent=seats[0], clumsy="nobody")


def exported(host):
    header = header_for("samos-001", host)
    return seal_export(header, lambda info: b"sealed", host)


@pytest.fixture(scope="module")
def statements(record, sealed, host, alice):
    """One statement of every kind, as they come in a game."""
    envelope = sealed()
    notice = sign_phase_key(PhaseKey.generate(), game="samos-001", phase=3, version="perikles/1", host=host)
    log = [Statement.from_form(form) for form in record.log]
    inside = [Statement.from_json(e.body["body"]["statement"]) for e in log if "statement" in e.body["body"]]
    mine = [alice.card("alice").statement, notice, envelope.statement, make_receipt(envelope, AT, host)]
    mine.append(exported(host).statement)
    return [*mine, *inside, *log, *by_mail(alice, host), *of_a_contest()]


def of_a_contest():
    """Every statement and entry of a contest, and how its games begin."""
    log = [entry.statement for entry in contest_log()]
    inside = [Statement.from_json(e.body["body"]["statement"]) for e in log if "statement" in e.body["body"]]
    drawn = next(entry.to_form() for entry in log if entry.body["kind"] == "drawn")
    enter = next(statement for statement in inside if statement.kind == "enter")
    bodies = [
        Created(statement=inside[0].to_form(), commitment=HASH, drawn=drawn),
        Seated(seat="red", statement=enter.to_form()),
    ]
    host, organiser = fixed_identity("host"), fixed_identity("organiser")
    invited = ContestInvitation(
        contest="samos-001", organiser=organiser.key_id, number=1, player=None, address="a@b.example"
    )
    wish = RequestBye(contest="samos-001", player=organiser.key_id, number=2, round=1, withdrawn=False)
    inside += [sign_payload(one, organiser) for one in (invited, wish)]
    said = Alias(host=host.key_id, where="samos-001", player=organiser.key_id, alias=host.key_id)
    revealed = Revealed(sign_payload(said, organiser).to_form(), organiser.card("organiser").statement.to_form())
    for body in (revealed, ByeAsked(statement=inside[-1].to_form())):
        log.append(append_to_contest(None, contest="samos-001", body=body, at=AT, host=host).statement)
    return [*log, *inside, *(append(None, game="samos-001", body=body, at=AT, host=host).statement for body in bodies)]


def by_mail(alice, host):
    """The statements that a game without trouble does not see, and log entries that hold them."""
    mine = {"game": "samos-001", "number": 1}
    organiser, player = {**mine, "organiser": alice.key_id}, {**mine, "seat": "red", "player": alice.key_id}
    act = sign_payload(Act(**organiser, act=Amend(reason="a typo", changes={"cities.athens.a": "red"})), alice)
    vote = sign_payload(SeatAct(**player, act=Vote(on="pause", yes=True)), alice)
    letter = Letter(
        game="samos-001", seat="red", player=alice.key_id, phase=3, kind="orders-wanted", at=instant(AT), body={"a": 1}
    )
    mails = Preferences(
        host=host.key_id,
        player=alice.key_id,
        number=1,
        address="a@b.example",
        muted=["press"],
        muted_press=["bob"],
        time_zone=None,
    )
    kept = KeptKey(host=host.key_id, player=alice.key_id, number=1, locked=LockedCopy(file="AA", verifier=HASH))
    card = host.card("alice").statement.to_form()
    rotation = sign_payload(Rotation(host=host.key_id, player=alice.key_id, card=card), alice)
    said = sign_payload(Alias(host=host.key_id, where="samos-001", player=host.key_id, alias=alice.key_id), host)
    bodies = [
        Revealed(statement=said.to_form(), card=card),
        Rekeyed(statement=rotation.to_form()),
        Acted(statement=act.to_form()),
        Notice(what="voted", phase=3, seats=["red"], until=None, vote="pause"),
        Reopened(phase=3, number=4, since=3, position=HASH),
        RulesChanged(phase=3, number=4, older="perikles/1", newer="perikles/2", before=HASH, position=HASH),
    ]
    return [
        said,
        act,
        vote,
        rotation,
        sign_payload(Claim(host=host.key_id, player=host.key_id, card=card), host),
        sign_payload(letter, host),
        sign_payload(mails, alice),
        sign_payload(kept, alice),
        sign_payload(Press(**player, to=["green"], text="Peace?"), alice),
        sign_payload(Invitation(**organiser, player="bob", address=None, seat=None), alice),
        sign_payload(InvitationLink(**organiser, word=HASH, seat=None, until=instant(AT)), alice),
        sign_payload(Withdrawal(**organiser, invitation=HASH), alice),
        *(append(None, game="samos-001", body=body, at=AT, host=host).statement for body in bodies),
    ]


def test_the_files_are_those_that_the_script_writes_today():
    stored = {path.name: path.read_text(encoding="utf-8") for path in json_schemas.FOLDER.glob("*.schema.json")}
    assert json.loads(index.FILE.read_text(encoding="utf-8")) == json_schemas.index_of_titles()
    assert stored == {name: json_schemas.text_of(schema) for name, schema in json_schemas.written().items()}


def test_what_stands_beside_the_components_is_what_they_say():
    for file in json_schemas.components_files():
        assert file.with_suffix(".json").read_bytes() == json_schemas.as_json(file)
        kind = import_module(f"adjudicator.{file.stem}.components").Components
        quick = own_components(file, kind)
        assert repr(quick) == repr(stated(file.read_text(encoding="utf-8"), kind, file.name))


@pytest.mark.parametrize("title", ["pericles", "polis", "athens_sparta"])
def test_our_own_components_are_sound(title):
    (file,) = (file for file in json_schemas.components_files() if file.stem == title)
    import_module(f"adjudicator.{title}.components").read(file.read_text(encoding="utf-8"), file.name)


def test_json_that_is_of_another_file_does_not_count(tmp_path):
    ours = next(file for file in json_schemas.components_files() if file.stem == "perikles")
    file = tmp_path / ours.name
    file.write_text(ours.read_text(encoding="utf-8").replace("turns: 3", "turns: 4"), encoding="utf-8")
    file.with_suffix(".json").write_bytes(ours.with_suffix(".json").read_bytes())
    assert own_components(file, Components).turns == 4


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_a_schema(name):
    Draft202012Validator.check_schema(SCHEMAS[name])


def test_every_kind_of_statement_keeps_to_its_schema(statements):
    assert {statement.kind for statement in statements} == {p.document for p in (*STATEMENTS, *CONTEST_STATEMENTS)}
    for statement in statements:
        assert holds("statement", statement.to_json_value())
        assert holds(f"payload-{statement.kind}", statement.body)


def test_every_kind_of_log_entry_keeps_to_its_schema(statements):
    entries = [statement.body for statement in statements if statement.kind == "log"]
    assert {entry["kind"] for entry in entries} == {*BODIES}
    for entry in entries:
        assert holds(f"log-body-{entry['kind']}", entry["body"])
    of_contests = [statement.body for statement in statements if statement.kind == "contest-log"]
    assert {entry["kind"] for entry in of_contests} == {*CONTEST_BODIES}
    for entry in of_contests:
        assert holds(f"contest-log-body-{entry['kind']}", entry["body"])


def test_an_envelope_an_export_and_a_record_keep_to_their_schemas(sealed, record, host):
    assert holds("envelope", json.loads(sealed().to_json()))
    assert holds("export", json.loads(exported(host).to_json()))
    assert holds("record", json.loads(record.to_json()))


def test_what_is_added_or_left_out_breaks_every_schema(statements, sealed, record, host):
    real = {f"payload-{statement.kind}": statement.body for statement in statements}
    real |= {f"log-body-{s.body['kind']}": s.body["body"] for s in statements if s.kind == "log"}
    real |= {f"contest-log-body-{s.body['kind']}": s.body["body"] for s in statements if s.kind == "contest-log"}
    real |= {"statement": statements[0].to_json_value(), "envelope": json.loads(sealed().to_json())}
    real |= {"record": json.loads(record.to_json()), "export": json.loads(exported(host).to_json())}
    [delivery] = [one for one in request_vectors()["requests"] if one["name"] == "delivery"]
    real |= {"delivery": json.loads(delivery["body"])}
    assert {f"{name}.schema.json" for name in real} == set(SCHEMAS)
    for name, value in real.items():
        assert not holds(name, {**value, "aside": 1})
        for field in value:
            if not optional(name, field):
                assert not holds(name, {key: item for key, item in value.items() if key != field})


def optional(name, field):
    """What may be left out: a format of which there is one, what a notice need not say, a plan's defaults."""
    if (name, field) == ("payload-contest", field):
        return field not in {"nonce", "organiser", "host", "name", "kind", "title", "scenario", "terms", "tables"}
    return (name, field) in {
        ("record", "format"),
        ("log-body-notice", "until"),
        ("log-body-notice", "vote"),
        ("log-body-created", "drawn"),
        ("contest-log-body-act", "card"),
        ("payload-enter", "substitute"),
        ("payload-challenge", "declined"),
    }


def test_headers_that_the_vectors_call_malformed_break_the_schema():
    """Duplicate keys and white space are gone once JSON is parsed: those no schema can see."""
    unseen = {"header-duplicate-key", "header-not-canonical", "header-not-utf8", "header-float"}
    seen = 0
    for path in sorted(Path(vectors.FOLDER / "envelopes").glob("x25519-header-*.json")):
        if path.stem.removeprefix("x25519-") in unseen | {"header-changed"}:
            continue
        form = json.loads(json.loads(path.read_text(encoding="utf-8"))["envelope"])
        assert not holds("payload-envelope", json.loads(canonical.from_base64(form["payload"], "payload"))), path.stem
        seen += 1
    assert seen == 6


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [
        ("payload-start", "game", "samos-001\n"),
        ("payload-start", "game", ""),
        ("payload-start", "organiser", "ed25519:ALICE"),
        ("payload-receipt", "word", "perhaps"),
        ("payload-receipt", "sequence", 0),
        ("payload-receipt", "received_at", "2026-11-21T10:00:00+01:00"),
        ("payload-phase-key", "suite", "x448"),
        ("payload-join", "contribution", "AAAA"),
    ],
)
def test_a_wrong_value_breaks_schema_and_reader_alike(statements, name, field, value):
    statement = next(s for s in statements if f"payload-{s.kind}" == name)
    body = {**statement.body, field: value}
    payload = next(payload for payload in STATEMENTS if payload.document == statement.kind)
    assert not holds(name, body)
    with pytest.raises(Malformed, match=f"malformed {statement.kind}"):
        payload.from_body(body)
