"""Breadth-first, and no solution beyond 12 moves."""

import course

course.run("solver", cap=12)
