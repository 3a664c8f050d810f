//! Methods compared on one board or many, in words.

use crate::catalogue::messages;

messages! {
    about_compare {
        en: "Compare algorithms and heuristics on one board or many",
        es: "Comparar algoritmos y heurísticas en un tablero o en muchos",
    }
    long_about_compare {
        en: "Compare algorithms and heuristics on one board or many: length, nodes, memory, time and effective branching \
             factor.\n\nEvery algorithm is run with every heuristic; one that uses none is run once. Each run has limits \
             of its own: 10,000,000 nodes and 1 GiB unless --max-nodes and --max-memory say otherwise. A run that ends by a \
             limit is a row that says so. The effective branching factor is the b with generated = 1 + b + b² + … + b^length.",
        es: "Comparar algoritmos y heurísticas en un tablero o en muchos: longitud, nodos, memoria, tiempo y factor de \
             ramificación efectivo.\n\nCada algoritmo se ejecuta con cada heurística; el que no usa ninguna, una sola vez. Cada ejecución \
             tiene sus límites: 10 000 000 de nodos y 1 GiB salvo que --max-nodes y --max-memory digan otra cosa. Una ejecución que \
             acaba por un límite es una fila que lo indica. El factor de ramificación efectivo es la b con generados = 1 + b + b² + … + b^longitud.",
    }
    after_compare {
        en: "Exit status: 0 when all runs were made, however they ended; 2 bad input, 130 interrupted.",
        es: "Estado de salida: 0 si se hicieron todas las ejecuciones, acaben como acaben; 2 entrada errónea, 130 interrumpido.",
    }
    examples_compare {
        en: "Examples:\n  hueco compare \"8 6 7 / 2 5 4 / 3 0 1\"\n  hueco compare \"2 8 3 / 1 6 4 / 7 5 0\" --goal \"1 2 3 / 8 0 4 / 7 6 5\" \
             -a bfs,greedy,astar -H misplaced,manhattan --formula \"manhattan + 2*reversals\"\n  \
             hueco compare --random 200 --size 3x3 --svg nodes.svg",
        es: "Ejemplos:\n  hueco compare \"8 6 7 / 2 5 4 / 3 0 1\"\n  hueco compare \"2 8 3 / 1 6 4 / 7 5 0\" --goal \"1 2 3 / 8 0 4 / 7 6 5\" \
             -a bfs,greedy,astar -H misplaced,manhattan --formula \"manhattan + 2*reversals\"\n  \
             hueco compare --random 200 --size 3x3 --svg nodos.svg",
    }
    option_compare_algorithms {
        en: "The algorithms, separated by commas",
        es: "Los algoritmos, separados por comas",
    }
    option_compare_heuristics {
        en: "The heuristics, or max(a,b,…) of several, separated by commas; without -H and --formula: misplaced, manhattan, \
             linear-conflict",
        es: "Las heurísticas, o max(a,b,…) de varias, separadas por comas; sin -H ni --formula: misplaced, manhattan, \
             linear-conflict",
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
        es: "Detener una ejecución tras generar esta cantidad de nodos: 10_000, 10k, 5M, 2G; sin esta opción, {nodes}",
    }
    option_compare_max_memory(memory) {
        en: "Stop a run before it holds more than this: 512MiB, 4GiB, 2GB; without it, {memory} or what is free",
        es: "Detener una ejecución antes de que ocupe más que esto: 512MiB, 4GiB, 2GB; sin esta opción, {memory} o lo que esté libre",
    }
    option_compare_timeout {
        en: "Stop a run after this time: 500ms, 10s, 5m, 1h; a bare number is seconds",
        es: "Detener una ejecución tras este tiempo: 500ms, 10s, 5m, 1h; un número solo son segundos",
    }
    compare_no_boards {
        en: "no board: give one, or `--file FILE`, or `-` for standard input, or `--random N --size RxC`",
        es: "falta el tablero: indique uno, `--file ARCHIVO`, `-` para la entrada estándar, o `--random N --size FxC`",
    }
    compare_one(board, goal) {
        en: "Board {board}, goal {goal}.",
        es: "Tablero {board}, objetivo {goal}.",
    }
    compare_many(boards: boards) {
        en: "Compared on {boards}.",
        es: "Comparación en {boards}.",
    }
    compare_limits(nodes: nodes, memory) {
        en: "Limits of each run: {nodes}, {memory}.",
        es: "Límites de cada ejecución: {nodes}, {memory}.",
    }
    compare_limits_time(nodes: nodes, memory, time) {
        en: "Limits of each run: {nodes}, {memory}, {time}.",
        es: "Límites de cada ejecución: {nodes}, {memory}, {time}.",
    }
    compare_branching {
        en: "b*: the effective branching factor, the b with generated = 1 + b + b² + … + b^length.",
        es: "b*: el factor de ramificación efectivo, la b con generados = 1 + b + b² + … + b^longitud.",
    }
    compare_means {
        en: "length, b* and mean nodes are averages over the boards that the method solved; generated, expanded and time are \
             sums over all its runs; memory is the largest.",
        es: "longitud, b* y nodos de media son medias de los tableros que el método resolvió; generados, expandidos y tiempo son \
             sumas de todas sus ejecuciones; memoria, la mayor.",
    }
    compare_interrupted(done, all: runs) {
        en: "Interrupted after {done} of {all}.",
        es: "Interrumpido tras {done} de {all}.",
    }
    column_solved { en: "solved", es: "resueltos" }
    column_stopped { en: "stopped by", es: "parados por" }
    column_proved { en: "optimal", es: "óptimos" }
    column_mean_nodes { en: "mean nodes", es: "nodos de media" }
    compare_stopped(name) { en: "{name} (limit)", es: "{name} (límite)" }
    chart_bars_title(board) {
        en: "Nodes generated, {board}",
        es: "Nodos generados, {board}",
    }
    chart_lines_title(boards: boards) {
        en: "Nodes generated by length of the solution, {boards}",
        es: "Nodos generados según la longitud de la solución, {boards}",
    }
    chart_length { en: "moves of the shortest solution found", es: "movimientos de la solución más corta hallada" }
    chart_nodes { en: "nodes generated (logarithmic scale)", es: "nodos generados (escala logarítmica)" }
    chart_remark_optimal(nodes, length) {
        en: "{nodes}; length {length}, optimal",
        es: "{nodes}; longitud {length}, óptima",
    }
    chart_remark_solved(nodes, length) {
        en: "{nodes}; length {length}, not proven",
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
        es: "{method} (parados {stopped} de {runs})",
    }
}
