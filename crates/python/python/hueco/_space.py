"""The whole space of a problem in Python: all states, counted, and a heuristic against the true costs.

The states come from a search without a goal, whose events are every edge of the space.
"""

from __future__ import annotations

import heapq
import math
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from hueco import _hueco
from hueco._errors import HuecoTypeError, LimitError, ProblemError
from hueco._words import language, say

if TYPE_CHECKING:
    from hueco._problem import Searchable


class _Everywhere:
    """The same problem without a goal."""

    def __init__(self, problem: Any) -> None:
        self._problem = problem

    def __getattr__(self, name: str) -> Any:
        if name in ("goal", "predecessors", "reversible"):
            raise AttributeError(name)
        return getattr(self._problem, name)

    def is_goal(self, state: Any) -> bool:
        return False


class _Space:
    """All states that can be reached, and the edges between them."""

    def __init__(self, problem: Searchable, algorithm: str, limits: dict[str, Any], depth: int | None) -> None:
        self.states: list[Any] = []
        self.depths: list[int] = []
        self.edges: list[tuple[int, int, int]] = []
        search = _hueco.Search(_Everywhere(problem), {"algorithm": algorithm, **limits}, "blind", language())
        costs: list[int] = []
        for event in search:
            if event.kind in ("created", "improved", "pruned") and event.parent is not None and event.node is not None:
                self.edges.append((event.parent, event.node, (event.g or 0) - costs[event.parent]))
            if event.kind == "created":
                self.states.append(event.state)
                self.depths.append(0 if event.parent is None else self.depths[event.parent] + 1)
                costs.append(event.g or 0)
            elif event.kind == "improved" and event.node is not None:
                costs[event.node] = event.g or 0
            elif event.kind == "examined" and depth is not None and event.node is not None and self.depths[event.node] > depth:
                break
        self.stopped_by: str | None = search.answer()["stopped_by"]


def explored(problem: Searchable, depth: int | None, deepest: int | None, limits: dict[str, Any]) -> dict[str, Any]:
    """All states, counted by the fewest actions that lead there."""
    for name, value in (("depth", depth), ("deepest", deepest)):
        if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
            message = say(f"{name} should be a whole number", f"{name} debería ser un número entero")
            raise HuecoTypeError(message, "bad_field", name)
    space = _Space(problem, "bfs", limits, depth)
    last = max(space.depths) if depth is None else min(depth, max(space.depths))
    counts = [0] * (last + 1)
    for level in space.depths:
        if level <= last:
            counts[level] += 1
    # A search that was left at a depth is no search that was stopped.
    stopped = space.stopped_by if depth is None or space.stopped_by != "interrupt" else None
    complete = stopped is None
    mean = sum(level * count for level, count in enumerate(counts)) / sum(counts)
    return {
        "states": sum(counts),
        "radius": last if complete else None,
        "mean_depth": round(mean, 6) if complete else None,
        "depths": counts,
        "deepest": [state for state, level in zip(space.states, space.depths, strict=True) if level == last][: deepest or 0],
        "stopped_by": stopped,
    }


def checked(problem: Any, heuristic: str, limits: dict[str, Any]) -> dict[str, Any]:
    """A heuristic against the cost of a cheapest solution from every state."""
    estimate = getattr(problem, heuristic, None) if isinstance(heuristic, str) else None
    if not callable(estimate):
        raise ProblemError(
            say(f"the problem has no heuristic `{heuristic}`", f"el problema no tiene ninguna heurística `{heuristic}`"),
            "bad_heuristic", "heuristic",
        )
    by_node = callable(getattr(problem, "result", None)) and callable(getattr(problem, "goal_test", None))
    is_goal = getattr(problem, "is_goal", None) or getattr(problem, "goal_test", None) or (lambda state: state == problem.goal)
    # Uniform cost examines a state at its lowest cost: every edge has the cost of its action.
    space = _Space(problem, "ucs", limits, None)
    if space.stopped_by is not None:
        raise LimitError(say(f"stopped by {space.stopped_by}", f"detenido por {space.stopped_by}"), "stopped")
    before: list[list[tuple[int, int]]] = [[] for _ in space.states]
    for parent, child, cost in space.edges:
        before[child].append((parent, cost))
    distances = [math.inf] * len(space.states)
    queue: list[tuple[float, int]] = []
    for node, state in enumerate(space.states):
        if is_goal(state):
            distances[node] = 0
            queue.append((0, node))
    heapq.heapify(queue)
    while queue:
        distance, node = heapq.heappop(queue)
        if distance == distances[node]:
            for parent, cost in before[node]:
                if distance + cost < distances[parent]:
                    distances[parent] = distance + cost
                    heapq.heappush(queue, (distance + cost, parent))

    def h(state: Any) -> float:
        value = estimate(SimpleNamespace(state=state) if by_node else state)
        return math.inf if value is None else float(value)

    estimates = [h(state) for state in space.states]
    too_high = [node for node, distance in enumerate(distances) if estimates[node] > distance]
    worst = min(too_high, key=lambda node: distances[node], default=None)
    drops = sum(1 for parent, child, cost in space.edges if estimates[parent] > cost + estimates[child])
    solvable = [node for node, distance in enumerate(distances) if distance < math.inf and estimates[node] < math.inf]
    errors = [distances[node] - estimates[node] for node in solvable]
    return {
        "problem": str(getattr(problem, "title", type(problem).__name__)),
        "heuristic": heuristic,
        "states": len(space.states),
        "admissible": not too_high,
        "consistent": not drops and not too_high,
        "overestimated": len(too_high),
        "inconsistent_actions": drops,
        "mean_error": sum(errors) / len(errors) if errors else None,
        "counterexample": None if worst is None else {
            "state": space.states[worst], "h": estimates[worst], "distance": distances[worst],
        },
    }
