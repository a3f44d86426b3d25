"""The computer's crypto and the page's against each other, both ways: the same bytes, the same refusals."""

import hashlib
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.kernel import Chance
from schemas.errors import WrongPassword
from schemas.keys import password_files
from schemas.keys.aliases import alias_keys
from schemas.keys.identities import Identity
from schemas.keys.password_files import PasswordFile, lock
from schemas.keys.sealing import OVERHEAD, SUITES, PhaseKey
from schemas.primitives import computer, page
from tests.schemas.primitives.conftest import take_the_pages

pytestmark = pytest.mark.usefixtures("beside")
WAYS = list(permutations((computer, page), 2))
few = settings(max_examples=20, deadline=None)
TEXTS = st.binary(max_size=3_000)


def on_both(monkeypatch, do):
    """What it gives on a computer and in a page."""
    here = do()
    with monkeypatch.context() as patch:
        take_the_pages(patch)
        return here, do()


def refuses(do, *given):
    """Is it the refusal of whatever does not hold?"""
    try:
        do(*given)
    except ValueError:
        return True
    return False


@few
@given(st.binary(min_size=96, max_size=96), TEXTS)
def test_a_private_key_has_one_public_half_and_one_signature_of_a_text(key, text):
    assert page.signing_public(key[:32]) == computer.signing_public(key[:32])
    assert page.signer(key[:32])(text) == computer.signer(key[:32])(text)
    for length in (32, 96):
        assert page.sealing_public(key[:length]) == computer.sealing_public(key[:length])


@pytest.mark.parametrize(("here", "there"), WAYS)
@pytest.mark.parametrize("suite", SUITES)
@few
@given(text=TEXTS, info=TEXTS)
def test_what_is_sealed_here_opens_there(here, there, suite, text, info):
    key = PhaseKey.generate(suite)
    sealed = here.seal(key.public, text, info)
    assert len(sealed) == len(text) + OVERHEAD[suite]
    assert there.unseal(key.private, sealed, info) == text
    assert refuses(there.unseal, key.private, sealed, info + b".")


@pytest.mark.parametrize("suite", SUITES)
def test_no_half_opens_what_was_changed_or_cut(suite):
    key = PhaseKey.generate(suite)
    sealed = computer.seal(key.public, b"orders", b"header")
    places = [*range(0, len(sealed), 97), *range(len(sealed) - 54, len(sealed))]
    changed = [sealed[:at] + bytes([sealed[at] ^ 1]) + sealed[at + 1 :] for at in places]
    for half in (computer, page):
        for bad in (*changed, *(sealed[:length] for length in places)):
            assert refuses(half.unseal, key.private, bad, b"header")


@pytest.mark.parametrize("suite", SUITES)
def test_no_half_opens_or_seals_by_a_point_of_small_order(suite):
    key = PhaseKey.generate(suite)
    enc = OVERHEAD[suite] - 16
    for point in (bytes(32), b"\x01".ljust(32, b"\0")):
        sealed = computer.seal(key.public, b"orders", b"")
        for half in (computer, page):
            assert refuses(half.unseal, key.private, sealed[: enc - 32] + point + sealed[enc:], b"")
            assert refuses(half.seal, key.public[:-32] + point, b"orders", b"")


@pytest.mark.parametrize(("here", "there"), WAYS)
@few
@given(key=st.binary(min_size=32, max_size=32), nonce=st.binary(min_size=12, max_size=12), text=TEXTS)
def test_a_text_is_encrypted_to_the_same_bytes_and_a_changed_one_is_refused(here, there, key, nonce, text):
    sealed = here.encrypt(key, nonce, text)
    assert there.encrypt(key, nonce, text) == sealed
    assert there.decrypt(key, nonce, sealed) == text
    assert refuses(there.decrypt, key, nonce, sealed[:-1] + bytes([sealed[-1] ^ 128]))


def test_cards_and_aliases_are_the_same_bytes(monkeypatch):
    keys = Identity.generate().to_bytes()

    def cards():
        player = Identity.from_bytes(keys)
        alias = alias_keys(player, "ed25519:host", "samos-001")
        return player.card("alice").statement.to_json(), alias.card("alias-x").statement.to_json(), alias.to_bytes()

    here, there = on_both(monkeypatch, cards)
    assert here == there


def test_dice_fall_alike_beyond_one_fetch(monkeypatch):
    here, there = on_both(monkeypatch, lambda: Chance(bytes(range(32))).shuffle(range(500), "deck"))
    assert here == there


@pytest.mark.parametrize("first", ["computer", "page"])
def test_a_key_file_locked_here_opens_there_by_its_password_only(monkeypatch, first):
    monkeypatch.setattr(password_files, "WORK", 10)
    with monkeypatch.context() as patch:
        if first == "page":
            take_the_pages(patch)
        file = PasswordFile.parse(lock(b"keys", "pass phrase ☂"))
    with monkeypatch.context() as patch:
        if first == "computer":
            take_the_pages(patch)
        assert file.content(file.file_key("pass phrase ☂")) == b"keys"
        with pytest.raises(WrongPassword):
            file.file_key("pass phrase")


def test_one_that_costs_too_much_memory_says_so_in_a_page_too(monkeypatch):
    with pytest.raises(MemoryError):
        page.scrypt(b"password", b"salt", 30, 32)


@few
@given(st.binary(max_size=200), st.binary(max_size=100), st.integers(1, 12), st.integers(1, 200))
def test_a_password_is_stretched_to_the_same_bytes(password, salt, work, length):
    drawn = computer.scrypt(password, salt, work, length)
    assert page.scrypt(password, salt, work, length) == drawn
    assert computer.scrypt(password, salt, work, 200)[:length] == drawn


@pytest.mark.parametrize("half", [computer, page])
def test_a_password_is_stretched_at_full_cost_as_everywhere_else(half):
    password, salt = "lusab babad gutih ☂".encode(), bytes(range(16))
    assert half.scrypt(password, salt, 17, 80) == hashlib.scrypt(
        password, salt=salt, n=2**17, r=8, p=1, maxmem=2**28, dklen=80
    )


# Of signatures by a key of mixed order the equation times the cofactor takes all of these, the other one an eighth.
# A host with such a key could give a page a receipt that holds there, and on no computer to which it is shown.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
BASE = (
    15112221349535400772501151409588531511454012693041857206046113283949847762202,
    46316835694926478169428394003475163141307993866256225615783033603165251855960,
)
OF_ORDER_EIGHT = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")


def added(one, other):
    (x, y), (u, v) = one, other
    product = D * x * y * u * v
    return (x * v + y * u) * pow(1 + product, -1, P) % P, (y * v + x * u) * pow(1 - product, -1, P) % P


def times(number, point):
    total = (0, 1)
    for bit in bin(number)[2:]:
        total = added(total, total)
        if bit == "1":
            total = added(total, point)
    return total


def encoded(point):
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def decoded(raw):
    y = int.from_bytes(raw, "little")
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    return (x if x * x % P == square else x * pow(2, (P - 1) // 4, P) % P), y


def test_of_signatures_by_a_key_of_mixed_order_both_halves_take_the_same():
    key = encoded(added(times(7, BASE), decoded(OF_ORDER_EIGHT)))
    assert times(8, decoded(OF_ORDER_EIGHT)) == (0, 1)
    judged = set()
    for nonce in range(1, 41):
        point, message = encoded(times(nonce, BASE)), b"%d" % nonce
        k = int.from_bytes(hashlib.sha512(point + key + message).digest(), "little") % ORDER
        signature = point + ((nonce + k * 7) % ORDER).to_bytes(32, "little")
        held = computer.verifies(key, signature, message)
        assert page.verifies(key, signature, message) == held == (k % 8 == 0)
        judged.add(held)
    assert judged == {True, False}
