"""The two listings of the astar document, as literally as they can be run: what the tests compare with, byte for byte.

listings.py NAME BOARD...: the output for each board to the goal 1 2 3 / 8 0 4 / 7 6 5, each after a line ====.
"""

import heapq
import sys

GOAL = (1, 2, 3, 8, 0, 4, 7, 6, 5)
MOVES = [("up", -3), ("down", 3), ("left", -1), ("right", 1)]


def show(board):
    for row in (0, 3, 6):
        print(*board[row : row + 3])
    print()


def neighbours(board):
    blank = board.index(0)
    for name, step in MOVES:
        to = blank + step
        if 0 <= to < 9 and (abs(step) == 3 or to // 3 == blank // 3):
            cells = list(board)
            cells[blank], cells[to] = cells[to], cells[blank]
            yield name, tuple(cells)


def manhattan(board):
    return sum(
        abs(c // 3 - GOAL.index(t) // 3) + abs(c % 3 - GOAL.index(t) % 3) for c, t in enumerate(board) if t
    )


def differing(board):
    return sum(a != b for a, b in zip(board, GOAL))


def solvable(board):
    def odd(cells):
        tiles = [t for t in cells if t]
        return sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1 :]) % 2

    return odd(board) == odd(GOAL)


def explore(board):
    print("Exploring state in A*:")
    show(board)


def second(start):
    heap, visited = [(manhattan(start), start, [], 0)], set()
    while heap:
        _, state, path, g = heapq.heappop(heap)
        explore(state)
        if state == GOAL:
            return path
        visited.add(state)
        for name, child in neighbours(state):
            if child not in visited:
                heapq.heappush(heap, (g + 1 + manhattan(child), child, path + [name], g + 1))


def first(start, ties):
    """The least element comes next; a board that waits, or was explored, is dropped."""
    keys = {"fifo": lambda count, _: count, "lifo": lambda count, _: -count, "state": lambda _, state: state}
    key, count, known = keys[ties], 0, {start}
    queue = [(differing(start), key(0, start), start, [])]
    while queue:
        _, _, state, path = heapq.heappop(queue)
        explore(state)
        if state == GOAL:
            return path
        for name, child in neighbours(state):
            if child not in known:
                known.add(child)
                count += 1
                heapq.heappush(queue, (len(path) + 1 + differing(child), key(count, child), child, path + [name]))


def main(listing, boards):
    for text in boards:
        start = tuple(map(int, text.split()))
        print("====")
        if not solvable(start):
            print("No solution")
            continue
        path = second(start) if listing == "second" else first(start, listing.split("-")[1])
        print("solution found!")
        show(start)
        state = start
        for name in path:
            state = dict(neighbours(state))[name]
            show(state)
        print(*path)
        print(f"solution {len(path)} moves")


main(sys.argv[1], sys.argv[2:])
