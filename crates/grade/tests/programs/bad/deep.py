"""Folders within folders, deeper than any path; and one that nobody may look into."""

import os

os.mkdir("closed", 0o000)
for _ in range(3000):
    os.mkdir("d")
    os.chdir("d")
