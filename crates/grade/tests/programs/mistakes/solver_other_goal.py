"""The goal is 0 1 2 …, with the blank first."""

import course

course.run("solver", goal=lambda n: tuple(range(n * n)))
