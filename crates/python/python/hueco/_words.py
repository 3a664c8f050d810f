"""The language of messages and pictures: the locale's, or the one that is set."""

from __future__ import annotations

from typing import Literal

from hueco import _hueco
from hueco._errors import HuecoError, HuecoTypeError

Language = Literal["en", "es"]

_chosen: str | None = None


def language() -> str:
    """The language of messages and pictures: `en` or `es`.

    >>> import hueco
    >>> hueco.set_language("es")
    >>> hueco.language()
    'es'
    >>> hueco.set_language(None)
    """
    return _chosen or _hueco.language()


def set_language(name: Language | None) -> None:
    """Sets the language of messages and pictures, `en` or `es`; `None`: that of the locale."""
    global _chosen
    if name is not None and not isinstance(name, str):
        kind = type(name).__name__
        raise HuecoTypeError(say(f"expected en, es or None, not {kind}", f"se esperaba en, es o None, no {kind}"), "bad_field", "name")
    if name not in (None, "en", "es"):
        raise HuecoError(say(f"{name!r}: expected en or es", f"{name!r}: se esperaba en o es"), "bad_field", "name")
    _chosen = name


def say(en: str, es: str) -> str:
    """The text in the reader's language."""
    return es if language() == "es" else en
