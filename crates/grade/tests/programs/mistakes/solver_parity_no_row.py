"""The row of the blank does not count on boards of even size."""

import course

course.run("solver", parity=lambda start, goal, n: course.inversions(start) % 2 == 0)
