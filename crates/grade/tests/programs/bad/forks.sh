# Fifty children, and waits for them.
i=0
while [ $i -lt 50 ]; do sleep 60 & i=$((i + 1)); done
wait
