"""A search that forgets what it examined and so goes round for ever, writing as it goes."""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import menu

start = (1, 2, 3, 4, 0, 5, 6, 7, 8)
stack = [start]
with open("puzzle3x3heuristics.txt", "w") as out:
    out.write("REGRESOS\n\n")
    while stack:
        board = stack.pop()
        out.write("{} {} {}\n{} {} {}\n{} {} {}\n\n".format(*board))
        if board == menu.GOAL:
            break
        new = [child for child in menu.children(board) if child not in stack]
        stack.extend(sorted(new, key=lambda child: menu.pushing_key(4, child)))
