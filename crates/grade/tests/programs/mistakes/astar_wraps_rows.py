"""The blank moves from the end of a row to the beginning of the next."""

import course

course.run("astar", wraps=True)
