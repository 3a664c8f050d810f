"""The figures of the Python package, in one run: `cargo xtask bench python` makes the environment and runs it.

    python bench/peers/python.py [HUECO]

HUECO is the program to compare batches with. Peers: aima3 (aima-python's `search.py` on PyPI) and simpleai.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "crates/python/tests"))

import hueco  # noqa: E402
from eight import AimaEight, SimpleEight  # noqa: E402


def timed(call, repeats=1):
    """The median time of a call."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        result = call()
        times.append(time.perf_counter() - start)
    return statistics.median(times), result


def imports():
    code = "import time; t = time.perf_counter(); import hueco; print(time.perf_counter() - t)"
    times = [float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout) for _ in range(9)]
    print(f"import: {statistics.median(times) * 1e3:.1f} ms (aim: at most 50)")


def overhead():
    boards = hueco.random_boards("3x3", count=200, seed=1)
    for options in ({}, {"algorithm": "astar", "heuristic": "manhattan"}):
        hueco.solve(boards[0], **options)
        more = []
        for _ in range(10):
            for board in boards:
                start = time.perf_counter()
                answer = hueco.solve(board, **options)
                took = time.perf_counter() - start
                more.append(took - answer.stats.seconds)
        print(f"solve of a 3x3 board {options}: {statistics.median(more) * 1e6:.1f} µs more than the library (aim: at most 20)")


def batch(program):
    """Both find the same tables, each with all cores and from nothing in memory; three rounds, one after the other."""
    korf = hueco.instances("korf15")
    boards, goal = [one.board for one in korf], korf[0].goal
    command = [program, "bench", "korf15"]
    subprocess.run(command, check=True, capture_output=True)
    ours, theirs = [], []
    for _ in range(3):
        took, answers = timed(lambda: hueco.Workbench().solve_many(boards, goal=goal))
        assert [answer.length for answer in answers] == [one.optimal for one in korf]
        ours.append(took)
        theirs.append(timed(lambda: subprocess.run(command, check=True, capture_output=True))[0])
    ours, theirs = statistics.median(ours), statistics.median(theirs)
    print(f"Korf's 100: solve_many {ours:.2f} s, `hueco bench korf15` {theirs:.2f} s: {ours / theirs:.2f}x (aim: at most 1.1x)")


def in_python():
    from aima3.search import Problem as AimaProblem
    from aima3.search import astar_search

    class Own(AimaProblem):
        def __init__(self, initial):
            super().__init__(initial, (1, 2, 3, 4, 5, 6, 7, 8, 0))

        actions = AimaEight.actions
        result = AimaEight.result
        h = AimaEight.h

    boards = [answer.board.tiles for answer in hueco.solve_many(hueco.random_boards("3x3", count=200, seed=2)) if answer.length <= 20][:20]
    theirs, lengths = timed(lambda: [len(astar_search(Own(board)).solution()) for board in boards])
    ours, found = timed(lambda: [hueco.solve(Own(board), algorithm="astar").length for board in boards], 3)
    assert lengths == found
    print(f"A* on {len(boards)} 8-puzzles of up to 20 moves, one class in Python: aima {theirs:.2f} s, hueco {ours:.2f} s: {theirs / ours:.1f}x (aim: at least 1x)")


def from_file():
    from simpleai.search import SearchProblem, astar

    class Simple(SearchProblem):
        actions = SimpleEight.actions
        result = SimpleEight.result
        is_goal = SimpleEight.is_goal
        cost = SimpleEight.cost
        heuristic = SimpleEight.heuristic

    boards = [board.tiles for board in hueco.random_boards("3x3", count=10, seed=3)]
    theirs, lengths = timed(lambda: [len(astar(Simple(board), graph_search=True).path()) - 1 for board in boards])
    in_python, same = timed(lambda: [hueco.solve(Simple(board), algorithm="astar").length for board in boards], 3)
    files = [hueco.load(ROOT / "problems/eight.star", board="".join(map(str, board))) for board in boards]
    ours, found = timed(lambda: [hueco.solve(file, algorithm="astar").length for file in files], 3)
    assert lengths == found == same
    print(
        f"A* on {len(boards)} random 8-puzzles: simpleai {theirs:.2f} s, the same class by hueco {in_python:.2f} s ({theirs / in_python:.1f}x), "
        f"a problem file {ours:.3f} s: {theirs / ours:.1f}x (aim: at least 20x)"
    )


if __name__ == "__main__":
    print(f"hueco {hueco.__version__}, Python {sys.version.split()[0]}")
    imports()
    overhead()
    in_python()
    from_file()
    if len(sys.argv) > 1:
        batch(sys.argv[1])
