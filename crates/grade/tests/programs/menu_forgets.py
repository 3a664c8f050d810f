"""Wrong in one rule: only boards already examined are dropped, not those that wait on the stack."""

import sys

sys.dont_write_bytecode = True
import menu


def search(option, start):
    stack, examined, steps = [start], set(), []
    while stack:
        board = stack.pop()
        if board in examined:
            continue
        steps.append(board)
        examined.add(board)
        if board == menu.GOAL:
            break
        new = [child for child in menu.children(board) if child not in examined]
        stack.extend(sorted(new, key=lambda child: menu.pushing_key(option, child)))
    return steps


menu.search = search
menu.main()
