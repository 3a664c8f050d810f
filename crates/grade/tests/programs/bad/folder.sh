# A folder in place of the output.
mkdir puzzle3x3heuristics.txt
