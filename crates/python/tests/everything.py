"""A program that uses everything: `mypy --strict` accepts it, and it runs."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

import hueco
from hueco import Board, Problem, ProblemFile


class Jugs(Problem[tuple[int, int]]):
    """Two jugs of four and three litres; two litres are wanted."""

    title = "Two jugs"
    start = (0, 0)
    consistent = ["h"]

    def is_goal(self, jugs: tuple[int, int]) -> bool:
        return 2 in jugs

    def actions(self, jugs: tuple[int, int]) -> Iterable[tuple[str, tuple[int, int], int]]:
        a, b = jugs
        yield "fill 4", (4, b), 1
        yield "fill 3", (a, 3), 1
        yield "empty 4", (0, b), 1
        yield "empty 3", (a, 0), 1
        poured = min(a, 3 - b)
        yield "4 to 3", (a - poured, b + poured), 1
        poured = min(b, 4 - a)
        yield "3 to 4", (a + poured, b - poured), 1

    def h(self, jugs: tuple[int, int]) -> int:
        return 0 if 2 in jugs else 1

    def draw(self, jugs: tuple[int, int]) -> str:
        return f"{jugs[0]} | {jugs[1]}"


FILE = """
title = "To a number"
start = 1
goal = param("goal", 100)
consistent = ["h"]
def actions(n):
    return [("+1", n + 1), ("*2", n * 2)] if n <= 200 else []
def h(n):
    return 0 if n == goal else 1
"""


def boards() -> None:
    board = Board("8 6 7 / 2 5 4 / 3 0 1")
    answer = hueco.solve(board, algorithm="astar", heuristic="manhattan", ties="fifo", timeout=timedelta(seconds=10))
    length: int | None = answer.length
    assert length == 31 and answer.stats.generated > 0 and answer.optimal
    moves: str = answer.moves or ""
    assert hueco.verify(board, moves, goal="blank-last").reaches_goal
    last: Board = answer.boards[-1]
    assert last == answer.goal and board.move(moves) == last and board.is_solvable()
    lengths: list[int | None] = [one.length for one in hueco.solve_many(hueco.random_boards("3x3", count=4), threads=2)]
    assert len(lengths) == 4
    assert hueco.all_solutions(board, most=3).solutions == 40
    compared = hueco.compare([board, Board("1 2 3 / 4 0 5 / 7 8 6")], algorithms=["astar", "bfs"], heuristics=["manhattan"])
    assert {row["outcome"] for row in compared} == {"solved"} and compared.chart is not None
    assert hueco.check("manhattan", "2x3").admissible
    assert hueco.explore("2x3", deepest=1).radius == 21
    assert hueco.instances("korf15")[0].optimal == 57
    placed: dict[str, int] = hueco.sums("cells\n  A B\n\nnumbers 1 2\n\nA + B = 3\n", all=True).placed
    assert sorted(placed.values()) == [1, 2]
    kinds: list[str] = [event.kind for event in hueco.search(board, algorithm="greedy", heuristic="manhattan")]
    assert kinds[-1] == "solved"
    workbench = hueco.Workbench(max_memory="256MiB")
    assert workbench.solve(board).solved and workbench.bytes > 0


def problems(folder: Path) -> None:
    problem = Jugs()
    answer = hueco.solve(problem, algorithm="astar", heuristic="h", max_nodes=1000)
    assert answer.actions is not None and answer.cost == 4
    assert hueco.solve(problem, heuristic=lambda jugs: 0).cost == 4
    search = hueco.search(problem, algorithm="bfs")
    for event in search:
        if event.kind == "examined" and event.g == 2:
            break
    assert search.frontier and search.closed and not search.answer.solved
    assert len(hueco.compare(problem, algorithms=["bfs", "astar"])) == 2
    hueco.tree(problem).themed("dark").save(folder / "jugs.svg")
    hueco.stepper(problem).save(folder / "jugs.html")
    file: ProblemFile = hueco.load(FILE, goal=37)
    found = hueco.solve(file, algorithm="A*")
    assert found.actions is not None and hueco.verify_actions(file, found.actions).reaches_goal
    assert hueco.describe(file).problem == "To a number"
    assert hueco.check("h", file).admissible and hueco.explore(file).states > 100
    assert len(hueco.compare(file, algorithms=["ucs", "astar"])) == 2


def mistakes() -> None:
    try:
        hueco.solve("1 1 / 2 0")
    except hueco.HuecoError as error:
        code: str = error.code
        position: tuple[int, int] | None = error.position
        assert code == "bad_board" and position is not None


def test_it_runs(tmp_path: Path) -> None:
    boards()
    problems(tmp_path)
    mistakes()
