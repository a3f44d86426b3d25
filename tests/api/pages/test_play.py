"""The table at /play/: the files of a built site, as compressed as the browser takes them."""

from __future__ import annotations

import gzip
import re
from dataclasses import replace

import pytest

from api.pages.play import SHELL_POLICY, WORKER_POLICY
from tests.api.hosts import HostUnderTest
from tools.site.folder import SHELL

BUNDLE = "0123456789abcdef"


@pytest.fixture
def client(host: HostUnderTest, tmp_path_factory):
    folder = tmp_path_factory.mktemp("play")
    for name, text in {
        "index.html": f'<script src="{BUNDLE}/shell.js" type="module"></script>',
        "sw.js": "//",
        f"{BUNDLE}/worker.js": "//",
        f"{BUNDLE}/base.bin": "raw",
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
        (folder / f"{name}.br").write_text("brotli")
        (folder / f"{name}.gz").write_text("gzip")
    host.close()
    host.config = replace(host.config, play=folder)
    host.open()
    return host.app.test_client()


@pytest.mark.parametrize(
    ("taken", "encoding", "content"),
    [("gzip, br", "br", b"brotli"), ("gzip", "gzip", b"gzip"), ("", None, b"raw"), ("br;q=0, gzip;q=0", None, b"raw")],
)
def test_a_file_is_sent_as_it_was_compressed(client, taken, encoding, content):
    got = client.get(f"/play/{BUNDLE}/base.bin", headers={"Accept-Encoding": taken})
    assert (got.status_code, got.headers.get("Content-Encoding"), got.data) == (200, encoding, content)
    assert got.headers["Vary"] == "Accept-Encoding"


@pytest.mark.parametrize(("taken", "encoding", "content"), [("br", "br", b"brotli"), ("", None, b"unpacked")])
def test_a_file_of_which_only_compressed_forms_are_there_is_unpacked_for_who_takes_none(
    client, host, taken, encoding, content
):
    path = host.config.play / BUNDLE / "base.bin"
    path.unlink()
    path.with_name("base.bin.gz").write_bytes(gzip.compress(b"unpacked"))
    got = client.get(f"/play/{BUNDLE}/base.bin", headers={"Accept-Encoding": taken})
    assert (got.status_code, got.headers.get("Content-Encoding"), got.data) == (200, encoding, content)
    assert "immutable" in got.headers["Cache-Control"]


def test_what_is_named_by_its_content_is_kept_for_good_and_the_rest_is_asked_for_again(client):
    assert "immutable" in client.get(f"/play/{BUNDLE}/base.bin").headers["Cache-Control"]
    for name in ("", "sw.js"):
        assert client.get(f"/play/{name}").headers["Cache-Control"] == "no-cache"


def test_files_have_the_types_without_which_browsers_refuse_them(client):
    kinds = {"": "text/html; charset=utf-8", f"{BUNDLE}/worker.js": "text/javascript; charset=utf-8"}
    for name, kind in {**kinds, f"{BUNDLE}/base.bin": "application/octet-stream"}.items():
        assert client.get(f"/play/{name}").headers["Content-Type"] == kind


def test_page_and_worker_have_the_policies_that_stand_in_the_shell(client):
    page, worker = client.get("/play/"), client.get(f"/play/{BUNDLE}/worker.js")
    assert page.headers["Content-Security-Policy"] == SHELL_POLICY
    [written] = re.findall(r'Policy" content="([^"]+)"', (SHELL / "index.html").read_text())
    assert f"{written}; frame-ancestors 'none'" == SHELL_POLICY
    assert worker.headers["Content-Security-Policy"] == WORKER_POLICY
    assert f'POLICY = "{WORKER_POLICY}"' in (SHELL / "sw.js").read_text().replace("@connect@", "'self'")


@pytest.mark.parametrize("name", ["nowhere", "../secret", "index.html.br", "%2e%2e/secret", BUNDLE])
def test_nothing_else_is_served(client, name):
    assert client.get(f"/play/{name}").status_code == 404


def test_a_host_without_the_site_says_so_and_does_not_link_to_it(host: HostUnderTest):
    client = host.app.test_client()
    assert client.get("/play/").status_code == 404
    assert "/play/" not in client.get("/program").text


def test_a_host_with_it_leads_to_it(client):
    assert 'href="/play/"' in client.get("/program").text


def test_a_host_names_the_hash_of_what_it_serves(client, host):
    assert client.get("/api/v1/").get_json()["bundle"] == BUNDLE
    assert f"the hash <code>{BUNDLE}</code>" in client.get("/program").text
    assert f'src="{BUNDLE}/shell.js"' in client.get("/play/").text


def test_a_host_that_serves_none_says_so(host):
    assert host.json("/")["bundle"] is None
    assert "the hash" not in host.client.get("/program").text
