"""Exports: signed by the host that made them, sealed for itself, and changed in nothing on the way."""

import json

import msgspec
import pytest

from schemas.documents.game_exports import (
    MASTER_KEY,
    UNSEALED,
    Exported,
    ExportMismatch,
    seal_export,
)
from schemas.errors import BadSignature, Malformed
from schemas.statements import canonical
from schemas.statements.payloads import Export, instant
from schemas.statements.statements import sign_payload
from tests.schemas.conftest import AT

PLAIN = b"everything that is secret in samos-001\x80\x00"


def header_for(game, host):
    """The header of an export, before anything is sealed."""
    return Export(
        format=1, game=game, host=host.key_id, to=host.key_id, suite=MASTER_KEY, entries=7, head=UNSEALED,
        at=instant(AT), sealed_sha256=UNSEALED,
    )  # fmt: skip


@pytest.fixture(scope="module")
def archived(host):
    """A game of the host; what seals it is the host's master key, which this room does not know."""
    return seal_export(header_for("samos-001", host), lambda _info: PLAIN, host)


def test_what_was_sealed_comes_back_as_it_was(archived, host):
    read = Exported.parse(archived.to_json())
    read.statement.verify(host.signing_key)
    assert (read, read.sealed) == (archived, PLAIN)


def test_what_it_is_sealed_under_is_all_of_its_header_but_the_digest(archived):
    for changes in ({"game": "melos-417"}, {"entries": 8}, {"at": "2026-11-22T10:00:00Z"}, {"host": "another"}):
        assert msgspec.structs.replace(archived.header, **changes).info() != archived.header.info()
    assert msgspec.structs.replace(archived.header, sealed_sha256=UNSEALED).info() == archived.header.info()


def test_another_sealed_part_than_the_one_signed_is_refused(archived):
    form = json.loads(archived.to_json())
    with pytest.raises(ExportMismatch):
        Exported.parse(json.dumps({**form, "sealed": canonical.to_base64(archived.sealed + b"1")}).encode())


def test_a_header_signed_by_another_is_seen(archived, host, alice):
    false = Exported(archived.header, sign_payload(archived.header, alice), archived.sealed)
    forged = msgspec.structs.replace(false.statement.to_form())
    forged.signatures[0].keyid = host.key_id
    read = Exported.parse(
        json.dumps({**msgspec.to_builtins(forged), "sealed": canonical.to_base64(archived.sealed)}).encode()
    )
    with pytest.raises(BadSignature):
        read.statement.verify(host.signing_key)


@pytest.mark.parametrize("changes", [{"format": 2}, {"suite": "mlkem768x25519"}, {"entries": 0}, {"more": 1}])
def test_a_header_of_another_form_is_refused(archived, changes):
    with pytest.raises(Malformed, match="malformed export"):
        Export.from_body({**archived.header.to_body(), **changes})
