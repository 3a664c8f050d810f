"""Nothing is wrong here."""

import course

course.run("astar")
