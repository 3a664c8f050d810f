"""The moves made do not count: f = h."""

import course

course.run("solver", moves=0)
