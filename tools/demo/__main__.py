"""`make demo`: a whole game, from the first key to the replay, on this machine, in a minute or three.

It ends with an error if anything at all is not as it should be.
"""

from __future__ import annotations

from pathlib import Path

import click

from adjudicator.registry import titles
from tools.demo import any_title

STORIES = {name: f"tools.demo.{name}" for name in ("perikles", "pericles", "polis", "athens_sparta")}


@click.command()
@click.argument("title", type=click.Choice(titles()), default="perikles")
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="Play in this directory.")
def demo(title: str, keep: Path | None) -> None:
    """Play a whole game on this machine, from the first key to the replay.

    A real host, four seats, sealed orders, a missed deadline, a forgery; of TITLE perikles the opening, in under
    a minute; of pericles the two turns of the Archidamian War, with books, in under three; of polis a whole game
    of two, likewise; of athens_sparta one Olympiad; of any other title its first scenario, everyone answering the
    form as it comes. All is kept.
    """
    import tempfile
    from importlib import import_module

    root = keep or Path(tempfile.mkdtemp(prefix="ostraka-demo-"))
    root.mkdir(parents=True, exist_ok=True)
    if any(root.iterdir()):
        raise click.BadParameter(f"{root} is not empty; name a new or an empty directory.", param_hint="--keep")
    if title in STORIES:
        import_module(STORIES[title]).run_demo(root.resolve())
    else:
        any_title.run_demo(root.resolve(), title)


if __name__ == "__main__":
    demo()
