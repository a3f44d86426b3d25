"""A player's devices: browsers that said where they are reached, and what of their player's games they want to hear.

They may lead where webhooks may: to https at public addresses. Whose key is replaced has none left.
"""

from __future__ import annotations

import secrets
from typing import Final
from urllib.parse import urlsplit

import msgspec
from sqlmodel import Session, select

from api.host.host import Host
from api.http.problems import refuse
from api.mail_out.pushes import devices_of
from api.openapi.answers import Device, Devices
from api.openapi.requests import DeviceBody
from api.push.web_push import Subscription
from api.store.models import DeviceRow, Player
from api.store.vault import device_place
from api.webhooks.addresses import Target, check_target, target_of
from schemas.errors import Malformed
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import instant

MOST: Final = 5
LONGEST: Final = 1_000
"""Characters of the address of a push service, which some fill with what they know of the device."""


def subscription_in(host: Host, body: DeviceBody) -> Subscription:
    """What a browser said of itself, looked at: a refusal says what is wrong with it."""
    said = Subscription(body.endpoint, body.p256dh, body.auth)
    try:
        said.point()
        said.secret()
    except (Malformed, ValueError):
        refuse(422, "push-refused", "p256dh is no point of P-256 in 65 bytes, or auth has not 16 bytes, in base64url.")
    check_target(host, said.endpoint, "push-refused", LONGEST)
    return said


def put_device(host: Host, session: Session, player: Player, said: Subscription, body: DeviceBody) -> Device:
    """Add a device; one that is reached at the same address is told of anew."""
    held = devices_of(session, player)
    row = next((one for one in held if subscription_of(host, one).endpoint == said.endpoint), None)
    if row is None:
        if len(held) >= MOST:
            refuse(409, "too-many-devices", f"You have {MOST} devices, the most that a player may have: forget one.")
        device = secrets.token_hex(8)
        row = DeviceRow(
            device=device, player=player.handle, name="", subscription=b"", muted=[], mails_too=False,
            created_at=host.now(),
        )  # fmt: skip
    row.name, row.muted, row.mails_too = body.name, sorted(set(body.muted)), body.mails_too
    row.subscription, row.refusal = host.vault.seal(device_place(row.device), msgspec.json.encode(said)), None
    session.add(row)
    session.flush()
    return describe_device(host, row)


def subscription_of(host: Host, row: DeviceRow) -> Subscription:
    """Where a device is reached, opened."""
    return msgspec.json.decode(host.vault.open(device_place(row.device), row.subscription), type=Subscription)


def target_at(host: Host, said: Subscription) -> Target:
    """Where a notice to a device goes; AddressRefused where that may not be any more."""
    return target_of(said.endpoint, host.config.lan_webhooks, LONGEST)


def load_device(session: Session, player: Player, device: str) -> DeviceRow:
    """One device of a player."""
    row = session.exec(select(DeviceRow).where(DeviceRow.player == player.handle, DeviceRow.device == device)).first()
    if row is None:
        refuse(404, "unknown-device", "You have no device with that id.")
    return row


def describe_devices(host: Host, session: Session, player: Player) -> Devices:
    """A player's devices, and the key to which a browser binds what it says of itself."""
    key = to_base64url(host.push_key.public)
    return Devices(key=key, devices=[describe_device(host, row) for row in devices_of(session, player)])


def describe_device(host: Host, row: DeviceRow) -> Device:
    """A device, without what only it can open."""
    return Device(
        device=row.device,
        name=row.name,
        service=urlsplit(subscription_of(host, row).endpoint).netloc,
        muted=list(row.muted),
        mails_too=row.mails_too,
        refusal=row.refusal,
        created_at=instant(row.created_at),
    )
