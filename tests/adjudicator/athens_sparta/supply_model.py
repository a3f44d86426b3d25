"""A second reading of control (1.1) and of the supply of PP (8, 9.5-H), written from the rules, not from the code.

It knows nothing of the title: tables typed from the rules, plain dictionaries. A block on the map is `{"side", "place",
"strength", "posture"}` by its id; `pools` are sets of ids by side.
"""

from itertools import product

OTHER = {"sparta": "athens", "athens": "sparta"}
# city: colour, value, port
CITIES = {
    "J09": ("blue", 4, True), "K02": ("blue", 2, True), "B05": ("blue", 2, True), "R10": ("blue", 2, True),
    "P04": ("blue", 1, True), "J08": ("blue", 1, True), "O08": ("blue", 1, True), "R09": ("blue", 1, True),
    "P07": ("blue", 1, True), "F08": ("blue", 1, True), "N11": ("blue", 1, True), "I03": ("blue", 1, True),
    "S13": ("blue", 1, True), "Q09": ("blue", 1, True), "M02": ("blue", 0, True), "O02": ("blue", 0, True),
    "M09": ("blue", 0, True), "L09": ("blue", 0, True), "C08": ("blue", 0, True), "R12": ("blue", 0, True),
    "Q07": ("blue", 0, True), "P08": ("blue", 0, True), "R11": ("blue", 0, True), "M04": ("blue", 0, True),
    "I06": ("blue", 0, True), "L07": ("blue", 0, True), "D08": ("blue", 0, False), "L03": ("blue", 0, True),
    "J04": ("blue", 0, True), "D10": ("blue", 0, True), "G11": ("red", 4, False), "H10": ("red", 3, True),
    "I08": ("red", 3, False), "E09": ("red", 2, False), "D07": ("red", 1, True), "H12": ("red", 1, True),
    "C07": ("red", 1, True), "I09": ("red", 1, True), "F11": ("red", 1, False), "I11": ("red", 1, True),
    "D09": ("red", 0, True), "I13": ("red", 0, True), "E07": ("red", 0, True), "F12": ("red", 0, True),
    "H11": ("green", 2, True), "L12": ("green", 1, True), "H06": ("green", 1, True), "F09": ("green", 1, True),
    "G03": ("green", 1, True), "SICILY": ("green", 4, True),
}  # fmt: skip
# block: kind, steps, home ("reserve": any city)
BLOCKS = {
    "A01": ("hoplite", 4, "J09"), "A02": ("hoplite", 4, "J09"), "A03": ("hoplite", 4, "J09"),
    "A04": ("peltast", 3, "J09"), "A05": ("ship", 4, "J09"), "A06": ("ship", 4, "J09"), "A07": ("ship", 4, "J09"),
    "A08": ("ship", 3, "J09"), "A09": ("hoplite", 3, "J08"), "A10": ("cavalry", 2, "J08"),
    "A11": ("peltast", 3, "F08"), "A12": ("hoplite", 3, "K02"), "A13": ("hoplite", 3, "R10"),
    "A14": ("hoplite", 2, "Q09"), "A15": ("peltast", 2, "R09"), "A16": ("peltast", 3, "D08"),
    "A17": ("peltast", 2, "P04"), "A18": ("ship", 3, "B05"), "A19": ("ship", 3, "O08"), "A20": ("ship", 2, "P07"),
    "A21": ("ship", 2, "S13"), "A22": ("hoplite", 3, "reserve"), "A23": ("peltast", 3, "reserve"),
    "A24": ("peltast", 3, "reserve"), "A25": ("ship", 3, "reserve"), "A26": ("demos", 4, "rebel"),
    "A27": ("helot", 4, "rebel"), "S01": ("hoplite", 4, "G11"), "S02": ("hoplite", 4, "G11"),
    "S03": ("hoplite", 4, "G11"), "S04": ("peltast", 4, "G11"), "S05": ("ship", 3, "H12"),
    "S06": ("hoplite", 4, "H10"), "S07": ("ship", 4, "H10"), "S08": ("ship", 2, "I09"),
    "S09": ("hoplite", 4, "I08"), "S10": ("hoplite", 3, "I08"), "S11": ("cavalry", 3, "I08"),
    "S12": ("hoplite", 3, "I11"), "S13": ("ship", 2, "I11"), "S14": ("ship", 3, "C07"),
    "S15": ("peltast", 3, "E07"), "S16": ("hoplite", 3, "I09"), "S17": ("hoplite", 3, "E09"),
    "S18": ("hoplite", 3, "D07"), "S19": ("hoplite", 2, "F11"), "S20": ("hoplite", 3, "I03"),
    "S21": ("hoplite", 4, "reserve"), "S22": ("peltast", 3, "reserve"), "S23": ("peltast", 3, "reserve"),
    "S24": ("ship", 3, "reserve"), "S25": ("ship", 3, "reserve"), "S26": ("ship", 3, "B05"),
    "S27": ("ship", 3, "O08"), "S28": ("ship", 2, "P07"), "S29": ("ship", 2, "S13"), "S30": ("tyrant", 4, "rebel"),
    "N01": ("hoplite", 4, "SICILY"), "N02": ("hoplite", 3, "SICILY"), "N03": ("peltast", 3, "SICILY"),
    "N04": ("ship", 4, "SICILY"), "N05": ("hoplite", 4, "H11"), "N06": ("ship", 2, "H11"),
    "N07": ("cavalry", 3, "H06"), "N08": ("peltast", 3, "G03"), "N09": ("hoplite", 2, "L12"),
    "N10": ("peltast", 2, "F09"),
}  # fmt: skip


# --- control (1.1) ----------------------------------------------------------------------------------------------------


def who_occupies(blocks, city):
    """1.1-B."""
    inside = {one["side"] for one in blocks.values() if one["place"] == city and one["posture"] == "BESIEGED"}
    if inside:
        return min(inside)
    field = {one["side"] for one in blocks.values() if one["place"] == city and one["posture"] == "FIELD"}
    return min(field) if len(field) == 1 else None


def who_controls(blocks, city, last):
    """1.1-B to 1.1-D; `last`: who had a green city before, None where it has joined nobody."""
    colour = CITIES[city][0]
    if colour == "green":
        return last and (who_occupies(blocks, city) or last)
    return who_occupies(blocks, city) or {"blue": "athens", "red": "sparta"}[colour]


def is_free(blocks, city):
    """8.1-A, 5.5-A: neither besieged nor blockaded."""
    postures = {one["posture"] for one in blocks.values() if one["place"] == city}
    return "BLOCKADING" not in postures and not {"SIEGING", "BESIEGED"} <= postures


def free_cities(blocks, control, side):
    return [city for city, owner in control.items() if owner == side and is_free(blocks, city)]


def points(blocks, control, side):
    """8.1-A."""
    return sum(CITIES[city][1] for city in free_cities(blocks, control, side))


def victory_points(blocks, control, side, supported):
    """10.2-A, 10.2-B."""
    cities = free_cities(blocks, control, side)
    return sum(CITIES[city][1] for city in cities if not (side == "sparta" and supported and city == "R10"))


# --- replacement (8) --------------------------------------------------------------------------------------------------


class Purse:
    """One side's list, carried out by itself: 8.0-A lets neither see what the other does."""

    def __init__(self, blocks, pool, control, side, support):
        self.side, self.support = side, support
        self.blocks = {name: dict(one) for name, one in blocks.items() if one["side"] == side}
        self.pool = set(pool)
        self.free = free_cities(blocks, control, side)
        self.pp = self.all_pp = points(blocks, control, side)
        self.limit = {city: 2 * CITIES[city][1] or 1 for city in self.free}
        self.spent = []  # (block, city, PP)
        self.before = None

    def cost(self, name):
        """8.4-A, 9.3-B."""
        kind = BLOCKS[name][0]
        if kind == "ship":
            return 1 if self.side == "sparta" and self.support else 2
        return 2 if kind == "cavalry" else 1

    def paid(self, city):
        return sum(pp for _, where, pp in self.spent if where == city)

    def room(self, city):
        """4.1-A, 7.0-I."""
        there = [name for name, one in self.blocks.items() if one["place"] == city]
        return [name for name in there if BLOCKS[name][0] not in ("demos", "tyrant")]

    def may_enter(self, name, city):
        there = self.room(city)
        if city == "SICILY":
            return True
        if city != "J09":
            return len(there) < 4
        land = [one for one in there if BLOCKS[one][0] != "ship"]
        if len(there) > 6 or len(land) > 4:
            return False
        return len(there) < 6 and (BLOCKS[name][0] == "ship" or len(land) < 4)

    def does(self, item):
        """Whether an item is legal; if so it is carried out."""
        name, steps = item["block"], item.get("steps", 0)
        if item["action"] == "disband":
            if self.spent or name not in self.blocks:
                return False
            del self.blocks[name]
            if BLOCKS[name][0] not in ("demos", "tyrant", "helot"):
                self.pool.add(name)
            return True
        city = self.city_of(item)
        pp = steps * self.cost(name) if city else 0
        if city is None or steps < 1 or pp > self.pp or pp > self.limit[city] - self.paid(city):
            return False
        if self.before is None:
            self.before = {one: dict(block) for one, block in self.blocks.items()}, set(self.pool)
        self.spent.append((name, city, pp))
        self.pp -= pp
        if item["action"] == "build":
            self.pool.remove(name)
            self.blocks[name] = {"side": self.side, "place": city, "strength": 0, "posture": "FIELD"}
        self.blocks[name]["strength"] += steps
        return True

    def city_of(self, item):
        """8.2-A, 8.3-A: the city that an item counts against; None where it is illegal."""
        name, steps = item["block"], item["steps"]
        kind, most, home = BLOCKS[name]
        if item["action"] == "reinforce":
            block = self.blocks.get(name)
            good = block and block["place"] in self.free and block["posture"] in ("FIELD", "PATROL")  # RULING-96
            good = good and kind not in ("demos", "tyrant") and block["strength"] + steps <= most
            return block["place"] if good else None
        named = item.get("place")
        city = named if home == "reserve" else home if named in (None, home) else None
        if name not in self.pool or city not in self.free or steps > most or not self.may_enter(name, city):
            return None
        return city if home != "reserve" or kind != "ship" or CITIES[city][2] else None

    def owes(self):
        """9.5-H: some joined city of value v has less than v of its own, though more could have been spent."""
        if not self.spent:
            return False
        green = [city for city in self.free if CITIES[city][0] == "green"]
        return any(self.dues(city) < min(CITIES[city][1], self.most(city, green)) for city in green)

    def dues(self, city):
        return sum(pp for name, _, pp in self.spent if BLOCKS[name][2] == city)

    def most(self, city, green):
        """By trying every number of steps for each of its blocks, as they stood when the first PP was spent."""
        blocks, pool = self.before
        mine = [name for name in BLOCKS if BLOCKS[name][2] == city and (name in blocks or name in pool)]
        others = [one for one in self.spent if BLOCKS[one[0]][2] in green and BLOCKS[one[0]][2] != city]
        pp = self.all_pp - sum(one[2] for one in others)
        there = [name for name in blocks if blocks[name]["place"] == city]
        there = [name for name in there if BLOCKS[name][0] not in ("demos", "tyrant")]
        slots = 99 if city == "SICILY" else 4 - len(there)
        best = 0
        for steps in product(*(range(BLOCKS[name][1] + 1) for name in mine)):
            bought = {name: number for name, number in zip(mine, steps, strict=True) if number}
            places = {name: blocks[name]["place"] if name in blocks else city for name in bought}
            spent = sum(number * self.cost(name) for name, number in bought.items())
            if best < spent <= pp and all(self.could(blocks, *one) for one in bought.items()):
                fits = sum(name in pool for name in bought) <= max(0, slots)
                if fits and all(self.affords(hex, bought, places, others) for hex in places.values()):
                    best = spent
        return best

    def could(self, blocks, name, number):
        if name not in blocks:
            return True
        block = blocks[name]
        free = block["place"] in self.free and block["posture"] in ("FIELD", "PATROL")
        return free and block["strength"] + number <= BLOCKS[name][1]

    def affords(self, city, bought, places, others):
        taken = sum(pp for _, where, pp in others if where == city)
        mine = sum(number * self.cost(name) for name, number in bought.items() if places[name] == city)
        return taken + mine <= self.limit[city]
