"""Writes the test vectors in `schemas/vectors/`: `python -m tools.generate.vectors`.

Every refusal comes from a valid envelope in which one thing is changed, and which is signed again unless the signature
is what is tested. Keys come from fixed seeds; sealing is random, so that each run writes other envelopes.
"""

import hashlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from adjudicator.kernel import Chance
from schemas.documents.components_files import digest_of
from schemas.envelopes import Leaf, commitment_of
from schemas.keys import chance
from schemas.keys.aliases import alias_commitment, alias_handle, alias_keys
from schemas.keys.sealing import SUITES
from schemas.log.chain import LogEntry, append, substance
from schemas.log.entries import Cut, Dealt
from schemas.statements import canonical
from schemas.statements.payloads import BOOK, Alias, Game, Terms
from schemas.statements.statements import pae, sign_payload
from schemas.statements.texts import game_id
from tools.generate.checkpoint_vectors import checkpoint_vectors
from tools.generate.contest_vectors import contest_vectors
from tools.generate.document_vectors import document_vectors, record_vector
from tools.generate.request_vectors import request_vectors
from tools.generate.vector_bench import Bench, Vector, fixed_identity

FOLDER = Path(__file__).parents[2] / "schemas" / "vectors"


def main() -> None:
    """Write all vectors; files that no vector claims are removed."""
    envelopes = FOLDER / "envelopes"
    envelopes.mkdir(parents=True, exist_ok=True)
    for old in envelopes.glob("*.json"):
        old.unlink()
    for vector in all_vectors():
        _write(envelopes / f"{vector.name}.json", vector.to_json_value())
    _write(FOLDER / "derivations.json", derivations())
    _write(FOLDER / "contests.json", contest_vectors())
    _write(FOLDER / "checkpoints.json", checkpoint_vectors())
    _write(FOLDER / "requests.json", request_vectors())
    _write(FOLDER / "documents.json", document_vectors())
    _write(FOLDER / "record.json", record_vector())


def all_vectors() -> Iterator[Vector]:
    """Every envelope vector: those of both suites first, then those that need only one."""
    for suite in SUITES:
        yield from acceptances(Bench(suite))
        yield from sealing_refusals(Bench(suite))
    bench = Bench("x25519")
    yield from form_refusals(bench)
    yield from header_refusals(bench)
    yield from place_refusals(bench)
    yield from signature_refusals(bench)
    yield from content_refusals(bench)
    yield from order_refusals(bench)
    yield from plaintext_refusals(bench)


def acceptances(bench: Bench) -> Iterator[Vector]:
    """What must be taken, and opened."""
    for word in ("draft", "final"):
        yield bench.accepted(f"ok-{word}", f"a valid {word}", bench.envelope(word=word))
    yield bench.accepted("ok-withdrawn", "a withdrawal", bench.withdrawal())
    yield bench.accepted("ok-newer", "a sequence higher by more than one", bench.envelope(sequence=9), sequence=4)
    book = bench.envelope(phase=BOOK)
    yield bench.accepted("ok-book", "a seat's book: an envelope of phase 0", book, phase=BOOK)
    again = bench.envelope()
    yield bench.accepted("ok-again", "the newest envelope come again", again, sequence=5, newest=again)
    late = {"sequence": 5, "newest": again, "phase_open": False}
    yield bench.accepted("ok-again-after-the-cut", "its author may have lost the receipt", again, **late)
    yield bench.opened("ok-open", "opens to its leaves", bench.envelope())
    yield bench.opened("ok-open-withdrawn", "a withdrawal holds no leaves", bench.withdrawal())


def sealing_refusals(bench: Bench) -> Iterator[Vector]:
    """What cannot be opened."""
    other = bench.envelope(sealed_to=bench.other_phase_key.public)
    yield bench.unopened("sealed-to-another-key", "names this phase's key, sealed to another", other, "cannot-open")
    info = bench.envelope(info=bench.bare(sequence=6).info())
    yield bench.unopened("wrong-info", "sealed under the header of another sequence", info, "cannot-open")


def form_refusals(bench: Bench) -> Iterator[Vector]:
    """Texts that are no envelope in form."""
    text = bench.envelope().to_json()
    yield bench.refused("too-large", "one byte too many for this desk", text, "too-large", max_bytes=len(text) - 1)
    for name, note, raw in (
        ("not-json", "a text cut short", text[:-1]),
        ("duplicate-key", "the field body twice", text.replace(b'{"body":', b'{"body":"","body":', 1)),
        ("missing-field", "no copy", text.replace(b'"copy"', b'"copie"', 1)),
        ("extra-field", "a field that the format does not know", b'{"aside":1,' + text[1:]),
        ("base64-not-padded", "base64url where base64 is wanted", text.replace(b'","copy"', b'_","copy"', 1)),
        ("nested-too-deep", "a thousand lists in one another", b"[" * 1000 + b"]" * 1000),
        ("two-signatures", "a second signature beside the first", bench.with_two_signatures()),
    ):
        yield bench.refused(name, note, raw, "malformed")
    yield bench.refused("wrong-kind", "a signed start in the place of the header", bench.of_kind("start"), "wrong-kind")


def header_refusals(bench: Bench) -> Iterator[Vector]:
    """Headers, signed all right, that cannot be read or are of another format."""
    header = bench.envelope().statement.payload
    for name, note, payload in (
        ("header-duplicate-key", "the phase twice", header.replace(b'"phase":3', b'"phase":3,"phase":3')),
        ("header-float", "3.0 is no integer", header.replace(b'"phase":3', b'"phase":3.0')),
        ("header-number-as-text", "a phase in quotes", header.replace(b'"phase":3', b'"phase":"3"')),
        ("header-not-canonical", "a blank after the colon", header.replace(b'"phase":3', b'"phase": 3')),
        ("header-not-utf8", "a byte that is no UTF-8", header.replace(b'"seat":"red"', b'"seat":"re\xff"')),
        ("header-extra-field", "an unknown field", header.replace(b'"game":', b'"aside":1,"game":')),
        ("header-missing-field", "no word", header.replace(b',"word":"final"', b"")),
        ("header-unknown-word", "a word that does not exist", header.replace(b'"final"', b'"perhaps"')),
        ("header-integer-too-large", "2**53", header.replace(b'"sequence":5', b'"sequence":9007199254740992')),
        ("header-no-object", "a list", b"[]"),
    ):
        yield bench.refused(name, note, bench.with_payload(payload), "malformed")
    unknown_format = bench.with_payload(header.replace(b'"format":1', b'"format":2'))
    yield bench.refused("unknown-format", "a header of format 2", unknown_format, "unknown-format")
    unknown_suite = bench.with_payload(header.replace(b'"suite":"x25519"', b'"suite":"x448"'))
    yield bench.refused("unknown-suite", "a suite that does not exist", unknown_suite, "unknown-suite")
    text = bench.envelope().to_json()
    yield bench.refused("suite-not-taken", "not the suite of the key", text, "unknown-suite", suites=["mlkem768x25519"])


def place_refusals(bench: Bench) -> Iterator[Vector]:
    """Envelopes that belong elsewhere."""
    for code, note, envelope in (
        ("wrong-version", "made under older rules", bench.envelope(version="perikles/1")),
        ("wrong-game", "made for another game", bench.envelope(game="melos-417")),
        ("wrong-phase", "made for the phase before", bench.envelope(phase=2)),
        ("wrong-phase", "a book, where a phase is asked for", bench.envelope(phase=BOOK)),
        ("wrong-seat", "made for another seat", bench.envelope(seat="green")),
        ("wrong-phase-key", "names another key", bench.envelope(phase_key=bench.other_phase_key.id)),
    ):
        name = "book-to-a-phase" if envelope.header.phase == BOOK else code
        yield bench.refused(name, note, envelope.to_json(), code)


def signature_refusals(bench: Bench) -> Iterator[Vector]:
    """Envelopes that the seat's player did not sign."""
    stranger = bench.envelope(signer=bench.bob.key_id)
    signed_by_bob = bench.signed(stranger.statement.payload, by=bench.bob, around=stranger)
    yield bench.refused("other-player", "another player's, under his own name", signed_by_bob, "unknown-signer")
    honest = bench.envelope()
    under_bob = bench.signed(honest.statement.payload, by=bench.bob, around=honest)
    yield bench.refused("other-key-id", "signed by another key than the header says", under_bob, "unknown-signer")
    forged = bench.signed(honest.statement.payload, by=bench.bob, claimed=bench.alice.key_id, around=honest)
    yield bench.refused("forged-signature", "another key's, under the player's key id", forged, "bad-signature")
    turned = honest.statement.payload.replace(b'"final"', b'"draft"')
    stale = bench.with_payload(turned, signature=honest.statement.signature)
    yield bench.refused("header-changed", "final turned into draft after signing", stale, "bad-signature")
    other_type = bench.with_payload(honest.statement.payload, signed_as="start")
    yield bench.refused("other-type-signed", "signed as another kind of statement", other_type, "bad-signature")


def content_refusals(bench: Bench) -> Iterator[Vector]:
    """Envelopes whose sealed texts are not those signed, or show their length."""
    one, two = bench.envelope(), bench.envelope()
    swapped = bench.text(one, body=two.body)
    yield bench.refused("body-swapped", "the body of another envelope", swapped, "body-digest-mismatch")
    short = bench.text(one, body=one.body[:-1])
    yield bench.refused("body-cut-short", "the last byte is missing", short, "body-digest-mismatch")
    copy = bench.text(one, copy=two.copy)
    yield bench.refused("copy-swapped", "the copy of another envelope", copy, "copy-digest-mismatch")
    cut = bench.resealed(body=one.body[:-1], copy=one.copy[:-1])
    yield bench.refused("size-of-no-class", "signed all right, a byte too short", cut, "body-size")
    uneven = bench.resealed(body=one.body, copy=bench.envelope(leaves=bench.many_leaves()).copy)
    yield bench.refused("size-of-copy", "body and copy of different classes", uneven, "body-size")
    yield bench.refused("empty-but-final", "no body in a final", bench.resealed(body=b"", copy=b""), "body-size")
    full = bench.resealed(body=one.body, copy=one.copy, word="withdrawn", commitment=bench.empty_commitment())
    yield bench.refused("withdrawn-with-body", "a withdrawal with a body", full, "withdrawn-with-body")
    committed = bench.resealed(body=b"", copy=b"", word="withdrawn")
    yield bench.refused("withdrawn-with-leaves", "it commits to a leaf", committed, "withdrawn-with-body")


def order_refusals(bench: Bench) -> Iterator[Vector]:
    """Envelopes that come too late."""
    text = bench.envelope().to_json()
    yield bench.refused("phase-closed", "after the cut", text, "phase-closed", phase_open=False)
    newest = bench.envelope()
    stored: dict[str, Any] = {"sequence": 5, "newest": newest}
    yield bench.refused("equal-sequence", "another one of the same number", text, "sequence-not-newer", **stored)
    yield bench.refused("older-sequence", "an older one come late", text, "sequence-not-newer", sequence=6)


def plaintext_refusals(bench: Bench) -> Iterator[Vector]:
    """Envelopes that open to something else than what their header committed to."""
    leaves = bench.leaves()
    text = bench.plaintext(leaves)
    for name, note, padded in (
        ("padding-garbage", "something else than zeros behind the mark", (text + b"\x80").ljust(1024, b"g")),
        ("padding-missing", "no mark", text.ljust(1024, b"\0")),
        ("padding-too-wide", "fits a smaller class", (text + b"\x80").ljust(4096, b"\0")),
    ):
        yield bench.unopened(name, note, bench.envelope(padded=padded), "bad-padding")
    for name, note, plain in (
        ("plaintext-not-json", "no JSON", b"orders"),
        ("plaintext-not-canonical", "a blank", text.replace(b'{"leaves":', b'{"leaves": ')),
        ("plaintext-extra-field", "an unknown field", text.replace(b'{"leaves":', b'{"a":1,"leaves":')),
        ("plaintext-float", "3.0 is no integer", text.replace(b'"talents":3', b'"talents":3.0')),
        ("plaintext-short-salt", "a salt of 31 bytes", text.replace(_salt(leaves[0]), _salt(leaves[0])[:-2])),
    ):
        yield bench.unopened(name, note, bench.envelope(plain=plain), "malformed-plaintext")
    twice = [leaves[0], Leaf(leaves[0].salt, {"question": "D-S2", "pass": True})]
    yield bench.unopened("duplicate-salt", "two leaves, one salt", bench.envelope(leaves=twice), "duplicate-salt")
    commitment = canonical.to_base64url(commitment_of([leaf.hash for leaf in bench.leaves()]))
    broken = bench.envelope(leaves=leaves, commitment=commitment)
    yield bench.unopened("commitment-broken", "committed to others", broken, "commitment-mismatch")
    turned = bench.envelope(leaves=leaves, plain=bench.plaintext(leaves[::-1]))
    yield bench.unopened("leaves-reordered", "the leaves in another order", turned, "commitment-mismatch")


def derivations() -> dict[str, Any]:
    """Hashes and keys with fixed inputs."""
    text = canonical.to_base64url
    secret, log = hashlib.sha256(b"vector secret").digest(), vector_log()
    digest, position = hashlib.sha256(b"vector header").digest(), b'{"phase":null}'
    leaf = Leaf(hashlib.sha256(b"vector salt").digest(), {"question": "D-S1", "city": "athens"})
    leaf_salt = chance.leaf_salt(secret, "samos-001", 3, "red")
    position_salt = chance.position_salt(secret, "samos-001", 3)
    return {
        "note": "Binary values are unpadded base64url. game 'samos-001', phase 3, seat 'red'.",
        "secret": text(secret),
        "log": [entry.statement.to_json_value() for entry in log],
        "substance": text(substance(log)),
        "commitment": text(chance.commitment(secret)),
        "phase_key": text(chance.phase_key(secret, substance(log), "samos-001", 3)),
        "leaf_salt": text(leaf_salt),
        "position_salt": text(position_salt),
        "position": text(position),
        "position_hash": text(chance.position_hash(position_salt, position)),
        "digest": text(digest),
        "cut_leaf": text(chance.cut_leaf(leaf_salt, digest, None)),
        "cut_leaf_with_book": text(chance.cut_leaf(leaf_salt, digest, digest)),
        "cut_leaf_of_nothing": text(chance.cut_leaf(leaf_salt, None, None)),
        "leaf": {"salt": text(leaf.salt), "order": leaf.order, "hash": text(leaf.hash)},
        "commitment_of_leaf": text(commitment_of([leaf.hash])),
        "commitment_of_no_leaves": text(commitment_of([])),
        "pae": [
            {"type": type_, "payload": text(payload), "pae": text(pae(type_, payload))}
            for type_, payload in (("t/u", b""), ("application/vnd.ostraka.join+json", b'{"a":1}'), ("t/ü", b"x y"))
        ],
        "game": game_with_options(),
        "alias": alias(secret),
        "draws": draws(chance.phase_key(secret, substance(log), "samos-001", 3)),
    }


def alias(secret: bytes) -> dict[str, Any]:
    """Alice's alias in a game with this secret: its keys, its handle, her statement, the host's commitment to that."""
    alice, host, where = fixed_identity("alice"), fixed_identity("host"), "samos-001"
    keys = alias_keys(alice, host.key_id, where)
    said = Alias(host=host.key_id, where=where, player=alice.key_id, alias=keys.key_id)
    statement, handle = sign_payload(said, alice), alias_handle(keys.key_id)
    return {
        "player": canonical.loads(alice.to_bytes(), "keys"),
        "keys": canonical.loads(keys.to_bytes(), "keys"),
        "card": keys.card(handle).statement.to_json_value(),
        "handle": handle,
        "statement": statement.to_json_value(),
        "commitment": alias_commitment(secret, statement),
    }


def draws(key: bytes) -> dict[str, Any]:
    """What a phase with this key draws, in this order; a label's second draw has a stream of its own."""
    dice = Chance(key)
    return {
        "label": "S.07 first player",
        "dice_of_six": [dice.die(6, "S.07 first player") for _ in range(8)],
        "shuffle": dice.shuffle(list("abcdefgh"), "deck"),
        "pick": dice.pick(list("abcdefgh"), "deck"),
        "below_three_billion": [dice.die(3_000_000_000, "wide") - 1 for _ in range(4)],
    }


def game_with_options() -> dict[str, Any]:
    """An organiser's statement with options of each kind, the file that one of them names, and the game's id."""
    file = "# Sparta has four naval units\nunits: 4\n"
    opening = Game(
        nonce=canonical.to_base64url(bytes(32)),
        organiser=fixed_identity("alice").key_id,
        host=fixed_identity("host").key_id,
        name="Samos in the morning",
        title="ballot",
        scenario="assembly",
        seats=["red", "green"],
        options={"components": digest_of(file), "green": "bot", "limit": 4, "shared": True},
        terms=Terms(phase_seconds=86_400),
    )
    statement = sign_payload(opening, fixed_identity("alice"))
    return {"statement": statement.to_json_value(), "components": file, "id": game_id(statement.digest)}


def vector_log() -> list[LogEntry]:
    """Two entries by a host with a fixed key."""
    host, at, zeros = fixed_identity("host"), datetime(2026, 11, 21, 10, tzinfo=UTC), canonical.to_base64url(bytes(32))
    first = append(None, game="samos-001", body=Dealt(phase=0, position=zeros), at=at, host=host)
    cut = Cut(phase=1, leaves=[zeros, zeros])
    return [first, append(first, game="samos-001", body=cut, at=at, host=host)]


def _salt(leaf: Leaf) -> bytes:
    return canonical.to_base64url(leaf.salt).encode()


def _write(path: Path, value: dict[str, Any]) -> None:
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
