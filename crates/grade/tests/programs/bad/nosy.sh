# Says what it finds in its folder, and whether it has a terminal.
ls -A
if (: < /dev/tty) 2> /dev/null; then echo terminal; fi
: > left-over
