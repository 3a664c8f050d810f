"""Nothing is wrong here."""

import course

course.run("solver")
