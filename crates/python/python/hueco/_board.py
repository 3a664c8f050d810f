"""Boards: a legal arrangement of tiles, which never changes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Union

from hueco import _hueco
from hueco._errors import HuecoError, HuecoTypeError
from hueco._pictures import board_svg
from hueco._words import language, say

if TYPE_CHECKING:
    from typing_extensions import TypeAlias

_reader = _hueco.Workbench(None, None, False)

# The blank's row and column after a move.
_STEPS = {"U": (-1, 0), "L": (0, -1), "R": (0, 1), "D": (1, 0)}


class Board:
    """A sliding-tile board: rows of numbers from 0, the blank, to the last tile.

    A text as on the command line, a list of numbers row by row, or a list of rows:

    >>> from hueco import Board
    >>> board = Board("1 2 3 / 4 0 5 / 7 8 6")
    >>> board == Board([[1, 2, 3], [4, 0, 5], [7, 8, 6]])
    True
    >>> board.rows, board.cols, board.blank
    (3, 3, 4)
    >>> board.move("RD")
    Board('1 2 3 / 4 5 6 / 7 8 0')
    """

    __slots__ = ("_tiles", "_rows", "_cols")

    _tiles: tuple[int, ...]
    _rows: int
    _cols: int

    def __init__(self, board: BoardLike, size: str | None = None) -> None:
        fields = {"text": as_field(board), "size": size}
        read = json.loads(_reader.request("parse", fields, language(), None))
        self._tiles, self._rows, self._cols = tuple(read["board"]), read["rows"], read["cols"]

    @classmethod
    def _of(cls, tiles: Sequence[int], rows: int, cols: int) -> Board:
        """A board that is known to be legal."""
        board = cls.__new__(cls)
        board._tiles, board._rows, board._cols = tuple(tiles), rows, cols
        return board

    @property
    def tiles(self) -> tuple[int, ...]:
        """The numbers in reading order."""
        return self._tiles

    @property
    def rows(self) -> int:
        """How many rows."""
        return self._rows

    @property
    def cols(self) -> int:
        """How many columns."""
        return self._cols

    @property
    def size(self) -> str:
        """Rows and columns, as in `--size`: `3x3`."""
        return f"{self._rows}x{self._cols}"

    @property
    def blank(self) -> int:
        """The cell of the blank, from 0."""
        return self._tiles.index(0)

    @property
    def moves(self) -> str:
        """The legal moves of the blank, in the order in which a search creates children.

        >>> Board("1 2 / 3 0").moves
        'UL'
        """
        row, col = divmod(self.blank, self._cols)
        return "".join(
            name for name, (down, right) in _STEPS.items()
            if 0 <= row + down < self._rows and 0 <= col + right < self._cols
        )

    def move(self, moves: str) -> Board:
        """The board after some moves of the blank; a move that is not legal is a `HuecoError`."""
        if not isinstance(moves, str):
            raise HuecoTypeError(
                say(f"moves should be a text, not {type(moves).__name__}", f"moves debería ser un texto, no {type(moves).__name__}"),
                "bad_moves", "moves",
            )
        tiles = list(self._tiles)
        blank = self.blank
        for place, name in enumerate(moves.upper()):
            row, col = divmod(blank, self._cols)
            if name not in _STEPS:
                message = say(f"unknown move {name!r}; expected U, L, R, D", f"movimiento desconocido {name!r}; se esperaba U, L, R, D")
                raise HuecoError(message, "bad_moves", "moves", (1, place + 1))
            row, col = row + _STEPS[name][0], col + _STEPS[name][1]
            if not (0 <= row < self._rows and 0 <= col < self._cols):
                message = say(f"move {place + 1}, {name}: the blank is at the edge", f"movimiento {place + 1}, {name}: el hueco está en el borde")
                raise HuecoError(message, "bad_moves", "moves", (1, place + 1))
            other = row * self._cols + col
            tiles[blank], tiles[other] = tiles[other], tiles[blank]
            blank = other
        return Board._of(tiles, self._rows, self._cols)

    def is_solvable(self, goal: BoardLike | None = None) -> bool:
        """Whether a goal can be reached; `blank-last` where it is not given.

        >>> Board("2 1 / 3 0").is_solvable()
        False
        """
        return bool(self._parsed(goal)["solvable"])

    def why_unsolvable(self, goal: BoardLike | None = None) -> str | None:
        """Why a goal cannot be reached, in words; `None` if it can."""
        why = self._parsed(goal)["why"]
        return None if why is None else str(why)

    def _parsed(self, goal: BoardLike | None) -> dict[str, Any]:
        fields = {"text": as_field(self), "size": self.size, "goal": as_field(goal)}
        parsed: dict[str, Any] = json.loads(_reader.request("parse", fields, language(), None))
        return parsed

    def __str__(self) -> str:
        cols = self._cols
        rows = (self._tiles[start : start + cols] for start in range(0, len(self._tiles), cols))
        return " / ".join(" ".join(map(str, row)) for row in rows)

    def __repr__(self) -> str:
        return f"Board({str(self)!r})"

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """The rows."""
        return (self._tiles[start : start + self._cols] for start in range(0, len(self._tiles), self._cols))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._tiles == other._tiles and self._cols == other._cols

    def __hash__(self) -> int:
        return hash((self._tiles, self._cols))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Board._of, (self._tiles, self._rows, self._cols))

    def _repr_svg_(self) -> str:
        return board_svg(self._tiles, self._cols)


BoardLike: TypeAlias = Union[Board, str, Sequence[int], Sequence[Sequence[int]]]


def as_field(board: Any) -> Any:
    """A board as a request reads it. What it is no board of is the request's to say."""
    if isinstance(board, Board):
        return [list(row) for row in board]
    if isinstance(board, type):
        name = board.__name__
        message = say(f"{name} is a class; pass an object of it: {name}()", f"{name} es una clase; pase un objeto de ella: {name}()")
        raise HuecoTypeError(message, "bad_field")
    if isinstance(board, (str, list, tuple)) or board is None:
        return board
    # An array of numpy.
    return board.tolist() if hasattr(board, "tolist") else board
