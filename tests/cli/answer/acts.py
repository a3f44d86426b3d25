"""What may be done in a step of an answer, and what a person types for it at a terminal."""

from __future__ import annotations

from cli.answer.menus import Menu
from cli.answer.steps import has_room


def acts(step):
    """Every act of a step."""
    if isinstance(step, Menu):
        return [*(["none"] if step.zero else []), *(f"take {place}" for place in range(len(step.lines)))]
    if step.kind == "count":
        return [f"number {step.least}", f"number {step.most}"]
    if step.kind in ("one", "yes or no"):
        return [f"take {place}" for place in range(len(step.options))]
    open_to = [place for place in range(len(step.options)) if has_room(step, place)]
    return [*(["finish"] if step.complete else []), *(f"change {place} {step.taken(place) + 1}" for place in open_to)]


def typed(step, act):
    """The line that is this act."""
    word, *about = act.split()
    if word == "take" and not isinstance(step, Menu) and step.kind == "yes or no":
        return "y" if step.options[int(about[0])].value else "n"
    if word in ("take", "change"):
        return "=".join([str(int(about[0]) + 1), *about[1:]])
    return {"none": "0", "finish": ""}[word] if not about else about[0]
