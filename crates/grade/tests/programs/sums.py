"""The sums course in Python, duplicates kept (the document's tree) where it is told so."""

import sys

TREE = "--tree" in sys.argv
FIXED = [5, 4]


def right(state):
    a, b, c = state
    return 0 not in state and b + c + 5 == 9 and a + c + 4 == 9


root = (0, 0, 0)
created, examined, seen = [(root, [])], [], {root}
found = None
for state, route in created:
    examined.append(state)
    if right(state):
        found = (state, route)
        break
    for number in (1, 2, 3):
        for cell in range(3):
            if number not in state and state[cell] == 0:
                child = state[:cell] + (number,) + state[cell + 1 :]
                if TREE or child not in seen:
                    seen.add(child)
                    created.append((child, route + [(number, cell)]))

sys.stdout.reconfigure(encoding="utf-8")
print("Iniciando creación del árbol")
print("Aplicando operadores y realizando bitácora de desarrollo:")
for state, _ in created:
    print("Node Value", list(state) + FIXED)
print("Buscando ruta solución:")
for state in examined:
    print("Node Value", list(state) + FIXED)
print("SOLUCIÓN ENCONTRADA, DETENIENDO PROCESO:")
(a, b, c), route = found
print([a, b, c] + FIXED)
for number, cell in route:
    print(f"Colocar {number} En la casilla {cell}")
print(f"    {a}\n{b}   {c}   5\n    4")
