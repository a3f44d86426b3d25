"""A second reading of trade (7.9), battles (8) and the end of a round (9), written from the rules, not from the code.

It knows nothing of the title: plain tables typed from the rules, plain dictionaries.
"""

from itertools import combinations

LINKS = {
    "ionio": ["myrtoo"],
    "myrtoo": ["ionio", "kyklades", "sporades"],
    "kyklades": ["myrtoo", "sporades", "thrakiko"],
    "sporades": ["myrtoo", "kyklades", "thrakiko"],
    "thrakiko": ["kyklades", "sporades"],
}
MARKETS = {
    "illyria": ("ionio", "epidamnos"),
    "thraki": ("thrakiko", "abdera"),
    "euxeinos": ("thrakiko", None),
    "persis": ("sporades", None),
    "aigyptos": ("sporades", None),
}
SHIPMENTS = {
    "illyria_1": ("wood", "wheat", 3), "illyria_2": ("metal", "silver", 4),
    "thraki_1": ("metal", "wheat", 3), "thraki_2": ("wood", "silver", 4),
    "euxeinos_1": ("oil", "wheat", 5), "euxeinos_2": ("wine", "wheat", 5),
    "persis_1": ("wine", "wheat", 3), "persis_2": ("oil", "wheat", 4), "persis_3": ("wine", "silver", 5),
    "aigyptos_1": ("oil", "wheat", 3), "aigyptos_2": ("wine", "wheat", 4), "aigyptos_3": ("oil", "silver", 5),
}  # fmt: skip
VALUES = {
    3: ["3", "4", "4", "4", "4", "4", "4", "5", "5", "5", "5"],
    4: ["4", "5", "5", "5", "5", "6", "6", "7", "7", "8", "8"],
    5: ["5", "6", "6", "7", "7", "8", "9", "10", "11", "12", "13"],
}
OPEN = {"3": (3,), "4": (3, 4), "5a": (3, 4, 5), "5b": (3, 4, 5)}
START = {"sparta": ["ionio", "myrtoo"], "athens": ["kyklades"]}
OTHER = {"sparta": "athens", "athens": "sparta"}

LAND = [
    "phalanx2",
    "phalanx2",
    "phalanx2",
    "phalanx1",
    "phalanx1",
    "phalanx1",
    "phalanx0",
    "phalanx0",
    "cavalry1",
    "cavalry1",
    "cavalry1",
    "cavalry0",
    "archers0",
    "archers0",
    "archers0",
    "archers1",
    "peltasts0",
    "peltasts0",
    "peltasts1",
    "peltasts0",
    "mercenaries0",
    "mercenaries0",
    "mercenaries0",
    "salpinx-1",
]
SEA = [
    "trireme2",
    "trireme1",
    "trireme1",
    "trireme1",
    "trireme1",
    "trireme0",
    "trireme0",
    "trireme0",
    "elite2",
    "elite2",
    "elite2",
    "elite1",
    "bireme1",
    "bireme1",
    "bireme0",
    "bireme0",
    "triacontor1",
    "triacontor0",
    "triacontor0",
    "triacontor0",
    "mercenaries0",
    "mercenaries0",
    "mercenaries0",
    "salpinx-1",
]
BASE = {
    "sparta": (4, 3, 8), "pylos": (2, 1, 3), "gytheion": (1, 1, 2), "athenai": (5, 3, 10), "chalkis": (1, 1, 2),
    "chios": (2, 1, 3), "samos": (3, 2, 6), "thebai": (3, 1, 5), "korinthos": (4, 2, 6), "argos": (3, 1, 5),
    "korkyra": (2, 1, 3), "naupaktos": (1, 1, 2), "pydna": (2, 1, 3), "poteidaia": (2, 1, 3), "abdera": (1, 1, 3),
    "epidamnos": (1, 1, 3), "syrakousai": (4, 2, 7), "gela": (3, 1, 5),
}  # fmt: skip
CAPITAL = {"sparta": "sparta", "athens": "athenai"}
AT_ONCE = {
    "socrates": 4, "democritus": 4, "protagoras": 2, "temple_zeus": 4, "temple_apollo": 3, "theatre_episkenion": 3,
    "theatre": 2, "statue_venus": 1, "statue_ephebe": 1, "festival_demeter": 3, "festival_dionysus": 2,
    "games_nemean": 3, "games_isthmian": 2,
}  # fmt: skip


# --- trade -----------------------------------------------------------------------------------------------------------


def way_is_free(side, goal, galleys, korinthos):
    """7.9-B: a walk over seas that the other does not dominate; `galleys` by sea and side."""
    shut = {sea for sea, ships in galleys.items() if ships[OTHER[side]] > ships[side]}
    seen, todo = set(), [sea for sea in START[side] if sea not in shut]
    while todo:
        sea = todo.pop()
        seen.add(sea)
        links = list(LINKS[sea])
        if korinthos == side and sea in ("ionio", "kyklades"):
            links.append("kyklades" if sea == "ionio" else "ionio")
        todo += [one for one in links if one not in shut and one not in seen]
    return goal in seen


def trade(state, side, shipment, pay, dice):
    """What a trade comes to: (goods paid, goods got, good whose marker moves, its column); None where it is illegal."""
    give, get, number = SHIPMENTS[shipment]
    sea, owner_of = MARKETS[shipment.rsplit("_", 1)[0]]
    owners = state["owners"]
    if state["port"][side] == 0 or shipment in state["taken"] or number not in OPEN[state["round"]]:
        return None
    if side == "sparta" and "sparta" not in (owners["pylos"], owners["gytheion"]):
        return None
    bypass = owner_of is not None and owners[owner_of] == side
    if not bypass and not way_is_free(side, sea, state["galleys"], owners["korinthos"]):
        return None
    column = state["columns"][give]
    if pay == "barter":
        price = {give: int(VALUES[number][column - 1])}
        column = min(11, column + dice[0])
    else:
        if get == "silver":
            return None
        price = {"silver": number}
        column = max(1, column - max(dice))
    if any(state["stock"][side][good] < cost for good, cost in price.items()):
        return None
    return price, {get: number}, give, column


# --- battles ---------------------------------------------------------------------------------------------------------


def split(card):
    name = card.rstrip("-0123456789")
    return name, int(card[len(name) :])


def slot(attack, defence):
    """8-F to 8-H: (unit lost, Prestige)."""
    (mine, value), (theirs, less) = split(attack), split(defence)
    if mine == "salpinx":
        matched = False
    elif mine == "mercenaries" or theirs == "mercenaries":
        matched = True
    else:
        matched = mine == theirs
    return (0, max(value - less, 0)) if matched else (1, value)


def battle(land, pile, units, prestige, choices):
    """8-C to 8-M: a whole battle. `choices` gives (attack cards), (defence cards) and whether each retreats, as asked.

    Cards are numbers 0 to 23. Changes `units` and `prestige`; gives how it ended and the sums of both sides.
    """
    faces = LAND if land else SEA
    attacker = "sparta" if land else "athens"
    pile, hands, sums = list(pile), {}, {"sparta": 0, "athens": 0}
    for side in (attacker, OTHER[attacker]):
        hands[side], pile = pile[: units[side]], pile[units[side] :]
    while True:
        defender = OTHER[attacker]
        attack = choices("attack", attacker, hands)
        hands[attacker] = [card for card in hands[attacker] if card not in attack]
        defence = choices("defence", defender, hands)
        hands[defender] = [card for card in hands[defender] if card not in defence]
        results = [slot(faces[one], faces[other]) for one, other in zip(attack, defence, strict=True)]
        total = sum(gain for _, gain in results)
        units[defender] -= sum(lost for lost, _ in results)
        sums[attacker] += total
        prestige[attacker] = max(0, prestige[attacker] + total)
        if units[defender] < 2:
            return "few", sums
        if sum(units.values()) - sum(map(len, hands.values())) > len(pile):
            return "cards", sums
        attacker = defender
        for side in (attacker, OTHER[attacker]):
            if prestige[side] and choices("retreat", side, hands):
                prestige[side] -= 1
                prestige[OTHER[side]] += 1
                return "retreat", sums
        for side in (attacker, OTHER[attacker]):
            number = units[side] - len(hands[side])
            hands[side] += pile[:number]
            pile = pile[number:]


# --- the end of a round ----------------------------------------------------------------------------------------------


def may_release(state, side, released):
    """9.2-B, 9.2-C."""
    cities = {name: size for name, (owner, size) in state["cities"].items() if owner == side}
    missing = sum(cities.values()) - state["stock"][side]["wheat"]
    if any(name not in cities or name == CAPITAL[side] for name in released) or len(set(released)) < len(released):
        return False
    if missing <= 0:
        return not released
    sizes = sorted(cities[name] for name in released)
    return (
        sum(sizes[:-1]) < missing and state["prestige"][side] >= missing - sum(sizes)
        if sizes
        else (state["prestige"][side] >= missing)
    )


def to_decide(state, side, last):
    """RULING-47: of the decisions of a side's end sheet those that have two answers or more."""
    mine = {name: size for name, (owner, size) in state["cities"].items() if owner == side}
    others = [name for name in mine if name != CAPITAL[side]]
    legal = [one for n in range(len(mine)) for one in combinations(others, n) if may_release(state, side, one)]
    found = {"D15"} if len(legal) > 1 else set()
    for released in legal:
        kept = {name: size for name, size in mine.items() if name not in released}
        left = state["stock"][side]["wheat"] - sum(kept.values())
        for name, size in kept.items():
            base, growth, most = BASE[name]
            grown = max(0, min(growth, most - size, left))
            found |= {"D16"} if grown else set()
            found |= {"D17"} if size + grown > base and not last else set()
        found |= {"D17"} if state["prestige"][side] + min(0, left) > 0 and not last else set()
    return found


def finish(state, order, last, sheets):
    """9.1 to 9.7 for both, by their sheets: who has lost and why, or None. Changes the state."""
    cities, stock, prestige = state["cities"], state["stock"], state["prestige"]
    for side in order:
        for name in sorted(state["started"]):
            if cities[name][0] == side:
                project = state["started"][name]
                prestige[side] += -(-cities["athenai"][1] // 2) if project == "phidias" else AT_ONCE[project]
    state["started"] = {}
    for side in order:
        mine = [name for name in cities if cities[name][0] == side]
        total = sum(cities[name][1] for name in mine)
        others = total - cities[CAPITAL[side]][1]
        if total - others > stock[side]["wheat"] + prestige[side]:
            return f"{side} starves"
        released = sheets[side]["release"](may_release, state)
        for name in released:
            total -= cities[name][1]
            cities[name] = (None, BASE[name][0])
        eaten = min(total, stock[side]["wheat"])
        stock[side]["wheat"] -= eaten
        prestige[side] -= total - eaten
    for side in order:
        for name, number in sheets[side]["grow"](state).items():
            cities[name] = (side, cities[name][1] + number)
            stock[side]["wheat"] -= number
    for side in order:
        prestige[side] += sum(1 for name, (owner, size) in cities.items() if owner == side and size > BASE[name][0])
    if last:
        return None
    for side in order:
        for good in ("wine", "oil", "wheat"):
            stock[side][good] -= stock[side][good] // 2
    for side in order:
        spent = min(sheets[side]["phoros"], prestige[side])
        prestige[side] -= spent
        stock[side]["silver"] += spent
    poor = [side for side in ("sparta", "athens") if prestige[side] == 0]
    return f"{' and '.join(poor)} ostracised" if poor else None
