"""Chance: labelled, unbiased, reproducible, forced by label and ordinal."""

from collections import Counter

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.kernel import Chance, Malformed

KEY = bytes(range(32))


def test_the_same_key_gives_the_same_draws():
    def draws(chance):
        return [chance.die(6, "siege"), chance.pick("abcdef", "who"), chance.shuffle(range(20), "deck")]

    assert draws(Chance(KEY)) == draws(Chance(KEY))
    assert draws(Chance(KEY)) != draws(Chance(bytes(32)))


def test_known_draws_do_not_change_between_releases():
    chance = Chance(KEY)
    assert [chance.die(6, "die 6 · siege of Naupaktos") for _ in range(8)] == KNOWN_DICE
    assert Chance(KEY).shuffle("abcdefgh", "deck") == KNOWN_SHUFFLE


@given(st.text(max_size=80), st.binary(min_size=32, max_size=32))
def test_the_key_of_a_draw_is_hkdf_expand_of_its_label_and_ordinal(label, key):
    expanded = HKDFExpand(SHA256(), 32, f"ostraka draw/1|{label}|1".encode()).derive(key)
    drawn = Cipher(ChaCha20(expanded, bytes(16)), None).encryptor().update(bytes(4))
    assert Chance(key).die(2**32, label) == 1 + int.from_bytes(drawn, "big")


KNOWN_DICE = [5, 1, 4, 5, 3, 5, 6, 5]
KNOWN_SHUFFLE = list("fcdehbag")


def test_a_draw_does_not_depend_on_the_others():
    alone = Chance(KEY).die(100, "second")
    chance = Chance(KEY)
    chance.shuffle(range(50), "first")
    chance.die(6, "first")
    assert chance.die(100, "second") == alone


def test_draws_of_one_label_differ_by_their_ordinal():
    chance = Chance(KEY)
    assert len({chance.die(10**6, "again") for _ in range(10)}) == 10


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 10])
def test_dice_are_fair(sides):
    chance = Chance(KEY)
    rolls = 3_000
    seen = Counter(chance.die(sides, "die") for _ in range(rolls))
    assert sorted(seen) == list(range(1, sides + 1))
    chi_squared = sum((n - rolls / sides) ** 2 / (rolls / sides) for n in seen.values())
    assert chi_squared < 30  # 9 degrees of freedom: exceeded by chance once in 2,300 tries; the key is fixed


def test_every_order_of_a_shuffle_is_as_likely():
    chance = Chance(KEY)
    seen = Counter(tuple(chance.shuffle("abc", "deck")) for _ in range(3_000))
    assert len(seen) == 6
    assert all(400 < n < 600 for n in seen.values())


@given(st.lists(st.integers(), max_size=30))
def test_a_shuffle_keeps_every_item(items):
    assert sorted(Chance(KEY).shuffle(items, "deck")) == sorted(items)


def test_draws_are_forced_by_label_and_ordinal():
    chance = Chance(KEY, {"die": {2: 5}, "deck": {1: ["c"]}, "who": {1: "red", 2: 0}})
    chance.die(6, "die")
    assert chance.die(6, "die") == 5
    assert chance.shuffle("abc", "deck")[0] == "c"
    assert chance.pick(["blue", "red"], "who") == "red"
    assert chance.pick(["blue", "red"], "who") == "blue"
    assert chance.unused == []


def test_a_forced_draw_that_was_never_made_is_named():
    chance = Chance(KEY, {"die": {2: 5}})
    chance.die(6, "die")
    assert chance.unused == ["die · 2"]


@pytest.mark.parametrize(
    ("forced", "draw", "says"),
    [
        (7, lambda c: c.die(6, "x"), "a die of 6 shows 1 to 6"),
        ("five", lambda c: c.die(6, "x"), "a die of 6 shows 1 to 6"),
        ("green", lambda c: c.pick(["red"], "x"), "there are"),
        (["z"], lambda c: c.shuffle("abc", "x"), "names 'z'"),
        (["a", "a"], lambda c: c.shuffle("abc", "x"), "no longer"),
    ],
)
def test_a_forced_draw_that_cannot_be_is_refused_with_what_can(forced, draw, says):
    with pytest.raises(Malformed, match=says):
        draw(Chance(KEY, {"x": {1: forced}}))


def test_a_key_of_another_length_is_refused():
    with pytest.raises(ValueError, match="32 bytes, not 5"):
        Chance(b"short")
