"""Wrong in one rule: d does not count the blank."""

import sys

sys.dont_write_bytecode = True
import menu

right = menu.d
menu.d = lambda board: right(board) - 2 * (board[0] in (1, 3) and board[board[0]] == 0)
menu.main()
