"""The options that functions share. Names, defaults and limits are those of the command's options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if TYPE_CHECKING:
    from hueco._board import BoardLike

Time = Union[float, str, timedelta]
Amount = Union[int, str]


class Limits(TypedDict, total=False):
    """What a run may use: seconds or `"10s"`, nodes or `"2M"`, bytes or `"4GiB"`."""

    timeout: Time | None
    max_nodes: Amount | None
    max_memory: Amount | None


class Tuning(Limits, total=False):
    """What tunes a method."""

    weight: float | None
    width: int | None
    depth: int | None
    ties: Literal["fifo", "lifo", "low-h"] | None
    order: str | None
    threads: int | None


class SearchOptions(Tuning, total=False):
    """Which method, on what: of `solve`, `tree` and `search`."""

    goal: BoardLike | None
    size: str | None
    algorithm: str | None
    heuristic: str | Callable[[Any], Any] | None
    formula: str | None
    metric: Literal["single", "multi"] | None
    moves_of: Literal["blank", "tile"] | None
    optimal: bool | None
    fast: bool | None


class CompareOptions(Tuning, total=False):
    """Of `compare`."""

    goal: BoardLike | None
    size: str | None
    algorithms: Sequence[str] | None
    heuristics: Sequence[str] | None
    formulas: Sequence[str] | None
    run_timeout: Time | None
    repeat: int | None


class CheckOptions(Limits, total=False):
    """Of `check`."""

    goal: BoardLike | None
    threads: int | None
    moves_of: Literal["blank", "tile"] | None


class ExploreOptions(Limits, total=False):
    """Of `explore`."""

    goal: BoardLike | None
    metric: Literal["single", "multi"] | None
    depth: int | None
    deepest: int | None
    threads: int | None


class SumsOptions(Limits, total=False):
    """Of `sums`."""

    method: Literal["propagate", "bfs", "dfs"] | None
    all: bool | None
    count_only: bool | None
    max_solutions: int | None
    seed: int | None
    states: bool | None
    tree: bool | None
