"""A search, event by event."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from hueco import _hueco
from hueco._errors import HuecoError
from hueco._pictures import Picture
from hueco._results import ProblemAnswer
from hueco._words import language, say

if TYPE_CHECKING:
    from hueco._stepper import Stepper


class Event(NamedTuple):
    """Something that a search did."""

    kind: str
    """`created`, `examined`, `pruned`, `improved`, `deepened`, `forgotten` or `solved`."""
    node: int | None = None
    """The node, in order of creation; of a pruned duplicate, the node that it repeats."""
    parent: int | None = None
    """The node it was created from."""
    action: Any = None
    """The action that led to it."""
    state: Any = None
    """Its state."""
    g: int | None = None
    """Cost from the start; of a solution its cost."""
    h: int | None = None
    """Estimate to the goal."""
    reason: str | None = None
    """Why a child was pruned: `duplicate`, `cycle`, `bound`, `depth`, `dead-end`, `width`, `worse`."""
    bound: int | None = None
    """The bound of a round."""
    side: str = "forward"
    """The end that a search from both ends reached it from."""

    @property
    def f(self) -> int | None:
        """g + h."""
        return None if self.g is None or self.h is None else self.g + self.h

    def __repr__(self) -> str:
        number = "" if self.node is None else f" #{self.node}"
        by = "" if self.action is None else f" by {self.action!r}"
        state = "" if self.state is None else f": {self.state!r}"
        figures = [f", {name}={value}" for name, value in (("g", self.g), ("h", self.h), ("bound", self.bound)) if value is not None]
        return f"<{self.kind}{number}{by}{state}{''.join(figures)}{', ' + self.reason if self.reason else ''}>"


class Node(NamedTuple):
    """A node of the frontier or of the closed set."""

    node: int
    state: Any
    g: int
    h: int | None


class Search:
    """A search that is stepped through: `for event in search`.

    A problem in Python is searched as the loop advances, one expansion at a time: the frontier can be looked at between two events (it
    is that after the whole expansion), and a loop may end whenever it likes. Boards and problem files are searched first, and their events, at most 200,000, listed after.
    """

    __slots__ = ("_native", "_again")

    _native: _hueco.Search | None

    def __init__(
        self,
        problem: object,
        fields: dict[str, Any],
        heuristic: object,
        again: Callable[[str, dict[str, Any]], Any],
    ) -> None:
        self._native = None if problem is None else _hueco.Search(problem, fields, heuristic, language())
        self._again = again

    def __iter__(self) -> Iterator[Event]:
        if self._native is None:
            return _events(self._again("trace", {"events": 200_000}))
        return self._stepped(self._native)

    @staticmethod
    def _stepped(native: _hueco.Search) -> Iterator[Event]:
        for one in native:
            yield Event(one.kind, one.node, one.parent, one.action, one.state, one.g, one.h, one.reason, one.bound, one.side)

    def _stepping(self) -> _hueco.Search:
        if self._native is None:
            message = say("only a problem in Python is searched step by step", "solo un problema en Python se busca paso a paso")
            raise HuecoError(message, "no_search")
        return self._native

    @property
    def answer(self) -> ProblemAnswer:
        """What is known so far: the answer, once the search has ended."""
        return ProblemAnswer(self._stepping().answer(), self._again)

    @property
    def frontier(self) -> list[Node]:
        """The nodes waiting to be examined, the next one first where the order is known."""
        return [Node(*node) for node in self._stepping().frontier()]

    @property
    def closed(self) -> list[Node]:
        """The nodes already expanded and remembered."""
        return [Node(*node) for node in self._stepping().closed()]

    def tree(self, nodes: int = 500, depth: int | None = None) -> Picture:
        """The tree of the whole search as a picture."""
        return Picture(self._again("tree", {"draw_nodes": nodes, "draw_depth": depth}))

    def stepper(self, events: int = 2000) -> Stepper:
        """The search to step through in a notebook: play, back, forward."""
        from hueco._stepper import Stepper

        return Stepper(self._again("trace", {"events": events}))

    def _repr_html_(self) -> str:
        return self.stepper()._repr_html_()

    def __repr__(self) -> str:
        return "<Search>" if self._native is None else repr(self.answer).replace("ProblemAnswer", "Search", 1)


def _events(trace: dict[str, Any]) -> Iterator[Event]:
    """The events of a trace."""
    for event in trace["events"]:
        pruned = event["event"] == "pruned"
        yield Event(
            event["event"],
            event.get("of" if pruned else "id"),
            event.get("parent"),
            event.get("action"),
            _state(event.get("board")),
            event.get("g", event.get("cost")),
            event.get("h"),
            event.get("reason"),
            event.get("bound"),
            event.get("side", "forward"),
        )


def _state(board: Any) -> Any:
    return tuple(board) if isinstance(board, list) else board
