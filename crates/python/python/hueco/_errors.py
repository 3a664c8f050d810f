"""Exceptions. Everything that hueco refuses is a `HuecoError`, which is a `ValueError`."""

from __future__ import annotations


class HuecoError(ValueError):
    """What is asked cannot be done.

    `code` is for programs, `field` names the argument that is wrong, and `position` is the line and the column in it, both from
    1, where it is a text.

    >>> import hueco
    >>> try:
    ...     hueco.solve("1 2 3 / 4 5 6 / 7 8 8")
    ... except hueco.HuecoError as error:
    ...     print(error.code, error.position)
    bad_board (1, 21)
    """

    code: str
    field: str | None
    position: tuple[int, int] | None

    def __init__(
        self,
        message: str,
        code: str = "refused",
        field: str | None = None,
        position: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.field = field
        self.position = position


class HuecoTypeError(HuecoError, TypeError):
    """An argument, or a state of a problem, has a type that has no place there."""


class ProblemError(HuecoError):
    """A mistake in a problem: in a problem file, with its position, or in a problem in Python."""


class LimitError(HuecoError):
    """A limit ended the work before there was anything to return."""
