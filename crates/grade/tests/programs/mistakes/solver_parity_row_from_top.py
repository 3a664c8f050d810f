"""The row of the blank is counted from the top, from 0, as if it were from the bottom."""

import course


def parity(start, goal, n):
    return (course.inversions(start) + (course.row(start, n) if n % 2 == 0 else 0)) % 2 == 0


course.run("solver", parity=parity)
