"""Exports: signed by the host that made them, sealed to one other, and changed in nothing on the way."""

import json

import msgspec
import pytest

from schemas.documents.game_exports import (
    MASTER_KEY,
    PAGE,
    UNSEALED,
    Exported,
    ExportMismatch,
    seal_export,
    seal_to_host,
    unseal_by_host,
)
from schemas.errors import BadSignature, CannotOpen, Malformed
from schemas.keys.sealing import HYBRID
from schemas.statements import canonical
from schemas.statements.payloads import Export, instant
from schemas.statements.statements import sign_payload
from tests.schemas.conftest import AT

PLAIN = b"everything that is secret in samos-001\x80\x00"


def header_for(game, host, suite, to):
    """The header of an export, before anything is sealed."""
    return Export(
        format=1, game=game, host=host.key_id, to=to, suite=suite, entries=7, head=UNSEALED, at=instant(AT),
        sealed_sha256=UNSEALED,
    )  # fmt: skip


@pytest.fixture(scope="module")
def moved(host, bob):
    """From the host to Bob's."""
    header = header_for("samos-001", host, HYBRID, bob.key_id)
    return seal_export(header, lambda info: seal_to_host(bob.card("bob"), PLAIN, info), host)


def test_the_host_that_is_named_opens_what_was_sealed_to_it(moved, host, bob):
    read = Exported.parse(moved.to_json())
    read.statement.verify(host.signing_key)
    assert read == moved
    assert unseal_by_host(bob, read) == PLAIN


def test_nobody_else_opens_it_not_even_who_sealed_it(moved, host, alice):
    for other in (host, alice):
        with pytest.raises(CannotOpen):
            unseal_by_host(other, moved)


def test_the_size_tells_no_more_than_a_number_of_pages(moved, host, bob):
    short = seal_export(moved.header, lambda info: seal_to_host(bob.card("bob"), b"", info), host)
    assert len(short.sealed) == len(moved.sealed) < PAGE + 2_000


def test_what_is_sealed_opens_under_no_other_header(moved, host, bob):
    for changes in ({"game": "melos-417"}, {"entries": 8}, {"at": "2026-11-22T10:00:00Z"}, {"host": bob.key_id}):
        header = msgspec.structs.replace(moved.header, **changes)
        other = Exported(header, sign_payload(header, host), moved.sealed)
        with pytest.raises(CannotOpen):
            unseal_by_host(bob, Exported.parse(other.to_json()))


def test_another_sealed_part_than_the_one_signed_is_refused(moved):
    form = json.loads(moved.to_json())
    with pytest.raises(ExportMismatch):
        Exported.parse(json.dumps({**form, "sealed": canonical.to_base64(moved.sealed + b"1")}).encode())


def test_a_header_signed_by_another_is_seen(moved, host, alice):
    false = Exported(moved.header, sign_payload(moved.header, alice), moved.sealed)
    forged = msgspec.structs.replace(false.statement.to_form())
    forged.signatures[0].keyid = host.key_id
    read = Exported.parse(
        json.dumps({**msgspec.to_builtins(forged), "sealed": canonical.to_base64(moved.sealed)}).encode()
    )
    with pytest.raises(BadSignature):
        read.statement.verify(host.signing_key)


@pytest.mark.parametrize("changes", [{"format": 2}, {"suite": "x25519"}, {"entries": 0}, {"more": 1}])
def test_a_header_of_another_form_is_refused(moved, changes):
    with pytest.raises(Malformed, match="malformed export"):
        Export.from_body({**moved.header.to_body(), **changes})
    assert moved.header.suite != MASTER_KEY
