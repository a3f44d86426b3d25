"""Moves as the rules have them (1.4 to 1.8, 4, 9.2-B, 9.3-A), read once more from the text and the components alone."""

from functools import cache
from itertools import pairwise
from pathlib import Path

import yaml

import adjudicator.athens_sparta as title

FILE = yaml.safe_load(Path(title.__file__).with_name("components").joinpath("athens_sparta.yaml").read_text())
MAP = FILE["map"]
HEX = {one["id"]: one for one in MAP["hexes"]}
AT = {tuple(one["ax"]): one["id"] for one in MAP["hexes"]}
STRAIT = {one["hex"]: one for one in MAP["straits"]}
COASTS = {one["hex"]: one["coasts"] for one in MAP["coasts"]}
CITY = {one["hex"]: one for one in FILE["cities"]}
ORACLE = {one["hex"] for one in FILE["oracles"]}
PORT = {hex for hex, one in CITY.items() if one["port"] and hex != "SICILY"}
PORT |= {one["hex"] for one in FILE["oracles"] if one["port"]}
ISLAND = {hex for hex, one in CITY.items() if one["name"] in MAP["islands"] or hex in MAP["islands"]}
BLOCK = {one["id"]: one for one in FILE["blocks"]}
DIRECTIONS = MAP["directions"]
OTHER = {"sparta": "athens", "athens": "sparta"}
EMBARK = [one["hex"] for one in FILE["cities"] if one["name"] in FILE["sicily"]["embarkation"]]


@cache
def around(hex):
    """Direction and hex of each neighbour."""
    column, row = HEX[hex]["ax"]
    found = {}
    for direction in DIRECTIONS:
        along, down = MAP["axial_step"][direction]
        if (column + along, row + down) in AT:
            found[AT[column + along, row + down]] = direction
    return found


def hexside(one, other):
    direction = around(one).get(other)
    return direction and MAP["hexside_codes"][HEX[one]["sides"][DIRECTIONS.index(direction)]]


def shore(strait, other):
    direction = around(strait)[other]
    return next((name for name, sides in STRAIT[strait]["shores"].items() if direction in sides), None)


def coast(hex, other):
    """The coast of a hex on which the hexside with another one lies; "" where there is only one coast."""
    if hex not in COASTS:
        return ""
    return next((name for name, sides in COASTS[hex].items() if around(hex)[other] in sides), None)


def harbours(hex):
    return CITY.get(hex, {}).get("port_coasts") or [*COASTS.get(hex, {"": None})]


def is_ship(name):
    return BLOCK[name]["type"] == "ship"


class Board:
    """`blocks`: by id a dict of side, place, posture, shown, moved, began, rising. `control` by hex of a city."""

    def __init__(self, side, blocks, control, mp, *, support=False, storm=False):
        self.side, self.enemy = side, OTHER[side]
        self.blocks, self.control, self.mp, self.support, self.storm = blocks, control, mp, support, storm
        self.entered, self.sailed = {}, {}
        self.then = {name: dict(one) for name, one in blocks.items()}  # as the Phase began (4.2-B)

    # --- what stands where ----------------------------------------------------------------------------------------

    def there(self, hex, side, blocks=None):
        return [n for n, one in (blocks or self.blocks).items() if one["place"] == hex and one["side"] == side]

    def posture_then(self, hex, posture, side):
        return any(self.then[name]["posture"] == posture for name in self.there(hex, side, self.then))

    def own_siege(self, hex):
        if self.posture_then(hex, "SIEGING", self.side):
            return True
        theirs = {self.blocks[n]["posture"] for n in self.there(hex, self.enemy)}
        return hex in ISLAND and self.own_blockade(hex) and "BESIEGED" in theirs and "FIELD" not in theirs

    def own_blockade(self, hex):
        return self.posture_then(hex, "BLOCKADING", self.side)

    def pressed(self, hex):
        return any(self.posture_then(hex, p, side) for p in ("SIEGING", "BLOCKADING") for side in OTHER)

    def status(self, hex):
        """4.2-A."""
        if hex in ORACLE:
            return "FRIENDLY"
        colour = CITY[hex]["colour"] if hex in CITY else "black"
        if colour == "orange" or (colour == "green" and hex not in self.control):
            return "NEUTRAL"
        if colour != "black":
            return "FRIENDLY" if self.control[hex] == self.side else "ENEMY"
        mine, theirs = (bool(self.there(hex, side, self.then)) for side in (self.side, self.enemy))
        if mine and theirs:
            return "CONTESTED"
        return "FRIENDLY" if mine else "ENEMY" if theirs else "VACANT"

    def attacked(self, hex):
        """4.1-B."""
        if hex in ORACLE:
            return False
        if self.status(hex) == "NEUTRAL":
            return True
        theirs = [n for n in self.there(hex, self.enemy) if self.blocks[n]["posture"] not in ("BLOCKADING", "PATROL")]
        return bool(theirs) and not self.own_siege(hex)

    def relieved(self, hex):
        """5.55-A: the enemy lies before it."""
        return any(self.blocks[n]["posture"] in ("SIEGING", "BLOCKADING") for n in self.there(hex, self.enemy))

    def closes(self, strait):
        """1.5-D: ships that lie face up."""
        ships = [n for n in self.there(strait, self.enemy) if is_ship(n) and self.blocks[n]["posture"] != "BESIEGED"]
        return any(self.blocks[n]["shown"] or self.blocks[n]["posture"] in ("BLOCKADING", "PATROL") for n in ships)

    # --- legality -------------------------------------------------------------------------------------------------

    def legal(self, action):
        block = self.blocks.get(action["block"])
        if block is None or block["side"] != self.side or self.mp < 1 or block["moved"]:
            return False
        name, how = action["block"], action["action"]
        if BLOCK[name]["type"] in ("demos", "tyrant") or block["rising"]:
            return False
        if self.storm and (is_ship(name) or how in ("sea", "sicily")):
            return False
        if not self.posture_allows(name, block, how) or (block["place"] == "SICILY") > (how == "sicily"):
            return False
        goal = action["path"][-1:] if "path" in action else [action["to"]]
        legal = getattr(self, f"legal_{how}")(name, block, action)
        return legal and self.room(name, goal[0])

    def posture_allows(self, name, block, how):
        """4.0-C."""
        if block["posture"] == "BESIEGED":
            shut = [n for n in self.there(block["place"], self.enemy) if self.blocks[n]["posture"] == "BLOCKADING"]
            return is_ship(name) and how == "move" and not shut
        return block["posture"] == "FIELD" or how == "move" or (how == "sicily" and block["place"] == "SICILY")

    def room(self, name, hex):
        """4.1-A, RULING-98."""
        if hex == "SICILY":
            return True
        own = {n: self.blocks[n]["posture"] for n in self.there(hex, self.side)}
        besiegers = {self.blocks[n]["posture"] for n in self.there(hex, self.enemy)} & {"SIEGING", "BLOCKADING"}
        shut = "SIEGING" in besiegers or hex in ISLAND
        held = self.control.get(hex) == self.side and "BLOCKADING" in besiegers
        city = {n for n, posture in own.items() if posture in ("BESIEGED", "PATROL")}
        if held and not (shut and "BESIEGED" in own.values()):
            city |= {n for n in own if not is_ship(n)}
            stack = city if not is_ship(name) else {*own} - city
        else:
            stack = {*own} - city
        stack = [n for n in stack if BLOCK[n]["type"] not in ("demos", "tyrant")] + [name]
        if hex == CITY_NAMED["Athens"]:
            return len(stack) <= 6 and sum(not is_ship(n) for n in stack) <= 4
        return len(stack) <= (2 if HEX[hex]["terrain"] == "mountain" else 4)

    def border(self, before, hex):
        """9.3-A."""
        inside = [bool(HEX[one].get("persia")) for one in (before, hex)]
        if inside[0] == inside[1]:
            return True
        return self.side == "sparta" and (self.support or inside[0])

    def legal_move(self, name, block, action):
        path = action["path"]
        if is_ship(name):
            return self.sails(name, block, path)
        return self.walks(block, path, BLOCK[name]["move"]) and self.ends_on_land(block, path)

    def legal_march(self, name, block, action):
        path = action["path"]
        if is_ship(name) or self.pressed(block["place"]) or self.pressed(path[-1] if path else ""):
            return False
        if not self.walks(block, path, 2 * BLOCK[name]["move"]) or not self.ends_on_land(block, path):
            return False
        if any(self.status(hex) not in ("FRIENDLY", "NEUTRAL", "VACANT") for hex in path[1:]):
            return False
        if any(self.there(hex, self.enemy) for hex in path[1:-1] if hex not in ORACLE):
            return False
        return self.status(path[-1]) == "FRIENDLY"

    def walks(self, block, path, most):
        if len(path) < 2 or len(path) > most + 1 or path[0] != block["place"] or path[-1] == path[0]:
            return False
        if any(hex not in HEX for hex in path):
            return False
        for number, (before, hex) in enumerate(pairwise(path), 1):
            side = hexside(before, hex)
            if not side or side["land"] is None or not self.border(before, hex):
                return False
            after = path[number + 1] if number + 1 < len(path) else None
            leaves = number == 1 and before in STRAIT and shore(before, hex) != STRAIT[before]["block_shore"]
            if leaves and self.closes(before):
                return False
            crosses = self.crosses_in(before, hex, after)
            if after is None:
                if crosses and self.closes(hex):
                    return False
            elif crosses or HEX[hex]["terrain"] == "mountain" or self.held_up(hex, self.own_siege(hex)):
                return False
        return True

    def crosses_in(self, before, hex, after):
        """1.5-A."""
        if hex not in STRAIT:
            return False
        return shore(hex, before) != (shore(hex, after) if after else STRAIT[hex]["block_shore"])

    def held_up(self, hex, own):
        """4.3-B."""
        return bool(self.there(hex, self.enemy)) and hex not in ORACLE and not own

    def ends_on_land(self, block, path):
        before, hex = path[-2:]
        if CITY.get(hex, {}).get("colour") == "orange" or (HEX[hex].get("persia") and not self.support):
            return False
        attacks = self.attacked(hex)
        taken = attacks or (self.status(hex) in ("ENEMY", "NEUTRAL") and not self.own_siege(hex))
        if block["place"] in ORACLE and hex not in ORACLE and taken:
            return False
        return not attacks or self.entered.get((before, hex), 0) < self.limit(before, hex, starts=len(path) == 2)

    def limit(self, before, hex, *, starts):
        """4.1-B, 1.5-C."""
        leaves = starts and before in STRAIT and shore(before, hex) != STRAIT[before]["block_shore"]
        if leaves or self.crosses_in(before, hex, None) or hexside(before, hex)["land"] == "pass":
            return 1
        return 2

    def sails(self, name, block, path):
        if len(path) < 2 or len(path) > 5 or path[0] != block["place"] or path[-1] == path[0]:
            return False
        if any(hex not in HEX for hex in path):
            return False
        lies = harbours(path[0])
        for number, (before, hex) in enumerate(pairwise(path), 1):
            side = hexside(before, hex)
            if not side or not side["sea"] or coast(before, hex) not in lies or not self.border(before, hex):
                return False
            lies = [coast(hex, before)]
            if lies == [None] or (hex not in PORT and self.there(hex, self.enemy)):
                return False
            if number + 1 < len(path):
                if CITY.get(hex, {}).get("name") == "Corinth" or HEX[hex]["terrain"] == "mountain":
                    return False
                if self.held_up(hex, self.own_blockade(hex)):
                    return False
        return path[-1] in PORT and lies[0] in harbours(path[-1]) and self.lands(block, path[-1])

    def lands(self, block, hex):
        """4.3-D, 6.3-A, 1.4-B."""
        friendly = self.status(hex) == "FRIENDLY"
        if block["place"] in ORACLE and hex not in ORACLE:
            outside = [n for n in self.there(hex, self.enemy) if self.blocks[n]["posture"] in ("SIEGING", "BLOCKADING")]
            return not outside if friendly else self.own_blockade(hex) or self.own_siege(hex)
        if friendly or self.own_blockade(hex):
            return True
        return block["posture"] != "BLOCKADING" and self.status(block["place"]) == "FRIENDLY"

    def legal_sea(self, name, block, action):
        """4.4-A."""
        start, to = block["place"], action["to"]
        if start == to or any(hex not in PORT or self.status(hex) != "FRIENDLY" for hex in (start, to)):
            return False
        if self.pressed(start) or self.pressed(to):
            return False
        seen, edge = set(), [(start, one) for one in harbours(start)]
        while edge:
            hex, lies = edge.pop()
            for after in around(hex):
                if not hexside(hex, after)["sea"] or coast(hex, after) != lies or coast(after, hex) is None:
                    continue
                came = (after, coast(after, hex))
                if after == to and came[1] in harbours(to):
                    return True
                if came not in seen and self.open_water(after):
                    seen.add(came)
                    edge.append(came)
        return False

    def open_water(self, hex):
        if CITY.get(hex, {}).get("name") == "Corinth" or HEX[hex]["terrain"] == "mountain":
            return False
        if HEX[hex].get("persia") and not (self.side == "sparta" and self.support):
            return False
        enemies = self.there(hex, self.enemy) and hex not in ORACLE
        return not enemies and self.status(hex) not in ("ENEMY", "CONTESTED")

    def legal_sicily(self, name, block, action):
        """9.2-B."""
        start, to = block["place"], action["to"]
        port = to if start == "SICILY" else start if to == "SICILY" else None
        blockaded = port and any(
            self.blocks[n]["posture"] == "BLOCKADING" for side in OTHER for n in self.there(port, side)
        )
        return port in EMBARK and self.control[port] == self.side and not blockaded

    # --- what a move does -----------------------------------------------------------------------------------------

    def make(self, action):
        name = action["block"]
        block = self.blocks[name]
        path = action.get("path") or [block["place"], action["to"]]
        before, hex = path[-2:]
        if not is_ship(name) and "SICILY" not in (before, hex) and self.attacked(hex):
            self.entered[before, hex] = self.entered.get((before, hex), 0) + 1
        if is_ship(name) and "SICILY" not in (before, hex) and (self.attacked(hex) or self.relieved(hex)):
            self.sailed.setdefault(hex, []).append(before)
        posture = "FIELD"
        if is_ship(name) and self.own_blockade(hex):
            posture = "BLOCKADING"
        if not is_ship(name) and self.own_siege(hex):
            posture = "SIEGING"
        joins = self.status(hex) == "NEUTRAL"
        block |= {"place": hex, "posture": posture, "moved": True}
        self.mp -= 1
        if joins:
            self.control[hex] = self.enemy
            for one in FILE["blocks"]:
                if one["home"] == CITY[hex]["name"]:
                    self.blocks[one["id"]] = fresh(self.enemy, hex)


def fresh(side, place, posture="FIELD", *, shown=False, rising=False):
    return {"side": side, "place": place, "posture": posture, "shown": shown, "rising": rising, "moved": False}


CITY_NAMED = {one["name"]: one["hex"] for one in FILE["cities"]}
