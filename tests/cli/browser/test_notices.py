"""Notices in Debian's chromium: shown by the service worker, opened at the game, subscribed by a click.

No push service can be reached: the browser is handed messages as if by one, and what it would answer is made up.
"""

from __future__ import annotations

import json
import time

import pytest

from tests.cli.browser.played import INSIDE
from tests.patience import wait_until

REGISTRATION = """
const done = arguments[0];
navigator.serviceWorker.ready.then((it) => it.getNotifications()).then((all) =>
  done(all.map(({title, body, tag, data}) => ({title, body, tag, data}))));
"""
DO = """
const [what, done] = arguments, asked = [], told = [];
(async () => {
  const registration = await navigator.serviceWorker.ready;
  const push = await import(document.scripts[0].src.replace('shell.js', 'push.js'));
  const host = {url: 'https://host.example', trouble: '', key: what.key, devices: []};
  const ask = async (method, path, fields) => {
    asked.push([method, path, fields ?? null]);
    if (method === 'POST' && path === 'push') host.devices.push({device: '0123456789abcdef'});
    return method === 'GET' ? {status: 200, said: [host]} : {status: 200, said: {device: '0123456789abcdef'}};
  };
  if (what.fakes) {
    let now = null;
    const made = {
      endpoint: 'https://push.example/1', unsubscribe: async () => { now = null; },
      toJSON: () => ({endpoint: made.endpoint, keys: {p256dh: 'p', auth: 'a'}}),
    };
    PushManager.prototype.subscribe = async (how) => { told.push(how); return now = made; };
    PushManager.prototype.getSubscription = async () => now;
  }
  const frame = document.getElementById('table');
  const note = (words, buttons) => { told.push(words, Object.keys(buttons)); self.buttons = buttons; };
  const hung = push.notices(registration, frame, '/play/t/', ask, note);
  self.tried = {push, registration, host, ask, frame, note, hung, asked, told};
  return {why: push.hindrance(), name: push.name()};
})().then(done, (error) => done({failed: String(error)}));
"""
RUN = "const done = arguments[0]; const {push, registration, host, ask, frame, hung, asked, told} = self.tried;"
FIND = """[...document.getElementById('table').contentDocument.querySelectorAll('button')]
  .find((one) => one.textContent === arguments[0])"""
LOST = 20  # seconds after which a message will not come any more
KEY = "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"


def allow(played, state="granted"):
    wanted = {"permission": {"name": "notifications"}, "setting": state, "origin": played.url.rstrip("/")}
    played.browser.driver.execute_cdp_cmd("Browser.setPermission", wanted)


@pytest.fixture
def listed(played):
    """The list of games, in a browser that may show notices."""
    allow(played)
    played.open("play/")
    assert played.wait("the games are listed", "path")["path"].endswith("/play/t/")
    return played


def deliver(played, said):
    """Hand the first service worker of the browser what a push service would."""
    played.browser.driver.execute_cdp_cmd("ServiceWorker.enable", {})
    message = {"origin": played.url.rstrip("/"), "registrationId": "0", "data": json.dumps(said)}
    played.browser.driver.execute_cdp_cmd("ServiceWorker.deliverPushMessage", message)


def tell(played, said):
    """Have it shown; what was lost on a busy machine is handed over again after a while."""
    handed = [-LOST]

    def is_shown():
        if time.monotonic() - handed[-1] > LOST:
            deliver(played, said)
            handed.append(time.monotonic())
        return [one for one in shown(played) if (one["tag"], one["body"]) == (said["slot"], said["words"])]

    wait_until(f"{said['words']} is shown", is_shown)


def shown(played):
    return played.browser.driver.execute_async_script(REGISTRATION)


def do(played, code):
    """Run a piece of code with what `DO` has made; what it gives."""
    return played.browser.driver.execute_async_script(
        f"{RUN} (async () => {{ {code} }})().then(done, (error) => done({{failed: error.message}}))"
    )


def test_a_later_notice_takes_the_place_of_an_earlier_one_of_the_same_game_and_opens_it(listed):
    first = {
        "name": "The <b>long</b> war",
        "words": "your turn",
        "open": "games/lusab-babad",
        "slot": "lusab-babad.turn",
    }
    tell(listed, first)
    assert shown(listed) == [
        {"title": first["name"], "body": "your turn", "tag": "lusab-babad.turn", "data": "games/lusab-babad"}
    ]
    tell(listed, first | {"words": "still your turn"})
    assert len(shown(listed)) == 1
    tell(listed, first | {"slot": "other.turn", "open": "javascript:alert(1)"})
    assert len(shown(listed)) == 2
    click(listed, "other.turn")
    click(listed, "lusab-babad.turn")
    wait_until("the game is asked for", lambda: listed.state["path"].endswith("/play/t/games/lusab-babad"))
    wait_until("both are put away", lambda: shown(listed) == [])


def click(played, tag):
    """What a click on a notice tells the service worker; only a person's own may open or focus a window."""
    driver = played.browser.driver
    targets = driver.execute_cdp_cmd("Target.getTargets", {})["targetInfos"]
    [worker] = [one["targetId"] for one in targets if one["type"] == "service_worker"]
    session = driver.execute_cdp_cmd("Target.attachToTarget", {"targetId": worker, "flatten": False})["sessionId"]
    code = f"""self.registration.getNotifications({{tag: {tag!r}}}).then(([notification]) =>
        self.dispatchEvent(new NotificationEvent('notificationclick', {{notification}})))"""
    message = json.dumps({"id": 1, "method": "Runtime.evaluate", "params": {"expression": code}})
    driver.execute_cdp_cmd("Target.sendMessageToTarget", {"sessionId": session, "message": message})


def test_subscribing_says_where_there_is_no_push_service_and_where_none_may_be_shown(listed):
    listed.browser.script(f"{INSIDE} document.body.stays = true")
    told = listed.browser.driver.execute_async_script(DO, {"key": KEY})
    assert told["why"] == ""
    assert told["name"].startswith("Chrome on ")
    refused = do(listed, "await push.turnOn(registration, host, ask, 1000)")["failed"]
    assert refused.startswith("The push service of this browser can’t be reached (")
    assert do(listed, "return asked") == []
    assert listed.browser.script(f"{INSIDE} return document.body.stays")  # without news the list is not shown anew
    allow(listed, "denied")
    told = listed.browser.driver.execute_async_script(DO, {"key": KEY})
    assert (
        told["why"] == "This browser was told to show no notices of this page. Its settings for the page change that."
    )
    assert do(listed, "await push.turnOn(registration, host, ask)")["failed"] == told["why"]


def test_it_is_turned_on_and_off_at_settings_and_offered_once(listed):
    listed.browser.driver.execute_async_script(DO, {"key": KEY, "fakes": True})
    asked = "frame.contentDocument.body.insertAdjacentHTML('beforeend', '<form id=step data-stage=step></form>');"
    sent = "frame.contentDocument.getElementById('step').remove();"
    assert do(listed, f"{asked} await hung.offer(); {sent} return told") == [], "a question is open"
    assert do(listed, "await hung.offer(); await hung.offer(); return told") == [
        "Shall this browser tell you when it is your turn, also when this page is closed?",
        ["Yes, tell me"],
    ]
    at_settings(listed, "Show notices from https://host.example")
    at_settings(listed, "Show no more notices here")
    subscribed, off = [one for one in do(listed, "return asked") if one[0] == "POST"]
    name = do(listed, "return push.name()")
    fields = {
        "url": "https://host.example",
        "endpoint": "https://push.example/1",
        "p256dh": "p",
        "auth": "a",
        "name": name,
    }
    assert subscribed == ["POST", "push", fields]
    assert off == ["POST", "push/forget", {"url": "https://host.example", "device": "0123456789abcdef"}]
    assert do(listed, "return told.at(-1)") == {"userVisibleOnly": True, "applicationServerKey": KEY}
    gone = """await push.turnOn(registration, host, ask); await hung.leave();
        return [await registration.pushManager.getSubscription(), localStorage.getItem('ostraka-notices')]"""
    assert do(listed, gone) == [None, None]
    assert listed.browser.complaints() == []


def at_settings(played, words):
    """Press that button at *Settings*, when it is there."""
    played.browser.script("document.getElementById('table').src = '/play/t/settings'")
    wait_until(f"there is {words}", lambda: played.browser.script(f"return Boolean({FIND})", words))
    asked = do(played, "return asked.length")
    played.browser.script(f"{FIND}.click()", words)
    wait_until(
        "it is done",
        lambda: (
            do(played, "return asked.filter(([method]) => method === 'POST').length")
            and do(played, "return asked.length") > asked
        ),
    )
