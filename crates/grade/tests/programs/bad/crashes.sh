# Dies of a segmentation fault, after half of its work.
printf -- '-1\n' > puzzle3x3heuristics.txt
kill -SEGV $$
