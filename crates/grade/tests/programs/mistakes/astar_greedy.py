"""The moves made do not count: f = h."""

import course

course.run("astar", moves=0)
