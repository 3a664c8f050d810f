"""Processes that start processes, each in a session of its own; at most a few hundred in all."""

import os
import time

for _ in range(8):
    if os.fork() == 0:
        os.setsid()
time.sleep(60)
