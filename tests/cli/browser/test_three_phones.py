"""Three Chromiums of 390 points at a quarter of the CPU play a whole Perikles at a host; one of them organises it."""

from __future__ import annotations

from contextlib import ExitStack
from time import monotonic

import pytest

from tests.bench.line import Slowed
from tests.cli.browser.test_at_a_host import PASSWORD
from tests.cli.browser.test_seat_in_a_browser import SIGN, inside, looking_at, serving
from tests.cli.table.seen import QUIET
from tests.patience import wait_until

PEOPLE = ("myrrine", "lysis", "phaidra")
PART = 4
"""Each browser has one in so many parts of the time."""
PRESS = """
const [said, given] = arguments;
const button = [...document.querySelectorAll('button')].find((one) => one.textContent.trim().startsWith(said));
for (const [name, value] of Object.entries(given)) Object.assign(button.form.elements[name], {value, checked: true});
button.click();
"""
WAITS = ("waiting", "sent", "sending")
TRACED = """
const told = globalThis.pointed = [];
const tell = (what, at) => told.splice(0, told.length - 40, [Math.round(performance.now()), what, at]);
const named = (at) => at?.closest?.('[data-id]')?.dataset.id ?? at?.id ?? at?.tagName ?? String(at);
for (const kind of ['pointerdown', 'pointerup', 'pointercancel', 'click', 'scroll', 'resize'])
  addEventListener(kind, ({target, clientX, clientY}) => tell([kind, clientX, clientY].join(' '), named(target)), true);
new MutationObserver(() => {
  const step = document.getElementById('step');
  tell('changed', [step?.phase?.value, step?.at?.value, step?.dataset.stage].join(' '));
}).observe(document, {childList: true, subtree: true});
"""
"""What a page was touched by, and when it changed: told where a click is lost."""


def press(phone, said, **typed):
    wait_until(f"there is {said}", lambda: said in inside(phone, "return document.body.textContent"))
    inside(phone, PRESS, said, typed)


def at(phone, what, end):
    return phone.wait(what, "path", lambda path: end in path)["path"]


def opened(phone, name) -> tuple[str, list[str]]:
    """The organiser's way: a name, a game, a seat in it; gives the game and the links for the others."""
    phone.open("play/#account")
    at(phone, "the account is shown", "/account")
    press(phone, "Make my key", name=name, password=PASSWORD)
    wait_until("there is a key", lambda: f"You are {name}" in inside(phone, "return document.body.textContent"))
    phone.open("play/#new-at-host?scenario=perikles+standard")
    at(phone, "the terms are shown", "/new-at-host")
    press(phone, "Open the game", name="By three phones", start="full")
    path = at(phone, "the game is there", "/organise")
    links: list[str] = []
    seen = "return document.querySelector('textarea')?.value"
    for _ in PEOPLE[1:]:
        press(phone, "Make a link")
        links.append(wait_until("there is a new link", lambda: (link := inside(phone, seen)) not in links and link))
    game = path.split("/")[-2]
    phone.open(f"play/#games/{game}/about")
    at(phone, "the game is told", "/about")
    press(phone, "Join as")
    return game, links


def come(phone, name, link):
    """By the link of an invitation."""
    phone.browser.open(link)
    phone.browser.find("a.button.primary").click()
    at(phone, "the invitation is shown", "/join/")
    inside(phone, SIGN, name, PASSWORD)
    sits = f"{name} (you)"  # or the game has begun with them
    wait_until(
        "they sit", lambda: "/games/" in phone.state["path"] or sits in inside(phone, "return document.body.innerText")
    )


def answer(phone):
    """Everything that is asked in a phase; gives clicks and seconds."""
    began, clicks = monotonic(), 0
    phase = phone.state["step"].partition(" ")[0]
    while (step := phone.state["step"]).startswith(f"{phase} ") and not step.endswith(WAITS):
        try:
            phone.step()
        except AssertionError as error:
            error.add_note(str(inside(phone, "return window.pointed")))
            raise
        clicks += 1
    return clicks, monotonic() - began


@pytest.mark.soak
def test_three_phones_at_a_quarter_of_the_cpu_play_a_whole_game_one_of_them_organises(site_folder, tmp_path):
    with ExitStack() as stack:
        host = stack.enter_context(serving(tmp_path, "--play", str(site_folder / "play")))
        phones = {who: stack.enter_context(looking_at(host, tmp_path / who)) for who in PEOPLE}
        for phone in phones.values():
            phone.browser.driver.execute_cdp_cmd(
                "Page.addScriptToEvaluateOnNewDocument",
                {"source": f"if (location.protocol !== 'about:') {{ {QUIET} {TRACED} }}"},
            )
            stack.enter_context(Slowed(int(phone.browser.driver.service.process.pid), PART))
        began = monotonic()
        game, links = opened(phones[PEOPLE[0]], PEOPLE[0])
        for who, link in zip(PEOPLE[1:], links, strict=True):
            come(phones[who], who, link)
        for phone in phones.values():
            phone.open(f"play/#games/{game}")
        seated, turns = monotonic() - began, []
        while not any((step := phone.state["step"]).endswith(" over") for phone in phones.values()):
            for phone in phones.values():
                step = phone.state["step"]
                if step and not step.endswith((*WAITS, " over")):
                    turns.append(answer(phone))
        for phone in phones.values():
            phone.wait("it hears of the end", "step", lambda step: step.endswith(" over"))
            assert phone.browser.complaints() == []
    clicks, seconds = sorted(one for one, _ in turns), sorted(one for _, one in turns)
    middle = len(turns) // 2
    print(
        f"\nseated after {seated:.0f} s; {len(turns)} answers: clicks {clicks[middle]}, at most {clicks[-1]}; "
        f"seconds {seconds[middle]:.1f}, of 95 of 100 {seconds[len(turns) * 95 // 100]:.1f}, at most {seconds[-1]:.1f}"
    )
