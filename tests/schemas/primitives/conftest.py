"""The page's crypto without a page: its bundle runs in node, and Python asks there as it would in Pyodide."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, Self

import pytest

from adjudicator.kernel import chance, keystream
from schemas import primitives
from schemas.primitives import computer, page
from tests.javascript import installed
from tests.patience import PATIENCE
from tools.site.build import bundled


class JsException(Exception):
    """What JavaScript threw."""


class JsBytes(bytes):
    """A Uint8Array, as Pyodide gives it to Python."""

    def to_bytes(self) -> bytes:
        return bytes(self)


class Answering:
    """The functions that a script of this folder answers with, in a process of node: a line for each call."""

    def __init__(self, script: str, *words: Path) -> None:
        command = ["node", str(Path(__file__).with_name(script)), *map(str, words)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.stdin.close()
        assert self.process.wait(PATIENCE) == 0

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)

        def call(*given: bytes | int) -> Any:
            words = [name, *({"hex": one.hex()} if isinstance(one, bytes) else one for one in given)]
            print(json.dumps(words), file=self.process.stdin, flush=True)
            answer = json.loads(self.process.stdout.readline())
            if "threw" in answer:
                raise JsException(answer["threw"])
            got = answer.get("got")
            return JsBytes.fromhex(got["hex"]) if isinstance(got, dict) else got

        return call


@pytest.fixture(scope="session")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's crypto in one file, as `make site` ships it."""
    installed("the crypto of the page")
    return bundled("crypto.js", tmp_path_factory.mktemp("bundle") / "crypto.mjs")


@pytest.fixture(scope="session")
def node(bundle: Path) -> Iterator[Answering]:
    """Its functions, which the page's worker registers as a module, and the one that is done aside."""
    with Answering("crypto.mjs", bundle, bundled("stretch.js", bundle.with_name("stretch.mjs"))) as answering:
        yield answering


@pytest.fixture(scope="module")
def beside(node: Answering) -> Iterator[None]:
    """The page's half can be called as in Pyodide."""
    ffi = ModuleType("pyodide.ffi")
    ffi.JsException, ffi.to_js = JsException, lambda value: value
    with pytest.MonkeyPatch.context() as patch:
        for name, module in {"page_crypto": node, "pyodide": ModuleType("pyodide"), "pyodide.ffi": ffi}.items():
            patch.setitem(sys.modules, name, module)
        patch.setattr(page, "aside", node.scrypt)
        yield


@pytest.fixture(scope="module")
def in_a_page(beside: None) -> Iterator[None]:
    """Whatever knows the seam has the page's half of it in place of the computer's."""
    with pytest.MonkeyPatch.context() as patch:
        take_the_pages(patch)
        yield


def take_the_pages(patch: pytest.MonkeyPatch) -> None:
    """Let every module that imported a primitive have the page's."""
    for module in [module for name, module in sys.modules.items() if name.partition(".")[0] == "schemas"]:
        for name in {*primitives.__all__} - {"hkdf"}:
            if module is not computer and vars(module).get(name) is getattr(computer, name):
                patch.setattr(module, name, getattr(page, name))
    patch.setattr(chance, "keystream", keystream._in_a_page)
