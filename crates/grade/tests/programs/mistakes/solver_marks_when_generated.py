"""A board is marked when it is generated: a shorter path to it is lost."""

import course

course.run("solver", marks=True)
