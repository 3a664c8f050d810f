# Ignores every polite request and never ends.
trap '' TERM INT HUP
while :; do sleep 1; done
