"""Wrong in one rule: only boards still on the stack are dropped."""

import sys

sys.dont_write_bytecode = True
import menu



def search(option, start):
    stack, steps = [start], []
    while stack and len(steps) < 2000:
        board = stack.pop()
        steps.append(board)
        if board == menu.GOAL:
            break
        new = [child for child in menu.children(board) if child not in stack]
        stack.extend(sorted(new, key=lambda child: menu.pushing_key(option, child)))
    return steps


menu.search = search
menu.main()
