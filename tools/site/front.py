"""The pages around the table: the front, rules and rulings of each title, the players' guide, what is in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import jinja2

from adjudicator import index
from adjudicator.pictures import PAGE_FONTS, font, shared_template, style_sheet
from adjudicator.registry import title as find_title
from api.pages.rules import Law, law
from tools.site import games, ingredients
from tools.site.build import PLAY
from tools.site.folder import ICON, write
from tools.site.gather import ROOT

HERE: Final = Path(__file__).parent
GUIDES: Final = {
    "players": "Players’ guide",
    "books": "Books of standing orders",
    "security": "What is protected",
    "https": "Ways to an https address",
}
LINK: Final = re.compile(r'<a href="([^"#]*)(#[^"]*)?">(.*?)</a>', re.DOTALL)
OF_A_TITLE: Final = re.compile(r"/titles/([a-z_]+)/(rules|rulings)")
FIRST_TITLE: Final = "perikles"
ABOUT: Final = {
    "base": "Python’s library, the libraries and ours, as far as the first board needs them",
    "rest": "the rest of them, fetched after the board",
    "crypto.js": "keys, seals and dice",
    "stretch.js": "passwords, fetched when a key is made or opened",
    "py/pyodide.asm.wasm": "Python",
    "py/pyodide.asm.mjs": "Python’s way to the browser",
}


def write_pages(out: Path, bundle: str, source: str) -> None:
    """Write the pages into a site whose bundle is built and compressed."""
    shared = {"front.css": style(), "icon.svg": ICON.read_bytes(), **{name: font(name) for name in PAGE_FONTS}}
    for name, content in shared.items():
        write(out / name, content)
        write(out / PLAY / name, content)
    put(out / "index.html", "front", source, "", titles=known_titles(), bundle=f"{PLAY}/{bundle}")
    for name, words in GUIDES.items():
        text = law(ROOT / "docs" / f"{name}.md")
        put(out / f"{name}.html", "text", source, "", name=words, text=text, about="", html=linked(text, "", source))
    for known in known_titles():
        rules = find_title(known["id"])
        told, where = games.TOLD[known["id"]], f"../{PLAY}/{bundle}"
        door: dict[str, Any] = {"game": known, "told": told, "bundle": where, "about": rules.about}
        put(out / "titles" / f"{known['id']}.html", "title", source, "../", **door)
        for kind, path in {"rules": rules.law, "rulings": rules.rulings}.items():
            if path:
                facts = {"name": f"{kind.title()} of {rules.name}", "text": law(path), "about": rules.about}
                html = linked(law(path), "../", source)
                put(out / kind / f"{known['id']}.html", "text", source, "../", html=html, **facts)
    play = out / PLAY
    write(play / "licences.txt", ingredients.licences().encode())
    inside, whose = files(play / bundle), ingredients.listed(source)
    facts = {"at_a_host": True, "bundle": bundle, "files": inside, "first": first_board(inside), "ingredients": whose}
    put(play / "parts.html", "parts", source, "", **facts)


def style() -> bytes:
    """The style sheet that the table and hosts share, and the front's own rules."""
    return style_sheet() + (HERE / "templates" / "front.css").read_bytes()


def known_titles() -> list[Mapping[str, Any]]:
    """The titles, the shortest first, and what is said of each."""
    return [*index.doors({name: index.door_of(find_title(name)) for name in index.kinds()}).values()]


def put(path: Path, template: str, source: str, root: str, /, **facts: Any) -> None:
    """Write a page; `root`: the way from it to the front, which a host does not have."""
    page = templates().get_template(f"{template}.html")
    text = page.render({"root": root, "source": source, "at_a_host": False, **facts})
    write(path, text.encode())


def templates() -> jinja2.Environment:
    """The templates of these pages."""
    loader = jinja2.ChoiceLoader([jinja2.FileSystemLoader(HERE / "templates"), jinja2.FunctionLoader(shared_template)])
    return jinja2.Environment(
        loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )


def linked(text: Law, root: str, source: str) -> str:
    """A text with links to the pages that are here; to other files it leads by the source, if that is known."""

    def link(found: re.Match[str]) -> str:
        to, anchor, words = found[1], found[2] or "", found[3]
        if not to or "://" in to:
            return found[0]
        if law_of := OF_A_TITLE.match(to):
            return f'<a href="{root}{law_of[2]}/{law_of[1]}.html{anchor}">{words}</a>'
        guide = Path(to).stem
        if guide in GUIDES:
            return f'<a href="{root}{guide}.html{anchor}">{words}</a>'
        return f'<a href="{source}">{words}</a>' if source else words

    return LINK.sub(link, text.html)


def files(folder: Path) -> list[dict[str, Any]]:
    """The files of the bundle with their sizes, the largest first; what is not compressed counts whole."""
    found = []
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix not in (".br", ".gz"):
            name = path.relative_to(folder).as_posix()
            sizes = {kind: size_of(path, kind) for kind in ("gz", "br")}
            about = ABOUT.get(name.removesuffix(".bin"), ABOUT.get(name, ""))
            found.append({"name": name, "about": about, "raw": path.stat().st_size, **sizes})
    return sorted(found, key=lambda one: (-one["br"], one["name"]))


def size_of(path: Path, kind: str) -> int:
    """The bytes of a file on the line."""
    packed = path.with_name(f"{path.name}.{kind}")
    return (packed if packed.exists() else path).stat().st_size


def first_board(found: Sequence[Mapping[str, Any]], title: str = FIRST_TITLE) -> dict[str, Any]:
    """What is fetched until the first board of a title stands."""
    others = {name for name in index.kinds() if name != title}
    later = {*(f"{name}.bin" for name in ("rest", *others)), *(f"{name}.svg" for name in others)}
    later |= {"icon-192.png", "icon-512.png", "stretch.js"}
    return {"name": find_title(title).name, "bytes": sum(one["br"] for one in found if one["name"] not in later)}
