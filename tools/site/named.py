"""Which table in a browser a release has: after `make site` this writes its hash into the changelog."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from tools.site.gather import ROOT

CHANGELOG: Final = ROOT / "CHANGELOG.md"
LINE: Final = "The table in a browser of this release has the hash `{}`.\n"
NAMED: Final = re.compile(re.escape(LINE).replace(r"\{\}", "([0-9a-f]{16})"))


def bundle_in(site: Path) -> str:
    """The hash of the bundle in a built site, by which its folder is named."""
    [folder] = [one.name for one in (site / "play").iterdir() if re.fullmatch("[0-9a-f]{16}", one.name)]
    return folder


def newest_entry(text: str) -> str:
    """What a changelog says of its newest version, from its heading to the next."""
    return re.split(r"(?m)^(?=## )", text)[1]


def named(text: str) -> str | None:
    """The hash that the newest entry of a changelog names."""
    found = NAMED.search(newest_entry(text))
    return found[1] if found else None


def naming(text: str, bundle: str) -> str:
    """A changelog whose newest entry names this hash, and no other."""
    entry = newest_entry(text)
    heading, _, rest = NAMED.sub("", entry).partition("\n")
    return text.replace(entry, f"{heading}\n\n{LINE.format(bundle)}\n{rest.lstrip()}", 1)


def main() -> None:
    """Write it."""
    bundle = bundle_in(ROOT / "build" / "site")
    CHANGELOG.write_text(naming(CHANGELOG.read_text(encoding="utf-8"), bundle), encoding="utf-8")
    print(f"The newest entry of {CHANGELOG.name} names {bundle}.")


if __name__ == "__main__":
    main()
