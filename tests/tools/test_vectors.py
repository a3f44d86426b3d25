"""The stored vectors, run as another implementation would run them."""

import base64
import copy
import hashlib
import json
from collections.abc import Callable
from operator import itemgetter
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from securesystemslib.dsse import Envelope as OtherDsse

from schemas import errors
from schemas.documents.armor import Broken, find
from schemas.documents.letters import open_letter
from schemas.documents.successions import read_claim, read_rotation
from schemas.envelopes import Desk, accept, open_envelope
from schemas.errors import EnvelopeError, ProtocolError
from schemas.keys.chance import before
from schemas.keys.identities import Card, Identity
from schemas.keys.kept_keys import CopyLock, require_copy, verifier_of
from schemas.log.chain import (
    ContestLogEntry,
    append,
    append_to_contest,
    substance,
    verify_contest_chain,
)
from schemas.log.entries import Created
from schemas.record import Record, RecordedLeaf, verify_record
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.payloads import Act, Alias, Game, Rekey
from schemas.statements.statements import Statement
from schemas.statements.texts import game_id
from tests.schemas.conftest import AT
from tools.generate import vectors
from tools.generate.contest_vectors import contest_vectors
from tools.generate.document_vectors import changed

FILES = sorted((vectors.FOLDER / "envelopes").glob("*.json"))
VECTORS = [json.loads(path.read_text(encoding="utf-8")) for path in FILES]
OUTSIDE_THE_FAMILY = {"malformed", "wrong-kind", "unknown-signer", "bad-signature"}


class Host:
    """What a host keeps: the newest envelope of a seat, and nothing that a refusal may touch."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.stored = desk, []

    def put(self, raw: bytes) -> str:
        try:
            envelope = accept(raw, self.desk)
        except ProtocolError as error:
            return error.code
        if not self.desk.has_stored(envelope):
            self.stored.append(envelope.digest)
        return "ok"


def read_desk(fields: dict[str, Any]) -> Desk:
    return Desk(
        **{
            **fields,
            "suites": tuple(fields["suites"]),
            "signer": Card.from_statement(Statement.from_json(fields["signer"])),
            "newest": fields["newest"] and from_base64url(fields["newest"], "newest", 32),
        }
    )


@pytest.mark.parametrize("vector", VECTORS, ids=itemgetter("name"))
def test_a_vector_comes_out_as_it_says(vector):
    host = Host(read_desk(vector["desk"]))
    before = copy.deepcopy((host.stored, host.desk))
    outcome = host.put(vector["envelope"].encode())
    if vector["step"] == "open":
        assert outcome == "ok"
        outcome, orders = opened(vector, host.desk)
        assert orders == vector.get("orders")
    assert outcome == vector["expect"]
    if vector["step"] == "accept" and outcome != "ok":
        assert (host.stored, host.desk) == before


def opened(vector: dict[str, Any], desk: Desk) -> tuple[str, list[Any] | None]:
    private = from_base64url(vector["phase_private"], "phase_private")
    try:
        leaves = open_envelope(accept(vector["envelope"].encode(), desk), private)
    except ProtocolError as error:
        return error.code, None
    return "ok", [leaf.order for leaf in leaves]


def test_the_newest_come_again_is_not_stored_twice():
    again = next(vector for vector in VECTORS if vector["name"] == "x25519-ok-again")
    host = Host(read_desk(again["desk"]))
    assert host.put(again["envelope"].encode()) == "ok"
    assert host.stored == []


def test_every_code_has_a_vector():
    shown = {vector["expect"] for vector in VECTORS}
    family = {kind.code for kind in EnvelopeError.__subclasses__()}
    assert shown == family | OUTSIDE_THE_FAMILY | {"ok"}


def test_every_error_has_a_code_of_its_own_and_a_sentence():
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, ProtocolError)]
    codes = [kind.code for kind in kinds if kind is not ProtocolError]
    assert len(set(codes)) == len(codes)
    assert all(kind.__doc__.strip().endswith(".") for kind in kinds)


def test_the_files_are_those_that_the_script_writes_today():
    made = list(vectors.all_vectors())
    assert sorted(vector.name for vector in made) == sorted(path.stem for path in FILES)
    stored = {vector["name"]: vector for vector in VECTORS}
    for vector in made:
        fresh = vector.to_json_value()
        assert fresh.keys() == stored[vector.name].keys()
        for field in ("note", "step", "expect"):
            assert stored[vector.name][field] == fresh[field]


def test_freshly_made_vectors_come_out_as_they_say():
    for vector in vectors.all_vectors():
        test_a_vector_comes_out_as_it_says(json.loads(json.dumps(vector.to_json_value())))


def test_derivations_are_those_stored():
    stored = json.loads((vectors.FOLDER / "derivations.json").read_text(encoding="utf-8"))
    assert stored == vectors.derivations()


def test_a_games_statement_binds_its_options_its_components_and_its_id():
    stored = json.loads((vectors.FOLDER / "derivations.json").read_text(encoding="utf-8"))["game"]
    statement = Statement.from_json(stored["statement"])
    options = statement.read(Game).options
    assert options["components"] == hashlib.sha256(stored["components"].encode()).hexdigest()
    assert [type(options[name]) for name in ("green", "limit", "shared")] == [str, int, bool]
    assert game_id(statement.digest) == stored["id"]


def test_an_alias_is_made_as_the_protocol_says():
    stored = json.loads((vectors.FOLDER / "derivations.json").read_text(encoding="utf-8"))
    alias, statement = stored["alias"], Statement.from_json(stored["alias"]["statement"])
    said = statement.read(Alias)

    def drawn(secret, info, length):
        return HKDF(SHA256(), length, salt=None, info=info.encode()).derive(from_base64url(secret, "secret"))

    keys = drawn(alias["player"]["signing"], f"ostraka alias keys/1|{said.host}|{said.where}", 128)
    assert to_base64url(keys[:32]) == alias["keys"]["signing"]
    assert to_base64url(keys[32:]) == alias["keys"]["sealing"]
    assert Statement.from_json(alias["card"]).body["handle"] == alias["handle"]
    assert Statement.from_json(alias["card"]).key_id == said.alias
    salt = drawn(stored["secret"], f"ostraka alias salt/1|{said.where}|{said.alias}", 32)
    committed = hashlib.sha256(b"ostraka alias/1" + salt + hashlib.sha256(statement.payload).digest()).digest()
    assert to_base64url(committed) == alias["commitment"]


def test_pae_is_that_of_another_dsse_implementation():
    stored = json.loads((vectors.FOLDER / "derivations.json").read_text(encoding="utf-8"))
    for case in stored["pae"]:
        if case["type"].isascii():
            payload = from_base64url(case["payload"], "payload")
            other = OtherDsse(payload=payload, payload_type=case["type"], signatures={})
            assert other.pae() == from_base64url(case["pae"], "pae")


def test_a_contests_log_is_chained_as_stored_and_its_secrets_follow_from_the_root():
    stored = json.loads((vectors.FOLDER / "contests.json").read_text(encoding="utf-8"))
    assert stored == contest_vectors()
    founder, entries = from_base64url(stored["host_key"], "host_key", 32), stored["log"]
    log = verify_contest_chain([Statement.from_json(entry) for entry in entries], founder, stored["contest"])
    draws = [from_base64url(secret, "draws", 32) for secret in stored["draws"]]
    assert log[0].body.draws == stored["draws"][0]
    assert [before(secret) for secret in draws[1:]] == draws[:-1]
    assert game_id(log[0].statement.digest) != stored["contest"]  # the plan's digest, not the entry's
    assert game_id(Statement.from_form(log[0].body.statement).digest) == stored["contest"]
    with pytest.raises(errors.BrokenLog, match="log entry 3: its index is 4"):
        verify_contest_chain([Statement.from_json(e) for e in entries[:3] + entries[4:]], founder, stored["contest"])


def test_neither_acts_nor_leaving_nor_the_instants_of_a_game_key_a_draw():
    log = [Statement.from_json(entry) for entry in json.loads((vectors.FOLDER / "contests.json").read_text())["log"]]
    links = [ContestLogEntry.from_statement(statement) for statement in log]
    entrants = [link for link in links if link.kind not in ("act", "left")]
    assert substance(links) == substance(entrants) != substance(entrants[1:])
    result = next(link for link in links if link.kind == "result")
    other = append_to_contest(
        None, contest="x", body=msgspec.structs.replace(result.body, head="A" * 43), at=AT, host=Identity.generate()
    )
    assert other.substance == result.substance
    opened, drawn = (links[index].statement.to_form() for index in (0, 5))
    games = [Created(statement=opened, commitment="A" * 43, drawn=form) for form in (drawn, opened)]
    one, another = (append(None, game="x", body=body, at=AT, host=Identity.generate()) for body in games)
    assert one.substance == another.substance


def test_the_stored_vectors_of_requests_are_those_of_today():
    stored = json.loads((vectors.FOLDER / "requests.json").read_text(encoding="utf-8"))
    assert stored == vectors.request_vectors()


DOCUMENTS = json.loads((vectors.FOLDER / "documents.json").read_text(encoding="utf-8"))
RECORD = json.loads((vectors.FOLDER / "record.json").read_text(encoding="utf-8"))
PEOPLE = {name: from_base64url(key, name, 32) for name, key in DOCUMENTS["keys"].items()}


def outcome(do: Callable[[], Any]) -> str:
    """`ok`, or the code of the refusal."""
    try:
        do()
    except ProtocolError as error:
        return error.code
    return "ok"


def test_the_key_file_gives_the_same_keys_clear_and_under_its_password(tmp_path):
    said = DOCUMENTS["key_file"]
    (tmp_path / "clear").write_text(said["clear"], encoding="utf-8")
    (tmp_path / "locked").write_bytes(base64.b64decode(said["locked"]))
    for name, password in (("clear", None), ("locked", said["password"])):
        keys = Identity.load(tmp_path / name, password)
        assert (keys.key_id, keys.to_bytes()) == (said["key_id"], said["clear"].encode())
        shown = (to_base64url(keys.signing_key), to_base64url(keys.sealing_key))
        assert shown == (said["signing_key"], said["sealing_key"])


def test_name_and_password_give_the_proof_and_the_verifier_that_it_says_and_open_the_copy():
    said = DOCUMENTS["kept_key"]
    lock, file = CopyLock.of(said["password"], said["host"], said["handle"]), base64.b64decode(said["file"])
    assert (to_base64url(lock.proof), to_base64url(verifier_of(lock.proof))) == (said["proof"], said["verifier"])
    require_copy(file, said["host"], said["handle"])
    assert lock.opened(file) == DOCUMENTS["key_file"]["clear"].encode()


@pytest.mark.parametrize("vector", DOCUMENTS["armor"], ids=itemgetter("name"))
def test_an_armored_text_is_read_or_broken_as_it_says(vector):
    [found] = find(vector["text"])
    if vector["expect"] == "ok":
        assert (found.kind, found.document) == ("player", DOCUMENTS["armored"].encode())
    else:
        assert isinstance(found, Broken)


@pytest.mark.parametrize("vector", DOCUMENTS["letters"], ids=itemgetter("name"))
def test_a_letter_opens_or_is_refused_as_it_says(vector, tmp_path):
    keys = Identity.from_bytes(DOCUMENTS["key_file"]["clear"].encode())
    raw = vector["letter"].encode()
    assert outcome(lambda: open_letter(raw, keys, PEOPLE["host"])) == vector["expect"]
    if vector["expect"] == "ok":
        assert open_letter(raw, keys, PEOPLE["host"]).body == vector["body"]


@pytest.mark.parametrize("vector", DOCUMENTS["statements"], ids=itemgetter("name"))
def test_a_statement_about_keys_holds_or_not_as_it_says(vector):
    def read() -> None:
        statement = Statement.from_json(vector["statement"])
        if vector["kind"] == "claim":
            read_claim(statement)
        elif vector["kind"] == "rotation":
            read_rotation(statement)
            statement.verify(PEOPLE["alice"])
        else:
            assert isinstance(statement.read(Act).act, Rekey)
            statement.verify(PEOPLE["bob"])

    assert outcome(read) == vector["expect"]


def verified(record: dict[str, Any]) -> set[str]:
    """The codes of what does not hold in a record."""
    host = from_base64url(RECORD["host_key"], "host_key", 32)
    return {finding.code for finding in verify_record(Record.from_json(json.dumps(record).encode()), host)}


def test_the_record_holds_from_the_first_signature_to_the_last_position():
    assert verified(RECORD["record"]) == set()


def test_what_the_record_hides_its_author_can_open():
    opened = RecordedLeaf(**RECORD["opened"])
    record = Record.from_json(json.dumps(RECORD["record"]).encode())
    assert opened.leaf() is not None
    assert opened in record.opened({opened.hash: opened.leaf()}).phases[0].books[0].leaves
    assert verify_record(record, opened={opened.hash: opened.leaf()}) == []


@pytest.mark.parametrize("change", RECORD["tampered"], ids=itemgetter("name"))
def test_a_record_in_which_one_value_was_changed_does_not_hold(change):
    assert change["expect"] in verified(changed(RECORD["record"], change))
