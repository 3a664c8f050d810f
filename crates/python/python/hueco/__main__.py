"""`python -m hueco` is the command."""

from __future__ import annotations

import sys

from hueco import _hueco


def main() -> None:
    """Runs the command with the words of the command line, and ends with its exit status."""
    sys.stdout.flush()
    sys.exit(_hueco.command(["hueco", *sys.argv[1:]], [sys.executable, "-m", "hueco"]))


if __name__ == "__main__":
    main()
