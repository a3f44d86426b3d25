"""What the stored vectors and Project Wycheproof ask of a computer, asked of the page: the same tests."""

import inspect
import subprocess
import sys

import pytest

import adjudicator.kernel.chance as dice
from adjudicator.kernel import keystream
from schemas import primitives
from schemas.primitives import computer, page
from tests.adjudicator.kernel.test_chance import *  # noqa: F403
from tests.schemas.keys.test_chance import *  # noqa: F403
from tests.schemas.keys.test_password_files import *  # noqa: F403
from tests.schemas.keys.test_sealing import *  # noqa: F403
from tests.schemas.keys.test_wycheproof import *  # noqa: F403
from tests.tools.test_vectors import *  # noqa: F403

pytestmark = pytest.mark.usefixtures("in_a_page")
ALIKE = sorted({*primitives.__all__} - {"hkdf"})


def test_nothing_that_knows_the_seam_has_the_computers_half():
    """Else all of these tests would hold without the page's."""
    own = {id(getattr(computer, name)) for name in ALIKE}
    modules = [module for name, module in sys.modules.items() if name.startswith("schemas.") and module is not computer]
    assert [module.__name__ for module in modules if own & {id(value) for value in vars(module).values()}] == []
    assert dice.keystream is keystream._in_a_page


def test_both_halves_are_called_alike():
    assert {name: inspect.signature(getattr(page, name)) for name in ALIKE} == {
        name: inspect.signature(getattr(computer, name)) for name in ALIKE
    }


def test_python_in_a_page_imports_no_crypto_library():
    """Pyodide calls its platform `emscripten`."""
    code = (
        "import sys; here, sys.platform = sys.platform, 'emscripten'; import schemas.primitives as seam; "
        "sys.platform = here; import adjudicator.kernel, schemas.keys.aliases, schemas.envelopes, schemas.record; "
        "print(seam.seal.__module__, *(name for name in sys.modules if name.startswith('cryptography')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["schemas.primitives.page"]
