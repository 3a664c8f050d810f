"""The goal that was given is ignored."""

import course

course.run("astar", goal=lambda n: (1, 2, 3, 8, 0, 4, 7, 6, 5))
