"""The table at `/play/`, which plays in the browser itself: the files of `make site`, where that was done.

They were compressed when they were built; what lies in the folder named by its content never changes. Where only the
compressed forms of a file are, as in a wheel, the few who take none of them get it unpacked.
"""

from __future__ import annotations

import gzip
from collections.abc import Container
from io import BytesIO
from pathlib import Path
from typing import Final, cast

from flask import Response, request
from werkzeug.security import safe_join
from werkzeug.utils import send_file

from api.host.host import this_host
from api.http.problems import refuse
from api.pages.rendering import AYEAR, site

BROUGHT: Final = (Path(__file__).with_name("table"), Path(__file__).parents[2] / "build" / "site" / "play")
"""Where `make wheel` puts it into the package, and where `make site` leaves it in a checkout."""
KINDS: Final = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".txt": "text/plain",
}
SHELL_POLICY: Final = (
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; frame-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
WORKER_POLICY: Final = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'"
PACKED: Final = {"br": ".br", "gzip": ".gz"}


def brought() -> Path | None:
    """The folder that this installation brings, if it was built."""
    return next((folder for folder in BROUGHT if best(folder / "index.html", PACKED)[0].is_file()), None)


@site.get("/play/", defaults={"name": "index.html"})
@site.get("/play/<path:name>")
def play_file(name: str) -> Response:
    """A file of the table."""
    folder = this_host().config.play
    inside = safe_join(str(folder), name) if folder else None
    path = Path(inside) if inside else None
    found, encoding = best(path, {name for name, worth in request.accept_encodings if worth}) if path else (None, "")
    if path is None or found is None or path.suffix in PACKED.values() or not found.is_file():
        refuse(404, "no-such-page", "The table that plays in a browser was not built here (make site).")
    kind = KINDS.get(path.suffix, "application/octet-stream")
    sent = found if encoding or found == path else BytesIO(gzip.decompress(found.read_bytes()))
    response = cast(Response, send_file(sent, request.environ, mimetype=kind, response_class=Response))
    response.headers["Cache-Control"] = AYEAR if "/" in name else "no-cache"
    response.vary.add("Accept-Encoding")
    if encoding:
        response.headers["Content-Encoding"] = encoding
    if name.endswith((".html", "/worker.js")):
        response.headers["Content-Security-Policy"] = WORKER_POLICY if name.endswith(".js") else SHELL_POLICY
    return response


def best(path: Path, taken: Container[str]) -> tuple[Path, str]:
    """The smallest form of a file that the browser takes, and how that is encoded; else one that is to be unpacked."""
    for encoding, ending in PACKED.items():
        packed = path.with_name(path.name + ending)
        if encoding in taken and packed.is_file():
            return packed, encoding
    return path if path.is_file() else path.with_name(f"{path.name}.gz"), ""
