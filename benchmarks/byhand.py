"""Classic games in plain Python, as one would write them for random games: each knows one position, and changes it in
place.

`legal_actions`, `apply`, `terminal` and `winner` (a player, or none) as in `yardstick.py`, which is connect four.
"""

from __future__ import annotations

from random import random

# ---- tic-tac-toe: an action is a cell, row by row from the top -------------------------------------------------------

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
OTHER_TWO = [[tuple(each for each in row if each != cell) for row in ROWS if cell in row] for cell in range(9)]


class TicTacToe:
    """Nine cells; a win is looked for through the last mark only."""

    __slots__ = ("cells", "left", "player", "terminal", "winner")

    def __init__(self):
        self.cells, self.player, self.left, self.terminal, self.winner = [-1] * 9, 0, 9, False, None

    def legal_actions(self):
        return [n for n, mark in enumerate(self.cells) if mark < 0]

    def apply(self, cell):
        cells, player = self.cells, self.player
        cells[cell] = player
        self.left -= 1
        for a, b in OTHER_TWO[cell]:
            if cells[a] == player and cells[b] == player:
                self.winner, self.terminal = player, True
                return
        self.terminal = not self.left
        self.player = 1 - player


# ---- breakthrough: an action is the cell that a man leaves and the one that it enters --------------------------------

AHEAD = [
    [cell + 8 if cell < 56 else None for cell in range(64)],
    [cell - 8 if cell > 7 else None for cell in range(64)],
]
ASLANT = [
    [[to for to in (ahead - 1, ahead + 1) if to // 8 == ahead // 8] if ahead is not None else [] for ahead in side]
    for side in AHEAD
]


class Breakthrough:
    """Eight rows of eight; the men of each side are kept as a set."""

    __slots__ = ("cells", "men", "player", "terminal", "winner")

    def __init__(self):
        self.cells = [0] * 16 + [-1] * 32 + [1] * 16
        self.men = (set(range(16)), set(range(48, 64)))
        self.player, self.terminal, self.winner = 0, False, None

    def legal_actions(self):
        cells, player, found = self.cells, self.player, []
        ahead, aslant = AHEAD[player], ASLANT[player]
        for cell in self.men[player]:
            to = ahead[cell]
            if cells[to] < 0:
                found.append((cell, to))
            for to in aslant[cell]:
                if cells[to] != player:
                    found.append((cell, to))
        return found

    def apply(self, action):
        cell, to = action
        cells, player = self.cells, self.player
        cells[cell] = -1
        self.men[player].remove(cell)
        self.men[player].add(to)
        if cells[to] >= 0:
            self.men[1 - player].remove(to)
        cells[to] = player
        if to // 8 == (0 if player else 7) or not self.men[1 - player]:
            self.winner, self.terminal = player, True
        self.player = 1 - player


# ---- hex: an action is a cell, row by row ----------------------------------------------------------------------------

SIZE = 11
AROUND = [
    [
        (y + dy) * SIZE + x + dx
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
        if 0 <= x + dx < SIZE and 0 <= y + dy < SIZE
    ]
    for y in range(SIZE)
    for x in range(SIZE)
]
SIDES = [
    [
        1 if at == 0 else 2 if at == SIZE - 1 else 0
        for at in (cell // SIZE if player == 0 else cell % SIZE for cell in range(SIZE * SIZE))
    ]
    for player in range(2)
]
"""Which of its two sides (1, 2) a cell lies at, for either player."""


class Hex:
    """Chains of stones are joined as they grow; each knows which sides it touches."""

    __slots__ = ("cells", "chain", "free", "player", "terminal", "touches", "winner")

    def __init__(self):
        self.cells, self.chain, self.touches = [-1] * 121, list(range(121)), [0] * 121
        self.free = list(range(121))
        self.player, self.terminal, self.winner = 0, False, None

    def legal_actions(self):
        return self.free[:]

    def apply(self, cell):
        cells, player, chain, touches = self.cells, self.player, self.chain, self.touches
        self.free.remove(cell)
        cells[cell] = player
        touched = SIDES[player][cell]
        for near in AROUND[cell]:
            if cells[near] == player:
                while chain[near] != near:
                    chain[near] = chain[chain[near]]
                    near = chain[near]
                chain[near] = cell
                touched |= touches[near]
        touches[cell] = touched
        if touched == 3:
            self.winner, self.terminal = player, True
        self.player = 1 - player


# ---- nine men's morris: placing or taking is a point, a move 24 times one more than the first and the second ---------

MILLS = [
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (9, 10, 11),
    (12, 13, 14),
    (15, 16, 17),
    (18, 19, 20),
    (21, 22, 23),
    (0, 9, 21),
    (3, 10, 18),
    (6, 11, 15),
    (1, 4, 7),
    (16, 19, 22),
    (8, 12, 17),
    (5, 13, 20),
    (2, 14, 23),
]
IN_MILL = [[tuple(each for each in mill if each != point) for mill in MILLS if point in mill] for point in range(24)]
BESIDE = [
    sorted({mill[n + d] for mill in MILLS for n in range(3) for d in (-1, 1) if mill[n] == point and 0 <= n + d < 3})
    for point in range(24)
]
MEN, FEW, TURNS = 9, 3, 200


class Morris:
    """Twenty-four points; who closes a mill decides once more, what to take."""

    __slots__ = ("in_hand", "left", "player", "points", "taking", "terminal", "turns", "winner")

    def __init__(self):
        self.points, self.in_hand, self.left = [-1] * 24, [MEN, MEN], [MEN, MEN]
        self.player, self.turns, self.taking, self.terminal, self.winner = 0, 0, False, False, None

    def legal_actions(self):
        points, player = self.points, self.player
        if self.taking:
            prey = [n for n, man in enumerate(points) if man == 1 - player]
            return [n for n in prey if not self.milled(n)] or prey
        if self.in_hand[player]:
            return [n for n, man in enumerate(points) if man < 0]
        mine = [n for n, man in enumerate(points) if man == player]
        if self.left[player] > FEW:
            return [24 * (n + 1) + to for n in mine for to in BESIDE[n] if points[to] < 0]
        free = [n for n, man in enumerate(points) if man < 0]
        return [24 * (n + 1) + to for n in mine for to in free]

    def milled(self, point):
        points, man = self.points, self.points[point]
        for a, b in IN_MILL[point]:
            if points[a] == man and points[b] == man:
                return True
        return False

    def apply(self, action):
        points, player = self.points, self.player
        if self.taking:
            points[action], self.taking = -1, False
            self.left[1 - player] -= 1
            if self.left[1 - player] < FEW:
                self.winner, self.terminal = player, True
                return
        else:
            to = action
            if action >= 24:
                points[action // 24 - 1], to = -1, action % 24
            else:
                self.in_hand[player] -= 1
            points[to] = player
            self.turns += 1
            if self.milled(to):
                self.taking = True
                return
        self.player = 1 - player
        if self.turns == TURNS:
            self.terminal = True
        elif not self.in_hand[1 - player] and self.left[1 - player] > FEW and self.blocked(1 - player):
            self.winner, self.terminal = player, True

    def blocked(self, player):
        points = self.points
        for n, man in enumerate(points):
            if man == player:
                for to in BESIDE[n]:
                    if points[to] < 0:
                        return False
        return True


GAMES = {"tic-tac-toe": TicTacToe, "breakthrough": Breakthrough, "hex": Hex, "nine-mens-morris": Morris}


def playout(made):
    """One random game; returns its number of moves."""
    game, moves = made(), 0
    while not game.terminal:
        actions = game.legal_actions()
        game.apply(actions[int(random() * len(actions))])
        moves += 1
    return moves
