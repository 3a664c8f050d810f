"""The inversions of the goal are taken to be even."""

import course

course.run("astar", parity=lambda start, goal, n: course.inversions(start) % 2 == 0)
