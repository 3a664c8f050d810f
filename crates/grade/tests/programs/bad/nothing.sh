# Reads nothing, writes nothing.
exit 0
