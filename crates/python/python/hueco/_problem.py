"""Problems of one's own: in Python, or in a problem file at full speed."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable
from typing import Any, Generic, Protocol, TypeGuard, TypeVar

from hueco import _hueco
from hueco._board import Board
from hueco._errors import HuecoTypeError
from hueco._words import language, say

S = TypeVar("S", bound=Hashable)


class Searchable(Protocol):
    """What every problem in Python has, whichever library it was written for."""

    def actions(self, state: Any, /) -> Any:
        """The actions of a state."""


class Problem(Generic[S]):
    """A problem in Python. A class need not inherit from this one: what it has decides.

    | name | what it is |
    |---|---|
    | `start` | the first state, any hashable object; or a method without arguments that returns it |
    | `is_goal(state)` | whether a state is a goal; or `goal`, the one goal state |
    | `actions(state)` | pairs `(name, state)` or triples `(name, state, cost)`; a cost is a whole number from 0 |
    | `h(state)`, `h_…(state)` | estimates, from 0; `None` is a dead end |
    | `admissible`, `consistent` | names of estimates of which that is claimed, or `True` for all |
    | `draw(state)` | a text, shown in pictures in place of the state's own |
    | `reversible`, `predecessors(state)` | for algorithms that search from both ends, which also need `goal` |

    A class written for aima-python (`initial`, `actions`, `result`, `goal_test`, `path_cost`, `h`) or for simpleai works unchanged.

    >>> import hueco
    >>> class Jugs(hueco.Problem[tuple[int, int]]):
    ...     start = (0, 0)
    ...     def is_goal(self, jugs):
    ...         return 2 in jugs
    ...     def actions(self, jugs):
    ...         a, b = jugs
    ...         poured = min(a, 3 - b)
    ...         return [("fill", (4, b)), ("empty", (a, 0)), ("pour", (a - poured, b + poured))]
    >>> hueco.solve(Jugs(), algorithm="bfs").actions
    ['fill', 'pour', 'empty', 'pour', 'fill', 'pour']
    """

    def actions(self, state: S, /) -> Iterable[tuple[Any, S] | tuple[Any, S, int]]:
        """The actions of a state, in the order in which children are created."""
        raise NotImplementedError

    def is_goal(self, state: S, /) -> bool:
        """Whether a state is a goal: by default, whether it is `goal`."""
        return bool(state == getattr(self, "goal"))


def is_problem(value: Any) -> TypeGuard[Searchable]:
    """Whether a value is a problem in Python rather than a board."""
    return not isinstance(value, (str, list, tuple, Board, type)) and callable(getattr(value, "actions", None))


class ProblemFile:
    """A problem file, loaded. `hueco.load` makes one; every function that takes a problem takes it."""

    __slots__ = ("_source", "name")

    _source: _hueco.Source
    name: str

    def __init__(self, name: str, text: str, parameters: dict[str, Any]) -> None:
        for key, value in parameters.items():
            if isinstance(value, bool) or not isinstance(value, (str, int, float)):
                kind = type(value).__name__
                message = say(f"{key} should be a number or a text, not {kind}", f"{key} debería ser un número o un texto, no {kind}")
                raise HuecoTypeError(message, "bad_field", key)
        pairs = [(key, str(value)) for key, value in parameters.items()]
        self._source = _hueco.Source(name, text, pairs, language())
        self.name = name

    def __repr__(self) -> str:
        return f"<ProblemFile {self.name!r}>"


def load(file: str | os.PathLike[str], **parameters: str | int | float) -> ProblemFile:
    """Loads a problem file; parameters replace the defaults of its `param` calls, as `--set` does.

    A text of several lines is the file itself:

    >>> import hueco
    >>> problem = hueco.load('''
    ... start = 1
    ... goal = param("goal", 100)
    ... def actions(n):
    ...     return [("+1", n + 1), ("*2", n * 2)]
    ... ''', goal=10)
    >>> hueco.solve(problem).actions
    ['+1', '*2', '+1', '*2']
    """
    if isinstance(file, str) and "\n" in file:
        return ProblemFile("problem.star", file, parameters)
    if not isinstance(file, (str, os.PathLike)):
        kind = type(file).__name__
        raise HuecoTypeError(say(f"file should be a path, not {kind}", f"file debería ser una ruta, no {kind}"), "bad_field", "file")
    with open(file, encoding="utf-8") as opened:
        return ProblemFile(os.fspath(file), opened.read(), parameters)
