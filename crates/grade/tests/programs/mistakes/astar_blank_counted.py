"""The distance of the blank is added to the estimate, and closed boards are never reopened."""

import course

course.run("astar", blank=True)
