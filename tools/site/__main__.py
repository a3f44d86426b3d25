"""`make site`: python -m tools.site [OUT] [--source-url URL]; says how it can be served."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.site.build import built, compress
from tools.site.front import write_pages
from tools.site.gather import ROOT

BEST: Final = 11


def main() -> None:
    """Build the site."""
    parser = argparse.ArgumentParser(prog="python -m tools.site")
    parser.add_argument("out", nargs="?", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "site-work", help="what is kept between builds")
    parser.add_argument(
        "--source-url", default=os.environ.get("OSTRAKA_SOURCE_URL", ""), help="where its source is, as the AGPL wants"
    )
    parser.add_argument(
        "--host", action="append", default=[], metavar="URL", help="a host that its page is for, elsewhere; repeatable"
    )
    given = parser.parse_args()
    bundle = site(given.out, given.work, given.source_url, hosts=[one.rstrip("/") for one in given.host])
    print(f"The bundle is {bundle}. To serve the site: python -m http.server --directory {given.out}")


def site(out: Path, work: Path, source: str = "", quality: int = BEST, hosts: Sequence[str] = ()) -> str:
    """Build the site into a folder, compressed by Brotli of a quality; gives the name of its bundle."""
    out, work = out.resolve(), work.resolve()  # scripts of the build run in folders of their own
    work.mkdir(parents=True, exist_ok=True)
    bundle = built(out, work, hosts)
    compress(out, work / "compressed", quality)
    write_pages(out, bundle, source)
    compress(out, work / "compressed", quality)
    return bundle


if __name__ == "__main__":
    main()
