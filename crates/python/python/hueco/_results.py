"""What comes back: small objects with attributes, the same names as in the command's JSON."""

from __future__ import annotations

import copy
import importlib
import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from hueco._board import Board
from hueco._errors import HuecoError
from hueco._pictures import Picture, strip_svg, table_html
from hueco._words import say

if TYPE_CHECKING:
    from hueco._stepper import Stepper

# A report draws the tree of a search of at most so many nodes by itself; that of a larger one shows nothing.
_DRAWN = 3000


class Result:
    """A result. `to_dict()` is all of it, as the command's JSON has it."""

    __slots__ = ("_data",)

    _data: dict[str, Any]

    def __init__(self, data: dict[str, Any]) -> None:
        self._data = data

    def to_dict(self) -> dict[str, Any]:
        """All of it as a dictionary of numbers, texts and lists."""
        return copy.deepcopy(self._data)

    def to_json(self) -> str:
        """All of it as one line of JSON, as the command prints it; objects of Python as their texts."""
        return json.dumps(self._data, ensure_ascii=False, default=str)

    def _value(self, name: str) -> Any:
        """An attribute."""
        return self._data[name]

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            if name.startswith("_") or name not in self._data:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            return self._value(name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._data]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Result) and self._data == other._data

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._data,))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class Stats(Result):
    """Counters of a search: what each means is the same for every algorithm."""

    __slots__ = ()

    generated: int
    expanded: int
    examined: int
    reopened: int
    evaluated: int
    peak_bytes: int
    table_bytes: int
    seconds: float

    def __repr__(self) -> str:
        return f"<Stats: {self.generated:,} generated, {self.expanded:,} expanded, {self.seconds:.6f} s>"


class Report(Result):
    """What a search found, and how it ended. A notebook shows its tree, or the solution where the tree is large."""

    __slots__ = ("_again",)

    outcome: str
    optimal: bool
    length: int | None
    lower_bound: int
    stopped_by: str | None
    algorithm: str
    heuristic: str | None
    stats: Stats

    # What runs the same search again, to draw it: the tree, and the trace.
    _again: Callable[[str, dict[str, Any]], Any] | None

    def __init__(self, data: dict[str, Any], again: Callable[[str, dict[str, Any]], Any] | None = None) -> None:
        super().__init__(data)
        self._again = again

    @property
    def solved(self) -> bool:
        """Whether there is a solution."""
        return bool(self._data["outcome"] == "solved")

    def _value(self, name: str) -> Any:
        return Stats(self._data["stats"]) if name == "stats" else self._data[name]

    def _run_again(self, what: str, **options: Any) -> Any:
        if self._again is None:
            raise HuecoError(
                say("a report that was copied from another process cannot be drawn", "no se puede dibujar un informe copiado de otro proceso"),
                "no_search",
            )
        return self._again(what, options)

    def tree(self, nodes: int = 500, depth: int | None = None) -> Picture:
        """The tree of the same search, at most so many nodes of it. The search runs again."""
        return Picture(self._run_again("tree", draw_nodes=nodes, draw_depth=depth))

    def stepper(self, events: int = 2000) -> Stepper:
        """The same search to step through in a notebook: play, back, forward. The search runs again."""
        from hueco._stepper import Stepper

        return Stepper(self._run_again("trace", events=events))

    def _repr_html_(self) -> str | None:
        picture = self._picture()
        return None if picture is None else picture._repr_html_()

    def _repr_svg_(self) -> str | None:
        picture = self._picture()
        return None if picture is None else picture.svg

    def _picture(self) -> Picture | None:
        if self._again is not None and 0 < self._data["stats"]["generated"] <= _DRAWN:
            try:
                return self.tree()
            except HuecoError:
                # Some methods cannot be observed: a batch of slides, for example.
                pass
        return self._path()

    def _path(self) -> Picture | None:
        """The solution as a picture."""
        return None

    def _ended(self) -> str:
        by = self._data["stopped_by"]
        return f"{self.outcome} by {by}" if by else self.outcome


class Answer(Report):
    """The answer to a board.

    >>> import hueco
    >>> answer = hueco.solve("1 2 3 / 4 0 5 / 7 8 6")
    >>> answer
    <Answer: solved in 2 moves, optimal: RD>
    >>> answer.boards[-1]
    Board('1 2 3 / 4 5 6 / 7 8 0')
    """

    __slots__ = ()

    rows: int
    cols: int
    board: Board
    goal: Board
    moves: str | None
    moves_of: str

    def _value(self, name: str) -> Any:
        if name in ("board", "goal"):
            return Board._of(self._data[name], self._data["rows"], self._data["cols"])
        return super()._value(name)

    @property
    def boards(self) -> list[Board]:
        """The boards of the solution, from the first to the goal; empty without one."""
        moves = self._data["moves"]
        if moves is None:
            return []
        if self._data["moves_of"] == "tile":
            moves = moves.translate(str.maketrans("UDLR", "DURL"))
        boards = [self.board]
        for move in moves:
            boards.append(boards[-1].move(move))
        return boards

    def _picture(self) -> Picture | None:
        # A table answers without a search: any tree would be that of another one.
        return self._path() if self._data["algorithm"] == "table" else super()._picture()

    def _path(self) -> Picture | None:
        boards, moves = self.boards, self._data["moves"]
        return Picture(strip_svg([board.tiles for board in boards], moves, self.cols, repr(self))) if boards else None

    def __repr__(self) -> str:
        if not self.solved or self.length is None:
            return f"<{type(self).__name__}: {self._ended()}>"
        optimal = "optimal" if self.optimal else f"at least {self.lower_bound}"
        moves = self.moves or ""
        moves = moves if len(moves) <= 60 else moves[:59] + "…"
        return f"<{type(self).__name__}: solved in {self.length} moves, {optimal}: {moves}>"


class AllSolutions(Answer):
    """All shortest solutions of a board.

    >>> import hueco
    >>> found = hueco.all_solutions("1 2 3 / 4 5 6 / 8 7 0", goal="1 2 3 / 4 5 6 / 7 0 8")
    >>> found.solved
    False
    >>> hueco.all_solutions("4 1 2 / 0 5 3 / 7 8 6").all
    ['URRDD']
    """

    __slots__ = ()

    metric: str
    slides: str | None
    solutions: int | None
    complete: bool | None
    all: list[str] | None


class ProblemAnswer(Report):
    """The answer to a problem of one's own: `actions` leads from `states[0]` to `states[-1]`."""

    __slots__ = ()

    problem: str
    cost: int | None
    actions: list[Any] | None
    states: list[Any] | None

    def __repr__(self) -> str:
        if not self.solved or self.actions is None:
            return f"<ProblemAnswer: {self._ended()}>"
        optimal = ", optimal" if self.optimal else ""
        actions = ", ".join(map(str, self.actions))
        actions = actions if len(actions) <= 80 else actions[:79] + "…"
        return f"<ProblemAnswer: solved in {len(self.actions)} actions, cost {self.cost}{optimal}: {actions}>"


class Verified(Result):
    """Moves that were replayed."""

    __slots__ = ()

    legal: bool
    reaches_goal: bool
    length: int
    illegal_move: int | None
    goal_first_reached: int | None
    last_board: Board
    optimal_length: int | None
    lower_bound: int | None

    def _value(self, name: str) -> Any:
        if name == "last_board":
            return Board._of(self._data[name], self._data["rows"], self._data["cols"])
        return super()._value(name)

    def __repr__(self) -> str:
        if not self.legal:
            return f"<Verified: move {self.illegal_move} is not legal>"
        reaches = "reaches the goal" if self.reaches_goal else "does not reach the goal"
        best = f", optimal is {self.optimal_length}" if self.optimal_length is not None else ""
        return f"<Verified: {self.length} moves, {reaches}{best}>"


class VerifiedActions(Result):
    """Actions of a problem file that were replayed."""

    __slots__ = ()

    problem: str
    length: int
    cost: int
    legal: bool
    illegal_action: int | None
    reaches_goal: bool
    last_state: str
    optimal_cost: int | None
    lower_bound: int | None

    def __repr__(self) -> str:
        if not self.legal:
            return f"<VerifiedActions: action {self.illegal_action} is not legal>"
        reaches = "reaches a goal" if self.reaches_goal else "does not reach a goal"
        return f"<VerifiedActions: {self.length} actions, cost {self.cost}, {reaches}>"


class Table(Result):
    """Rows of figures: a notebook shows a table; `to_pandas` and `to_polars` make a frame where either is installed."""

    __slots__ = ()

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows, each a dictionary."""
        return list(self._data["rows"])

    @property
    def columns(self) -> list[str]:
        """The names of the columns that a notebook shows."""
        return list(self.rows[0]) if self.rows else []

    def to_pandas(self) -> Any:
        """The rows as a `DataFrame` of pandas, which must be installed."""
        return importlib.import_module("pandas").DataFrame(self.rows)

    def to_polars(self) -> Any:
        """The rows as a `DataFrame` of polars, which must be installed."""
        return importlib.import_module("polars").DataFrame(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self._data["rows"])

    def __getitem__(self, place: int) -> dict[str, Any]:
        return self.rows[place]

    def _repr_html_(self) -> str:
        return table_html(self.columns, [[row.get(column) for column in self.columns] for row in self.rows])


class Comparison(Table):
    """Methods, compared: a row for each run.

    >>> import hueco
    >>> compared = hueco.compare("8 6 7 / 2 5 4 / 3 0 1", algorithms=["astar"], heuristics=["misplaced", "manhattan"])
    >>> [(row["method"], row["length"]) for row in compared]
    [('astar+misplaced', 31), ('astar+manhattan', 31)]
    """

    __slots__ = ()

    complete: bool

    @property
    def columns(self) -> list[str]:
        """The names of the columns that a notebook shows."""
        wanted = ["number", "problem", "method", "outcome", "optimal", "length", "cost", "generated", "expanded", "peak_bytes", "seconds"]
        several = len({row.get("number") for row in self.rows}) > 1
        return [name for name in wanted if self.rows and name in self.rows[0] and (name != "number" or several)]

    @property
    def chart(self) -> Picture | None:
        """The comparison of boards as a picture."""
        svg = self._data.get("svg")
        return None if svg is None else Picture(svg)

    def _repr_html_(self) -> str:
        chart = self.chart
        return super()._repr_html_() + ("" if chart is None else chart._repr_html_())

    def __repr__(self) -> str:
        lines = [f"{row['method']:<32} {_shown(row['length']):>8} {row['generated']:>14,} {row['seconds']:>12.6f}" for row in self.rows]
        head = f"{'method':<32} {'length':>8} {'generated':>14} {'seconds':>12}"
        return "\n".join([head, *lines])


def _shown(value: object) -> str:
    return "-" if value is None else str(value)


class Checked(Result):
    """A heuristic against the true distance of every board, or of every state of a problem."""

    __slots__ = ()

    heuristic: str
    states: int
    admissible: bool | None
    consistent: bool | None
    counterexample: dict[str, Any] | None

    @property
    def chart(self) -> Picture | None:
        """The estimates of boards against their distances, as a picture."""
        svg = self._data.get("svg")
        return None if svg is None else Picture(svg)

    def _repr_html_(self) -> str | None:
        chart = self.chart
        return None if chart is None else chart._repr_html_()

    def __repr__(self) -> str:
        verdict = {True: "", False: "not ", None: "perhaps "}
        return (
            f"<Checked {self.heuristic}: {verdict[self.admissible]}admissible, {verdict[self.consistent]}consistent, "
            f"{self.states:,} states>"
        )


class Explored(Table):
    """A whole space: how many states there are at each distance."""

    __slots__ = ()

    states: int
    radius: int | None
    mean_depth: float | None
    depths: list[int]
    deepest: list[Any]
    stopped_by: str | None

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each level."""
        return [{"depth": depth, "states": states} for depth, states in enumerate(self._data["depths"])]

    def __len__(self) -> int:
        return len(self._data["depths"])

    def __repr__(self) -> str:
        ended = f"stopped by {self.stopped_by}" if self.stopped_by else f"radius {self.radius}, mean depth {self.mean_depth}"
        return f"<Explored: {self.states:,} states, {ended}>"


class Placed(Result):
    '''The answer to a number puzzle.

    >>> import hueco
    >>> found = hueco.sums("""
    ... cells
    ...   A B C
    ...
    ... numbers 1 2 3
    ...
    ... A + B = C
    ... """, all=True)
    >>> found.solutions
    [[1, 2, 3], [2, 1, 3]]
    '''

    __slots__ = ()

    title: str | None
    cells: list[str]
    outcome: str
    stopped_by: str | None
    count: int
    complete: bool
    solution: list[int] | None
    solutions: list[list[int]] | None
    method: str

    @property
    def solved(self) -> bool:
        """Whether there is a solution."""
        return bool(self._data["outcome"] == "solved")

    @property
    def stats(self) -> dict[str, Any]:
        """Counters of the search."""
        return dict(self._data["stats"])

    @property
    def placed(self) -> dict[str, int]:
        """The first solution: the number of each cell."""
        return dict(zip(self.cells, self.solution or [], strict=False))

    def __repr__(self) -> str:
        return f"<Placed: {self.outcome}, {self.placed}>" if self.solved else f"<Placed: {self.outcome}>"


class Described(Result):
    """What a problem file offers."""

    __slots__ = ()

    problem: str
    start: str
    parameters: list[dict[str, str]]
    heuristics: list[dict[str, Any]]
    abstractions: list[str]
    draw: bool
    predecessors: bool

    def __repr__(self) -> str:
        names = ", ".join(heuristic["name"] for heuristic in self.heuristics) or "no heuristics"
        return f"<Described {self.problem!r}: {names}>"
