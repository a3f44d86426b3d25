"""Python as a page runs it, in WebAssembly: bytes reach JavaScript and come back; what is thrown there is refused."""

import os

import pytest

from adjudicator.kernel import keystream
from schemas.keys.sealing import SUITES, PhaseKey
from schemas.primitives import computer
from tests.javascript import ROOT, installed
from tests.schemas.primitives.conftest import Answering, JsException


@pytest.fixture(scope="module")
def pyodide(bundle):
    packages = installed("Python in WebAssembly")
    with Answering("pyodide.mjs", packages, bundle, ROOT) as answering:
        yield answering


def test_a_signature_is_the_computers_and_is_judged(pyodide):
    key, text = os.urandom(32), os.urandom(1_000)
    signature = computer.signer(key)(text)
    assert pyodide.sign(key, text) == signature
    assert pyodide.signing_public(key) == computer.signing_public(key)
    assert pyodide.verifies(computer.signing_public(key), signature, text) is True
    assert pyodide.verifies(computer.signing_public(key), signature, text[1:]) is False


@pytest.mark.parametrize("suite", SUITES)
def test_what_is_sealed_opens_on_either_side_and_nothing_else_does(pyodide, suite):
    key = PhaseKey.generate(suite)
    assert pyodide.sealing_public(key.private) == key.public
    assert computer.unseal(key.private, pyodide.seal(key.public, b"orders", b"header"), b"header") == b"orders"
    sealed = computer.seal(key.public, b"", b"header")
    assert pyodide.unseal(key.private, sealed, b"header") == b""
    with pytest.raises(JsException, match="ValueError"):
        pyodide.unseal(key.private, sealed, b"heater")
    with pytest.raises(JsException, match="ValueError"):
        pyodide.require_sealing_public(b"\xff" * len(key.public) if suite == SUITES[0] else bytes(32))


def test_what_is_locked_opens_and_nothing_else_does(pyodide):
    key = os.urandom(32)
    sealed = computer.encrypt(key, bytes(12), b"keys")
    assert pyodide.encrypt(key, bytes(12), b"keys") == sealed
    assert pyodide.decrypt(key, bytes(12), sealed) == b"keys"
    with pytest.raises(JsException, match="ValueError"):
        pyodide.decrypt(key, b"\x01" * 12, sealed)


def test_where_nothing_stretches_a_password_there_is_no_key(pyodide):
    with pytest.raises(JsException, match="MemoryError"):
        pyodide.scrypt(b"password", b"salt", 4, 32)


def test_dice_are_drawn_from_the_same_stream(pyodide):
    key = os.urandom(32)
    assert pyodide.draw(key, 1_000) == keystream.keystream(key)(bytes(1_000))
