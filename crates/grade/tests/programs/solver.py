"""The solver course in Python. Its ties are its own, so its solutions may differ from others; they are shortest."""

import heapq
import sys


def manhattan(board, n):
    return sum(
        abs(cell // n - (tile - 1) // n) + abs(cell % n - (tile - 1) % n)
        for cell, tile in enumerate(board)
        if tile != 0
    )


def neighbours(board, n):
    blank = board.index(0)
    row, col = divmod(blank, n)
    for there, cell in [
        (col < n - 1, blank + 1),
        (col > 0, blank - 1),
        (row < n - 1, blank + n),
        (row > 0, blank - n),
    ]:
        if there:
            child = list(board)
            child[blank], child[cell] = child[cell], child[blank]
            yield tuple(child)


def solvable(board, n):
    tiles = [tile for tile in board if tile != 0]
    inversions = sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1 :])
    rows_below = n - 1 - board.index(0) // n
    return (inversions + (rows_below if n % 2 == 0 else 0)) % 2 == 0


def solve(board, n):
    goal = tuple(range(1, n * n)) + (0,)
    count = 0
    queue = [(manhattan(board, n), 0, 0, board, None)]
    while True:
        node = heapq.heappop(queue)
        _, _, moves, here, before = node
        if here == goal:
            path = []
            while node is not None:
                path.append(node[3])
                node = node[4]
            return path[::-1], count + 1
        for child in neighbours(here, n):
            if before is None or child != before[3]:
                count += 1
                heapq.heappush(queue, (moves + 1 + manhattan(child, n), -count, moves + 1, child, node))


def main():
    numbers = list(map(int, sys.stdin.read().split()))
    n, board = numbers[0], tuple(numbers[1:])
    width = len(str(n * n - 1))
    if not solvable(board, n):
        print("Sin solución posible")
        return
    path, enqueued = solve(board, n)
    for step in path:
        for row in range(n):
            cells = [str(tile).rjust(width) if tile else " " * width for tile in step[row * n : row * n + n]]
            print(" ".join(cells).rstrip())
        print()
    print(f"Número de estados encolados = {enqueued}")
    print(f"Número de movimientos = {len(path) - 1}")


sys.stdout.reconfigure(encoding="utf-8")
main()
