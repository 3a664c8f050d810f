"""A search to step through, as one piece of HTML that needs nothing else."""

from __future__ import annotations

import json
import os
from html import escape
from pathlib import Path
from typing import Any

from hueco._words import language

# The words of the page, in both languages.
_WORDS = {
    "en": {
        "back": "Back", "play": "Play", "pause": "Pause", "forward": "Forward", "start": "To the start", "end": "To the end",
        "step": "Event {n} of {m}", "begin": "Before the first event.", "frontier": "Frontier", "closed": "examined",
        "created": "Creates #{id}{by}: {gh}.", "root": "Creates the start, #{id}: {gh}.",
        "examined": "Examines #{id}: {gh}.", "pruned": "Prunes a child of #{parent}{by}: {reason}.",
        "improved": "Reaches #{id} again at a lower cost{by}: {gh}.", "deepened": "A round with bound {bound} begins.",
        "forgotten": "Forgets #{id}.", "solved": "#{id} is a goal: solved.", "cut": "The trace was cut here.",
        "by": " by {action}", "of": "#{n}", "more": "… and {n} more", "duplicate": "its state is that of #{of}", "cycle": "its state lies on the path to it",
        "bound": "over the bound", "depth": "below the depth limit", "dead-end": "a dead end", "waiting": "it waits already",
        "width": "the beam is full", "worse": "it cannot improve the solution", "tree": "Tree so far",
    },
    "es": {
        "back": "Atrás", "play": "Reproducir", "pause": "Pausa", "forward": "Adelante", "start": "Al principio", "end": "Al final",
        "step": "Evento {n} de {m}", "begin": "Antes del primer evento.", "frontier": "Frontera", "closed": "examinados",
        "created": "Crea #{id}{by}: {gh}.", "root": "Crea el estado inicial, #{id}: {gh}.",
        "examined": "Examina #{id}: {gh}.", "pruned": "Poda un hijo de #{parent}{by}: {reason}.",
        "improved": "Alcanza #{id} otra vez a menor coste{by}: {gh}.", "deepened": "Comienza una iteración con cota {bound}.",
        "forgotten": "Olvida #{id}.", "solved": "#{id} es un objetivo: resuelto.", "cut": "Aquí se cortó la traza.",
        "by": " con {action}", "of": "#{n}", "more": "… y {n} más", "duplicate": "su estado es el de #{of}", "cycle": "su estado está en el camino hasta él",
        "bound": "por encima de la cota", "depth": "bajo el límite de profundidad", "dead-end": "un callejón sin salida", "waiting": "ya espera",
        "width": "el haz está lleno", "worse": "no puede mejorar la solución", "tree": "Árbol hasta ahora",
    },
}


class Stepper:
    """A search to step through in a notebook: play, back, forward; the tree grows, and the frontier is listed.

    It is one HTML output, without an extension; `save` writes it as a page.
    """

    __slots__ = ("trace",)

    trace: dict[str, Any]
    """The trace that it shows: header, events, end."""

    def __init__(self, trace: dict[str, Any]) -> None:
        self.trace = trace

    def html(self) -> str:
        """The whole page."""
        page = Path(__file__).with_name("stepper.html").read_text(encoding="utf-8")
        # `</script>` in a state would end the script.
        data = json.dumps(self.trace, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
        words = json.dumps(_WORDS[language()], ensure_ascii=False)
        return page.replace("__LANG__", language()).replace("__WORDS__", words).replace("__TRACE__", data)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file: a page of its own."""
        Path(path).write_text(self.html(), encoding="utf-8")

    def _repr_html_(self) -> str:
        # A frame of its own: nothing of the notebook's page reaches in, nothing reaches out.
        return (
            f'<iframe srcdoc="{escape(self.html())}" title="hueco" sandbox="allow-scripts" '
            f'style="width:100%;height:560px;border:1px solid #8888;border-radius:8px"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<Stepper: {len(self.trace['events'])} events>"
