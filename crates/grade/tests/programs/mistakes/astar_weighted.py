"""The estimate counts twice: f = g + 2h."""

import course

course.run("astar", weight=2)
