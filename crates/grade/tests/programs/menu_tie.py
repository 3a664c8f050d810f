"""Wrong in one rule: in a tie the smaller board is pushed first."""

import sys

sys.dont_write_bytecode = True
import menu

right = menu.pushing_key
menu.pushing_key = lambda option, board: right(option, board)[:-1] + (board,)
menu.main()
