"""Receipts and phase keys: the host's word, checked against the key pinned when the game was joined."""

import pytest

from schemas.documents.receipts import make_receipt, verify_receipt
from schemas.errors import Malformed, ReceiptMismatch, UnknownSigner, WrongGame, WrongKind, WrongPhase
from schemas.keys.sealing import SUITES, PhaseKey, sign_phase_key, verify_phase_key
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import PhaseKeyNotice
from schemas.statements.statements import Statement, sign_payload
from tests.schemas.conftest import AT


def test_a_receipt_names_the_envelope(sealed, host):
    envelope = sealed(word="draft", sequence=4)
    statement = Statement.parse(make_receipt(envelope, AT, host).to_json())
    receipt = verify_receipt(statement, envelope, host.signing_key)
    assert (receipt.sequence, receipt.word, receipt.received_at) == (4, "draft", "2026-11-21T10:00:00Z")
    assert receipt.envelope == to_base64url(envelope.digest)


def test_a_receipt_by_another_host_is_refused(sealed, host, bob):
    envelope = sealed()
    with pytest.raises(UnknownSigner, match=f"signed by {bob.key_id}; expected {host.key_id}"):
        verify_receipt(make_receipt(envelope, AT, bob), envelope, host.signing_key)


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"sequence": 2}, "sequence is 2 in the receipt, but 1 in the envelope"),
        ({"word": "draft"}, "word is 'draft' in the receipt, but 'final' in the envelope"),
        ({"seat": "green"}, "seat is 'green' in the receipt, but 'red' in the envelope"),
        ({}, "envelope is '.*' in the receipt"),
    ],
)
def test_a_receipt_for_another_envelope_is_refused_with_both_values(sealed, host, other, why):
    with pytest.raises(ReceiptMismatch, match=why):
        verify_receipt(make_receipt(sealed(**other), AT, host), sealed(), host.signing_key)


def test_a_phase_key_is_no_receipt(sealed, host):
    notice = sign_phase_key(PhaseKey.generate(), game="samos-001", phase=3, version="perikles/1", host=host)
    with pytest.raises(WrongKind, match="'phase-key'; expected 'receipt'"):
        verify_receipt(notice, sealed(), host.signing_key)


@pytest.mark.parametrize("suite", SUITES)
def test_a_phase_key_reads_back(host, suite):
    key = PhaseKey.generate(suite)
    notice = sign_phase_key(key, game="samos-001", phase=3, version="perikles/1", host=host)
    read = verify_phase_key(Statement.parse(notice.to_json()), host.signing_key, game="samos-001", phase=3)
    assert (read.public, read.suite, read.version, read.id) == (key.public, suite, "perikles/1", key.id)


def test_a_phase_key_by_somebody_else_or_for_elsewhere_is_refused(host, bob):
    notice = sign_phase_key(PhaseKey.generate(), game="samos-001", phase=3, version="perikles/1", host=host)
    with pytest.raises(UnknownSigner):
        verify_phase_key(notice, bob.signing_key, game="samos-001", phase=3)
    with pytest.raises(WrongGame, match="for game 'samos-001', and this is 'melos-417'"):
        verify_phase_key(notice, host.signing_key, game="melos-417", phase=3)
    with pytest.raises(WrongPhase, match="for phase 3, but this is phase 4"):
        verify_phase_key(notice, host.signing_key, game="samos-001", phase=4)


def test_a_phase_key_that_does_not_fit_its_suite_is_refused(host):
    notice = PhaseKeyNotice(
        game="samos-001", phase=3, version="perikles/1", suite="mlkem768x25519", key=to_base64url(bytes(32))
    )
    with pytest.raises(Malformed, match="32 bytes; mlkem768x25519 needs 1216"):
        verify_phase_key(sign_payload(notice, host), host.signing_key, game="samos-001", phase=3)
