"""The estimate counts twice: f = g + 2h."""

import course

course.run("solver", weight=2)
