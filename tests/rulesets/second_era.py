"""Cave vs Cave with Era II a second time, in plain Python, written from the facts and the component data; it shares nothing with the rules.

A game is a generator: it yields who decides and what can be chosen, in the words of the engine, and is sent what was chosen. A draw is
decided by nobody. What is printed on the components stands in tables; what the facts say stands in the functions.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any

Asked = Generator[tuple[int, list[str]], str, Any]
Part = tuple[Callable[[], list[str]], Callable[[str], Asked]]

CHANCE = -1
GOODS = ("wood", "stone", "emmer", "flax", "food", "gold", "donkey", "ore", "iron", "weapon")
LIMIT = dict.fromkeys(GOODS, 9) | {"gold": 19, "weapon": 19}
RAW, MEAL = ("wood", "stone", "emmer", "flax"), ("emmer", "flax", "gold")
STEP = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}
OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e"}

FIRST = {
    "a5": "nw",
    "b5": "ne",
    "a4": "w",
    "b4": "e",
    "a3": "w",
    "b3": "e",
    "a2": "",
    "b2": "e",
    "a1": "sw",
    "b1": "s",
    "c1": "nes",
}
SECOND = {"c4": "esw", "c5": "ew", "a6": "w", "b6": "", "c6": "e", "a7": "nw", "b7": "n", "c7": "ne"}
"""The caverns of both eras, with their natural walls."""
PRINTED = {"b4": "food", "b2": "food", "b6": "food", "c7": "ore"}
NOOK, NOOKS = "c3", {"two_sided": "nw", "three_sided": "new"}

ROOMS = {
    "entrance": (0, {}, "orange", "", 0, 4, ""),
    "shelf": (3, {"wood": 1}, "orange", "light", 1, 1, ""),
    "spinning_wheel": (4, {"wood": 1}, "orange", "light", 1, 1, ""),
    "tunnel": (3, {"wood": 1}, "orange", "light", 2, 2, "opposite"),
    "grindstone": (4, {"stone": 1}, "orange", "light", 1, 2, "corner"),
    "food_corner": (3, {"stone": 1}, "orange", "light", 2, 2, "corner"),
    "parlor": (6, {"stone": 1, "gold": 1}, "orange", "light", 3, 3, ""),
    "warehouse": (2, {"wood": 2}, "orange", "dark", 1, 3, "corner"),
    "stall": (6, {"wood": 1, "gold": 1}, "orange", "dark", 1, 3, "corner"),
    "sacrificial_altar": (7, {"stone": 4}, "orange", "dark", 1, 3, "corner"),
    "storeroom": (6, {"wood": 2, "gold": 1}, "orange", "dark", 2, 2, "corner"),
    "weaving_room": (5, {"wood": 2}, "orange", "dark", 2, 2, "corner"),
    "furniture_workshop": (5, {"wood": 1, "stone": 2}, "orange", "dark", 2, 3, "corner"),
    "gold_vein": (9, {"gold": 5}, "orange", "dark", 2, 3, "corner"),
    "junction_room": (6, {"wood": 2}, "orange", "dark", 2, 2, "opposite"),
    "digging_cave": (8, {"wood": 3, "stone": 1}, "orange", "dark", 3, 3, ""),
    "bakehouse": (6, {"wood": 1, "stone": 2}, "orange", "dark", 3, 3, ""),
    "state_room": (12, {"gold": 7}, "orange", "dark", 3, 4, ""),
    "secret_chamber": (8, {"wood": 2, "stone": 1}, "orange", "dark", 4, 4, ""),
    "treasury": (10, {"gold": 3}, "orange", "dark", 4, 4, ""),
    "prospecting_site": (5, {}, "blue", "dark", 1, 2, "corner"),
    "retting_room": (3, {"stone": 1}, "blue", "dark", 1, 3, "corner"),
    "equipment_room": (3, {"wood": 2}, "blue", "dark", 1, 2, "corner"),
    "wood_storeroom": (2, {"stone": 1}, "blue", "dark", 2, 2, "corner"),
    "dungeon": (11, {"stone": 3, "gold": 4}, "blue", "dark", 4, 4, ""),
    "cattle_market": (4, {"wood": 1}, "orange", "light 2", 0, 1, ""),
    "ore_vein": (2, {}, "orange", "light 2", 0, 3, ""),
    "bloomery": (5, {"stone": 2, "gold": 1}, "orange", "light 2", 1, 2, "corner"),
    "store": (5, {"stone": 1}, "orange", "light 2", 1, 3, "corner"),
    "cave_silo": (5, {"iron": 2}, "orange", "light 2", 0, 3, ""),
    "box": (6, {"wood": 1, "emmer": 1}, "orange", "light 2", 2, 2, "corner"),
    "mining_cave": (5, {"wood": 1}, "orange", "dark 2", 0, 3, ""),
    "hitching_post": (5, {"wood": 1}, "orange", "dark 2", 1, 2, "corner"),
    "wainwright": (10, {"stone": 2, "gold": 2}, "orange", "dark 2", 1, 2, "corner"),
    "ceremonial_hall": (14, {"weapon": 2, "gold": 8}, "orange", "dark 2", 1, 2, "corner"),
    "ironsmith": (7, {"stone": 3}, "orange", "dark 2", 2, 3, "corner"),
    "swordsmith": (10, {"stone": 1, "gold": 2}, "orange", "dark 2", 3, 3, ""),
    "slaughtering_cave": (7, {"wood": 1, "stone": 1}, "orange", "dark 2", 3, 3, ""),
    "weaponsmith": (11, {"wood": 1, "gold": 3}, "orange", "dark 2", 2, 3, "corner"),
    "weapon_chamber": (12, {"weapon": 4}, "orange", "dark 2", 4, 4, ""),
    "armory": (13, {"iron": 3, "weapon": 2}, "orange", "dark 2", 3, 4, ""),
    "oubliette": (9, {"iron": 4}, "orange", "dark 2", 4, 4, ""),
    "gold_donkey": (6, {"wood": 2, "stone": 2}, "orange", "dark 2", 4, 4, ""),
    "iron_trader": (8, {"wood": 2, "gold": 1}, "blue", "dark 2", 1, 2, "corner"),
    "equipment_cabinet": (5, {"iron": 1}, "blue", "dark 2", 1, 2, "corner"),
    "breeding_cave": (6, {"emmer": 2}, "blue", "dark 2", 2, 3, "corner"),
}
"""Points, price, colour, back, walls from and to, and how two walls have to stand if there are two."""

TRADES: dict[str, list[tuple[str, dict[str, int], dict[str, int]]]] = {
    "spinning_wheel": [("spin 1", {"flax": 1}, {"gold": 1}), ("spin 2", {"flax": 3}, {"gold": 2})],
    "grindstone": [("fine", {"emmer": 1}, {"food": 3}), ("coarse", {"emmer": 4}, {"food": 7})],
    "bakehouse": [("bake 2", {"emmer": 2}, {"food": 4, "gold": 1}), ("bake 3", {"emmer": 3}, {"food": 4, "gold": 2})],
    "secret_chamber": [("flax", {}, {"flax": 3}), ("gold", {}, {"gold": 1})],
    "stall": [("sell emmer", {"emmer": 5}, {"gold": 4}), ("sell flax", {"flax": 5}, {"gold": 4})],
    "cattle_market": [
        ("buy 1", {}, {"donkey": 1}),
        ("buy 2", {"gold": 1}, {"donkey": 2}),
        ("buy 3", {"gold": 2}, {"donkey": 3}),
    ],
    "hitching_post": [(f"sell_donkeys {n}", {"donkey": n}, {"gold": n - 1}) for n in (3, 4, 5)],
    "swordsmith": [
        ("forge 1", {"ore": 1}, {"weapon": 1}),
        ("forge 2", {"ore": 4}, {"weapon": 2}),
        ("forge 3", {"ore": 7}, {"weapon": 3}),
    ],
    "oubliette": [
        ("feed 1", {"food": 1}, {"weapon": 1}),
        ("feed 2", {"food": 3}, {"weapon": 2}),
        ("feed 3", {"food": 6}, {"weapon": 3}),
    ],
    "entrance": [(f"gather {g}", {}, {g: 1}) for g in RAW],
}
"""Rooms that ask which of several trades is made."""

PLAIN: dict[str, tuple[dict[str, int], dict[str, int]]] = {
    "warehouse": ({"food": 2}, {"wood": 1, "stone": 1, "emmer": 1, "flax": 1}),
    "sacrificial_altar": ({"wood": 1, "emmer": 1, "flax": 1, "food": 1}, {"gold": 3}),
    "storeroom": ({}, {"emmer": 1, "flax": 1, "food": 1}),
    "weaving_room": ({"flax": 2}, {"food": 2, "gold": 2}),
    "furniture_workshop": ({"wood": 2, "flax": 1}, {"gold": 3}),
    "gold_vein": ({}, {"stone": 1, "gold": 1}),
    "state_room": ({}, {"flax": 1, "gold": 1}),
    "treasury": ({"gold": 3}, {"gold": 4, "food": 1}),
    "ore_vein": ({}, {"ore": 3, "food": 2}),
    "bloomery": ({"ore": 2}, {"iron": 3, "gold": 1}),
    "store": ({"gold": 1}, {"food": 4, "ore": 1, "flax": 1}),
    "cave_silo": ({}, {"emmer": 4}),
    "box": ({}, {"wood": 1, "flax": 1, "donkey": 1}),
    "mining_cave": ({}, {"ore": 5}),
    "wainwright": ({"wood": 3, "iron": 1}, {"gold": 5}),
    "ceremonial_hall": ({}, {"gold": 2}),
    "ironsmith": ({"iron": 2}, {"weapon": 1, "gold": 3}),
    "slaughtering_cave": ({"donkey": 1}, {"food": 5, "gold": 1}),
    "weaponsmith": ({"wood": 1, "iron": 1}, {"weapon": 2}),
    "weapon_chamber": ({}, {"weapon": 1}),
    "armory": ({}, {}),
}
"""Rooms of one trade: what is paid, and what is got, in this order."""

STACKS = (
    ("two", 2, {"furnishing", "masonry", "undermining"}),
    ("three", 3, {"breach", "expansion", "drift_mining", "expedition"}),
    ("four", 4, {"renovation"}),
    ("second", 4, {"decoration", "arms_trade", "interior_design", "weekly_market"}),
)
DWARF = {"cultivation", "housework", "excavation", "undergrowth"}


def backs(back: str) -> set[str]:
    return {name for name, room in ROOMS.items() if room[3] == back}


class Player:
    """A player's goods and cave."""

    def __init__(self) -> None:
        self.goods = {g: int(g in GOODS[:6]) for g in GOODS}
        self.debris, self.caverns = set(FIRST) - {"a2", "a3"}, {"a2", "a3"}
        self.chambers, self.built, self.natural = {"a2": "entrance"}, set(), set()
        for place, sides in {**FIRST, **SECOND}.items():
            self.natural |= {edge(place, side) for side in sides}
        self.gifts = set[str]()
        """Rooms that are used and counted, and stand nowhere."""
        self.then = 0

    @property
    def rooms(self) -> set[str]:
        return {*self.chambers.values(), *self.gifts}

    @property
    def places(self) -> set[str]:
        return self.debris | self.caverns

    def points(self) -> int:
        return sum(ROOMS[room][0] for room in self.rooms)


def beside(place: str, side: str) -> str:
    return chr(ord(place[0]) + STEP[side][0]) + str(int(place[1:]) + STEP[side][1])


def edge(place: str, side: str) -> frozenset[str]:
    return frozenset((place, beside(place, side)))


class SecondEra:
    """One game of both eras, in the readings that stand in the facts."""

    def __init__(self, players: int) -> None:
        self.solo, self.players = players == 1, [Player() for _ in range(players)]
        self.on_board, self.taken, self.spaces = set(DWARF), set[str](), list[str]()
        self.piles = [(turns, tiles - ({"breach"} if self.solo else set())) for _, turns, tiles in STACKS]
        self.display, self.hidden, self.deep = backs("light"), backs("dark"), set[str]()
        self.pile, self.pile_below, self.walls, self.nook_left = (9 if self.solo else 0), 0, 7, True
        self.turns = self.dug = self.left = 0
        self.second = self.dug_below = False
        self.due = ""
        self.used = set[str]()

    # ---- Asking ---------------------------------------------------------------------------------------------------------

    def draw(self, label: str, names: set[str]) -> Asked:
        """Chance turns up one of the names; nothing, if there are none."""
        if not names:
            return ""
        said = yield CHANCE, [f"{label} {name}" for name in names]
        name = said.split()[-1]
        names.discard(name)
        return name

    def ask(self, who: int, options: Callable[[], list[str]]) -> Asked:
        """A decision; before it goods become food as often as their player likes. Nothing is asked without an option."""
        me = self.players[who].goods
        while own := options():
            said = yield who, own + [f"eat {g}" for g in MEAL if me[g] > 0]
            if not said.startswith("eat "):
                return said
            me[said.split()[1]] -= 1
            self.put(who, "food", 1)
        return ""

    def any_once(
        self, who: int, parts: dict[str, Part], once: bool = True, until: Callable[[], bool] = lambda: False
    ) -> Asked:
        """Parts in any order, each once, until the player has done; with `once` off, just one of them or none."""
        left = dict(parts)
        while left and not until():
            said = yield from self.ask(
                who, lambda: [one for options, _ in left.values() for one in options()] + ["done"]
            )
            if said == "done":
                return
            name = next(key for key in left if key == said.split()[0])
            yield from left.pop(name)[1](said)
            if not once:
                return

    def one_of(self, who: int, parts: dict[str, Part]) -> Asked:
        """One of several, if any is possible."""
        said = yield from self.ask(who, lambda: [one for options, _ in parts.values() for one in options()])
        if said:
            yield from parts[said.split()[0]][1](said)

    # ---- Goods ----------------------------------------------------------------------------------------------------------

    def put(self, who: int, good: str, n: int) -> int:
        goods = self.players[who].goods
        got = min(n, LIMIT[good] - goods[good])
        goods[good] += got
        return got

    def earn(self, who: int, good: str, n: int) -> None:
        got = self.put(who, good, n)
        if good == "flax" and 1 <= got <= 3 and "retting_room" in self.players[who].rooms:
            self.put(who, "food", 1)

    def can_pay(self, who: int, price: dict[str, int]) -> bool:
        return all(self.players[who].goods[g] >= n for g, n in price.items())

    def pay(self, who: int, price: dict[str, int]) -> None:
        for good, n in price.items():
            self.players[who].goods[good] -= n

    def trade(self, who: int, price: dict[str, int], got: dict[str, int]) -> None:
        self.pay(who, price)
        for good, n in got.items():
            self.earn(who, good, n)

    def gain(self, who: int, **got: int) -> Part:
        """A part that only gives."""
        name = next(iter(got))

        def give(_: str) -> Asked:
            self.trade(who, {}, got)
            yield from ()

        return (lambda: [name]), give

    def step(self, name: str, possible: Callable[[], bool], run: Callable[[], Asked]) -> Part:
        def go(_: str) -> Asked:
            yield from run()

        return (lambda: [name] if possible() else []), go

    # ---- Rooms ----------------------------------------------------------------------------------------------------------

    def use_rooms(self, who: int, n: int, pair: bool = False) -> Asked:
        rooms = self.players[who].rooms
        self.left, self.used = n, set()
        if "equipment_room" in rooms and n > 1 and not pair:
            self.left += 1
        if "wood_storeroom" in rooms and n == 1:
            self.put(who, "wood", 1)
        if "iron_trader" in rooms and n == 2:
            self.put(who, "iron", 1)
        if "breeding_cave" in rooms and n == 1:
            self.put(who, "donkey", 1)
        while self.left:
            said = yield from self.ask(
                who, lambda: [f"use {room}" for room in self.players[who].rooms if self.usable(who, room)] + ["done"]
            )
            if said == "done":
                return
            self.left -= 1
            self.used.add(said.split()[1])
            yield from self.use(who, said.split()[1])

    def usable(self, who: int, room: str) -> bool:
        goods = self.players[who].goods
        if ROOMS[room][2] == "blue" or room in self.used:
            return False
        if room in PLAIN:
            return self.can_pay(who, PLAIN[room][0])
        if room in TRADES:
            return any(self.can_pay(who, price) for _, price, _ in TRADES[room])
        if room == "junction_room":
            return sum(n > 0 for n in goods.values()) >= 3
        if room == "digging_cave":
            return goods["gold"] > 0 and bool(self.diggable(who, False))
        return True

    def use(self, who: int, room: str) -> Asked:
        goods = self.players[who].goods
        if room in PLAIN:
            self.trade(who, *PLAIN[room])
        elif room in TRADES:
            trades = {name: (price, got) for name, price, got in TRADES[room]}
            said = yield from self.ask(
                who, lambda: [name for name, (price, _) in trades.items() if self.can_pay(who, price)]
            )
            if said:
                self.trade(who, *trades[said])
        elif room == "shelf":
            said = yield from self.ask(who, lambda: [f"shelve {g}" for g in RAW if goods[g] < 2])
            if said:
                self.earn(who, said.split()[1], 2 - goods[said.split()[1]])
        elif room == "tunnel":
            self.earn(who, "food", 2)
            if goods["stone"] < 3:
                self.earn(who, "stone", 1)
        elif room == "food_corner" and goods["food"] < 3:
            self.earn(who, "food", 3 - goods["food"])
        elif room == "parlor":
            for good in ("wood", "stone", "emmer", "food", "gold", "flax"):
                if goods[good] < 1:
                    self.earn(who, good, 1)
        elif room == "junction_room":
            yield from self.join(who)
        elif room == "digging_cave":
            self.pay(who, {"gold": 1})
            yield from self.excavate(who, False)
        elif room == "gold_donkey":
            self.earn(who, "gold", goods["donkey"] // 2)

    def join(self, who: int) -> Asked:
        """Three different goods for 2 gold; what is paid in part is given back."""
        goods, paid = self.players[who].goods, list[str]()
        for _ in range(3):
            said = yield from self.ask(who, lambda: [f"pay {g}" for g in GOODS if goods[g] > 0 and g not in paid])
            if said:
                paid.append(said.split()[1])
                goods[paid[-1]] -= 1
        if len(paid) == 3:
            self.earn(who, "gold", 2)
        else:
            for good in paid:
                self.put(who, good, 1)

    # ---- Walls ----------------------------------------------------------------------------------------------------------

    def spots(self, who: int) -> Iterator[tuple[str, str]]:
        """Where walls can stand: once for each pair of neighbours, and round the additional cavern."""
        me = self.players[who]
        for place in me.places:
            for side in "nesw" if place == NOOK else "ne":
                if edge(place, side) not in me.natural:
                    yield place, side

    def wall_options(self, who: int) -> list[str]:
        me = self.players[who]
        return [f"wall at {p} {s}" for p, s in self.spots(who) if edge(p, s) not in me.built] if self.walls else []

    def build_wall(self, who: int) -> Asked:
        said = yield from self.ask(who, lambda: self.wall_options(who))
        if said:
            self.walls -= 1
            self.players[who].built.add(edge(*said.split()[2:]))
            if "dungeon" in self.players[who].rooms:
                self.put(who, "gold", 2)

    def raze_options(self, who: int) -> list[str]:
        return [f"raze at {p} {s}" for p, s in self.spots(who) if edge(p, s) in self.players[who].built]

    def breach(self, who: int) -> Asked:
        said = yield from self.ask(who, lambda: self.raze_options(who))
        if said:
            self.walls += 1
            self.players[who].built.discard(edge(*said.split()[2:]))
        self.trade(who, {}, {"stone": 2, "food": 3, "gold": 1})

    # ---- Excavating -----------------------------------------------------------------------------------------------------

    def diggable(self, who: int, through: bool) -> list[str]:
        """Rooms face down to which a way of caverns leads from the entrance."""
        me, found = self.players[who], set[str]()
        entrance = next(place for place, room in me.chambers.items() if room == "entrance")
        open_, seen = [entrance], {entrance}
        while open_:
            here = open_.pop()
            for side in STEP:
                there, between = beside(here, side), edge(here, side)
                if between in me.natural or between in me.built and not through or there in seen:
                    continue
                if there in me.debris:
                    found.add(there)
                elif there in me.caverns:
                    seen.add(there)
                    open_.append(there)
        return [f"dig at {place}" for place in found]

    def dig(self, who: int, through: bool) -> Asked:
        me = self.players[who]
        said = yield from self.ask(who, lambda: self.diggable(who, through))
        if said:
            place = said.split()[2]
            me.debris.discard(place)
            me.caverns.add(place)
            self.dug, self.dug_below = self.dug + 1, place in SECOND
            room = yield from self.draw("found", self.deep if place in SECOND else self.hidden)
            self.display |= {room} - {""}
            if place in PRINTED:
                self.earn(who, PRINTED[place], 1)

    def answer_digging(self, who: int) -> None:
        if "equipment_cabinet" in self.players[who].rooms:
            self.put(who, "ore", 1)
            self.put(who, "food", 1)

    def excavate(self, who: int, through: bool) -> Asked:
        yield from self.dig(who, through)
        self.answer_digging(who)

    def reveal(self) -> Asked:
        """Alone, one cavern in a turn turns up a room of its pile."""
        if self.dug_below and self.pile_below:
            self.pile_below -= 1
            room = yield from self.draw("below", self.deep)
            self.display |= {room} - {""}
        elif not self.dug_below and self.pile:
            self.pile -= 1
            room = yield from self.draw("found", self.hidden)
            self.display |= {room} - {""}

    # ---- Furnishing -----------------------------------------------------------------------------------------------------

    def fits(self, who: int, room: str, place: str) -> bool:
        me, (low, high, shape) = self.players[who], ROOMS[room][4:]
        walls = [side for side in "nesw" if edge(place, side) in me.natural | me.built]
        if len(walls) == 2 and shape:
            return low <= 2 <= high and (OPPOSITE[walls[0]] == walls[1]) == (shape == "opposite")
        return low <= len(walls) <= high

    def buildable(self, who: int, food: int, gold: int) -> list[str]:
        me, found = self.players[who], []
        orange = sum(ROOMS[room][2] == "orange" for room in me.rooms)
        for room in self.display:
            price = dict(ROOMS[room][1])
            price["food"], price["gold"] = food, price.get("gold", 0) + gold
            if self.can_pay(who, price) and (ROOMS[room][2] == "orange" or orange > len(me.rooms) - orange + 1):
                found += [f"build {room} at {p}" for p in me.caverns - set(me.chambers) if self.fits(who, room, p)]
        return found

    def furnish(self, who: int, food: int, gold: int) -> Asked:
        me = self.players[who]
        said = yield from self.ask(who, lambda: self.buildable(who, food, gold))
        if said:
            room, place = said.split()[1], said.split()[3]
            self.pay(who, ROOMS[room][1])
            self.pay(who, {"food": food, "gold": gold})
            self.display.discard(room)
            me.chambers[place] = room
            if self.nook_left and me.places == set(me.chambers):
                self.nook_left = False
                me.caverns.add(NOOK)
                said = yield from self.ask(who, lambda: [f"side_up {side}" for side in NOOKS])
                me.natural |= {edge(NOOK, side) for side in NOOKS[said.split()[1]]}

    # ---- Tiles ----------------------------------------------------------------------------------------------------------

    def furnishing(self, who: int, name: str, food: int, gold: int = 0) -> Part:
        return self.step(name, lambda: bool(self.buildable(who, food, gold)), lambda: self.furnish(who, food, gold))

    def rooms(self, who: int, n: int, pair: bool = False) -> Part:
        return self.step("rooms", lambda: True, lambda: self.use_rooms(who, n, pair))

    def excavating(self, who: int, name: str = "excavate", through: bool = False) -> Part:
        return self.step(name, lambda: bool(self.diggable(who, through)), lambda: self.excavate(who, through))

    def masonry(self, who: int) -> Part:
        return self.step("masonry", lambda: bool(self.wall_options(who)), lambda: self.build_wall(who))

    def group(self, who: int, name: str, parts: dict[str, Part]) -> Part:
        """One of several, as one part."""
        return self.step(name, lambda: any(options() for options, _ in parts.values()), lambda: self.one_of(who, parts))

    def again(self, who: int, gold: int) -> Part:
        name = ("", "one_gold", "two_gold")[gold]
        return self.group(
            who, "again", {"five_food": self.furnishing(who, "five_food", 5), name: self.furnishing(who, name, 0, gold)}
        )

    def exchange(self, who: int, name: str, trades: dict[str, tuple[dict[str, int], dict[str, int]]]) -> Part:
        """A part that names a good: what is paid and got for each."""

        def go(said: str) -> Asked:
            self.trade(who, *trades[said.split()[1]])
            yield from ()

        return (lambda: [f"{name} {good}" for good, (price, _) in trades.items() if self.can_pay(who, price)]), go

    def another(self, who: int) -> Part:
        def go() -> Asked:
            self.pay(who, {"food": 2})
            yield from self.dig(who, False)

        return self.step(
            "another", lambda: self.dug > 0 and self.can_pay(who, {"food": 2}) and bool(self.diggable(who, False)), go
        )

    def first_of_two(self, who: int) -> Part:
        """Two caverns of one tile are one effect, for blue rooms."""
        return self.excavating(who)

    def take_bonus(self, who: int) -> Part:
        return self.step("take_bonus", lambda: bool(self.due), lambda: self.use_space(who))

    def carry_out(self, who: int, tile: str) -> Asked:
        turns = self.turns
        many: dict[str, Callable[[], dict[str, Part]]] = {
            "cultivation": lambda: {
                "rooms": self.rooms(who, 1),
                "emmer": self.gain(who, emmer=2),
                "flax": self.gain(who, flax=1),
            },
            "housework": lambda: {"furnish": self.furnishing(who, "furnish", turns), "again": self.again(who, 1)},
            "excavation": lambda: {
                "excavate": self.first_of_two(who),
                "another": self.another(who),
                "stone": self.gain(who, stone=1),
            },
            "undergrowth": lambda: {"rooms": self.rooms(who, 1), "wood": self.gain(who, wood=2)},
            "furnishing": lambda: {"food": self.gain(who, food=1), "furnish": self.furnishing(who, "furnish", turns)},
            "masonry": lambda: {
                "rooms": self.rooms(who, 1),
                "masonry": self.masonry(who),
                "material": self.group(
                    who, "material", {"wood": self.gain(who, wood=1), "stone": self.gain(who, stone=1)}
                ),
            },
            "expansion": lambda: {"excavate": self.excavating(who), "again": self.again(who, 2)},
            "drift_mining": lambda: {"rooms": self.rooms(who, 1), "excavate": self.excavating(who)},
            "renovation": lambda: {"masonry": self.masonry(who), "furnish": self.furnishing(who, "furnish", 0)},
            "decoration": lambda: {"again": self.again(who, 1), "take_bonus": self.take_bonus(who)},
            "arms_trade": lambda: {
                "arm": self.exchange(who, "arm", {g: ({"gold": 3}, {"weapon": 4, g: 1}) for g in ("donkey", "wood")}),
                "take_bonus": self.take_bonus(who),
            },
            "interior_design": lambda: {
                "excavate": self.excavating(who),
                "masonry": self.masonry(who),
                "take_bonus": self.take_bonus(who),
            },
            "weekly_market": lambda: {
                "take_bonus": self.take_bonus(who),
                "market": self.group(
                    who,
                    "market",
                    {
                        "rooms": self.rooms(who, 2, pair=True),
                        "feast": self.exchange(
                            who, "feast", {"donkey": ({"donkey": 3}, {"food": 6}), "gold": ({"gold": 2}, {"food": 6})}
                        ),
                    },
                ),
            },
        }
        one: dict[str, Callable[[], dict[str, Part]]] = {
            "undermining": lambda: {
                "rooms": self.rooms(who, 2),
                "undermine": self.excavating(who, "undermine", through=True),
            },
            "breach": lambda: {
                "breach": self.step("breach", lambda: bool(self.raze_options(who)), lambda: self.breach(who))
            },
            "expedition": lambda: {
                "rooms": self.rooms(who, 3),
                "trade": self.exchange(who, "trade", {g: ({g: 5}, {"gold": 4}) for g in ("wood", "stone")}),
            },
        }
        yield from self.any_once(who, (many | one)[tile](), once=tile in many)

    def use_space(self, who: int) -> Asked:
        """What is printed on the space of the tile that was taken, once."""
        number, self.due = (self.spaces.index(self.due) if self.due else -1), ""
        if number == 0:
            yield from self.any_once(
                who,
                {"ore": self.gain(who, ore=3), "iron": self.gain(who, iron=1), "donkey": self.gain(who, donkey=1)},
                once=False,
            )
        elif number == 1:
            trades = {str(n): ({"ore": 2 * n - 1}, {"iron": n}) for n in (1, 2, 3, 4)}
            yield from self.any_once(who, {"smelt": self.exchange(who, "smelt", trades)}, once=False)
        elif number == 2:
            trades = {str(n): ({"iron": n}, {"weapon": n}) for n in range(1, 10)}
            yield from self.any_once(who, {"hammer": self.exchange(who, "hammer", trades)}, once=False)
        elif number == 3 and (self.solo or self.players[who].goods["weapon"] > self.players[1 - who].goods["weapon"]):
            self.earn(who, "weapon", 2)

    # ---- The course -----------------------------------------------------------------------------------------------------

    def takeable(self, who: int) -> list[str]:
        richer = self.solo or self.players[who].goods["gold"] > self.players[1 - who].goods["gold"]
        return [f"take {tile}" for tile in self.on_board - self.taken if tile != "renovation" or richer]

    def turn(self, who: int) -> Asked:
        self.dug = 0
        said = yield from self.ask(who, lambda: self.takeable(who))
        if said:
            tile = said.split()[1]
            self.taken.add(tile)
            if tile == "undergrowth" and "prospecting_site" in self.players[who].rooms:
                yield from self.prospect(who)
            self.due = tile if tile in self.spaces else ""
            yield from self.carry_out(who, tile)
            yield from self.use_space(who)
        if self.solo and self.dug == 1:
            yield from self.reveal()

    def prospect(self, who: int) -> Asked:
        goods = self.players[who].goods
        if goods["food"] or any(goods[g] for g in MEAL):

            def sell(_: str) -> Asked:
                self.pay(who, {"food": 1})
                self.put(who, "gold", 1)
                yield from ()

            yield from self.any_once(
                who, {"prospect": ((lambda: ["prospect"] if goods["food"] else []), sell)}, once=False
            )

    def play(self) -> Asked:
        """The whole game."""
        if self.solo:
            for _ in range(3):
                yield from self.draw("removed", self.display)
        first = yield from self.draw("first", {str(n) for n in range(len(self.players))})
        starter = int(first)
        for turns, pile in self.piles:
            while pile:
                if pile & STACKS[-1][2] and not self.second:
                    yield from self.begin_second()
                tile = yield from self.draw("uncover", pile)
                self.on_board.add(tile)
                self.turns = turns
                if self.second:
                    self.spaces.append(tile)
                for _ in range(turns):
                    for n in range(len(self.players)):
                        yield from self.turn((starter + n) % len(self.players))
                self.taken.clear()
                starter = (starter + 1) % len(self.players)
                if self.second and pile:
                    for who, player in enumerate(self.players):
                        self.earn(who, "ore", player.goods["donkey"])

    def begin_second(self) -> Asked:
        self.second = True
        self.walls += 3
        self.on_board.discard("renovation")
        for player in self.players:
            player.then = player.points() + player.goods["gold"]
            player.goods = {g: max(1, n) for g, n in player.goods.items()}
            player.debris |= set(SECOND)
            player.natural -= {edge("a5", "n"), edge("b5", "n")}
        light = backs("light 2")
        self.deep = backs("dark 2")
        if self.solo:
            self.pile_below = 7
            for _ in range(3):
                yield from self.draw("away", light)
        self.display |= light

    def totals(self) -> tuple[int, ...]:
        """Both eras: rooms again, weapons, and half of iron and gold together."""
        return tuple(
            p.then + p.points() + p.goods["weapon"] + (p.goods["iron"] + p.goods["gold"]) // 2 for p in self.players
        )
