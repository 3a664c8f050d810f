"""What several tests share."""

from __future__ import annotations

from pathlib import Path

import pytest

import hueco

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def english():
    """Messages in English, whatever a test sets."""
    hueco.set_language("en")
    yield
    hueco.set_language(None)


@pytest.fixture
def problems() -> Path:
    """The sample problem files."""
    return ROOT / "problems"


@pytest.fixture
def puzzles() -> Path:
    """The sample number puzzles."""
    return ROOT / "puzzles"
