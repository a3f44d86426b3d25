"""The vectors of documents: key files, armor, letters, keys that are replaced, and the record of a whole game."""

import base64
import copy
import json
from collections.abc import Iterator
from typing import Any

from adjudicator.registry import title
from schemas.documents.armor import armor
from schemas.documents.letters import seal_letter
from schemas.envelopes import open_copy
from schemas.keys.identities import Identity
from schemas.keys.kept_keys import CopyLock, verifier_of
from schemas.keys.password_files import lock, locked_by
from schemas.statements.canonical import dumps, to_base64url
from schemas.statements.payloads import Act, Claim, Letter, Payload, Rekey, Rotation
from schemas.statements.statements import sign_payload
from tools.generate.playing import Playing
from tools.generate.vector_bench import fixed_identity

PASSWORD = "an owl to Athens"  # noqa: S105 - of a key that protects nothing
ALICE, BOB, CAROL, HOST = (fixed_identity(name) for name in ("alice", "bob", "carol", "host"))
NEW = fixed_identity("alice's new keys")


def document_vectors() -> dict[str, Any]:
    """Key files, armor, letters and statements about keys."""
    card = ALICE.card("alice").statement
    return {
        "keys": {name: to_base64url(one.signing_key) for name, one in people().items()},
        "key_file": {
            "key_id": ALICE.key_id,
            "signing_key": to_base64url(ALICE.signing_key),
            "sealing_key": to_base64url(ALICE.sealing_key),
            "clear": ALICE.to_bytes().decode(),
            "password": PASSWORD,
            "locked": base64.b64encode(lock(ALICE.to_bytes(), PASSWORD, bytes(range(48)))).decode(),
        },
        "kept_key": kept_key(),
        "armored": card.to_json().decode(),
        "armor": [*armors(card.to_json())],
        "letters": [*letters()],
        "statements": [*key_statements()],
    }


def kept_key() -> dict[str, str]:
    """The copy of Alice's key that the host keeps, and what fetches it."""
    lock = CopyLock.of(PASSWORD, HOST.key_id, "alice")
    file = locked_by(lock.made, lock.salt, ALICE.to_bytes(), bytes(range(16)))
    about = {"host": HOST.key_id, "handle": "alice", "password": PASSWORD, "file": base64.b64encode(file).decode()}
    return {**about, "proof": to_base64url(lock.proof), "verifier": to_base64url(verifier_of(lock.proof))}


def people() -> dict[str, Identity]:
    """Everybody who signs."""
    return {"alice": ALICE, "bob": BOB, "host": HOST, "alice's new keys": NEW}


def armors(document: bytes) -> Iterator[dict[str, Any]]:
    """A card as text, as mail programs leave it, and broken."""
    whole = armor("player", document, {"Handle": "alice"})
    lines = whole.splitlines()
    for name, note, text in (
        ("whole", "as it is written", whole),
        ("quoted", "as an answer quotes it", "\n".join(f"> {line}" for line in lines)),
        ("run-together", "its lines run together", " ".join(lines)),
        ("other-dashes", "with the dashes of a word processor", whole.replace("-----", "\u2014\u2014\u2013")),
        ("without-padding", "without the = at its end", whole.replace("=", "")),
        ("between-words", "between other text", f"Dear host,\n\n{whole}\n\nyours, A."),
    ):
        yield {"name": name, "note": note, "expect": "ok", "text": text}
    for name, note, text in (
        ("no-end", "cut off", "\n".join(lines[:-1])),
        ("two-kinds", "its end names another kind", whole.replace("END OSTRAKA PLAYER", "END OSTRAKA START")),
        ("unknown-kind", "of a kind that there is not", whole.replace("PLAYER", "OWL")),
        ("foreign-character", "with a character that base64 has not", whole.replace(lines[4][:8], "!" + lines[4][:7])),
    ):
        yield {"name": name, "note": note, "expect": "broken", "text": text}


def letters() -> Iterator[dict[str, Any]]:
    """A letter to Alice, and what must not be believed."""
    said = Letter(
        game="samos-001",
        seat="red",
        player=ALICE.key_id,
        phase=3,
        kind="digest",
        at="2026-11-21T10:00:00Z",
        body={"news": ["Samos is besieged."]},
    )
    good = json.loads(seal_letter(said, ALICE.card("alice"), HOST))
    deflated = json.loads(seal_letter(said, ALICE.card("alice"), HOST, deflate=True))
    flipped = good["sealed"][:-2] + ("AA" if good["sealed"][-2:] != "AA" else "BA")
    elsewhere = json.loads(seal_letter(said, ALICE.card("alice"), BOB))
    to_bob = json.loads(seal_letter(said, BOB.card("bob"), HOST)) | {"player": ALICE.key_id}
    for name, note, expect, letter in (
        ("letter", "opens with Alice's key, and is signed by the host", "ok", good),
        ("deflated", "the same in the second format", "ok", deflated),
        ("format-changed", "the format outside of the seal was changed", "cannot-open", deflated | {"letter": 1}),
        ("seat-changed", "the seat outside of the seal was changed", "cannot-open", good | {"seat": "green"}),
        ("seal-changed", "the last bytes of what is sealed were changed", "cannot-open", good | {"sealed": flipped}),
        ("sealed-to-another", "sealed to Bob's key, under Alice's name", "cannot-open", to_bob),
        ("not-by-the-host", "signed by another than the pinned host", "unknown-signer", elsewhere),
    ):
        text = dumps(letter).decode()
        fields = {"name": name, "note": note, "expect": expect, "letter": text}
        yield fields | ({"body": said.body} if expect == "ok" else {})


def key_statements() -> Iterator[dict[str, Any]]:
    """A rotation, a claim and an organiser's act `rekey`, and what must not be taken for them."""
    card, own = NEW.card("alice").statement.to_form(), ALICE.card("alice").statement.to_form()
    rotation = Rotation(host=HOST.key_id, player=ALICE.key_id, card=card)
    claim = Claim(host=HOST.key_id, player=NEW.key_id, card=card)
    act = Act(
        game="samos-001", organiser=BOB.key_id, number=7, act=Rekey(player=ALICE.key_id, key=NEW.key_id, reason="")
    )
    to_itself = Rotation(host=HOST.key_id, player=ALICE.key_id, card=own)
    cases: tuple[tuple[str, str, str, Payload, Identity], ...] = (
        ("rotation", "signed by the old key, the card by the new one", "ok", rotation, ALICE),
        ("rotation-by-the-new-key", "signed by the new key", "unknown-signer", rotation, NEW),
        ("rotation-by-another", "signed by another player", "unknown-signer", rotation, BOB),
        ("rotation-to-itself", "the card is that of the old key", "malformed", to_itself, ALICE),
        ("claim", "the card and the claim signed by the new key", "ok", claim, NEW),
        ("claim-by-the-old-key", "signed by the key that is said to be lost", "unknown-signer", claim, ALICE),
        ("rekey", "the organiser confirms the new key", "ok", act, BOB),
        ("rekey-by-a-player", "signed by the player whom it is about", "unknown-signer", act, ALICE),
    )
    for name, note, expect, said, signer in cases:
        fields = {"name": name, "note": note, "expect": expect, "kind": said.document}
        yield fields | {"statement": sign_payload(said, signer).to_json_value()}


def record_vector() -> dict[str, Any]:
    """A small game from its first to its last entry, and changes after which its record does not hold.

    The book of who is asked first answers once; one of its entries decides nothing, and is hidden.
    """
    seats, players = ["red", "green", "black"], {"red": ALICE, "green": BOB, "black": CAROL}
    playing = Playing(title("perikles"), "opening", seats, HOST, players)
    position = playing.begin().position
    author = position.phase.asks[0].seat
    playing.file_book(author, [{"question": "D-3", "only_option": True}, {"question": "D-S1", "default": True}])
    hidden = open_copy(playing.new_books[author], players[author])[0]
    silent = author
    while position.phase is not None:
        position, silent = playing.phase(position, silent).position, ""
    record = json.loads(playing.finish(position).to_json())
    opened = {"hash": to_base64url(hidden.hash), "salt": to_base64url(hidden.salt), "order": hidden.order}
    return {
        "host_key": to_base64url(HOST.signing_key),
        "record": record,
        "opened": opened,
        "tampered": [*changes(record, opened)],
    }


def changes(record: dict[str, Any], opened: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """One value in the record in place of another: where it stands, which step of section 7 finds it, and its code."""
    number = next(n for n, phase in enumerate(record["phases"]) if phase["envelopes"])
    first, envelope = record["phases"][number], ["phases", number, "envelopes", 0]
    leaf, book = first["envelopes"][0]["leaves"][0], ["phases", 0, "books", 0, "leaves"]
    used = record["phases"][0]["books"][0]["leaves"][1]
    zeros = to_base64url(bytes(32))
    for name, step, expect, path, value in (
        ("another-host", 0, "false-record", ["host_key"], to_base64url(BOB.signing_key)),
        ("entry-left-out", 1, "broken-log", ["log"], record["log"][:3] + record["log"][4:]),
        ("end-left-out", 2, "broken-log", ["log"], record["log"][:-1]),
        ("card-of-another", 3, "false-record", ["players", 0], record["players"][1]),
        ("another-secret", 5, "false-record", ["secret"], zeros),
        ("salt-changed", 6, "false-record", [*envelope, "leaves", 0, "salt"], zeros),
        ("leaf-hidden", 7, "diverged", [*envelope, "leaves", 0], {"hash": leaf["hash"], "salt": None, "order": None}),
        (
            "header-of-another-seat",
            6,
            "unknown-signer",
            [*envelope, "seat"],
            "black" if first["envelopes"][0]["seat"] != "black" else "red",
        ),
        ("hidden-entry-changed", 6, "commitment-mismatch", [*book, 0, "hash"], zeros),
        ("entry-that-answered-hidden", 7, "diverged", [*book, 1], {"hash": used["hash"], "salt": None, "order": None}),
        ("entry-shown-that-decided-nothing", 7, "false-record", [*book, 0], opened),
        ("order-put-under", 7, "diverged", ["phases", 0, "orders", 0, "source"], "default"),
    ):
        yield {"name": name, "step": step, "expect": expect, "at": path, "value": value}


def changed(record: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The record with one change."""
    *outer, last = change["at"]
    copied = copy.deepcopy(record)
    inside: Any = copied
    for part in outer:
        inside = inside[part]
    inside[last] = change["value"]
    return copied
