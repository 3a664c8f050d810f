"""Wrong in one rule: g counts the blank."""

import sys

sys.dont_write_bytecode = True
import menu

menu.g = lambda board: sum(tile != cell for cell, tile in enumerate(board))
menu.main()
