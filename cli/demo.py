"""`ostraka demo`: a whole game, from the first key to the replay, on this machine, in under a minute.

It ends with an error if anything at all is not as it should be.
"""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="Play in this directory.")
def demo(keep: Path | None) -> None:
    """Play a whole game on this machine, from the first key to the replay.

    A real service, four seats, sealed orders, a missed deadline, a forgery; under a minute. Everything is kept.
    """
    import tempfile

    from cli.story import tell

    root = keep or Path(tempfile.mkdtemp(prefix="ostraka-demo-"))
    root.mkdir(parents=True, exist_ok=True)
    if any(root.iterdir()):
        raise click.BadParameter(f"{root} is not empty; name a new or an empty directory.", param_hint="--keep")
    tell(root.resolve())
