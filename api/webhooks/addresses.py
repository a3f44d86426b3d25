"""Where a webhook may lead: to https at a public address, so that no one reaches through the host into its network.

Checked when the webhook is made, and again at every delivery: names are resolved once, every address found must be
public, and the connection goes to the very address that was checked (`api.webhooks.sending`). The
operator may allow plain http and addresses of the local network (`ostraka serve --lan-webhooks`).
"""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

LONGEST: Final = 500
FORM: Final = re.compile(r"[!-~]+")
HOST: Final = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?\.?|[0-9A-Fa-f:.]+")
PORTS: Final = {"https": 443, "http": 80}
LOWEST_OTHER: Final = 1024
UNICAST: Final = ipaddress.IPv6Network("2000::/3")
"""The only part of IPv6 that is given to machines of the open network (RFC 4291, 2.4)."""
NOT_MACHINES: Final = tuple(map(ipaddress.IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
"""What of it is for other ends: documents, and addresses that carry one of IPv4, which may lead anywhere."""

RELAYS: Final = tuple(map(ipaddress.IPv4Network, ("192.0.0.0/24", "192.88.99.0/24")))
"""Of IPv4, what is for protocols (RFC 6890) and for relays to IPv6 (RFC 7526): no machine that anyone could own."""


class AddressRefused(Exception):
    """An address that nothing is sent to; `str()` says why."""


@dataclass(frozen=True)
class Target:
    """The parts of a URL that decide where a delivery goes."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """What stands in the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        """The address in the one form that is signed."""
        return f"{self.scheme}://{self.authority}{self.path}"


def target_of(url: str, lan: bool) -> Target:
    """Read an URL; says nothing yet of the address behind its name."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise AddressRefused("it is no URL") from None
    if not FORM.fullmatch(url) or "\\" in url or len(url) > LONGEST or not HOST.fullmatch(host):
        raise AddressRefused(f"it is no URL with a host in plain letters and at most {LONGEST} characters")
    schemes = ("https", "http") if lan else ("https",)
    if parts.scheme not in schemes:
        raise AddressRefused(f"it begins with {parts.scheme or 'nothing'}: where {' or '.join(schemes)} is right")
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise AddressRefused("it holds a name, a password or a fragment")
    port = PORTS[parts.scheme] if port is None else port
    if port != PORTS[parts.scheme] and port < LOWEST_OTHER:
        raise AddressRefused(f"port {port} is for other services: {PORTS[parts.scheme]} or one from {LOWEST_OTHER} on")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, port, path)


def addresses_of(target: Target, lan: bool) -> list[str]:
    """The addresses of a host, all of which must be public."""
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise AddressRefused("its host has no address") from None
    addresses = list(dict.fromkeys(str(place[4][0]) for place in found))
    if not lan and not all(map(is_public, addresses)):
        raise AddressRefused("its host is in a private network, or on this machine")
    return addresses


def is_public(address: str) -> bool:
    """Is this an address of one machine of the open network, and does it carry no other in it?"""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        return found.is_global and found in UNICAST and not any(found in network for network in NOT_MACHINES)
    special = found.is_multicast or found.is_reserved or found.is_unspecified
    return found.is_global and not special and not any(found in network for network in RELAYS)
