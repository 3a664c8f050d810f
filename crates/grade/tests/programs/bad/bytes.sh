# Not text.
printf '\377\376\200\n' > puzzle3x3heuristics.txt
