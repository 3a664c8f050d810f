# Floods standard error.
yes 'gigabytes of text' >&2
