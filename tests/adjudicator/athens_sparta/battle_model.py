"""A whole battle (5, 6, 2.1-E), read once more from the text and the components alone.

`Fight.run` is a generator: it yields (decision, side, options) wherever 11 knows a decision with more than one option,
is sent the choice, and takes its dice from `rolled`.
"""

from itertools import combinations, product

from tests.adjudicator.athens_sparta.movement_model import (
    BLOCK,
    CITY,
    HEX,
    ISLAND,
    ORACLE,
    OTHER,
    PORT,
    STRAIT,
    around,
    coast,
    harbours,
    hexside,
    is_ship,
    shore,
)

OUT = ("SIEGING", "BLOCKADING")
COST = {"hoplite": 1, "peltast": 1, "cavalry": 2, "ship": 2}


def subsets(names, most=9):
    return [list(one) for size in range(min(most, len(names)) + 1) for one in combinations(sorted(names), size)]


class Fight:
    """`blocks`: by id a dict of side, place, posture, strength, came. `entered`: whence attackers came, ships too."""

    def __init__(self, hex, side, blocks, control, entered):
        self.hex, self.att, self.blocks, self.control, self.entered = hex, side, blocks, control, entered
        self.enemy, self.mover = OTHER[side], side
        self.rolled = []
        self.land_held = {b["place"]: b["side"] for b in blocks.values()}
        self.attackers, self.sallied, self.coastal, self.stormers, self.free = [], [], [], [], []
        self.storm = self.stormed = self.declined = self.fallen = self.captured = False
        self.half = None
        self.round = 0
        city = CITY.get(hex)
        self.city = city if city and city["colour"] in ("blue", "red", "green") else None
        self.walled, self.port = bool(self.city and self.city["walled"]), hex in PORT
        athens = bool(city) and city["name"] == "Athens"
        major = bool(self.city) and self.city["size"] == "major"
        self.room_all = 6 if athens else 4 if major else 2

    # --- who is where ---------------------------------------------------------------------------------------------

    def here(self, side=None, *postures):
        found = [n for n, b in self.blocks.items() if b["place"] == self.hex and side in (None, b["side"])]
        return sorted(n for n in found if not postures or self.blocks[n]["posture"] in postures)

    def side(self, name):
        return self.blocks[name]["side"]

    def posture(self, name):
        return self.blocks[name]["posture"] if name in self.blocks and self.blocks[name]["place"] == self.hex else None

    def strength(self, name):
        return self.blocks[name]["strength"]

    def outside(self, side):
        """Who fights before the walls."""
        if side == self.att:
            found = [n for n in self.attackers if self.posture(n) in ("FIELD", "SIEGING")]
        else:
            found = self.here(side, "FIELD", *(OUT if self.relief else ()))
        return sorted({*found, *(n for n in self.here(side, "BLOCKADING") if n in self.coastal)})

    def fleet(self, side):
        """Its ships that are neither in the city nor on patrol."""
        return [n for n in self.here(side, "FIELD", *OUT) if is_ship(n)]

    def army(self, side):
        if self.fallen and side == self.att:
            return [n for n in self.here(side) if not is_ship(n)]
        return [n for n in self.outside(side) if not is_ship(n)]

    def shore_ships(self, side):
        return [n for n in self.coastal if self.posture(n) in ("FIELD", *OUT) and self.side(n) == side]

    def inside(self):
        return self.here(self.enemy, "BESIEGED")

    def has_room(self, side, names):
        if not names:
            return True
        if not self.walled or self.control.get(self.hex) != side:
            return False
        whole = {*self.here(side, "BESIEGED"), *names, *(n for n in self.here(side) if n in self.sallied)}
        return len(whole) <= self.room_all and sum(not is_ship(n) for n in whole) <= 4

    # --- ratings, targets -----------------------------------------------------------------------------------------

    def by_siege(self, name):
        if self.storm and (name in self.stormers or name in self.inside()):
            return True
        captor = self.side(name) == self.att and not is_ship(name)
        return self.fallen and (captor or (self.side(name) == self.enemy and name in self.coastal))

    def rating(self, name):
        facts = BLOCK[name]
        printed = facts["rating"]
        if self.by_siege(name):
            printed = {"cavalry": "B1", "ship": "C1"}.get(facts["type"], printed)
        return printed[0], int(printed[1])

    def targets(self, name):
        foe = OTHER[self.side(name)]
        if self.storm and name in self.stormers:
            return self.inside()
        if self.posture(name) == "BESIEGED":
            return [n for n in self.stormers if self.posture(n)] if self.storm else []
        if not is_ship(name):
            return [*self.army(foe), *(n for n in self.shore_ships(foe) if n not in self.army(foe))]
        if self.fleet(foe):
            return self.fleet(foe) if self.posture(name) != "BLOCKADING" or self.relief else []
        return self.army(foe) if name in self.coastal else []

    def walled_off(self, name, shooter):
        if self.storm and name in self.inside():
            return True
        return self.fallen and self.side(name) == self.att and shooter in self.coastal

    def can_coast(self, name):
        if not is_ship(name) or self.posture(name) not in ("FIELD", "BLOCKADING") or name in self.coastal:
            return False
        if self.fleet(OTHER[self.side(name)]) or (self.stormed and self.side(name) == self.enemy and not self.fallen):
            return False
        return bool(self.army(OTHER[self.side(name)]))

    def can_blockade(self, name):
        foe = OTHER[self.side(name)]
        if not is_ship(name) or not self.port or self.control.get(self.hex) != foe:
            return False
        if self.fleet(foe) or self.here(foe, "PATROL") or (self.relief and self.side(name) == self.att):
            return False
        return bool(self.here(foe))

    def can_patrol(self, name):
        mine = self.port and self.control.get(self.hex) == self.side(name) and name not in self.sallied
        return mine and is_ship(name) and not self.fleet(OTHER[self.side(name)])

    # --- ways -----------------------------------------------------------------------------------------------------

    def status(self, side, hex):
        if hex in ORACLE:
            return "FRIENDLY"
        city = CITY.get(hex)
        if city and city["colour"] != "black":
            owner = self.control.get(hex)
            return "NEUTRAL" if owner is None else "FRIENDLY" if owner == side else "ENEMY"
        owner = self.land_held.get(hex) if hex != self.hex else None
        return "VACANT" if owner is None else "FRIENDLY" if owner == side else "ENEMY"

    def fits(self, name, hex):
        whole = [n for n, b in self.blocks.items() if b["place"] == hex and b["side"] == self.side(name)] + [name]
        if CITY.get(hex, {}).get("name") == "Athens":
            return len(whole) <= 6 and sum(not is_ship(n) for n in whole) <= 4
        return len(whole) <= {"mountain": 2, "sea": 0}.get(HEX[hex]["terrain"], 4)

    def crossing(self, one, other):
        leaves = one in STRAIT and shore(one, other) != STRAIT[one]["block_shore"]
        enters = other in STRAIT and shore(other, one) != STRAIT[other]["block_shore"]
        return leaves, enters

    def by_land(self, name, used, regroup=False, forced=False):
        here, side, found = self.hex, self.side(name), []
        for hex in around(here):
            edge = hexside(here, hex)
            if edge["land"] in (None, "none") or bool(HEX[here].get("persia")) != bool(HEX[hex].get("persia")):
                continue
            leaves, enters = self.crossing(here, hex)
            limit = 1 if leaves or enters or edge["land"] == "pass" else 2
            status = self.status(side, hex)
            if status not in (("FRIENDLY",) if regroup else ("FRIENDLY", "VACANT")) or used.get(hex, 0) >= limit:
                continue
            guards = [
                n for n, b in self.blocks.items() if b["side"] != side and is_ship(n) and b["posture"] != "BESIEGED"
            ]
            if not forced and hex in STRAIT and any(self.blocks[n]["place"] == hex for n in guards):
                continue
            if not forced and leaves and any(self.blocks[n]["place"] == here for n in guards):
                continue
            if self.fits(name, hex):
                found.append(hex)
        return sorted(found)

    def by_sea(self, name):
        side, edge = self.side(name), [(self.hex, c) for c in harbours(self.hex)]
        seen = list(edge)
        for _ in range(4):
            further = []
            for hex, shore_ in edge:
                for to in around(hex):
                    there = (to, coast(to, hex))
                    if not hexside(hex, to)["sea"] or coast(hex, to) != shore_ or there[1] is None or there in seen:
                        continue
                    if self.status(side, to) != "ENEMY":
                        seen.append(there)
                        further.append(there)
            edge = further
        ends = {hex for hex, c in seen if hex != self.hex and hex in PORT and c in harbours(hex)}
        return sorted(h for h in ends if self.status(side, h) == "FRIENDLY" and self.fits(name, h))

    def retreats(self, name):
        if self.posture(name) in ("BESIEGED", "PATROL"):
            return []
        if is_ship(name):
            return self.by_sea(name)
        if name in self.sallied:
            return []
        ways = self.by_land(name, self.gone.get(self.side(name), {}))
        if name in self.free:
            return ways
        if self.side(name) != self.mover:
            return [h for h in ways if h not in self.entered]
        return [h for h in ways if h in self.entered] if self.mover == self.att else ways

    def go(self, name, to, count=True):
        if not is_ship(name) and count:
            used = self.gone.setdefault(self.side(name), {})
            used[to] = used.get(to, 0) + 1
        self.blocks[name].update(place=to, posture="FIELD")
        self.land_held[to] = self.side(name)

    def die(self, name):
        del self.blocks[name]

    # --- the battle -----------------------------------------------------------------------------------------------

    def ask(self, what, side, options):
        """One option is no decision."""
        if len(options) == 1:
            return options[0]
        return (yield what, side, options)

    def run(self):
        owner, self.gone = self.control.get(self.hex), {}
        self.relief = owner == self.att and bool(self.here(self.enemy, *OUT))
        if self.relief:
            yield from self.begin_relief()
            if not self.attackers:
                return
        else:
            self.attackers = self.here(self.att, "FIELD", "SIEGING")
            self.free = self.here(self.att, "SIEGING")
        yield from self.declare()
        self.guard_strait()
        for side in (self.enemy, self.att):
            yield from self.first_ships(side)
        yield from self.both_rounds()

    def both_rounds(self):
        yield from self.offer_storm()
        for number in (1, 2):
            if not self.goes_on():
                break
            ended = yield from self.fight_round(number)
            if ended:
                break
            if number == 1:
                self.declined = False
                yield from self.offer_storm()
        else:
            self.storm, self.half = False, None
            yield from self.pursue()
            yield from self.drive_off()
        yield from self.conclude()

    def begin_relief(self):
        siege, blockade = self.here(self.enemy, "SIEGING"), self.here(self.enemy, "BLOCKADING")
        ships = [n for n in self.here(self.att, "FIELD") if is_ship(n)]
        shut = self.here(self.att, "BESIEGED")
        if ships and ((shut and siege) or blockade):
            words = ("enter", "fight") if blockade else ("enter", "patrol", "fight")
            options = [dict(zip(ships, c, strict=True)) for c in product(words, repeat=len(ships))]
            options = [o for o in options if self.has_room(self.att, [n for n in o if o[n] == "enter"])]
            chosen = yield from self.ask("D-22", self.att, options)
            for name, word in chosen.items():
                self.blocks[name]["posture"] = {"enter": "BESIEGED", "patrol": "PATROL", "fight": "FIELD"}[word]
        able = [n for n in self.here(self.att, "BESIEGED") if siege or is_ship(n)]
        if able:
            self.sallied = yield from self.ask("D-23", self.att, subsets(able))
        for name in self.sallied:
            self.blocks[name]["posture"] = "FIELD"
        self.attackers = [n for n in self.here(self.att, "FIELD") if siege or is_ship(n)]
        fighting = [n for n in ships if n in self.attackers and n not in self.sallied]
        self.take_to_coast([n for n in fighting if self.can_coast(n)])

    def declare(self):
        if self.relief:
            return
        ships = self.fleet(self.att)
        deciding = self.here(self.enemy, "FIELD", *(["PATROL"] if ships else []))
        if not deciding:
            return
        words = []
        for name in deciding:
            able = ["accept"] + (["withdraw"] if self.has_room(self.enemy, [name]) else [])
            words.append(able + (["patrol"] if self.can_patrol(name) else []))
        options = [dict(zip(deciding, c, strict=True)) for c in product(*words)]
        options = [o for o in options if self.has_room(self.enemy, [n for n in o if o[n] == "withdraw"])]
        chosen = yield from self.ask("D-9", self.enemy, options)
        for name, word in chosen.items():
            self.blocks[name]["posture"] = {"accept": "FIELD", "withdraw": "BESIEGED", "patrol": "PATROL"}[word]

    def guard_strait(self):
        guards = self.fleet(self.enemy) or self.here(self.enemy, "PATROL")
        if self.relief or not guards or self.hex not in STRAIT:
            return
        for name in [n for n in self.attackers if not is_ship(n) and self.posture(n) == "FIELD"]:
            came = self.blocks[name].get("came")
            if came and shore(self.hex, came) != STRAIT[self.hex]["block_shore"]:
                self.blocks[name]["strength"] -= 1
                if not self.strength(name) or came not in self.by_land(name, {}, forced=True):
                    self.die(name)
                else:
                    self.go(name, came, count=False)

    def first_ships(self, side):
        ships = [n for n in self.here(side) if self.can_coast(n)]
        if not ships:
            return
        words = []
        for n in ships:
            lies = self.posture(n) == "FIELD" and self.can_blockade(n)
            words.append(["blockade" if lies else "wait", "coastal"])
        options = [dict(zip(ships, c, strict=True)) for c in product(*words)]
        chosen = yield from self.ask("D-10", side, options)
        self.take_to_coast([n for n in ships if chosen[n] == "coastal"])
        for name in ships:
            if chosen[name] == "blockade":
                self.blocks[name]["posture"] = "BLOCKADING"

    def take_to_coast(self, ships):
        self.coastal += ships
        self.attackers += [n for n in ships if self.side(n) == self.att and n not in self.attackers]
        if ships:
            self.passed = []

    def can_storm(self):
        if self.relief or self.fallen or not self.inside() or self.army(self.enemy) or self.shore_ships(self.enemy):
            return []
        ours = [n for n in self.here(self.att, "FIELD", *OUT) if n in self.attackers or self.posture(n) == "BLOCKADING"]
        return [n for n in ours if not (is_ship(n) and self.fleet(self.enemy))]

    def offer_storm(self):
        able = self.can_storm()
        if not able:
            self.storm = False
            return
        options = [s for s in subsets(able, self.room_all) if sum(not is_ship(n) for n in s) <= 4]
        chosen = yield from self.ask("D-12", self.att, options)
        if chosen and not self.storm:
            self.stormed, self.half, self.passed = True, None, []
            for name in self.inside():
                self.began.setdefault(name, self.strength(name))
            self.attackers += [n for n in chosen if n not in self.attackers]
        self.storm, self.stormers, self.declined = bool(chosen), chosen, not chosen

    passed: list = []
    began: dict = {}

    def goes_on(self):
        return self.storm or bool(self.outside(self.att) and self.outside(self.enemy))

    def fighters(self):
        found = list(self.outside(self.enemy))
        found += [n for n in self.outside(self.att) if not self.storm or is_ship(n) or n in self.stormers]
        if self.storm:
            found += [*self.inside(), *(n for n in self.stormers if self.posture(n) and n not in found)]
        return found

    def rank(self, name):
        line = self.lines.get(self.side(name), [])
        place = line.index(name) if name in line else len(line)
        began = self.began.get(name, self.strength(name))
        return self.rating(name)[0], self.side(name) == self.att, place, -began, name

    def fight_round(self, number):
        self.round, self.acted, self.passed, self.gone, self.lines = number, [], [], {}, {}
        self.began = {n: self.strength(n) for n in self.fighters()}
        for side in (self.enemy, self.att):
            mine = [n for n in self.fighters() if self.side(n) == side]
            if len({self.rating(n)[0] for n in mine}) < len(mine):
                self.lines[side] = yield "D-24", side, mine
        while True:
            self.check_fall()
            if self.can_storm() and not self.storm and not self.declined:
                yield from self.offer_storm()
                continue
            if not self.goes_on():
                return True
            waiting = [n for n in self.fighters() if n not in self.acted and n not in self.passed]
            if not waiting:
                return False
            yield from self.turn(min(waiting, key=self.rank))

    def deeds(self, name):
        found, foe = [], OTHER[self.side(name)]
        hits = self.targets(name)
        if hits:
            found.append("fire")
        if self.storm and name in self.stormers:
            options = [*((word, None, ()) for word in found), *(("retreat", hex, ()) for hex in self.retreats(name))]
            return options or [("pass", None, ())]
        lies = self.posture(name) == "FIELD"
        enters = (
            not self.relief
            if self.side(name) == self.enemy
            else self.relief and (name in self.sallied or is_ship(name))
        )
        if lies and enters and self.has_room(self.side(name), [name]):
            found.append("withdraw")
        if lies and self.can_blockade(name):
            found.append("blockade")
        if lies and self.can_patrol(name):
            found.append("patrol")
        options = [(word, None, ()) for word in found]
        if self.can_coast(name):
            others = [n for n in self.here(self.side(name)) if n != name and self.can_coast(n)]
            options += [("coastal", None, tuple(s)) for s in subsets(others)]
        options += [("retreat", hex, ()) for hex in self.retreats(name)]
        idle = is_ship(name) and lies and name not in self.coastal and not self.fleet(foe)
        if not hits and not (idle and options):
            options.append(("pass", None, ()))
        return options

    def turn(self, name):
        word, to, ships = yield from self.ask("D-11", self.side(name), self.deeds(name))
        if word == "pass":
            self.passed.append(name)
        elif word == "coastal":
            self.take_to_coast(sorted([name, *ships]))
        else:
            self.acted.append(name)
            if word == "fire":
                yield from self.fire(name)
            elif word == "retreat":
                self.go(name, to)
            else:
                posture = {"withdraw": "BESIEGED", "blockade": "BLOCKADING", "patrol": "PATROL"}[word]
                self.blocks[name]["posture"] = posture

    def fire(self, name, pursuit=False):
        dice = self.rolled.pop(0)
        assert len(dice) == self.strength(name)
        number = self.rating(name)[1]
        for _ in [die for die in dice if die <= number]:
            hit = self.targets(name)
            if pursuit:
                hit = [n for n in hit if n in self.pursued()]
            if self.half in hit and self.walled_off(self.half, name):
                hit = [self.half]
            if not hit:
                return
            most = max(map(self.strength, hit))
            tied = [n for n in hit if self.strength(n) == most]
            tied.sort(key=lambda n: (int(BLOCK[n]["rating"][1]), n))
            secret = any(map(self.hidden, tied))
            chosen = tied[0] if secret else (yield from self.ask("D-13", self.side(tied[0]), tied))
            self.take_hit(chosen, name)

    def hidden(self, name):
        """Whom the enemy may not know: in a battle without a Revolt none that is hit."""
        return False

    def take_hit(self, name, shooter):
        if self.walled_off(name, shooter):
            if self.half != name:
                self.half = name
                return
            self.half = None
        self.blocks[name]["strength"] -= 1
        if not self.strength(name):
            self.die(name)
            self.check_fall()

    def check_fall(self):
        if self.storm and not self.inside():
            self.storm, self.half = False, None
            self.capture()
            self.fallen = bool(self.outside(self.enemy))

    def capture(self):
        for name in self.here(self.att, *OUT):
            self.blocks[name]["posture"] = "FIELD"
        for name in self.here(self.enemy, "PATROL"):
            self.blocks[name]["posture"] = "BLOCKADING"
        self.control[self.hex], self.captured = self.att, True

    # --- the end --------------------------------------------------------------------------------------------------

    def held(self):
        return not self.fallen and bool(self.army(self.enemy) or self.shore_ships(self.enemy))

    def pursue(self):
        self.gone, self.lines = {}, {}
        if not self.held():
            return
        chasing = [n for n in self.outside(self.enemy) if BLOCK[n]["type"] in ("peltast", "cavalry")]
        for name in self.anew(chasing):
            if self.pursued():
                yield from self.fire(name, pursuit=True)

    def anew(self, names):
        """5.1-A once more, after the rounds; who is dead or gone does not matter."""
        return sorted(names, key=lambda n: (BLOCK[n]["rating"][0], -self.blocks.get(n, {"strength": 0})["strength"], n))

    def pursued(self):
        return self.army(self.att)

    def driven_off(self):
        land, sea = self.held(), bool(self.fleet(self.enemy))
        mine = [n for n in self.anew(self.attackers) if self.posture(n) in ("FIELD", "SIEGING")]
        back = self.sallied if self.outside(self.enemy) and self.hex in ISLAND else []
        return [n for n in mine if n in back or (sea if is_ship(n) else land)]

    def drive_off(self):
        for name in self.driven_off():
            enters = self.relief and is_ship(name) and self.has_room(self.att, [name])
            options = [*([None] if name in self.sallied or enters else []), *self.retreats(name)]
            if not options:
                self.die(name)
                continue
            to = yield from self.ask("D-14", self.att, options)
            if to is None:
                self.blocks[name]["posture"] = "BESIEGED"
            else:
                self.go(name, to)

    def conclude(self):
        self.storm, self.half = False, None
        self.enter_open_city()
        theirs = self.here(self.enemy, "BESIEGED", "FIELD")
        if self.lays_siege() and (self.stormed or all(self.posture(n) == "BESIEGED" for n in theirs)):
            yield from self.regroup(self.att, "D-17")
        yield from self.bring_in()
        self.enter_open_city()
        if self.lays_siege():
            for name in self.here(self.att, "FIELD"):
                if not is_ship(name):
                    self.blocks[name]["posture"] = "SIEGING"
        self.settle()
        first, victors = self.captor, []
        for side in (self.att, self.enemy):
            left = [n for n in self.here(OTHER[side]) if side != first or self.posture(n) != "BLOCKADING"]
            victors += [side] if self.here(side) and not left else []
        for side in victors:
            yield from self.regroup(side, "D-15")
        if first:
            self.captured = first == self.att
            self.settle()
            self.captor = self.captor or first
        if self.captor != first:
            yield from self.regroup(self.captor, "D-15")
        if self.captor:
            yield from self.sack()

    def enter_open_city(self):
        mine = [n for n in self.here(self.att) if self.posture(n) != "BESIEGED"]
        if self.control.get(self.hex) == self.enemy and mine and not self.here(self.enemy, "BESIEGED", "FIELD"):
            self.capture()

    def lays_siege(self):
        afield = [n for n in self.here(self.enemy, "FIELD") if not is_ship(n)]
        return self.control.get(self.hex) == self.enemy and self.inside() and not afield

    def regroup(self, side, what):
        used = {}
        while self.moving(side):
            goals = [(None, None)]
            for name in self.moving(side):
                if what == "D-17" and name not in self.attackers:
                    continue
                ways = self.by_sea(name) if is_ship(name) else self.by_land(name, used, regroup=True)
                goals += [(name, to) for to in ways]
            name, to = yield from self.ask(what, side, goals)
            if name is None:
                return
            if not is_ship(name):
                used[to] = used.get(to, 0) + 1
            self.go(name, to, count=False)

    def moving(self, side):
        """Who may regroup, and gains by a sack."""
        return self.here(side)

    def adrift(self):
        for name in self.anew(self.here(None, "FIELD")):
            foes = self.here(OTHER[self.side(name)])
            if not is_ship(name):
                continue
            if self.control.get(self.hex) == self.side(name):
                if any(not is_ship(n) and self.posture(n) != "BESIEGED" for n in foes):
                    return name
            elif foes:
                return name
        return None

    def bring_in(self):
        while name := self.adrift():
            options = [("blockade", None)] if self.can_blockade(name) else []
            options += [("patrol", None)] if self.can_patrol(name) else []
            options += [("withdraw", None)] if self.has_room(self.side(name), [name]) else []
            options += [("retreat", hex) for hex in self.by_sea(name)]
            if not options:
                self.die(name)
                continue
            word, to = yield from self.ask("D-25", self.side(name), options)
            if to:
                self.go(name, to)
            else:
                posture = {"withdraw": "BESIEGED", "blockade": "BLOCKADING", "patrol": "PATROL"}[word]
                self.blocks[name]["posture"] = posture

    def settle(self):
        """5.5-C, 5.5-D, 6.6-F, 6.7-B."""
        self.captor = self.att if self.captured else None
        owner = self.control.get(self.hex)
        if owner is None:
            return
        besiegers = self.here(OTHER[owner], *OUT)
        if besiegers and not self.here(owner, "BESIEGED", "FIELD"):
            self.control[self.hex] = self.captor = OTHER[owner]
            for name in besiegers:
                self.blocks[name]["posture"] = "FIELD"
            for name in self.here(owner, "PATROL"):
                self.blocks[name]["posture"] = "BLOCKADING"
            return
        if self.captured and not self.here(self.att) and self.here(self.enemy, "FIELD"):
            self.control[self.hex] = self.captor = self.enemy
            return
        siege = self.here(OTHER[owner], "SIEGING")
        blockade = self.here(OTHER[owner], "BLOCKADING")
        for name in self.here(owner, "BESIEGED"):
            if not siege and not (blockade and (is_ship(name) or self.hex in ISLAND)):
                self.blocks[name]["posture"] = "FIELD"
        if not self.here(owner, "BESIEGED"):
            for name in siege:
                self.blocks[name]["posture"] = "FIELD"

    def sack(self):
        left = self.city["value"] if self.city["size"] == "major" else 0
        while True:
            able = [n for n in self.moving(self.captor) if self.posture(n) != "BESIEGED"]
            able = [n for n in able if self.strength(n) < BLOCK[n]["steps"] and COST[BLOCK[n]["type"]] <= left]
            if not able:
                return
            able.sort(key=lambda n: (self.strength(n), n))
            name = yield from self.ask("D-16", self.captor, [*able, None])
            if name is None:
                return
            self.blocks[name]["strength"] += 1
            left -= COST[BLOCK[name]["type"]]
