"""Errands: tried, put off, told, tried again; nothing is asked twice, nothing old is believed."""

from __future__ import annotations

import pytest
import requests

from cli.browser.errands import ROAD, Errand, PutOff
from cli.errors import Unreachable

HOST = "https://host.example/api/v1"


def asked(path, method="GET", body=None):
    request = requests.Request(method, f"{HOST}{path}", data=body).prepare()
    return ROAD.send(request).text


def run(errand, answers):
    """Answer what is wanted until it is done; gives what came of it, and what was wanted."""
    wanted = []
    while isinstance(found := errand.go(), PutOff):
        wanted += [(one.method, one.url.removeprefix(HOST)) for one in found.wanted]
        errand.tell([(200, "OK", {}, answers(one)) for one in found.wanted])
    return found, wanted


def test_each_request_is_fetched_once_in_its_order_and_answered_from_what_was_told():
    tries = []

    def do():
        tries.append(1)
        return asked("/one"), asked("/two", "POST", b"statement"), asked("/one")

    found, wanted = run(Errand(do), lambda one: one.url.rpartition("/")[2].encode())
    assert found == ("one", "two", "one")
    assert wanted == [("GET", "/one"), ("POST", "/two"), ("GET", "/one")]
    assert len(tries) == 4


def test_what_was_told_is_asked_anew_where_something_was_done_meanwhile():
    errand = Errand(lambda: (asked("/one"), asked("/two")))
    errand.go()
    errand.tell([(200, "OK", {}, b"old")])
    errand.go()
    errand.forget()
    found, wanted = run(errand, lambda _: b"new")
    assert (found, wanted) == (("new", "new"), [("GET", "/one"), ("GET", "/two")])


def test_what_was_told_before_there_was_news_is_asked_anew_for_a_page_and_never_for_a_statement():
    count = [0]

    def news(wanted):
        count[0] = 1
        return wanted.url.rpartition("/")[2].encode()

    page = Errand(lambda: (asked("/one"), asked("/two")), lambda: count[0])
    assert run(page, news)[1] == [("GET", "/one"), ("GET", "/one"), ("GET", "/two")]
    count[0] = 0
    assert run(Errand(lambda: asked("/one", "POST", b"statement")), news)[1] == [("POST", "/one")]


def test_what_is_asked_together_is_wanted_at_once_and_each_is_given_its_own():
    errand = Errand(
        lambda: [ROAD.together([lambda: asked("/one"), lambda: asked("/two") + asked("/three")]), asked("/one")]
    )
    rounds = []
    while isinstance(found := errand.go(), PutOff):
        rounds.append([one.url.removeprefix(HOST) for one in found.wanted])
        errand.tell([(200, "OK", {}, one.url[-3:].encode()) for one in found.wanted])
    assert found == [["one", "tworee"], "one"]
    assert rounds == [["/one", "/two"], ["/three"], ["/one"]]


def test_of_what_is_asked_together_the_first_refusal_counts_once_nothing_is_wanted_any_more():
    def refused():
        asked("/one")
        raise Unreachable("first")

    errand = Errand(lambda: ROAD.together([refused, lambda: asked("/two")]))
    wanted = errand.go().wanted
    assert [one.url.removeprefix(HOST) for one in wanted] == ["/one", "/two"]
    errand.tell([(200, "OK", {}, b"")] * 2)
    with pytest.raises(Unreachable, match="first"):
        errand.go()


def test_a_password_is_stretched_once_in_an_errand_and_again_in_the_next():
    def do():
        return ROAD.stretch(b"open", b"salt", 4, 80) + ROAD.stretch(b"open", b"salt", 4, 80), asked("/one")

    for made in (b"a", b"b"):
        errand = Errand(do)
        assert errand.go().stretch == (b"open", b"salt", 4, 80)
        errand.stretched(made)
        assert run(errand, lambda _: b"")[0] == (2 * made, "")


def test_what_did_not_come_is_told_as_a_host_that_does_not_answer():
    errand = Errand(lambda: asked("/one"))
    errand.go()
    errand.tell([(0, "it took too long", {}, b"")])
    with pytest.raises(Unreachable, match=r"No answer came from https://host.example \(it took too long\)"):
        errand.go()


def test_what_is_made_once_is_the_same_in_every_try_and_another_in_the_next_errand():
    made = iter(range(9))

    def do():
        return ROAD.same("number", lambda: next(made)), asked("/one")

    assert [run(Errand(do), lambda _: b"")[0][0] for _ in range(2)] == [0, 1]


def test_outside_of_an_errand_no_host_is_asked():
    with pytest.raises(Unreachable, match="cannot be asked now"):
        asked("/one")
