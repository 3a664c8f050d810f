"""Problem files, and problems in Python."""

from __future__ import annotations

import gc
import traceback
import weakref

import pytest
from eight import GOAL, AimaEight, Eight, SimpleEight

import hueco
from hueco import HuecoError, HuecoTypeError, ProblemError

HARD = (8, 6, 7, 2, 5, 4, 3, 0, 1)
EASY = (1, 2, 3, 4, 0, 5, 7, 8, 6)
MIDDLE = hueco.Board("1 2 3 / 4 5 6 / 7 8 0").move("ULDLURRULD").tiles


def test_a_problem_file_is_solved_described_and_checked(problems):
    jugs = hueco.load(problems / "jugs.star")
    answer = hueco.solve(jugs)
    assert answer.solved and answer.optimal and len(answer.states) == answer.length + 1
    assert hueco.verify_actions(jugs, answer.actions).reaches_goal
    assert hueco.describe(jugs).problem == answer.problem
    assert answer.tree().svg.startswith("<svg")
    assert hueco.explore(jugs).states > 5
    eight = hueco.load(problems / "eight.star", board="123405786")
    assert hueco.solve(eight, heuristic="h").length == 2
    compared = hueco.compare(eight, algorithms=["astar"], heuristics=["h", "h_misplaced"])
    assert [row["length"] for row in compared] == [2, 2] and "generated" in compared[0]
    hanoi = hueco.load(problems / "hanoi.star", discs=4)
    assert hueco.solve(hanoi).length == 15
    assert hueco.check("h", hanoi).states == 81
    events = list(hueco.search(eight, algorithm="astar"))
    assert events[0].kind == "created" and events[-1].kind == "solved"


def test_a_mistake_in_a_file_has_a_place():
    with pytest.raises(ProblemError) as caught:
        hueco.load("start = 0\ngoal = 1\ndef actions(n):\n    return [(\n")
    assert caught.value.position is not None
    with pytest.raises(ProblemError, match="no_such|h_no"):
        hueco.solve(hueco.load("start = 0\ngoal = 1\ndef actions(n): return [('a', 1)]\n"), algorithm="astar", heuristic="h_no")
    with pytest.raises(HuecoTypeError):
        hueco.load("start = 0\ngoal = 1\n", size=[1])
    with pytest.raises(OSError):
        hueco.load("nowhere.star")


@pytest.mark.parametrize("algorithm", [name for name in hueco.ALGORITHMS if name not in ("dls", "stack", "dfs")])
def test_every_algorithm_solves_a_problem_in_python(algorithm):
    answer = hueco.solve(Eight(MIDDLE), algorithm=algorithm)
    assert answer.solved, answer
    state = MIDDLE
    for action, after in zip(answer.actions, answer.states[1:], strict=True):
        state = dict(Eight(MIDDLE).actions(state))[action]
        assert state == after
    assert state == GOAL
    if answer.optimal:
        assert answer.cost == hueco.solve([MIDDLE[:3], MIDDLE[3:6], MIDDLE[6:]]).length


def test_every_algorithm_can_be_stepped_through():
    for algorithm in hueco.ALGORITHMS:
        if algorithm in ("dfs", "stack"):
            continue
        search = hueco.search(Eight(EASY), algorithm=algorithm)
        kinds = [event.kind for event in search]
        assert kinds[-1] == "solved" and kinds.count("created") > 1, algorithm
        assert search.answer.length == hueco.solve(Eight(EASY), algorithm=algorithm).length


def test_the_three_ways_to_write_a_problem_count_the_same_nodes():
    native = hueco.load("start = 0\ngoal = 0\ndef actions(n): return []\n")
    assert hueco.solve(native).length == 0
    answers = [hueco.solve(kind(HARD), algorithm="astar") for kind in (Eight, AimaEight, SimpleEight)]
    assert [answer.length for answer in answers] == [31, 31, 31]
    assert len({(answer.stats.generated, answer.stats.expanded) for answer in answers}) == 1
    assert answers[0].optimal and not answers[1].optimal, "only the first claims that its estimate is consistent"


def test_a_claim_decides_what_is_called_optimal():
    problem = AimaEight(MIDDLE)
    assert not hueco.solve(problem).optimal
    problem.consistent = True
    assert hueco.solve(problem).optimal
    assert hueco.solve(problem, algorithm="bfs").optimal


def test_a_heuristic_is_a_name_or_a_function():
    by_name = hueco.solve(Eight(MIDDLE), heuristic="h_misplaced")
    assert by_name.heuristic == "h_misplaced"
    both = hueco.solve(Eight(MIDDLE), heuristic="max(h,h_misplaced)")
    assert both.heuristic == "max(h,h_misplaced)" and both.stats.generated <= by_name.stats.generated
    assert hueco.solve(Eight(MIDDLE), heuristic=lambda board: 0.5).solved
    assert hueco.solve(AimaEight(MIDDLE), heuristic=lambda node: float(node.state.index(0))).solved
    with pytest.raises(ProblemError, match="h_none"):
        hueco.solve(Eight(MIDDLE), heuristic="h_none")


def test_stepping_is_lazy_and_the_frontier_can_be_seen():
    called = []

    class Numbers:
        start = 0

        def is_goal(self, n):
            return False

        def actions(self, n):
            called.append(n)
            return [("+1", n + 1)]

    search = hueco.search(Numbers(), algorithm="bfs")
    events = iter(search)
    first = [next(events) for _ in range(6)]
    assert [event.kind for event in first] == ["created", "examined", "created", "examined", "created", "examined"]
    assert len(called) <= 3, "no state is expanded before it is needed"
    assert [node.state for node in search.frontier] == [called[-1] + 1]
    assert 0 in [node.state for node in search.closed]
    assert search.answer.outcome == "running" and search.answer.stopped_by is None
    assert repr(search) == "<Search: running>" and repr(search.answer) == "<ProblemAnswer: running>"
    assert repr(first[2]) == f"<created #1 by '+1': {called[0] + 1}, g=1>"


def test_exceptions_pass_through_with_their_traceback():
    class Broken(Eight):
        def actions(self, board):
            if board != self.start:
                raise LookupError("the third state")
            return super().actions(board)

    for run in (hueco.solve, lambda problem: list(hueco.search(problem)), hueco.tree):
        with pytest.raises(LookupError, match="third") as caught:
            run(Broken(HARD))
        assert any(frame.name == "actions" for frame in traceback.extract_tb(caught.value.__traceback__))
    for name in ("h", "is_goal", "draw"):
        broken = type("Broken", (Eight,), {name: lambda self, board: 1 // 0})
        with pytest.raises(ZeroDivisionError):
            hueco.tree(broken(EASY), algorithm="astar")


def test_exceptions_of_states_pass_through():
    class State:
        def __init__(self, n):
            self.n = n

        def __hash__(self):
            return 1

        def __eq__(self, other):
            raise OverflowError("no comparison")

    class Odd:
        start = State(0)

        def is_goal(self, state):
            return False

        def actions(self, state):
            return [("+1", State(state.n + 1))]

    with pytest.raises(OverflowError, match="no comparison"):
        hueco.solve(Odd(), algorithm="bfs")


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ({}, "no `actions|no start"),
        ({"actions": lambda self, s: [], "start": 0}, "no goal"),
        ({"actions": lambda self, s: [], "start": [0], "goal": 1}, "not hashable"),
        ({"actions": lambda self, s: [("a", [1])], "start": 0, "goal": 1}, "not hashable"),
        ({"actions": lambda self, s: [1], "start": 0, "goal": 1}, "expected .name, state"),
        ({"actions": lambda self, s: [("a", 1, 2, 3)], "start": 0, "goal": 1}, "expected .name, state"),
        ({"actions": lambda self, s: [("a", 1, -1)], "start": 0, "goal": 1}, "costs -1"),
        ({"actions": lambda self, s: [("a", 1, 0.5)], "start": 0, "goal": 1}, "costs 0.5"),
        ({"actions": lambda self, s: [("a", 1, "x")], "start": 0, "goal": 1}, "costs 'x'"),
        ({"actions": lambda self, s: [("a", 1)], "start": 0, "goal": 1, "h": lambda self, s: -1}, "returned -1"),
        ({"actions": lambda self, s: [("a", 1)], "start": 0, "goal": 1, "h": lambda self, s: "far"}, "returned 'far'"),
    ],
)
def test_what_is_wrong_with_a_problem_is_said(attributes, message):
    attributes = {"actions": lambda self, s: [], **attributes} if not attributes else attributes
    with pytest.raises(HuecoError, match=message):
        hueco.solve(type("Wrong", (), attributes)())


def test_both_ends_need_a_goal_and_predecessors():
    with pytest.raises(ProblemError, match="both ends"):
        hueco.solve(AimaEight(EASY), algorithm="nbs")
    assert hueco.solve(Eight(HARD), algorithm="bidirectional").length == 31


@pytest.mark.parametrize("far", [2**32 - 2, 2**32 - 1, 2**32, 1e30])
def test_an_estimate_beyond_counting_is_no_dead_end(far):
    class Line:
        start = 0
        goal = 3
        reversible = True

        def actions(self, place):
            return [(str(to), to) for to in (place + 1, place - 1) if 0 <= to <= 3]

        def h(self, place):
            return far if place < 3 else 0

    for method in ("astar", "nbs", "dvcbs"):
        assert hueco.solve(Line(), algorithm=method).length == 3, method


def test_costs_count_and_limits_stop():
    class Roads:
        start = "A"
        goal = "D"
        roads = {"A": [("B", 1), ("C", 5)], "B": [("D", 10.0)], "C": [("D", 2)], "D": []}

        def actions(self, town):
            return [(f"to {to}", to, cost) for to, cost in self.roads[town]]

    answer = hueco.solve(Roads(), algorithm="ucs")
    assert (answer.actions, answer.cost, answer.optimal) == (["to C", "to D"], 7, True)
    assert hueco.solve(Eight(HARD), algorithm="bfs", max_nodes=50).stopped_by == "nodes"
    assert hueco.solve(Eight(HARD), algorithm="iddfs", timeout=0.05).stopped_by == "time"
    with pytest.raises(TypeError, match="goal"):
        hueco.solve(Roads(), goal="D")


def test_methods_are_compared_on_a_problem_in_python():
    compared = hueco.compare(Eight(MIDDLE), algorithms=["bfs", "astar"])
    assert [row["method"] for row in compared] == ["bfs", "astar+h", "astar+h_misplaced"]
    assert len({row["length"] for row in compared}) == 1


class Small:
    """A row of three tiles and a blank that jumps to any place: 24 states."""

    start = (3, 2, 1, 0)
    goal = (1, 2, 3, 0)

    def actions(self, row):
        blank = row.index(0)
        for to in range(4):
            if to != blank:
                after = list(row)
                after[blank], after[to] = after[to], 0
                yield f"to {to}", tuple(after)

    def h(self, row):
        return sum(1 for tile, right in zip(row, self.goal) if tile and tile != right)

    def h_double(self, row):
        return 2 * self.h(row)


def test_the_space_of_a_problem_in_python_is_counted_and_checked():
    space = hueco.explore(Small(), deepest=3)
    assert space.states == 24 and sum(space.depths) == 24 and space.radius == len(space.depths) - 1
    assert hueco.explore(Small(), depth=1).depths == [1, 3]
    good = hueco.check("h", Small())
    assert good.admissible and good.consistent and good.states == 24 and good.counterexample is None
    bad = hueco.check("h_double", Small())
    assert bad.admissible is False and bad.counterexample["h"] > bad.counterexample["distance"]
    assert hueco.explore(AimaEight(EASY), depth=3).depths[0] == 1
    assert hueco.explore(Small(), max_nodes=5).stopped_by == "nodes"
    with pytest.raises(ProblemError, match="h_none"):
        hueco.check("h_none", Small())
    with pytest.raises(hueco.LimitError):
        hueco.check("h", Small(), max_nodes=5)


def test_a_search_inside_a_search_works_and_none_inside_itself():
    class Nested(Eight):
        def h(self, board):
            return hueco.solve([board[:3], board[3:6], board[6:]]).length

    assert hueco.solve(Nested(MIDDLE)).stats.expanded <= 10

    class Inside(Eight):
        def actions(self, board):
            next(iter(self.search._native))
            return super().actions(board)

    problem = Inside(MIDDLE)
    problem.search = hueco.search(problem)
    with pytest.raises(RuntimeError, match="running"):
        list(problem.search)


def test_a_search_keeps_nothing_alive():
    problem = Eight(MIDDLE)
    gone = weakref.ref(problem)
    hueco.solve(problem)
    search = hueco.search(problem)
    next(iter(search))
    del problem, search
    gc.collect()
    assert gone() is None
    # In a circle, too.
    problem = Eight(MIDDLE)
    problem.search = hueco.search(problem)
    next(iter(problem.search))
    gone = weakref.ref(problem)
    del problem
    gc.collect()
    assert gone() is None


def test_pictures_show_what_draw_returns():
    svg = hueco.tree(Eight(EASY), algorithm="astar").svg
    assert "7 8 6" in svg and "8-puzzle" in svg
    stepper = hueco.stepper(Eight(EASY), algorithm="astar")
    assert stepper.trace["header"]["problem"] == "8-puzzle"
    assert hueco.solve(Eight(EASY))._repr_svg_().startswith("<svg")


def test_common_slips_are_answered_with_what_to_write():
    class NoReturn(Eight):
        def actions(self, board):
            [(name, board) for name in "UD"]

    boards = "1 2 3 / 4 5 6 / 7 0 8"
    slips = [
        (lambda: hueco.solve(NoReturn(EASY)), hueco.ProblemError, "returned None; expected a list", "devolvió None; se esperaba una lista"),
        (lambda: hueco.solve(Eight), TypeError, "Eight is a class; pass an object of it: Eight()", "Eight es una clase"),
        (lambda: hueco.solve(None), TypeError, "board should be a board", "board debería ser un tablero"),
        (lambda: hueco.solve(boards, heuristics="manhattan"), TypeError, "no option `heuristics` here. Did you mean `heuristic`?", "`heuristic`?"),
        (lambda: hueco.solve(boards, time_out=3), TypeError, "Did you mean `timeout`?", "¿Quiso decir `timeout`?"),
        (lambda: hueco.solve(boards, heuristic=len), TypeError, "a function is a heuristic for problems", "una función es una heurística"),
        (lambda: hueco.solve_many(boards), TypeError, "boards should be a list of boards", "boards debería ser una lista"),
        (lambda: hueco.solve_many([boards, "1 2 / 3 3"]), ValueError, "boards[1]: column 9: duplicate 3", "boards[1]: columna 9: 3 repetido"),
        (lambda: hueco.solve_many([boards, 5]), TypeError, "boards[1] should be a board", "boards[1] debería ser un tablero"),
        (lambda: hueco.set_language("de"), ValueError, "expected en or es", "se esperaba en o es"),
    ]
    for call, error, *texts in slips:
        for language, text in zip(("en", "es"), texts):
            hueco.set_language(language)
            with pytest.raises(error) as raised:
                call()
            assert text in str(raised.value)
