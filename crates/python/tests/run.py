"""Tests the package with an extension that cargo has built: makes an environment, puts the package together, runs everything.

    python3 crates/python/tests/run.py LIBRARY FOLDER [PYTEST OPTIONS]

The environment stays in FOLDER: what it needs is fetched once.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

CRATE = Path(__file__).resolve().parent.parent
DOCS = [CRATE.parent.parent / f"docs/{name}" for name in ("python.md", "python.es.md")]
NEEDS = ["pytest>=8,<10", "mypy>=1.13,<3", "nbclient>=0.10,<1", "nbformat>=5.10,<6", "ipykernel>=6.29,<8"]


def environment(folder: Path) -> Path:
    """An environment with what the tests need; its Python."""
    python = folder / "venv/bin/python"
    noted = folder / "needs.txt"
    if not python.is_file():
        venv.create(folder / "venv", with_pip=True)
    if not noted.is_file() or noted.read_text() != "\n".join(NEEDS):
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *NEEDS]
        subprocess.run(install, check=True)
        noted.write_text("\n".join(NEEDS))
    return python


def package(library: Path, folder: Path) -> Path:
    """The package with the extension in it; the folder to import it from."""
    place = folder / "package"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(CRATE / "python/hueco", place / "hueco", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    shutil.copy(library, place / "hueco/_hueco.abi3.so")
    return place


def main() -> int:
    library, folder, *options = sys.argv[1:]
    folder = Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    python = environment(folder)
    place = package(Path(library), folder)
    # Messages in English, tables in a folder of the tests' own.
    variables = {**os.environ, "PYTHONPATH": str(place), "LC_ALL": "C.UTF-8", "HUECO_CACHE": str(folder / "tables")}
    variables["JUPYTER_PATH"] = str(folder / "venv/share/jupyter")
    checks = [
        [python, "-m", "mypy", "--strict", "--cache-dir", folder / "mypy", place / "hueco", CRATE / "tests/everything.py"],
        [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", CRATE / "pyproject.toml", "--rootdir", CRATE,
         CRATE / "tests", place / "hueco", CRATE / "README.md", *DOCS, *options],
    ]
    for check in checks:
        print("run:", *check, flush=True)
        status = subprocess.run(check, cwd=folder, env=variables).returncode
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main())
