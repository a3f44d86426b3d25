"""What a script needs of Ostraka, in one place: `from ostraka import Client, Home, Identity`.

The packages behind it have common names (`schemas`, `cli`, `adjudicator`), so a script's own file of such a name would
hide them; importing `ostraka` says so.
"""

from importlib.util import find_spec
from pathlib import Path

for _name in ("adjudicator", "schemas", "cli"):
    _found = find_spec(_name)
    if _found is None or _found.origin is None or Path(_found.origin).parents[1] != Path(__file__).parents[1]:
        _where = _found.origin if _found else None
        raise ImportError(f"{_where or 'nothing'} is found where Ostraka's own package {_name!r} should be: rename it")

from adjudicator.kernel import Chance
from adjudicator.registry import title, titles
from cli.client import Client
from cli.errors import ClientError, FormerHolders, Misuse, Refused, TrustBroken, Unreachable
from cli.home.home import Home
from schemas.keys.identities import Identity
from schemas.statements.payloads import (
    Absence,
    Amend,
    Annul,
    End,
    Extend,
    Pause,
    Rekey,
    Remind,
    Replace,
    Resign,
    Resume,
    Rollback,
    Terms,
    Vacate,
    Vote,
)

__all__ = [
    "Absence",
    "Amend",
    "Annul",
    "Chance",
    "Client",
    "ClientError",
    "End",
    "Extend",
    "FormerHolders",
    "Home",
    "Identity",
    "Misuse",
    "Pause",
    "Refused",
    "Rekey",
    "Remind",
    "Replace",
    "Resign",
    "Resume",
    "Rollback",
    "Terms",
    "TrustBroken",
    "Unreachable",
    "Vacate",
    "Vote",
    "title",
    "titles",
]
