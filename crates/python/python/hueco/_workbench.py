"""What can be asked. A workbench owns the tables of a session; the functions of the module are those of one that all share."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from hueco import _hueco
from hueco._board import Board, BoardLike, as_field
from hueco._errors import HuecoError, HuecoTypeError
from hueco._problem import ProblemFile, Searchable, is_problem
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
    Verified,
    VerifiedActions,
)
from hueco._search import Search
from hueco._space import checked, explored
from hueco._words import language, say

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from hueco._options import (
        CheckOptions,
        CompareOptions,
        ExploreOptions,
        Limits,
        SearchOptions,
        SumsOptions,
    )
    from hueco._pictures import Picture
    from hueco._stepper import Stepper

# Options that only boards have.
_OF_BOARDS = ("goal", "size", "formula", "metric", "moves_of", "optimal", "fast", "order")
# Events that a picture is drawn from, at most.
_EVENTS = 200_000


class Instance(NamedTuple):
    """A board of a published set."""

    id: str
    board: Board
    goal: Board
    optimal: int | None


class Workbench:
    """Tables, and everything that can be asked of them.

    `max_memory` limits what is kept (`"1GiB"`, or bytes); `folder` holds pattern databases, the user's own where it is not given.

    >>> from hueco import Workbench
    >>> workbench = Workbench(max_memory="64MiB")
    >>> workbench.solve("8 6 7 / 2 5 4 / 3 0 1").length
    31
    >>> workbench.bytes > 0
    True
    """

    __slots__ = ("_native",)

    _native: _hueco.Workbench

    def __init__(self, *, max_memory: int | str | None = None, folder: str | os.PathLike[str] | None = None) -> None:
        if max_memory is not None:
            max_memory = _bytes(max_memory)
        self._native = _hueco.Workbench(max_memory, None if folder is None else os.fspath(folder), True)

    @property
    def bytes(self) -> int:
        """Bytes of the tables that it keeps."""
        return self._native.bytes

    @property
    def folder(self) -> str | None:
        """The folder of pattern databases."""
        return self._native.folder

    def tables(self) -> list[dict[str, Any]]:
        """The pattern databases of the folder, as `hueco tables list` lists them."""
        tables: list[dict[str, Any]] = json.loads(self._native.tables(language()))
        return tables

    def build(self, size: str, pattern: str = "auto", *, goal: BoardLike | None = None, **limits: Unpack[Limits]) -> list[str]:
        """Builds pattern databases and saves them in the folder, as `hueco tables build`: `build("4x4", "7-8")`. Their names."""
        if not isinstance(pattern, str):
            raise _expected_text("pattern", pattern)
        return self._native.build({"size": size, "goal": as_field(goal), **limits}, pattern, language())

    def __repr__(self) -> str:
        return f"<Workbench: {self.bytes:,} bytes of tables>"

    def _ask(self, kind: str, fields: dict[str, Any], source: ProblemFile | None = None) -> dict[str, Any]:
        if callable(fields.get("heuristic")):
            message = say(
                "a function is a heuristic for problems in Python; here it is a name, or a formula of your own",
                "una función es una heurística para problemas en Python; aquí es un nombre, o una fórmula propia",
            )
            raise HuecoTypeError(message, "bad_field", "heuristic")
        text = self._native.request(kind, fields, language(), None if source is None else source._source)
        answer: dict[str, Any] = json.loads(text)
        return answer

    @overload
    def solve(self, problem: BoardLike, **options: Unpack[SearchOptions]) -> Answer: ...
    @overload
    def solve(self, problem: ProblemFile | Searchable, **options: Unpack[SearchOptions]) -> ProblemAnswer: ...
    def solve(self, problem: Any, **options: Any) -> Report:
        """Solves a board, a problem file or a problem in Python.

        Without options a board of up to 4x4 is solved optimally, and a larger one as well as ten seconds allow. The options are
        those of `hueco solve`: `goal`, `algorithm`, `heuristic`, `formula`, `weight`, `width`, `depth`, `ties`, `order`,
        `metric`, `moves_of`, `optimal`, `fast`, `threads`, and the limits `timeout`, `max_nodes`, `max_memory`.

        >>> import hueco
        >>> hueco.solve("8 6 7 / 2 5 4 / 3 0 1", algorithm="A*", heuristic="manhattan").length
        31
        >>> hueco.solve("2 1 / 3 0").outcome
        'unsolvable'
        >>> hueco.solve("8 6 7 / 2 5 4 / 3 0 1", algorithm="bfs", max_nodes=100).stopped_by
        'nodes'
        """
        if isinstance(problem, ProblemFile):
            fields = _for_problem(options)
            return ProblemAnswer(self._ask("solve", fields, problem), self._again(fields, problem))
        if is_problem(problem):
            heuristic = options.pop("heuristic", None)
            fields = _for_problem(options)
            data = _hueco.solve_problem(problem, fields, heuristic, language())
            return ProblemAnswer(data, _again_in_python(problem, fields, heuristic))
        fields = {"board": as_field(problem), **options}
        if "goal" in fields:
            fields["goal"] = as_field(fields["goal"])
        return Answer(self._ask("solve", fields), self._again(fields, None))

    def _again(self, fields: dict[str, Any], source: ProblemFile | None) -> Callable[[str, dict[str, Any]], Any]:
        """Runs the same search again: as a tree, or as a trace."""

        def again(what: str, options: dict[str, Any]) -> Any:
            asked = {name: value for name, value in fields.items() if name not in ("optimal", "fast", "all", "moves_of")}
            if what == "tree":
                return self._ask("tree", {"events": _EVENTS, **asked, **options}, source)["svg"]
            return self._ask("trace", {**asked, **options}, source)

        return again

    def solve_many(
        self, boards: Iterable[BoardLike], **options: Unpack[SearchOptions]
    ) -> list[Answer]:
        """Solves many boards on all cores, in order, without holding the interpreter's lock.

        >>> import hueco
        >>> [answer.length for answer in hueco.solve_many(hueco.random_boards("3x3", count=3, seed=1))]
        [20, 23, 15]
        """
        fields: dict[str, Any] = {**options}
        fields["goal"] = as_field(fields.get("goal"))
        if isinstance(boards, (str, Board)) or not hasattr(boards, "__iter__"):
            message = say("boards should be a list of boards", "boards debería ser una lista de tableros")
            raise HuecoTypeError(message, "bad_field", "boards")
        listed = [as_field(board) for board in boards]
        texts = self._native.solve_many(fields, listed, language())
        return [
            Answer(json.loads(text), self._again({**fields, "board": board}, None))
            for text, board in zip(texts, listed, strict=True)
        ]

    def all_solutions(self, board: BoardLike, *, most: int = 100, **options: Unpack[SearchOptions]) -> AllSolutions:
        """All shortest solutions of a board: counted, and at most `most` of them listed."""
        fields: dict[str, Any] = {"board": as_field(board), "all": most, **options}
        fields["goal"] = as_field(fields.get("goal"))
        return AllSolutions(self._ask("solve", fields), self._again(fields, None))

    def verify(
        self,
        board: BoardLike,
        moves: str,
        *,
        goal: BoardLike | None = None,
        size: str | None = None,
        moves_of: str | None = None,
        **limits: Unpack[Limits],
    ) -> Verified:
        """Replays moves: are they legal, do they reach the goal, how far are they from optimal?

        >>> import hueco
        >>> hueco.verify("1 2 3 / 4 0 5 / 7 8 6", "RLRD")
        <Verified: 4 moves, reaches the goal, optimal is 2>
        """
        fields = {"board": as_field(board), "moves": moves, "goal": as_field(goal), "size": size, "moves_of": moves_of, **limits}
        return Verified(self._ask("verify", fields))

    def verify_actions(self, problem: ProblemFile, actions: Sequence[str], **limits: Unpack[Limits]) -> VerifiedActions:
        """Replays the actions of a problem file, by name: are they legal, do they reach a goal, how far are they from optimal?"""
        if not isinstance(problem, ProblemFile):
            raise _expected_file(problem)
        if isinstance(actions, str) or not all(isinstance(action, str) for action in actions):
            raise _expected_text("actions", actions)
        text = problem._source.verify(list(actions), {**limits}, language())
        return VerifiedActions(json.loads(text))

    def describe(self, problem: ProblemFile) -> Described:
        """What a problem file offers: its title, its parameters, its heuristics.

        >>> import hueco
        >>> hueco.describe(hueco.load("start = 0\\ngoal = 1\\ndef actions(n): return [('+1', n + 1)]\\n")).start
        '0'
        """
        if not isinstance(problem, ProblemFile):
            raise _expected_file(problem)
        return Described(self._ask("describe", {}, problem))

    def instances(self, name: str) -> list[Instance]:
        """A published set of boards, with what is known of them: `korf15`, `korf24`, `hardest15`, `deepcubea35`, `deepcubea48`.

        >>> import hueco
        >>> first = hueco.instances("korf15")[0]
        >>> first.optimal, str(first.goal)[:5]
        (57, '0 1 2')
        """
        found, goal, (rows, cols) = _hueco.instances(name, language())
        goal_board = Board._of(goal, rows, cols)
        return [Instance(number, Board._of(tiles, rows, cols), goal_board, optimal) for number, optimal, tiles in found]

    def random_boards(
        self, size: str = "3x3", *, count: int = 1, seed: int = 0, goal: BoardLike | None = None
    ) -> list[Board]:
        """Uniform random boards that can reach the goal, the same for the same seed everywhere.

        >>> import hueco
        >>> hueco.random_boards("3x3", seed=7) == hueco.random_boards("3x3", seed=7)
        True
        """
        drawn = self._ask("random", {"size": size, "count": count, "seed": seed, "goal": as_field(goal)})
        return [Board._of(tiles, drawn["rows"], drawn["cols"]) for tiles in drawn["boards"]]

    def compare(
        self, problem: BoardLike | Sequence[BoardLike] | ProblemFile | Searchable, **options: Unpack[CompareOptions]
    ) -> Comparison:
        """Compares every algorithm with every heuristic that is named, on a board, on several, or on a problem."""
        fields: dict[str, Any] = {**options}
        for name in ("algorithms", "heuristics", "formulas"):
            if isinstance(fields.get(name), str):
                fields[name] = [fields[name]]
        if isinstance(problem, ProblemFile):
            compared = self._ask("compare", fields, problem)
            compared["rows"] = [_flat(row) for row in compared["rows"]]
            return Comparison(compared)
        if is_problem(problem):
            return self._compare_in_python(problem, fields)
        boards: Any = problem
        if isinstance(boards, (list, tuple)) and boards and isinstance(boards[0], (Board, str)):
            fields["boards"] = [as_field(board) for board in boards]
        else:
            fields["board"] = as_field(boards)
        if "goal" in fields:
            fields["goal"] = as_field(fields["goal"])
        return Comparison(self._ask("compare", fields))

    def _compare_in_python(self, problem: Searchable, fields: dict[str, Any]) -> Comparison:
        algorithms = fields.pop("algorithms", None) or ["bfs", "greedy", "astar", "idastar"]
        heuristics = fields.pop("heuristics", None)
        if heuristics is None:
            names = [name for name in dir(problem) if name in ("h", "heuristic") or name.startswith("h_")]
            heuristics = [name for name in names if callable(getattr(problem, name))]
        blind = ("bfs", "dfs", "dls", "iddfs", "ucs", "bidirectional")
        fields.setdefault("max_nodes", 10_000_000)
        rows = []
        for algorithm in algorithms:
            used = ["blind"] if str(algorithm).lower() in blind or not heuristics else heuristics
            for heuristic in used:
                answer = self.solve(problem, algorithm=algorithm, heuristic=heuristic, **fields).to_dict()
                name = answer["algorithm"] + (f"+{answer['heuristic']}" if answer["heuristic"] else "")
                answer.update(actions=None, states=None)
                rows.append(_flat({"method": name, **answer}))
        return Comparison({"rows": rows, "complete": True})

    def check(
        self,
        heuristic: str,
        problem: str | ProblemFile | Searchable = "3x3",
        *,
        formula: bool = False,
        **options: Unpack[CheckOptions],
    ) -> Checked:
        """Compares a heuristic with the true distance: of every board of a size, or of every state of a problem.

        With `formula=True` the text is a formula of your own.

        >>> import hueco
        >>> hueco.check("manhattan", "3x3")
        <Checked manhattan: admissible, consistent, 181,440 states>
        """
        fields: dict[str, Any] = {("formula" if formula else "heuristic"): heuristic, **options}
        if isinstance(problem, ProblemFile):
            return Checked(self._ask("check", fields, problem))
        if is_problem(problem):
            return Checked(checked(problem, heuristic, _for_problem({**options})))
        fields["goal"] = as_field(fields.get("goal"))
        return Checked(self._ask("check", {"size": problem, **fields}))

    def explore(self, problem: str | ProblemFile | Searchable, **options: Unpack[ExploreOptions]) -> Explored:
        """Counts a whole space by distance: all boards of a size, or all states that a problem can reach.

        >>> import hueco
        >>> hueco.explore("3x3").radius
        31
        """
        fields: dict[str, Any] = {**options}
        if isinstance(problem, ProblemFile):
            return Explored(json.loads(problem._source.explore(fields, language())))
        if is_problem(problem):
            fields = _for_problem(fields)
            return Explored(explored(problem, fields.pop("depth", None), fields.pop("deepest", None), fields))
        fields["goal"] = as_field(fields.get("goal"))
        counted = json.loads(_hueco.explore_boards({"size": problem, **fields}, language()))
        counted["deepest"] = [Board._of(tiles, counted["rows"], counted["cols"]) for tiles in counted["deepest"]]
        return Explored(counted)

    def sums(self, puzzle: str | os.PathLike[str], **options: Unpack[SumsOptions]) -> Placed:
        """Solves a number puzzle: a file, or its text (of several lines)."""
        return Placed(self._ask("sums", {"puzzle": _read(puzzle, "puzzle"), **options}))

    def tree(self, problem: Any, *, nodes: int = 500, draw_depth: int | None = None, **options: Unpack[SearchOptions]) -> Picture:
        """The tree of a search as a picture.

        >>> import hueco
        >>> hueco.tree("1 2 3 / 4 0 5 / 7 8 6", algorithm="astar", heuristic="manhattan").svg[:4]
        '<svg'
        """
        return self.search(problem, **options).tree(nodes, draw_depth)

    def stepper(self, problem: Any, *, events: int = 2000, **options: Unpack[SearchOptions]) -> Stepper:
        """A search to step through in a notebook: play, back, forward."""
        return self.search(problem, **options).stepper(events)

    def search(self, problem: Any, **options: Unpack[SearchOptions]) -> Search:
        """A search, event by event.

        >>> import hueco
        >>> for event in hueco.search("1 2 3 / 4 5 6 / 7 0 8", algorithm="bfs"):
        ...     print(event.kind, event.node, event.action)
        created 0 None
        examined 0 None
        created 1 U
        created 2 L
        created 3 R
        examined 1 None
        created 4 U
        created 5 L
        created 6 R
        examined 2 None
        created 7 U
        examined 3 None
        solved 3 None
        """
        fields: dict[str, Any] = {**options}
        if isinstance(problem, ProblemFile):
            return Search(None, _for_problem(fields), None, self._again(_for_problem(fields), problem))
        if is_problem(problem):
            heuristic = fields.pop("heuristic", None)
            fields = _for_problem(fields)
            return Search(problem, fields, heuristic, _again_in_python(problem, fields, heuristic))
        fields = {**fields, "board": as_field(problem), "goal": as_field(fields.get("goal"))}
        return Search(None, fields, None, self._again(fields, None))


def _again_in_python(problem: object, fields: dict[str, Any], heuristic: object) -> Callable[[str, dict[str, Any]], Any]:
    """Runs the same search again: as a tree, or as a trace."""

    def again(what: str, options: dict[str, Any]) -> Any:
        if what == "tree":
            nodes, depth = options.get("draw_nodes", 500), options.get("draw_depth")
            return _hueco.tree_problem(problem, fields, heuristic, (nodes, depth, _EVENTS), language())
        lines = _hueco.trace_problem(problem, fields, heuristic, options.get("events", 2000), language()).splitlines()
        header, *events, end = map(json.loads, lines)
        return {"header": header, "events": events, "end": end}

    return again


def _for_problem(options: dict[str, Any]) -> dict[str, Any]:
    """The options of a problem: those of boards have no place there."""
    for name in _OF_BOARDS:
        if options.get(name) is not None:
            message = say(f"{name} is an option of boards", f"{name} es una opción de los tableros")
            raise HuecoTypeError(message, "unknown_field", name)
    return {name: value for name, value in options.items() if name not in _OF_BOARDS}


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """A run with its counters beside its other figures."""
    stats = row.pop("stats")
    return {name: value for name, value in {**row, **stats}.items() if name not in ("actions", "states", "version")}


def _expected_file(value: object) -> HuecoTypeError:
    kind = type(value).__name__
    message = say(f"problem should be a problem file, not {kind}", f"problem debería ser un archivo de problema, no {kind}")
    return HuecoTypeError(message, "bad_field", "problem")


def _expected_text(name: str, value: object) -> HuecoTypeError:
    kind = type(value).__name__
    return HuecoTypeError(say(f"{name} should be a text, not {kind}", f"{name} debería ser un texto, no {kind}"), "bad_field", name)


def _bytes(amount: int | str) -> int:
    """An amount of memory, by the validation of every request."""
    units = {"": 1, "b": 1, "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40}
    if isinstance(amount, str):
        digits = amount.rstrip("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
        unit = units.get(amount[len(digits) :].lower())
        if unit is None or not digits.strip().isdigit():
            message = say("max_memory: expected an amount such as 512MiB", "max_memory: se esperaba una cantidad como 512MiB")
            raise HuecoError(message, "bad_field", "max_memory")
        amount = int(digits) * unit
    if isinstance(amount, bool) or not isinstance(amount, int):
        raise _expected_text("max_memory", amount)
    if not 0 <= amount < 1 << 64:
        raise HuecoError(say("max_memory: too large", "max_memory: demasiado grande"), "bad_field", "max_memory")
    return amount


def _read(source: str | os.PathLike[str], name: str) -> str:
    """A text of several lines as it is; else the file of that name."""
    if isinstance(source, str) and "\n" in source:
        return source
    if not isinstance(source, (str, os.PathLike)):
        raise _expected_text(name, source)
    with open(source, encoding="utf-8") as file:
        return file.read()
