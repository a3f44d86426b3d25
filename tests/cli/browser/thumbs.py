"""A thumb at a phone without a browser: every tap that a page needs, and what is typed there."""

from __future__ import annotations

import re

from tests.cli.table.tables import Forms


class Fields(Forms):
    """The buttons of a page with all that their form sends, and the fields that it does not send empty."""

    def __init__(self, text):
        self.blank, self.blanks, self.select, self.area, self.says = {}, [], "", "", False
        super().__init__(text)

    def handle_starttag(self, tag, attrs):
        super().handle_starttag(tag, attrs)
        given = dict(attrs)
        if tag == "form":
            self.blank = {}
        elif tag == "select":
            self.select = given.get("name", "")
        elif tag == "option" and self.select and ("selected" in given or self.select not in self.hidden):
            self.hidden[self.select], self.says = given.get("value", ""), "value" not in given
        elif tag == "textarea" and "name" in given:
            self.hidden[given["name"]], self.area = "", given["name"]
        elif given.get("type") in ("checkbox", "radio") and "checked" not in given:
            pass
        elif tag == "input" and given.get("value") and "name" in given:
            self.hidden[given["name"]] = given["value"]
        elif tag == "input" and "required" in given:
            self.blank[given["name"]] = given.get("type", "text")

    def handle_data(self, data):
        super().handle_data(data)
        if self.area:
            self.hidden[self.area] += data
        elif self.says:
            self.hidden[self.select], self.says = data.strip(), False

    def handle_endtag(self, tag):
        if tag == "textarea":
            self.area = ""
        before = len(self.buttons)
        super().handle_endtag(tag)
        if len(self.buttons) > before:
            self.blanks.append({**self.blank})


class Thumb:
    """Whoever holds a phone. `taps`: what was pressed, in order; `passwords`: how often one was typed."""

    def __init__(self, phone, **typed):
        self.phone, self.typed = phone, typed
        self.taps, self.passwords = [], 0

    def follow(self, page, words):
        """Tap a link, by its first words; gives where it leads."""
        [(where, said)] = re.findall(rf'<a[^>]* href="([^"]+)"[^>]*>({words}[^<]*)</a>', page)
        self.taps.append(said)
        return where

    def press(self, words, **ticked):
        """Tap each field that has to be filled in, type there, tap what is to be ticked, and the button below."""
        page = Fields(self.phone.page)
        [(where, fields, blank)] = [
            (where, fields, blank)
            for (said, where, fields), blank in zip(page.buttons, page.blanks, strict=True)
            if said == words
        ]
        self.taps += [*(f"the field of the {name}" for name in blank), *ticked, words]
        self.passwords += [*blank.values()].count("password")
        return self.phone.post(where, **fields, **{name: self.typed[name] for name in blank}, **ticked)

    @property
    def next_choice(self):
        """Of an answer: that it is whole, where it may be, else what is offered first and not chosen yet."""
        acts = [(said, where, fields) for said, where, fields in self.phone.forms if "act" in fields and said != "−"]
        done = [
            (where, fields)
            for said, where, fields in acts
            if fields["act"] == "finish" or said.startswith(("Done: ", "Only this action for now: "))
        ]
        kinds = ("take", "number", "change", "none")
        offered = [
            (where, fields)
            for _, where, fields in acts
            if (act := fields["act"].split())[0] in kinds and act[2:] != ["0"]
        ]
        return (done or offered)[0]
