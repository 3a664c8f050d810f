"""Wrong in one rule: only the path from the start to the goal is recorded."""

import sys

sys.dont_write_bytecode = True
import menu

right = menu.search


def search(option, start):
    steps = right(option, start)
    path = [steps[-1]]
    # The parent of a board is the first examined board that has it as a child.
    while path[-1] != start:
        path.append(next(board for board in steps if path[-1] in menu.children(board)))
    return path[::-1]


menu.search = search
menu.main()
