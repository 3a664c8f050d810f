"""The courses solver and astar with one thing wrong at a time: each program beside this file names its mistake.

A program reads one case. With --batch it reads a JSON list of inputs and writes the list of its outputs, so that a test can
run hundreds of cases in one process.
"""

import heapq
import json
import sys

# A search that generates more boards than this would run out of time: it prints nothing.
MOST = 15_000


def run(course, **mistake):
    if "--batch" in sys.argv:
        print(json.dumps([answer(course, text, **mistake) for text in json.load(sys.stdin)]))
    else:
        sys.stdout.reconfigure(encoding="utf-8")
        sys.stdout.write(answer(course, sys.stdin.read(), **mistake))


def answer(course, text, goal=None, parity=None, printed=0, opposite=False, **search):
    numbers = list(map(int, text.split()))
    if course == "solver":
        n, numbers = numbers[0], numbers[1:]
        start, right = tuple(numbers[: n * n]), tuple(range(1, n * n)) + (0,)
    else:
        n, start, right = 3, tuple(numbers[:9]), tuple(numbers[9:18])
    target = goal(n) if goal else right
    path = solve(start, target, n, **search) if (parity or solvable)(start, target, n) else None
    if path == []:
        return ""
    if course == "solver":
        return solver_text(path, n, printed)
    return astar_text(path, printed, opposite)


def inversions(board, with_blank=False):
    tiles = [tile for tile in board if tile or with_blank]
    return sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1 :])


def row(board, n):
    return board.index(0) // n


def solvable(start, goal, n):
    parity = [inversions(b) + (row(b, n) if n % 2 == 0 else 0) for b in (start, goal)]
    return parity[0] % 2 == parity[1] % 2


def neighbours(board, n, wraps=False):
    blank = board.index(0)
    r, c = divmod(blank, n)
    for there, cell in [
        (r > 0, blank - n),
        (r < n - 1, blank + n),
        (c > 0 or (wraps and blank > 0), blank - 1),
        (c < n - 1 or (wraps and blank + 1 < n * n), blank + 1),
    ]:
        if there:
            child = list(board)
            child[blank], child[cell] = child[cell], child[blank]
            yield tuple(child)


def estimate(board, goal, n, blank, misplaced):
    total = 0
    for cell, tile in enumerate(board):
        if tile or blank:
            to = goal.index(tile)
            total += (cell != to) if misplaced else abs(cell // n - to // n) + abs(cell % n - to % n)
    return total


def solve(start, goal, n, moves=1, weight=1, marks=False, blank=False, misplaced=False, cap=None, wraps=False):
    """A* with a closed set; `marks` drops a board that was generated before, even if the new path is shorter."""
    if cap is not None:
        return breadth_first(start, goal, n, cap)
    count, before, best, closed = 0, {start: None}, {start: 0}, set()
    queue = [(0, 0, 0, start)]
    while queue:
        _, _, g, board = heapq.heappop(queue)
        if board == goal:
            return path_to(board, before)
        if board in closed:
            continue
        closed.add(board)
        for child in neighbours(board, n, wraps):
            if child in closed or (child in best and (marks or best[child] <= g + 1)):
                continue
            best[child], before[child] = g + 1, board
            count += 1
            if count > MOST:
                return []
            f = moves * (g + 1) + weight * estimate(child, goal, n, blank, misplaced)
            heapq.heappush(queue, (f, count, g + 1, child))
    return None


def breadth_first(start, goal, n, cap):
    before, layer = {start: None}, [start]
    for _ in range(cap + 1):
        following = []
        for board in layer:
            if board == goal:
                return path_to(board, before)
            for child in neighbours(board, n):
                if child not in before:
                    before[child] = board
                    following.append(child)
        layer = following
    return None


def path_to(board, before):
    path = [board]
    while before[path[-1]] is not None:
        path.append(before[path[-1]])
    return path[::-1]


def solver_text(path, n, printed):
    if path is None:
        return "Sin solución posible\n"
    width, text = len(str(n * n - 1)), ""
    for board in path:
        for r in range(n):
            cells = [str(tile).rjust(width) if tile else " " * width for tile in board[r * n : r * n + n]]
            text += " ".join(cells).rstrip() + "\n"
        text += "\n"
    return text + f"Número de estados encolados = 1\nNúmero de movimientos = {len(path) - 1 + printed}\n"


def astar_text(path, printed, opposite):
    if path is None:
        return "No solution\n"
    text, words = "solution found!\n", []
    for board in path:
        text += "".join("{} {} {}\n".format(*board[r : r + 3]) for r in (0, 3, 6)) + "\n"
    for a, b in zip(path, path[1:]):
        step = b.index(0) - a.index(0)
        words.append({-3: "up", 3: "down", -1: "left", 1: "right"}[-step if opposite else step])
    return text + " ".join(words) + f"\nsolution {len(words) + printed} moves\n"
