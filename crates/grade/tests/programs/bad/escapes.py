"""Writes the right answer and leaves children behind, each in a session of its own, away from the folder."""

import os
import sys
import time

open("puzzle3x3heuristics.txt", "w").write("-1\n\n")
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.chdir("/")
            os.execve("/bin/sleep", ["sleep", "61.5"], {})
        os._exit(0)
time.sleep(0.1)
