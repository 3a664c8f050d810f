# Floods standard output.
yes 'gigabytes of text'
