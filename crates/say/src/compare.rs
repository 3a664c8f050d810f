//! Methods compared on one board or many, in words.

use crate::catalogue::messages;

messages! {
    about_compare {
        en: "Compare algorithms and heuristics on one board or many",
        es: "Comparar algoritmos y heurísticas en un tablero o en muchos",
    }
    long_about_compare {
        en: "Compare algorithms and heuristics on one board or many: length, nodes, memory, time and effective branching \
             factor.\n\nEvery algorithm is run with every heuristic; one that is led by none stands alone. Each run has limits \
             of its own: 10,000,000 nodes and 1 GiB unless --max-nodes and --max-memory say otherwise. A run that ends by a \
             limit is a row that says so. The effective branching factor is the b with generated = 1 + b + b² + … + b^length.",
        es: "Comparar algoritmos y heurísticas en un tablero o en muchos: longitud, nodos, memoria, tiempo y factor de \
             ramificación efectivo.\n\nCada algoritmo se prueba con cada heurística; el que no usa ninguna va solo. Cada prueba \
             tiene sus límites: 10 000 000 de nodos y 1 GiB salvo que --max-nodes y --max-memory digan otra cosa. Una prueba que \
             acaba por un límite es una fila que lo dice. El factor de ramificación efectivo es la b con generados = 1 + b + b² + … + b^longitud.",
    }
    after_compare {
        en: "Exit status: 0 when all runs were made, however they ended; 2 bad input, 130 interrupted.",
        es: "Estado de salida: 0 si se hicieron todas las pruebas, acaben como acaben; 2 entrada errónea, 130 interrumpido.",
    }
    examples_compare {
        en: "Examples:\n  hueco compare \"8 6 7 / 2 5 4 / 3 0 1\"\n  hueco compare \"2 8 3 / 1 6 4 / 7 5 0\" --goal \"1 2 3 / 8 0 4 / 7 6 5\" \
             -a bfs,greedy,astar -H misplaced,manhattan --formula \"manhattan + 2*reversals\"\n  \
             hueco compare --random 200 --size 3x3 --svg nodes.svg",
        es: "Ejemplos:\n  hueco compare \"8 6 7 / 2 5 4 / 3 0 1\"\n  hueco compare \"2 8 3 / 1 6 4 / 7 5 0\" --goal \"1 2 3 / 8 0 4 / 7 6 5\" \
             -a bfs,greedy,astar -H misplaced,manhattan --formula \"manhattan + 2*reversals\"\n  \
             hueco compare --random 200 --size 3x3 --svg nodos.svg",
    }
    option_compare_algorithms(names) {
        en: "The algorithms, separated by commas: {names}",
        es: "Los algoritmos, separados por comas: {names}",
    }
    option_compare_heuristics(names) {
        en: "The heuristics, separated by commas: {names}, max(a,b,…); without -H and --formula: misplaced, manhattan, linear-conflict",
        es: "Las heurísticas, separadas por comas: {names}, max(a,b,…); sin -H ni --formula: misplaced, manhattan, linear-conflict",
    }
    option_compare_random {
        en: "This many random boards of --size instead of given ones",
        es: "Esta cantidad de tableros al azar de --size en lugar de tableros dados",
    }
    option_compare_size {
        en: "Rows and columns, for boards written in one line without `/` and for --random",
        es: "Filas y columnas, para tableros escritos en una línea sin `/` y para --random",
    }
    option_compare_svg {
        en: "Write a picture (SVG) into this file: bars for one board, nodes against length for several",
        es: "Escribir una imagen (SVG) en este archivo: barras para un tablero, nodos según la longitud para varios",
    }
    option_compare_max_nodes(nodes) {
        en: "Stop a run after it generated this many nodes: 10_000, 10k, 5M, 2G; without it, {nodes}",
        es: "Detener una prueba tras generar esta cantidad de nodos: 10_000, 10k, 5M, 2G; sin esta opción, {nodes}",
    }
    option_compare_max_memory(memory) {
        en: "Stop a run before it holds more than this: 512MiB, 4GiB, 2GB; without it, {memory} or what is free",
        es: "Detener una prueba antes de que ocupe más que esto: 512MiB, 4GiB, 2GB; sin esta opción, {memory} o lo que esté libre",
    }
    option_compare_timeout {
        en: "Stop a run after this time: 500ms, 10s, 5m, 1h; a bare number is seconds",
        es: "Detener una prueba tras este tiempo: 500ms, 10s, 5m, 1h; un número solo son segundos",
    }
    compare_algorithm_unknown(name, names) {
        en: "there is no algorithm `{name}`; there are: {names}",
        es: "no existe el algoritmo `{name}`; existen: {names}",
    }
    compare_no_boards {
        en: "there is no board: give one, or `--file FILE`, or `-` for standard input, or `--random N --size RxC`",
        es: "no hay tablero: hace falta uno, o `--file ARCHIVO`, o `-` para la entrada estándar, o `--random N --size FxC`",
    }
    compare_one(board, goal) {
        en: "Board {board}, goal {goal}.",
        es: "Tablero {board}, meta {goal}.",
    }
    compare_many(boards) {
        en: "{boards} boards.",
        es: "{boards} tableros.",
    }
    compare_limits(nodes, memory) {
        en: "Limits of each run: {nodes} nodes, {memory}.",
        es: "Límites de cada prueba: {nodes} nodos, {memory}.",
    }
    compare_limits_time(nodes, memory, time) {
        en: "Limits of each run: {nodes} nodes, {memory}, {time}.",
        es: "Límites de cada prueba: {nodes} nodos, {memory}, {time}.",
    }
    compare_branching {
        en: "branching: the effective branching factor, the b with generated = 1 + b + b² + … + b^length.",
        es: "ramificación: el factor de ramificación efectivo, la b con generados = 1 + b + b² + … + b^longitud.",
    }
    compare_means {
        en: "length, branching and mean nodes are means over the boards that the method solved; generated, expanded and seconds \
             are sums over all its runs, memory is the largest.",
        es: "longitud, ramificación y nodos de media son medias sobre los tableros que el método resolvió; generados, expandidos y \
             segundos son sumas de todas sus pruebas; memoria, la mayor.",
    }
    compare_interrupted(done, all) {
        en: "Interrupted: {done} of {all} runs were made.",
        es: "Interrumpido: se hicieron {done} de {all} pruebas.",
    }
    column_branching { en: "branching", es: "ramificación" }
    column_solved { en: "solved", es: "resueltos" }
    column_stopped { en: "stopped by", es: "parados por" }
    column_proved { en: "optimal", es: "óptimos" }
    column_mean_nodes { en: "mean nodes", es: "nodos de media" }
    compare_stopped(name) { en: "{name} (limit)", es: "{name} (límite)" }
    chart_bars_title(board) {
        en: "Nodes generated, {board}",
        es: "Nodos generados, {board}",
    }
    chart_lines_title(boards) {
        en: "Nodes generated by length of the solution, {boards} boards",
        es: "Nodos generados según la longitud de la solución, {boards} tableros",
    }
    chart_length { en: "moves of the shortest solution found", es: "movimientos de la solución más corta hallada" }
    chart_nodes { en: "nodes generated (logarithmic scale)", es: "nodos generados (escala logarítmica)" }
    chart_remark_optimal(nodes, length) {
        en: "{nodes}; length {length}, optimal",
        es: "{nodes}; longitud {length}, óptima",
    }
    chart_remark_solved(nodes, length) {
        en: "{nodes}; length {length}, not proved",
        es: "{nodes}; longitud {length}, sin demostrar",
    }
    chart_remark_unsolvable(nodes) {
        en: "{nodes}; no solution",
        es: "{nodes}; sin solución",
    }
    chart_remark_stopped(nodes, limit) {
        en: "{nodes}; stopped by a limit: {limit}",
        es: "{nodes}; parado por un límite: {limit}",
    }
    chart_line_stopped(method, stopped, runs) {
        en: "{method} ({stopped} of {runs} stopped)",
        es: "{method} ({stopped} de {runs} parados)",
    }
}
