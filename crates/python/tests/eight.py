"""The 8-puzzle as students write it, for three libraries: the same states, actions and estimates."""

from __future__ import annotations

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
MOVES = [
    [(name, blank + step) for name, legal, step in
     (("U", blank > 2, -3), ("L", blank % 3 > 0, -1), ("R", blank % 3 < 2, 1), ("D", blank < 6, 3)) if legal]
    for blank in range(9)
]
DISTANCE = [[0 if t == 0 else abs((t - 1) // 3 - i // 3) + abs((t - 1) % 3 - i % 3) for i in range(9)] for t in range(9)]


def swapped(board, to):
    blank = board.index(0)
    tiles = list(board)
    tiles[blank], tiles[to] = tiles[to], 0
    return tuple(tiles)


def manhattan(board):
    return sum(DISTANCE[tile][place] for place, tile in enumerate(board))


class Eight:
    """In hueco's own words."""

    title = "8-puzzle"
    goal = GOAL
    reversible = True
    consistent = ["h"]

    def __init__(self, start):
        self.start = tuple(start)

    def actions(self, board):
        return [(name, swapped(board, to)) for name, to in MOVES[board.index(0)]]

    def h(self, board):
        return manhattan(board)

    def h_misplaced(self, board):
        return sum(1 for tile, right in zip(board, GOAL) if tile and tile != right)

    def draw(self, board):
        return "\n".join(" ".join(map(str, board[row : row + 3])) for row in (0, 3, 6))


class AimaProblem:
    """The base class of aima-python, by its description."""

    def __init__(self, initial, goal=None):
        self.initial = initial
        self.goal = goal

    def goal_test(self, state):
        return state == self.goal

    def path_cost(self, c, state1, action, state2):
        return c + 1


class AimaEight(AimaProblem):
    """As it is written for aima-python."""

    def __init__(self, initial):
        super().__init__(tuple(initial), GOAL)

    def actions(self, state):
        return [name for name, _ in MOVES[state.index(0)]]

    def result(self, state, action):
        return swapped(state, dict(MOVES[state.index(0)])[action])

    def h(self, node):
        return manhattan(node.state)


class SimpleEight:
    """As it is written for simpleai."""

    def __init__(self, initial_state):
        self.initial_state = tuple(initial_state)

    def actions(self, state):
        return MOVES[state.index(0)]

    def result(self, state, action):
        return swapped(state, action[1])

    def is_goal(self, state):
        return state == GOAL

    def cost(self, state, action, state2):
        return 1

    def heuristic(self, state):
        return manhattan(state)
