"""A* of `simpleai` on the 8-puzzle, as its users write it: reads boards, one line of nine digits each, and prints the
seconds that all of them took and the length of each solution. The heuristic is that of problems/eight.star."""

import sys
import time

from simpleai.search import SearchProblem, astar

GOAL = "123456780"
MOVES = [[(name, b + d) for name, ok, d in (("U", b > 2, -3), ("L", b % 3 > 0, -1), ("R", b % 3 < 2, 1), ("D", b < 6, 3)) if ok] for b in range(9)]
DISTANCE = [[0 if t == 0 else abs((t - 1) // 3 - i // 3) + abs((t - 1) % 3 - i % 3) for i in range(9)] for t in range(9)]


class Eight(SearchProblem):
    def actions(self, state):
        return MOVES[state.index("0")]

    def result(self, state, action):
        cells = list(state)
        blank, to = state.index("0"), action[1]
        cells[blank], cells[to] = cells[to], cells[blank]
        return "".join(cells)

    def is_goal(self, state):
        return state == GOAL

    def cost(self, state, action, state2):
        return 1

    def heuristic(self, state):
        return sum(DISTANCE[int(tile)][at] for at, tile in enumerate(state))


boards = sys.stdin.read().split()
start = time.perf_counter()
lengths = [len(astar(Eight(board), graph_search=True).path()) - 1 for board in boards]
print(time.perf_counter() - start)
print(*lengths)
