"""Breadth-first, and no solution beyond 18 moves."""

import course

course.run("solver", cap=18)
