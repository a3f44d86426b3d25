"""Devices: browsers that get notices of their owner's games (Web Push); the owner signs each request."""

from __future__ import annotations

from typing import Final

from flask import Response, url_for

from api.access.authentication import load_own_player, require_unmasked, who_writes
from api.host.host import this_host
from api.http.answers import answer, answer_taken
from api.openapi.answers import Device, Devices, RemovedDevice
from api.openapi.decorators import blueprint, refuses
from api.openapi.error_codes import OWNER, WRITER
from api.openapi.requests import DeviceBody, DevicePath, PlayerPath
from api.push.devices import describe_devices, load_device, put_device, subscription_in
from api.store.lookups import load_player

devices = blueprint("devices", __doc__)
RULE = "/players/<handle>/push"
UNMASKED: Final = "An alias has no devices: those of its player are told what happens there. Sign with your own key."


@devices.post(RULE, summary="Have a device told by Web Push", responses={201: Device})
@refuses(*WRITER, "push-refused", "too-many-devices", "not-by-alias")
def post_device(path: PlayerPath, body: DeviceBody) -> Response:
    """Have a browser told what mails tell. One that is reached at the same address as before is told of anew.

    It also hears of what its player plays under aliases.
    """
    host = this_host()
    require_unmasked(host, path.handle, UNMASKED)
    said = subscription_in(host, body)
    with host.database.write() as session:
        device = put_device(host, session, who_writes(host, session, path.handle), said, body)
    place = url_for("devices.delete_device", handle=path.handle, device=device.device)
    return answer_taken(device, True, place, private=True)


@devices.get(RULE, summary="One's own devices, and the key to which a browser subscribes", responses={200: Devices})
@refuses(*OWNER)
def get_devices(path: PlayerPath) -> Response:
    """The devices that get notices, for their player alone."""
    host = this_host()
    with host.database.read() as session:
        return answer(describe_devices(host, session, load_own_player(host, session, path.handle)), private=True)


@devices.delete(f"{RULE}/<device>", summary="Forget a device", responses={200: RemovedDevice})
@refuses(*WRITER, "unknown-device")
def delete_device(path: DevicePath) -> Response:
    """Forget a device; nothing more is sent to it."""
    host = this_host()
    with host.database.write() as session:
        load_player(session, path.handle)
        session.delete(load_device(session, who_writes(host, session, path.handle), path.device))
    return answer(RemovedDevice(device=path.device), private=True)
