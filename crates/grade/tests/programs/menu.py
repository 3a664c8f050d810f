"""The menu course in Python: right in every rule. The wrong programs beside it change one function each."""

import sys

GOAL = (0, 1, 2, 3, 4, 5, 6, 7, 8)
TITLES = {2: "PIEZAS", 3: "SUMAS", 4: "REGRESOS"}


def g(board):
    return sum(tile != 0 and tile != cell for cell, tile in enumerate(board))


def h(board):
    return sum(
        abs(cell // 3 - tile // 3) + abs(cell % 3 - tile % 3) for cell, tile in enumerate(board) if tile != 0
    )


def d(board):
    pairs = [(c, c + 1) for c in range(9) if c % 3 < 2] + [(c, c + 3) for c in range(6)]
    return 2 * sum(board[a] == b and board[b] == a for a, b in pairs)


def pushing_key(option, board):
    """What sorts first is pushed first."""
    larger_first = tuple(-tile for tile in board)
    if option == 2:
        return (-g(board), larger_first)
    if option == 3:
        return (-h(board), larger_first)
    return (-(g(board) + h(board)), d(board), larger_first)


def children(board):
    blank = board.index(0)
    row, col = divmod(blank, 3)
    for there, cell in [(row > 0, blank - 3), (row < 2, blank + 3), (col > 0, blank - 1), (col < 2, blank + 1)]:
        if there:
            child = list(board)
            child[blank], child[cell] = child[cell], child[blank]
            yield tuple(child)


def search(option, start):
    stack, pushed, steps = [start], {start}, []
    while stack:
        board = stack.pop()
        steps.append(board)
        if board == GOAL:
            break
        new = [child for child in children(board) if child not in pushed]
        for child in sorted(new, key=lambda child: pushing_key(option, child)):
            stack.append(child)
            pushed.add(child)
    return steps


def solvable(board):
    tiles = [tile for tile in board if tile != 0]
    return sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1 :]) % 2 == 0


def main():
    numbers = iter(sys.stdin.read().split())
    board = None
    with open("puzzle3x3heuristics.txt", "w", newline="\n") as out:
        for option in map(int, numbers):
            if option == 5:
                break
            if option == 1:
                board = tuple(int(next(numbers)) for _ in range(9))
            elif board is None or not solvable(board):
                out.write("-1\n\n")
            else:
                out.write(TITLES[option] + "\n\n")
                steps = search(option, board)
                for step in steps:
                    for row in (0, 3, 6):
                        out.write(" ".join(map(str, step[row : row + 3])) + "\n")
                    out.write("\n")
                out.write(f"{len(steps)}\n\n")


if __name__ == "__main__":
    main()
