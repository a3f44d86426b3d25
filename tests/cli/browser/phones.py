"""A person at a page without a browser: what its worker's script does, done by `requests`."""

from __future__ import annotations

import json
import re
from html import unescape
from urllib.parse import urlencode

import requests

from cli.browser.errands import ROAD, PutOff
from cli.browser.table import BrowserTable
from tests.cli.table.tables import Forms
from tests.stretching import cheaply

PATH = "/play/t/"
FORM = {"content-type": "application/x-www-form-urlencoded"}


def scrypt(password, salt, work, length):
    """In a page a script does it aside; whoever else is in this process does it at once."""
    return (ROAD.stretch if ROAD.errand else cheaply)(password, salt, work, length)


def fetched(wanted):
    """What the network says; without it, nothing."""
    try:
        got = requests.request(wanted.method, wanted.url, headers=wanted.headers, data=wanted.body, timeout=30)
    except requests.RequestException:
        return 0, "no answer", {}, b""
    return got.status_code, got.reason, dict(got.headers), got.content


class Phone:
    """One browser, and who holds it. `asked`: what was fetched, in order; `stretched`: which passwords were."""

    def __init__(self, root, *hosts, fetch=fetched):
        self.root, self.hosts, self.fetch = root, hosts, fetch
        self.asked, self.stretched = [], []
        self.kept = ""
        self.load()

    def load(self):
        """Load the page; whatever was in memory is gone."""
        self.table = BrowserTable(PATH, self.root, hosts=self.hosts)
        if self.kept:
            self.table.keys.wake(self.kept)
        self.page, self.status = "", 0

    def run(self, errand):
        while isinstance(given := errand.go(), PutOff):
            if given.stretch:
                self.stretched.append(given.stretch.password.decode())
                errand.stretched(cheaply(*given.stretch))
            else:
                self.asked += [(one.method, one.url.partition("/api/v1")[2]) for one in given.wanted]
                errand.tell([self.fetch(one) for one in given.wanted])
        return given

    def ask(self, method, address, body=b"", headers=FORM):
        answer = self.run(self.table.errand(method, address, headers if body else {}, body))
        if said := self.table.keys.told():
            self.kept = "" if "forget" in json.loads(said) else said
        self.status = answer.status
        if answer.status == 303:
            return self.ask("GET", answer.headers["Location"].partition("#")[0])
        self.page = answer.body.decode(errors="replace")
        return answer

    def open(self, path=""):
        return self.ask("GET", PATH + path)

    def post(self, path, **fields):
        return self.ask("POST", path if path.startswith("/") else PATH + path, urlencode(fields).encode())

    def deliver(self):
        """Try once to send what is sealed, as the worker does it beside all clicks; gives when it would try again."""
        return [self.run(self.table.duty(name)) for name in self.table.sending()]

    def press(self, words, **typed):
        found = [(where, fields) for said, where, fields in Forms(self.page).buttons if said == words]
        assert found, (words, [said for said, _, _ in Forms(self.page).buttons])
        return self.post(found[0][0], **found[0][1] | typed)

    @property
    def text(self):
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", self.page)).split())

    @property
    def forms(self):
        return Forms(self.page).buttons

    def send_file(self, path, name, content, **fields):
        body, kind = requests.models.RequestEncodingMixin._encode_files({"key": (name, content)}, fields)
        return self.ask("POST", PATH + path, body, {"content-type": kind})
