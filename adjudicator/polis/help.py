"""What the things of Polis do."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.rules.help import Does, Help
from adjudicator.kernel.subjects import split
from adjudicator.polis.components import box
from adjudicator.polis.words import CARDS, PROJECTS

_PLAIN = {"market": "market", "track": "price", "polis": "polis"}
_WORDS = ("mercenaries", "salpinx")


def kind_of(view: Any, one: str) -> str:
    """The kind of a subject; events of one name do the same."""
    kind, name = split(one)
    printed = (view.box if view is not None else box()).components
    if kind == "action":
        return name
    if kind == "card" and name in CARDS:
        formation = printed.combat_cards[name].land[0]
        return formation if formation in _WORDS else "card"
    if kind == "event" and name in printed.events:
        return printed.events[name].name
    if kind == "project" and name in PROJECTS:
        return "phidias" if name == "phidias" else "project"
    if kind == "piece":
        return "galley" if name.startswith("galley") else "hoplite"
    return _PLAIN.get(kind, "")


_ACTIONS = {
    "create_hoplites": Does(
        "Create hoplites", "People of one polis become hoplites in its territory: 1 metal or silver each.", "7.1-B"
    ),
    "create_galleys": Does(
        "Create galleys", "People of one polis with a port become galleys in its sea: 1 wood or silver each.", "7.2-A"
    ),
    "create_merchants": Does(
        "Create merchants", "People of a trading polis become merchants in your port: 1 wood or silver each.", "7.3-B"
    ),
    "start_project": Does(
        "Start a project",
        "Pay for a project on display; it is finished in your polis at the end of the round.",
        "7.4-B",
    ),
    "move_hoplites": Does(
        "Move hoplites", "For 1 Prestige any number of hoplites go to one territory, by land or by sea.", "7.5-A"
    ),
    "move_galleys": Does("Move galleys", "For 1 Prestige any number of galleys go to one sea.", "7.6-A"),
    "besiege": Does(
        "Besiege a polis",
        "For 1 Prestige: with hoplites for its walls, and more than the enemy, roll the die for the polis.",
        "7.7-B",
    ),
    "collect": Does(
        "Collect goods",
        "For 1 Prestige, at home for none, once a round in each territory: "
        "1, 2, 3, 4 or 5 hoplites on one good bring 1, 3, 6, 10 or 15 of it.",
        "7.8-C",
    ),
    "trade": Does(
        "Trade", "A merchant takes one shipment that is free and open; you pay in goods or in silver.", "7.9-A"
    ),
    "move_proxenos": Does(
        "Move the proxenos", "He goes to another polis: 1 silver for each enemy unit on his way.", "7.10-C"
    ),
    "redeem_proxenos": Does("Redeem the proxenos", "Pay the enemy 2 silver: he is home again.", "7.11-A"),
    "civil_war": Does(
        "Civil war", "Where your proxenos is, you buy the polis: 2 or 3 silver for each of its people.", "7.12-B"
    ),
}
"""7.1 to 7.12."""

_EVENTS = {
    "No Event": ("Nothing happens in this round.", "5-C"),
    "Earthquake in Sparta": ("Sparta gets a galley in Ionio, Athens a hoplite in Messenia.", "13-B"),
    "Persian Fleet Destruction": ("Sparta gets 1 silver, Athens 1 Prestige.", "13-A"),
    "Philopersians": ("Each gets 1 Prestige and takes one of their own units off the map.", "13-A"),
    "Xerxes Is Assassinated": ("The first shipment of Persis is closed in this round.", "13-C"),
    "Leotychidas II": ("Athens takes the first turn of the round.", "13-C"),
    "Holy War": ("Sparta gets a hoplite in Thessalia, Athens one in Boiotia.", "13-B"),
    "Egypt Rebels Against Persia": (
        "Athens sends at least 2 galleys away, for 1 Prestige each; half of them come back after the round.",
        "13-C",
    ),
    "Murder of the Persian King": (
        "Each may send hoplites away, for 2 Prestige each; all of them come back after the round.",
        "13-C",
    ),
    "Peasant Revolts": ("Sparta gets a hoplite in Ionia, Athens one in Messenia.", "13-B"),
    "Age of Pericles": ("Athens gets 2 silver, Sparta a hoplite in Megaris.", "13-B"),
    "Treasury Transfers": ("Each turns 1 Prestige or more into twice as much silver.", "13-A"),
    "Betrayal": ("Each takes over a polis of the enemy that has one inhabitant, no capital.", "13-A"),
    "Behind the Long Walls": ("Athenai gets 2 people; nobody collects in Attika in this round.", "13-C"),
    "Free Trade with Persia": (
        "Who leaves the enemy no way to Noties Sporades at the end of their turn loses 1 Prestige.",
        "13-E",
    ),
    "Great Commanders": ("Once in this round each may double the Prestige that a battle brought.", "13-F"),
    "Enemies of Greece": ("Athens gets a hoplite in Messenia, Sparta a galley in Noties Sporades.", "13-B"),
    "Mercenaries": ("Units may be hired for 2 silver each; they cost no people.", "13-G"),
    "Pacifism": ("Hoplites at home may keep the peace instead of collecting: 1 Prestige each.", "13-H"),
    "Plague and Humiliation": (
        "Athenai loses 2 people; with a hoplite in Messenia Athens gets 3 Prestige after the round.",
        "13-C",
    ),
    "Alcibiades Flees to Sparta": ("In this round 7 units are enough for a battle.", "8-A"),
    "Carthage Lands in Sikelia": ("Who has more hoplites in Sikelia loses 2 of them.", "13-A"),
    "Eruption of Etna": ("At most 3 hoplites collect in Sikelia in this round.", "13-C"),
    "Freeing of the Slaves": ("The prices of wine and oil go back to the first column.", "13-A"),
    "Hermokopidai": ("Athens loses 2 Prestige, Sparta 1.", "13-A"),
    "Superstition": ("An assault without losses and without Prestige is fought again.", "13-I"),
}
"""13: the event cards, by what is printed on them."""

_THINGS = {
    "prestige": Does(
        "Prestige",
        "Your points. Military actions cost 1; at the end the inhabitants of your poleis come to it.",
        "7-A",
        ("Prestige",),
    ),
    "polis": Does(
        "Polis",
        "Its people eat one wheat each at the end of a round, and are points at the end of the game.",
        "9.2-A",
        ("poleis",),
    ),
    "hoplite": Does(
        "Hoplite",
        "Collects the goods of a territory, takes poleis there, and fights when 8 units have met.",
        "7.8-B",
        ("hoplite", "hoplites"),
    ),
    "galley": Does(
        "Galley",
        "Whoever dominates a sea closes it to the enemy's merchants, hoplites and galleys.",
        "7.9-B",
        ("galley", "galleys"),
    ),
    "merchant": Does(
        "Merchant",
        "Brings one shipment in a round, by seas that the enemy does not dominate.",
        "7.9-A",
        ("merchant", "merchants"),
    ),
    "proxenos": Does(
        "Proxenos",
        "Your friend in a polis: from there he can bring it over to you for silver.",
        "7.12-A",
        ("proxenos",),
    ),
    "market": Does(
        "Shipment", "One merchant fetches it in a round: by barter at the price of the table, or for silver.", "7.9-E"
    ),
    "price": Does("Price", "It rises with each barter for this good, and falls when silver is paid instead.", "7.9-F"),
    "project": Does(
        "Project", "Its first Prestige comes at the end of the round, the posterity's at the end of the game.", "9.1-A"
    ),
    "phidias": Does("Phidias", "Half of the people of Athenai, rounded up, is the Prestige that he brings.", "9.1-B"),
    "card": Does(
        "Combat card",
        "Unmatched by the same formation it costs the defender a unit and brings its value in Prestige.",
        "8-G",
    ),
    "mercenaries": Does(
        "Mercenaries", "As a defence they match any formation; as an attack every card matches them.", "8-F"
    ),
    "salpinx": Does("Salpinx Call", "No card but Mercenaries matches it; it costs the attacker 1 Prestige.", "8-F"),
}

HELP = Help(
    {**_THINGS, **_ACTIONS, **{name: Does(name, says, clause) for name, (says, clause) in _EVENTS.items()}}, kind_of
)
