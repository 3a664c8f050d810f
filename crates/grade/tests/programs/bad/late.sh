# The right answer, then hangs.
printf -- '-1\n\n' > puzzle3x3heuristics.txt
sleep 60
