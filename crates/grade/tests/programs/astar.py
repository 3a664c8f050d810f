"""The astar course in Python, with its prompts and its trace: breadth-first, so its paths are shortest."""

import sys

MOVES = [("right", 0, 1), ("left", 0, -1), ("down", 1, 0), ("up", -1, 0)]


def show(board):
    for row in (0, 3, 6):
        print(*board[row : row + 3])
    print()


def solvable(start, goal):
    def inversions(board):
        tiles = [tile for tile in board if tile != 0]
        return sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1 :])

    return inversions(start) % 2 == inversions(goal) % 2


def solve(start, goal):
    came, queue = {start: None}, [start]
    for board in queue:
        if board == goal:
            break
        blank = board.index(0)
        row, col = divmod(blank, 3)
        for name, down, right in MOVES:
            if 0 <= row + down < 3 and 0 <= col + right < 3:
                cell = blank + 3 * down + right
                child = list(board)
                child[blank], child[cell] = child[cell], child[blank]
                child = tuple(child)
                if child not in came:
                    came[child] = (board, name)
                    queue.append(child)
    path, names = [goal], []
    while came[path[-1]]:
        board, name = came[path[-1]]
        path.append(board)
        names.append(name)
    return path[::-1], names[::-1]


numbers = list(map(int, sys.stdin.read().split()))
start, goal = tuple(numbers[:9]), tuple(numbers[9:18])
print("Enter initial board: Enter goal board: ", end="")
if solvable(start, goal):
    print("\nExploring state in A*:")
    show(start)
    path, names = solve(start, goal)
    print("solution found!")
    for board in path:
        show(board)
    print(*names)
    print(f"solution {len(names)} moves")
else:
    print("No solution")
