"""Wrong in one rule: only the path from the start to the goal is recorded."""

import sys

sys.dont_write_bytecode = True
import menu


def search(option, start):
    stack, parent = [start], {start: None}
    while (board := stack.pop()) != menu.GOAL:
        new = [child for child in menu.children(board) if child not in parent]
        for child in sorted(new, key=lambda child: menu.pushing_key(option, child)):
            stack.append(child)
            parent[child] = board
    path = [board]
    while parent[path[-1]] is not None:
        path.append(parent[path[-1]])
    return path[::-1]


menu.search = search
menu.main()
