"""What is done on the page of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from flask import Flask, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from cli.answer.answer import Misfit
from cli.errors import Refused, Unreachable
from cli.table.addresses.table import Table, number, page
from cli.table.shown.beside import Beside
from cli.table.sitting import Sitting

if TYPE_CHECKING:
    from schemas.statements.payloads import Word


def add_acts(app: Flask, table: Table) -> None:
    """Every form of the page."""
    add_answers(app, table)
    add_words(app, table)


def add_answers(app: Flask, table: Table) -> None:
    """What is asked: choosing, looking ahead, forms; sending, changing and taking back."""
    place = f"{table.guard.home}games/<name>"

    @app.post(f"{place}/act")
    def act(name: str) -> AnyResponse:
        sitting = table.stirred(name)
        wanted = request.form.get("act", "")
        return done(table, sitting, lambda: sitting.act(wanted, number("phase") or -1, number("at") or 0))

    @app.post(f"{place}/advice")
    def ask_a_bot(name: str) -> AnyResponse:
        sitting = table.stirred(name)
        return done(table, sitting, lambda: sitting.ask_a_bot(number("phase") or -1))

    @app.post(f"{place}/coach")
    def coach(name: str) -> AnyResponse:
        from cli.table.shown.coach import read

        sitting, which = table.stirred(name), number("read")
        kept, phase = sitting.kept, number("phase") or -1
        return done(table, sitting, kept.end_guide if which is None else lambda: read(kept, which, phase))

    @app.post(f"{place}/ahead")
    def ahead(name: str) -> AnyResponse:
        sitting = table.stirred(name)
        wanted = request.form.get("do", "")
        return done(table, sitting, lambda: sitting.do_ahead(wanted, number("phase") or -1))

    @app.post(f"{place}/form")
    def form(name: str) -> AnyResponse:
        sitting = table.stirred(name)
        wanted = request.form.get("do", "")
        answers = {one.removeprefix("to "): said for one, said in request.form.items() if one.startswith("to ")}
        return done(table, sitting, lambda: sitting.do_form(wanted, answers, number("phase") or -1))

    @app.post(f"{place}/change")
    def change(name: str) -> AnyResponse:
        sitting = table.stirred(name)
        return done(table, sitting, sitting.change)

    @app.post(f"{place}/send")
    def send(name: str) -> AnyResponse:
        sitting = table.stirred(name)
        word: Word = "draft" if request.form.get("word") == "draft" else "final"
        sure = sitting.unsure is not None and "sure" in request.args
        return done(table, sitting, lambda: sitting.send(word, number("phase") or -1, sure))

    @app.post(f"{place}/withdraw")
    def withdraw(name: str) -> AnyResponse:
        sitting = table.stirred(name)
        return done(table, sitting, lambda: sitting.withdraw(number("phase") or -1))


def add_words(app: Flask, table: Table) -> None:
    """Whose turn at the screen it is; what is written to others, and to oneself."""
    place = f"{table.guard.home}games/<name>"

    @app.post(f"{place}/pass")
    def pass_on(name: str) -> AnyResponse:
        table.pass_on(name)
        return redirect(table.address(table.sitting(name)), 303)

    @app.post(f"{place}/sit")
    def sit(name: str) -> AnyResponse:
        sitting = table.sitting(name)
        sitting.covered = False
        return redirect(table.address(sitting), 303)

    @app.post(f"{place}/press")
    def press(name: str) -> AnyResponse:
        sitting = table.stirred(name)
        text = request.form.get("text", "").strip()
        sitting.unsent = text
        if text:
            try:
                sitting.game.write(request.form.getlist("to"), text)
            except (Refused, Unreachable) as error:
                sitting.notice += [f"Your message was not sent: {error.plain} It stands below.", *error.errors]
            else:
                sitting.unsent = ""
                table.news.mark(sitting.game.id)
        return redirect(f"{table.address(sitting)}#press", 303)

    @app.post(f"{place}/again")
    def again(name: str) -> AnyResponse:
        sitting = table.stirred(name)
        try:
            new, unasked = sitting.game.again()
        except (Refused, Unreachable) as error:
            sitting.notice += [f"No new game was begun: {error.plain}", *error.errors]
            return redirect(table.address(sitting), 303)
        if unasked:
            table.said.setdefault(new, []).extend(unasked)
        about = "/about" if sitting.game.at_host else ""
        return redirect(f"{table.guard.home}games/{new}{about}", 303)

    @app.post(f"{place}/notes")
    def notes(name: str) -> AnyResponse:
        sitting = table.stirred(name)
        sitting.kept.keep_notes(request.form.get("notes", ""))
        return redirect(f"{table.address(sitting)}#notes", 303)


def done(table: Table, sitting: Sitting, do: Callable[[], object]) -> AnyResponse:
    """Do something, then show the page; for the script just the answer."""
    with sitting.lock:
        before = sitting.token
        try:
            do()
        except Misfit as misfit:
            sitting.notice.append(f"That could not be done: {misfit}.")
        finally:
            if sitting.token != before:
                table.news.mark(sitting.game.id)
        if request.headers.get("X-Table") == "part":
            beside = Beside(sitting)
            facts = {**beside.facts(), "ahead": beside.ahead()}
            notice, sitting.notice = sitting.notice, []
            seen = {"sitting": sitting, "game": sitting.game, "here": table.address(sitting), "notice": notice}
            return page("part", table.guard, why=None, **seen, **facts)
        back = "answer" if sitting.ahead.at is not None or not request.path.endswith("/ahead") else "ahead"
    return redirect(f"{table.address(sitting)}?step#{back}", 303)
