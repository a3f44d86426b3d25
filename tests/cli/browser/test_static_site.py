"""A site of files alone, for a host that serves no pages: in Debian's chromium, from joining to a receipt."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.browser.conftest import Server, browsing
from tests.cli.browser.test_seat_in_a_browser import answer_by_clicks, inside, joined, serving
from tools.site.folder import written


def built_for(host: str, site: Path, out: Path) -> Path:
    """The site as `make site` leaves it with `--host`, of a bundle that was built before."""
    [bundle] = (path for path in (site / "play").iterdir() if path.is_dir())
    packed = (".br", ".gz")
    paths = [path for path in bundle.rglob("*") if path.is_file() and path.suffix not in packed]
    files = {path.relative_to(bundle).as_posix(): path.read_bytes() for path in paths}
    assert written(out / "play", files, [host]) == bundle.name
    return out


@pytest.mark.soak
def test_a_page_of_a_static_site_plays_at_a_host_elsewhere(site_folder, tmp_path):
    with serving(tmp_path, "--cors") as host:
        server = Server(built_for(host.url, site_folder, tmp_path / "site"))
        with browsing(server.port, tmp_path) as phone:
            game = joined(host, phone)
            answer_by_clicks(host, phone, game)
            phone.open(f"play/#games/{game}/proof")
            phone.wait("the proof is shown", "path", lambda path: path.endswith("/proof"))
            assert "envelope 1 of red in this game" in inside(phone, "return document.body.textContent")
            asked_for = {url.split("/")[2] for url, _ in phone.browser.exchanges() if url.startswith("http")}
            assert asked_for == {"localhost"}  # the host is asked by the worker alone
            assert phone.browser.complaints() == []
        server.stop()
