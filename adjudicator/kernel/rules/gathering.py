"""What the modules of a title declare, gathered: their steps, questions and events.

Nothing depends on which module was imported first: questions are sorted by their ids as people count (D-9 before D-10),
events and steps by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Final

import msgspec

from adjudicator.kernel.questions.questions import Question
from adjudicator.kernel.rules.rules import no_help, plain_scenes
from adjudicator.kernel.run.events import Event

PICTURE: Final = "picture"
SCENES: Final = "scenes"
FIRST_GAME: Final = "first_game"
HELP: Final = "help"
BUDGET: Final = "budget"
"""What of a title declares none of this: it is imported when something is drawn, told in scenes, or answered."""


class Gathered(msgspec.Struct, frozen=True):
    """What the modules of a package declare."""

    steps: Mapping[str, Callable[..., None]]
    questions: Mapping[str, Question[Any, Any]]
    events: tuple[type[Event], ...]


def gather(package: str) -> Gathered:
    """Everything that the modules of a title declare. A name that two of them give, or that none has, is a ValueError.

    `package` is the name of the title's package, or of its only module.
    """
    steps: dict[str, Callable[..., None]] = {}
    questions: dict[str, type[Question[Any, Any]]] = {}
    events: dict[str, type[Event]] = {}
    ahead: dict[str, str] = {}
    for module in _modules(package):
        for thing in _things(module):
            if callable(thing) and "forward" in getattr(thing, "__dict__", ()):
                ahead[thing.__name__] = module.__name__
            elif getattr(thing, "__module__", None) != module.__name__:
                continue
            elif callable(thing) and "agenda_step" in getattr(thing, "__dict__", ()):
                _put(steps, thing.__name__, thing)
            elif isinstance(thing, type) and "id" in vars(thing) and issubclass(thing, Question):
                _put(questions, thing.id, thing)
            elif isinstance(thing, type) and "clause" in vars(thing) and issubclass(thing, Event):
                _put(events, str(thing.__struct_config__.tag), thing)
    for name in ahead.keys() - steps.keys():
        raise ValueError(f"{ahead[name]} names the step {name}, which no module of {package} has")
    return Gathered(
        {name: steps[name] for name in sorted(steps)},
        {id: questions[id]() for id in sorted(questions, key=_counted)},
        tuple(events[tag] for tag in sorted(events)),
    )


def declared(package: str) -> dict[str, Any]:
    """What `Rules` take from a title's modules: what these declare, its picture, and its documents by their name."""
    root = import_module(package)
    name, found = package.rpartition(".")[2], gather(package)
    docs = Path(str(root.__file__)).parents[2].joinpath("docs")
    return {
        "id": name,
        "law": docs.joinpath("rules", f"{name}.md"),
        "rulings": docs.joinpath("rulings", f"{name}.md"),
        "questions": found.questions,
        "events": found.events,
        "steps": found.steps,
        "steady": partial(import_module(f"{package}.bots").steady, found.questions),
        "show": later(f"{package}.{PICTURE}", "show"),
        "draw": later(f"{package}.{PICTURE}", "draw"),
        "preview": later(f"{package}.{PICTURE}.preview", "preview"),
        "face": later(f"{package}.{PICTURE}.face", "face"),
        "budget": later(f"{package}.{BUDGET}", "budget"),
        "scenes": partial(_told_by, f"{package}.{SCENES}", "SCENES", plain_scenes),
        "first_game": partial(_told_by, f"{package}.{FIRST_GAME}", "FIRST_GAME", lambda: None),
        "help": partial(_told_by, f"{package}.{HELP}", "HELP", no_help),
    }


def later(module: str, name: str) -> Any:
    """A function of a module that is imported at its first call: most commands draw nothing, and drawing loads much."""

    def called(*given: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*given, **named)

    return called


def _told_by(module: str, name: str, otherwise: Callable[[], Any]) -> Any:
    """What a module of a title says by that name; of a title without the module, something else."""
    from importlib.util import find_spec

    return getattr(import_module(module), name) if find_spec(module) else otherwise()


def _modules(package: str) -> Iterator[ModuleType]:
    root = import_module(package)
    yield root
    for found in iter_modules(getattr(root, "__path__", ()), f"{package}."):
        if found.name not in [f"{package}.{one}" for one in (PICTURE, SCENES, FIRST_GAME, HELP, BUDGET)]:
            yield from _modules(found.name)


def _things(module: ModuleType) -> Iterator[Any]:
    """What a module has by a name of its own, or in a table."""
    for name, thing in vars(module).copy().items():
        if name != "__builtins__":
            yield from thing.values() if isinstance(thing, dict) else (thing,)


def _put(known: dict[str, Any], name: str, thing: Any) -> None:
    if known.setdefault(name, thing) is not thing:
        raise ValueError(f"{known[name].__module__} and {thing.__module__} both declare {name}")


def _counted(id: str) -> list[tuple[int, str]]:
    """An id in an order in which D2 comes before D10."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", id)]
