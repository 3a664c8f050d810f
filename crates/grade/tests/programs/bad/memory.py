"""Four processes that use a hundred megabytes each: only together are they too much."""

import os
import time

for _ in range(2):
    os.fork()
hoard = bytearray(os.urandom(1 << 20)) * 100
time.sleep(60)
