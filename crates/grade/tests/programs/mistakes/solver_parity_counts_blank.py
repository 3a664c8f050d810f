"""The blank counts in the inversions."""

import course


def parity(start, goal, n):
    values = [course.inversions(b, True) + (course.row(b, n) if n % 2 == 0 else 0) for b in (start, goal)]
    return values[0] % 2 == values[1] % 2


course.run("solver", parity=parity)
