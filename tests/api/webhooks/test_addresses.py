"""Where webhooks may not lead: into private networks, by whatever way of writing an address, at whatever moment."""

from __future__ import annotations

import socket
import threading
import time
from typing import Any

import pytest

from api.webhooks import sending
from api.webhooks.addresses import AddressRefused, addresses_of, is_public, target_of
from api.webhooks.sending import NotDelivered, send
from tests.patience import PATIENCE

PRIVATE = (
    "0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.254", "127.0.0.1", "127.255.255.254",
    "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.8", "192.0.0.9",
    "192.0.2.1", "192.88.99.1", "192.168.1.1",
    "198.18.0.1", "198.51.100.7", "203.0.113.7", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::127.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "::ffff:0:7f00:1",
    "64:ff9b::127.0.0.1", "64:ff9b::8.8.8.8", "64:ff9b:1::a00:1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::",
    "2002:808:808::1", "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%lo", "fec0::1", "ff02::1", "3fff::1",
)  # fmt: skip
PUBLIC = ("1.1.1.1", "8.8.8.8", "172.15.0.1", "172.32.0.1", "100.63.0.1", "2606:4700:4700::1111", "2a00:1450:4001::1")
BAD = (
    "", "x", "http://example.org/", "ftp://example.org/", "https:///x", "https://", "//example.org/",
    "https://a b.org/",
    "https://user@example.org/", "https://user:word@example.org/", "https://example.org/#part", "https://example.org:22/",
    "https://example.org:0/", "https://example.org:80/", "https://example.org:99999/", "https://exa\nmple.org/",
    "https://example.org/\r\nHost: x", "https://example.org\\@127.0.0.1/", "https://[fe80::1%25lo]/", "https://ex_ample/",
    "https://\u0261oogle.org/", "https://example.org/" + "x" * 500, "https://[::1", "gopher://127.0.0.1:6379/_",
)  # fmt: skip
LOCAL = (
    "https://localhost/", "https://localhost./", "https://127.0.0.1/", "https://127.1/", "https://2130706433/",
    "https://0x7f.0.0.1/", "https://0177.0.0.1/", "https://0/", "https://[::1]/", "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/", "https://192.168.0.1:8443/", "https://169.254.169.254/latest/meta-data",
)  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_that_is_not_public_is_told(address: str) -> None:
    assert is_public(address) is False


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_told(address: str) -> None:
    assert is_public(address) is True


@pytest.mark.parametrize("url", BAD)
def test_an_url_that_is_not_plain_https_is_refused(url: str) -> None:
    with pytest.raises(AddressRefused):
        target_of(url, lan=False)


@pytest.mark.parametrize("url", LOCAL)
def test_every_way_of_writing_a_private_address_is_refused(url: str) -> None:
    with pytest.raises(AddressRefused):
        addresses_of(target_of(url, lan=False), lan=False)


def test_an_url_has_one_form() -> None:
    assert target_of("https://Bots.Example.org:443?x=1", lan=False).url == "https://bots.example.org/?x=1"
    assert target_of("https://[2606:4700::1]:8443/a", lan=False).url == "https://[2606:4700::1]:8443/a"
    assert target_of("http://10.0.0.1/x", lan=True).url == "http://10.0.0.1/x"


def resolving(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[Any]:
    """Let a name lead to these addresses, one answer after another; gives the list of what is connected to."""
    left, connected = list(answers), []

    def getaddrinfo(_host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in left.pop(0)]

    def connect(address: tuple[str, int], *_: Any, **__: Any) -> Any:
        connected.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    monkeypatch.setattr(socket, "create_connection", connect)
    return connected


def test_a_name_that_leads_elsewhere_by_the_time_something_is_sent_leads_nowhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    connected = resolving(monkeypatch, ["1.1.1.1"], ["127.0.0.1"])
    target = target_of("https://rebinding.example/", lan=False)
    assert addresses_of(target, lan=False) == ["1.1.1.1"]
    with pytest.raises(NotDelivered, match="private"):
        send(target, {}, b"{}", lan=False)
    assert connected == []


def test_the_connection_goes_to_the_very_address_that_was_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is resolved once: a second answer is never asked for."""
    connected = resolving(monkeypatch, ["1.1.1.1"])
    with pytest.raises(NotDelivered, match="no answer"):
        send(target_of("https://rebinding.example:8443/", lan=False), {}, b"{}", lan=False)
    assert connected == [("1.1.1.1", 8443)]


def test_one_private_address_among_public_ones_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving(monkeypatch, ["1.1.1.1", "10.0.0.1"])
    with pytest.raises(AddressRefused):
        addresses_of(target_of("https://both.example/", lan=False), lan=False)


def test_a_name_without_an_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*_: Any, **__: Any) -> Any:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", nowhere)
    with pytest.raises(AddressRefused, match="no address"):
        addresses_of(target_of("https://nowhere.example/", lan=False), lan=False)


def dripping(line: socket.socket) -> None:
    """Answer a byte at a time, without an end."""
    other, _ = line.accept()
    try:
        while True:
            other.sendall(b"H")
            time.sleep(0.05)
    except OSError:
        other.close()


def test_whoever_answers_without_an_end_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "ALL_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as line:
        threading.Thread(target=dripping, args=(line,), daemon=True).start()
        begun = time.monotonic()
        with pytest.raises(NotDelivered):
            send(target_of(f"http://127.0.0.1:{line.getsockname()[1]}/", lan=True), {}, b"{}", lan=True)
        assert time.monotonic() - begun < PATIENCE


def test_what_is_not_tls_is_not_delivered_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "ALL_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as line:
        threading.Thread(target=dripping, args=(line,), daemon=True).start()
        with pytest.raises(NotDelivered):
            send(target_of(f"https://127.0.0.1:{line.getsockname()[1]}/", lan=True), {}, b"{}", lan=True)


def test_the_proxy_of_the_environment_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "http://10.0.0.1:3128")
    monkeypatch.setenv("all_proxy", "http://10.0.0.1:3128")
    connected = resolving(monkeypatch, ["1.1.1.1"])
    with pytest.raises(NotDelivered):
        send(target_of("https://bots.example/", lan=False), {}, b"{}", lan=False)
    assert connected == [("1.1.1.1", 443)]
