"""Floods its file. Python ignores the signal for files that grow too large and raises an error instead."""

with open("puzzle3x3heuristics.txt", "wb", buffering=0) as out:
    while True:
        out.write(b"1 2 3\n" * 100_000)
