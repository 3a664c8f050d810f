"""The directions are those of the tiles."""

import course

course.run("astar", opposite=True)
