"""A session: Ctrl-C, memory, speed of the import, the command, and calls that make no sense."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time

import pytest
from eight import Eight

import hueco


def interrupted(call):
    """How long a call runs on after Ctrl-C."""
    pressed = []

    def press():
        time.sleep(0.3)
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
    finally:
        thread.join()
    return time.monotonic() - pressed[0]


def test_ctrl_c_stops_at_once(problems):
    class Endless:
        start = 0

        def is_goal(self, n):
            return False

        def actions(self, n):
            return [("+1", n + 1), ("*2", n * 2)]

    korf = hueco.instances("korf15")
    calls = [
        lambda: hueco.solve(korf[87].board, goal="blank-first", algorithm="idastar", heuristic="manhattan"),
        lambda: hueco.solve_many([one.board for one in korf], goal="blank-first", algorithm="idastar", heuristic="manhattan"),
        lambda: hueco.explore("3x4"),
        lambda: hueco.solve(hueco.load(problems / "eight.star"), algorithm="iddfs", heuristic="blind"),
        lambda: hueco.solve(Endless(), algorithm="bfs"),
        lambda: [None for _ in hueco.search(Endless(), algorithm="bfs")],
    ]
    for call in calls:
        assert interrupted(call) < 2


def test_memory_stays_flat():
    def solves(count):
        board = hueco.Board("8 6 7 / 2 5 4 / 3 0 1")
        for _ in range(count):
            hueco.solve(board)

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()

    if not os.path.exists("/proc/self/statm"):
        pytest.skip("the system does not show what a process holds")
    count = int(os.environ.get("HUECO_SOLVES", "3000"))
    solves(count // 10)
    before = resident()
    solves(count)
    for _ in range(20):
        hueco.solve(Eight((1, 2, 3, 7, 4, 5, 0, 8, 6)))
        list(hueco.search(Eight((1, 2, 3, 4, 0, 5, 7, 8, 6))))
    assert resident() - before < 4 << 20


def test_the_module_is_the_command():
    run = subprocess.run(
        [sys.executable, "-m", "hueco", "solve", "1 2 / 0 3", "--format", "json"], capture_output=True, text=True, check=True
    )
    assert json.loads(run.stdout)["moves"] == "R"
    run = subprocess.run([sys.executable, "-m", "hueco", "slove"], capture_output=True, text=True)
    assert run.returncode == 2 and "solve" in run.stderr
    run = subprocess.run(
        [sys.executable, "-m", "hueco", "explore", "2x3", "--processes", "2", "--format", "json"], capture_output=True, text=True
    )
    assert run.returncode == 0 and json.loads(run.stdout.splitlines()[-1])["states"] == 360, run.stderr


def test_the_version_is_the_workspace_s():
    manifest = open(os.path.join(os.path.dirname(__file__), "../../../Cargo.toml")).read()
    assert f'version = "{hueco.__version__}"' in manifest


class Hostile:
    """An object whose every method fails."""

    def __getattr__(self, name):
        raise RuntimeError(name)

    def __index__(self):
        raise ArithmeticError("no number")

    def __hash__(self):
        raise LookupError("no hash")


FILE = hueco.load("""
start = 1
goal = 37
def actions(n):
    return [("+1", n + 1), ("*2", n * 2)] if n < 100 else []
def h(n):
    return 0 if n == goal else 1
""")


def values(chance):
    """Anything that a caller might pass by mistake."""
    boards = ["1 2 3 / 4 5 6 / 7 8 0", "8 6 7 / 2 5 4 / 3 0 1", "1 2 / 3 0", "2 1 / 3 0", "", "x", "1 2 3", "/" * 50, "\0", "\udc80"]
    numbers = [0, 1, -1, 3, 2**31, 2**64, -(2**70), 10**400, 0.5, -0.5, float("inf"), float("nan"), 1e308, True, False]
    names = ["astar", "A*", "bfs", "manhattan", "max(a,b)", "max(", "blank-last", "3x3", "0x0", "999999x999999", "1x2", "-1x3", "10s", "4GiB", "-5s"]
    odd = [None, b"bytes", bytearray(3), {}, {"a": 1}, set(), frozenset(), object(), Hostile(), range(3), lambda: 1, type, 1j, ...]
    nested = []
    deep = nested
    for _ in range(50):
        deep.append([])
        deep = deep[0]
    lists = [[], [[]], [1, 2, 3, 0], [[1, 2], [3, 0]], [0.5, 1, 2, 3], ["1", "2", "3", "0"], (1, 2, 3, 0), nested, [None] * 4, [[1], [2, 3]]]
    everything = [boards, numbers, names, odd, lists, [Eight((1, 2, 3, 4, 0, 5, 7, 8, 6))]]
    return lambda: chance.choice(chance.choice(everything))


def test_calls_that_make_no_sense_raise_exceptions_and_nothing_worse(tmp_path, monkeypatch):
    # Names of files are among the values.
    monkeypatch.chdir(tmp_path)
    chance = random.Random(20)
    value = values(chance)
    # Half of the values make sense by themselves, so that many calls get beyond the first check.
    sensible = {
        "goal": ["blank-last", "blank-first", "1 2 3 / 8 0 4 / 7 6 5"], "size": ["3x3", "2x2"], "algorithm": hueco.ALGORITHMS,
        "heuristic": hueco.HEURISTICS, "formula": ["manhattan", "misplaced * 2"], "weight": [1, 1.5, 7], "width": [1, 10], "depth": [0, 5],
        "ties": ["fifo", "lifo"], "order": ["ULRD", "DRLU"], "metric": ["single", "multi"], "moves_of": ["tile"], "optimal": [True],
        "fast": [True], "threads": [1, 2], "max_nodes": [1, 500, "2k"], "max_memory": [10_000, "1MiB"], "most": [0, 3], "count": [1, 3],
        "seed": [0, 9], "algorithms": [["astar", "bfs"]], "heuristics": [["manhattan"]], "repeat": [2], "nodes": [5], "events": [50],
        "deepest": [2], "all": [True], "method": ["bfs"], "no_such": [1],
    }
    options = list(sensible)
    firsts = ["8 6 7 / 2 5 4 / 3 0 1", "1 2 / 3 0", "2 1 / 3 0", ["1 2 / 3 0"], "3x3", "manhattan", Eight((1, 2, 3, 4, 0, 5, 7, 8, 6)), FILE]
    functions = [
        hueco.solve, hueco.solve_many, hueco.all_solutions, hueco.verify, hueco.random_boards, hueco.compare, hueco.check,
        hueco.explore, hueco.sums, hueco.search, hueco.tree, hueco.stepper, hueco.load, hueco.describe, hueco.instances,
        hueco.verify_actions, hueco.Board, hueco.set_language, hueco.Workbench, hueco.Picture,
    ]
    outcomes = {"returned": 0, "raised": 0}
    for _ in range(int(os.environ.get("HUECO_CALLS", "10000"))):
        function = chance.choice(functions)
        arguments = [value() for _ in range(chance.choice([0, 1, 1, 1, 2]))]
        if arguments and chance.random() < 0.7:
            arguments[0] = chance.choice(firsts)
        named = {}
        for name in chance.sample(options, chance.choice([0, 1, 1, 2, 3])):
            named[name] = chance.choice(sensible[name]) if chance.random() < 0.5 else value()
        if function not in (hueco.Board, hueco.set_language, hueco.Picture, hueco.load, hueco.instances, hueco.Workbench, hueco.random_boards):
            # Whatever is asked, it ends soon.
            named["timeout"] = 0.05
        if function is hueco.random_boards and not isinstance(named.get("count"), str):
            named["count"] = chance.choice([0, 3, -1, "3"])
        if function is hueco.explore:
            named["max_memory"] = 1 << 22
        try:
            result = function(*arguments, **named)
            repr(result)
            outcomes["returned"] += 1
        except Exception as error:
            # A panic of the extension is worded so; one of its interface is no Exception, and would end the test.
            assert not (isinstance(error, RuntimeError) and str(error).startswith("hueco: ")), (function, arguments, named)
            outcomes["raised"] += 1
    hueco.set_language("en")
    assert outcomes["raised"] > outcomes["returned"] > outcomes["raised"] / 20
