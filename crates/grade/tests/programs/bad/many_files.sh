# A thousand files and more.
i=0
while [ $i -lt 5000 ]; do : > file$i; i=$((i + 1)); done
sleep 60
