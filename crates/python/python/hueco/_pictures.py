"""Pictures: SVG that a notebook shows, light or dark as the reader's screen is."""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Sequence
from html import escape
from typing import Literal

from hueco._errors import HuecoError

_DARK = re.compile(r"@media\s*\(prefers-color-scheme:\s*dark\)\s*\{((?:[^{}]*\{[^{}]*\})*)\s*\}")

_STYLE = (
    ".bg{fill:#fff}.t{fill:#e8eefc;stroke:#334;stroke-width:1.3}.n{fill:#112;text-anchor:middle;dominant-baseline:central}"
    "text{font:600 18px ui-sans-serif,system-ui,'DejaVu Sans',sans-serif;fill:#112}.m{font-size:13px;text-anchor:middle}"
    "@media(prefers-color-scheme:dark){.bg{fill:#14161c}.t{fill:#27304a;stroke:#cdd}.n,text{fill:#eef}}"
)


class Picture:
    """A picture. A notebook shows it; `svg` is its text, and `save` writes it to a file."""

    __slots__ = ("svg",)

    svg: str

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def themed(self, theme: Literal["light", "dark"]) -> Picture:
        """The same, light or dark whatever the reader's screen is.

        >>> from hueco import Board, Picture
        >>> picture = Picture(Board("1 2 / 3 0")._repr_svg_())
        >>> "prefers-color-scheme" in picture.svg, "prefers-color-scheme" in picture.themed("dark").svg
        (True, False)
        """
        if theme not in ("light", "dark"):
            raise HuecoError(f"{theme!r}: expected light or dark", "bad_field", "theme")
        return Picture(_DARK.sub(lambda match: match[1] if theme == "dark" else "", self.svg))

    def _repr_svg_(self) -> str:
        return self.svg

    def _repr_html_(self) -> str:
        # As an image of its own: the styles of two pictures on one page do not meet.
        text = base64.b64encode(self.svg.encode()).decode("ascii")
        picture = f'<img style="max-width:none" src="data:image/svg+xml;base64,{text}">'
        return f'<div style="overflow:auto;max-height:720px">{picture}</div>'

    def __repr__(self) -> str:
        return f"<Picture: {len(self.svg):,} bytes of SVG>"


def _tiles(tiles: Sequence[int], cols: int, cell: float, x: float, y: float) -> str:
    """The tiles of a board with its upper left corner at a place."""
    parts = []
    for place, tile in enumerate(tiles):
        row, col = divmod(place, cols)
        if tile:
            left, top = x + col * cell, y + row * cell
            parts.append(
                f'<rect class="t" x="{left + 1:g}" y="{top + 1:g}" width="{cell - 2:g}" height="{cell - 2:g}" rx="{cell / 8:g}"/>'
                f'<text class="n" x="{left + cell / 2:g}" y="{top + cell / 2:g}" style="font-size:{cell * 0.42:g}px">{tile}</text>'
            )
    return "".join(parts)


def _document(width: float, height: float, inner: str, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}" '
        f'role="img"><title>{escape(title)}</title><style>{_STYLE}</style>'
        f'<rect class="bg" width="{width:g}" height="{height:g}"/>{inner}</svg>'
    )


def board_svg(tiles: Sequence[int], cols: int) -> str:
    """A board."""
    cell = 40.0
    rows = len(tiles) // cols
    return _document(cols * cell + 16, rows * cell + 16, _tiles(tiles, cols, cell, 8, 8), " ".join(map(str, tiles)))


def strip_svg(boards: Sequence[Sequence[int]], moves: Sequence[str], cols: int, title: str, most: int = 40) -> str:
    """The boards of a solution in rows, each with the move that led to it. Of many, the first and the last."""
    left_out = len(boards) - most
    shown: list[tuple[int, Sequence[int] | None]] = list(enumerate(boards))
    if left_out > 0:
        half = most // 2
        shown = [*shown[:half], (-1, None), *shown[-half:]]
    cell = max(11.0, min(26.0, 84.0 / cols))
    rows = len(boards[0]) // cols
    wide, high = cols * cell + 22, rows * cell + 34
    per_row = max(1, int(860 // wide))
    parts = []
    for at, (number, tiles) in enumerate(shown):
        down, right = divmod(at, per_row)
        x, y = 12 + right * wide, 30 + down * high
        if tiles is None:
            parts.append(f'<text class="m" x="{x + cols * cell / 2:g}" y="{y + rows * cell / 2:g}">… {left_out} …</text>')
            continue
        label = f"{number} {moves[number - 1]}" if number else "0"
        parts.append(f'<text class="m" x="{x + cols * cell / 2:g}" y="{y - 5:g}">{escape(label)}</text>')
        parts.append(_tiles(tiles, cols, cell, x, y))
    lines = -(-len(shown) // per_row)
    width = 12 + min(per_row, len(shown)) * wide
    return _document(width, 24 + lines * high, "".join(parts), title)


def table_html(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table."""
    def cell(value: object) -> str:
        if value is None:
            return "<td></td>"
        if isinstance(value, bool):
            return f"<td>{'✓' if value else ''}</td>"
        if isinstance(value, float):
            return f'<td style="text-align:right">{value:,.6g}</td>'
        if isinstance(value, int):
            return f'<td style="text-align:right">{value:,}</td>'
        return f'<td style="text-align:left">{escape(str(value))}</td>'

    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
