"""hueco: state-space search for puzzles.

>>> import hueco
>>> hueco.solve("8 6 7 / 2 5 4 / 3 0 1").length
31

| | |
|---|---|
| `solve`, `solve_many`, `all_solutions`, `verify` | boards, problem files (`load`), problems in Python (`Problem`) |
| `compare`, `check`, `explore` | methods, heuristics, whole spaces |
| `search`, `tree`, `stepper` | a search event by event, as a picture, step by step in a notebook |
| `random_boards`, `instances`, `sums` | boards to solve; number puzzles |
| `Workbench` | tables, and the same functions on them |

Functions take the options of the command `hueco`, by the same names; `python -m hueco` is the command.
"""

from __future__ import annotations

from hueco import _hueco
from hueco._board import Board, BoardLike
from hueco._errors import HuecoError, HuecoTypeError, LimitError, ProblemError
from hueco._pictures import Picture
from hueco._problem import Problem, ProblemFile, Searchable, load
from hueco._results import (
    AllSolutions,
    Answer,
    Checked,
    Comparison,
    Described,
    Explored,
    Placed,
    ProblemAnswer,
    Report,
    Result,
    Stats,
    Table,
    Verified,
    VerifiedActions,
)
from hueco._search import Event, Node, Search
from hueco._stepper import Stepper
from hueco._words import language, set_language
from hueco._workbench import Instance, Workbench

ALGORITHMS, HEURISTICS, SETS, __version__ = _hueco.names()

# One for the session: its tables serve every call.
workbench = Workbench()

solve = workbench.solve
solve_many = workbench.solve_many
all_solutions = workbench.all_solutions
verify = workbench.verify
verify_actions = workbench.verify_actions
describe = workbench.describe
random_boards = workbench.random_boards
instances = workbench.instances
compare = workbench.compare
check = workbench.check
explore = workbench.explore
sums = workbench.sums
search = workbench.search
tree = workbench.tree
stepper = workbench.stepper

__all__ = [
    "ALGORITHMS", "HEURISTICS", "SETS", "AllSolutions", "Answer", "Board", "BoardLike", "Checked", "Comparison", "Described", "Event",
    "Explored", "HuecoError", "HuecoTypeError", "Instance", "LimitError", "Node", "Picture", "Placed", "Problem", "ProblemAnswer", "ProblemError",
    "ProblemFile", "Report", "Result", "Search", "Searchable", "Stats", "Stepper", "Table", "Verified", "VerifiedActions", "Workbench",
    "all_solutions", "check", "compare", "describe", "explore", "instances", "language", "load", "random_boards", "search",
    "set_language", "solve", "solve_many", "stepper", "sums", "tree", "verify", "verify_actions", "workbench",
]
