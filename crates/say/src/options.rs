//! What the options of the command are for.

use crate::catalogue::messages;

messages! {
    placeholder_seed { en: "SEED", es: "SEMILLA" }
    option_board {
        en: "The board, such as `1 2 3 / 4 0 5 / 7 8 6` or `[[1,2],[3,0]]`; 0, _ or . is the blank. `-` reads standard input",
        es: "El tablero, por ejemplo `1 2 3 / 4 0 5 / 7 8 6` o `[[1,2],[3,0]]`; 0, _ o . es el hueco. `-` lee la entrada estándar",
    }
    option_one_board {
        en: "The board, such as `1 2 3 / 4 0 5 / 7 8 6`; 0, _ or . is the blank",
        es: "El tablero, como `1 2 3 / 4 0 5 / 7 8 6`; 0, _ o . es el hueco",
    }
    option_moves_text {
        en: "The moves: letters U D L R (up, down, left, right), with or without spaces",
        es: "Los movimientos: letras U D L R (arriba, abajo, izquierda, derecha), con o sin espacios",
    }
    option_file {
        en: "Read boards from a file: one per line, or a single board in the whole file",
        es: "Leer los tableros de un archivo: uno por línea, o uno solo en todo el archivo",
    }
    option_size {
        en: "Rows and columns, for boards written in one line without `/`",
        es: "Filas y columnas, para tableros escritos en una línea sin `/`",
    }
    option_size_random {
        en: "Rows and columns of the boards",
        es: "Filas y columnas de los tableros",
    }
    option_goal {
        en: "The goal: `blank-last` (1 2 … 0), `blank-first` (0 1 2 …) or any board",
        es: "El objetivo: `blank-last` (1 2 … 0), `blank-first` (0 1 2 …) o cualquier tablero",
    }
    option_algorithm {
        en: "The search algorithm; `auto` chooses one that suits the board. `A*` and capitals are understood",
        es: "El algoritmo de búsqueda; `auto` elige uno adecuado al tablero. Se admiten `A*` y mayúsculas",
    }
    option_heuristic {
        en: "The heuristic, or max(a,b,…) of several. misplaced-blank and direct-reversals may overestimate, so no solution \
             is proven optimal with them",
        es: "La heurística, o max(a,b,…) de varias. misplaced-blank y direct-reversals pueden sobrestimar, así que con ellas \
             no se demuestra que una solución sea óptima",
    }
    option_formula {
        en: "A heuristic of your own: + - * / ( ) max min abs over numbers and misplaced, manhattan, conflicts, reversals, \
             inversions, walking, blank. It is rounded down and is at least 0. No solution is proven optimal with it unless \
             it is a max or min of admissible heuristics",
        es: "Una heurística propia: + - * / ( ) max min abs con números y misplaced, manhattan, conflicts, reversals, \
             inversions, walking, blank. Se redondea hacia abajo y vale al menos 0. Con ella no se demuestra que una solución \
             sea óptima, salvo que sea un max o min de heurísticas admisibles",
    }
    option_format {
        en: "How to print the answer",
        es: "Cómo mostrar la respuesta",
    }
    option_timeout {
        en: "Stop after this time: 500ms, 10s, 5m, 1h; a bare number is seconds",
        es: "Parar tras este tiempo: 500ms, 10s, 5m, 1h; un número solo son segundos",
    }
    option_max_nodes {
        en: "Stop after generating this many nodes: 10_000, 10k, 5M, 2G",
        es: "Parar tras generar esta cantidad de nodos: 10_000, 10k, 5M, 2G",
    }
    option_max_memory {
        en: "Stop before the search uses more than this: 512MiB, 4GiB, 2GB; a bare number is bytes. \
             Without it, three quarters of the free memory where the system reports it",
        es: "Parar antes de que la búsqueda use más que esto: 512MiB, 4GiB, 2GB; un número solo son bytes. \
             Sin esta opción, tres cuartos de la memoria libre si el sistema la indica",
    }
    option_weight {
        en: "wastar, dps, arastar, awastar: the weight of the heuristic, at least 1, with at most three decimals",
        es: "wastar, dps, arastar, awastar: el peso de la heurística, al menos 1, con tres decimales como máximo",
    }
    option_width {
        en: "beam: the number of states kept in each layer",
        es: "beam: el número de estados que se conservan en cada capa",
    }
    option_depth {
        en: "dls: the depth limit",
        es: "dls: el límite de profundidad",
    }
    option_ties {
        en: "Which of several nodes of equal priority is examined first",
        es: "Cuál de varios nodos de igual prioridad se examina primero",
    }
    option_order {
        en: "The order in which the blank's moves are tried",
        es: "El orden en que se prueban los movimientos del hueco",
    }
    option_threads {
        en: "Threads to use. Without it, `auto` uses as many as help and every other algorithm uses one",
        es: "Hilos que se usan. Sin esta opción, `auto` usa los que convengan y los demás algoritmos, uno",
    }
    option_metric {
        en: "What counts as one move: one tile by one cell (single), or sliding a whole segment of a row or column (multi; \
             exact, but slower beyond ten cells)",
        es: "Qué cuenta como un movimiento: una ficha una casilla (single), o deslizar todo un tramo de una fila o columna \
             (multi; exacto, pero más lento a partir de diez casillas)",
    }
    option_all_optimal {
        en: "List all optimal solutions, not only one",
        es: "Mostrar todas las soluciones óptimas, no solo una",
    }
    option_count_optimal {
        en: "Count all optimal solutions without listing them",
        es: "Contar todas las soluciones óptimas sin mostrarlas",
    }
    option_max_listed {
        en: "With --all: list at most this many; all are counted",
        es: "Con --all: mostrar como máximo esta cantidad; se cuentan todas",
    }
    option_optimal {
        en: "Accept only a solution that is proven optimal",
        es: "Aceptar solo una solución que se demuestre óptima",
    }
    option_proof_checkpoint {
        en: "With --optimal, on boards of more than 16 cells: save the proof to this file as it goes, and resume it from there after an interruption",
        es: "Con --optimal, en tableros de más de 16 casillas: guardar la demostración en este archivo a medida que avanza, y reanudarla desde ahí tras una interrupción",
    }
    option_fast {
        en: "Stop at the first solution",
        es: "Parar en la primera solución",
    }
    option_boards {
        en: "Print every board from start to goal",
        es: "Mostrar todos los tableros desde el inicio hasta el objetivo",
    }
    option_moves_of {
        en: "Whose direction the letters U D L R name: the blank's or the moved tile's",
        es: "De quién es la dirección que nombran las letras U D L R: del hueco (blank) o de la ficha movida (tile)",
    }
    option_progress {
        en: "Progress on standard error: a line on a terminal (auto), nothing, or JSON lines",
        es: "Progreso en la salida de errores: una línea en la terminal (auto), nada o líneas JSON",
    }
    option_lang {
        en: "Language of the messages; without it, that of the locale",
        es: "Idioma de los mensajes; sin esta opción, el de la configuración regional",
    }
    option_quiet {
        en: "No notes and no progress on standard error",
        es: "Sin notas ni progreso en la salida de errores",
    }
    option_help {
        en: "Print help",
        es: "Mostrar la ayuda",
    }
    option_version {
        en: "Print the version",
        es: "Mostrar la versión",
    }
    option_seed {
        en: "The seed: the same seed gives the same boards, on every machine",
        es: "La semilla: la misma semilla da los mismos tableros, en cualquier máquina",
    }
    option_count {
        en: "How many boards",
        es: "Cuántos tableros",
    }
    option_bench_source {
        en: "A set of the program, named below, or an instance file: with a `# columns:` line that names id, optimal and tiles, or with lines of numbers, as HOG2's; `./korf15` is a file",
        es: "Un conjunto del programa, de los nombrados abajo, o un archivo de instancias: con una línea `# columns:` que nombra id, optimal y tiles, o con líneas de números, como los de HOG2; `./korf15` es un archivo",
    }
    option_goal_of_file {
        en: "The goal of a file's boards: `blank-last` (1 2 … 0), `blank-first` (0 1 2 …) or any board; a set has its own, and a file of HOG2 has blank-first",
        es: "El objetivo de los tableros de un archivo: `blank-last` (1 2 … 0), `blank-first` (0 1 2 …) o cualquier tablero; un conjunto tiene el suyo, y un archivo de HOG2, blank-first",
    }
    option_method {
        en: "The methods to run, separated by commas: algorithm or algorithm+heuristic",
        es: "Los métodos que se ejecutan, separados por comas: algoritmo o algoritmo+heurística",
    }
    option_only {
        en: "Only the instances with these ids, separated by commas",
        es: "Solo las instancias con estos id, separados por comas",
    }
    option_limit {
        en: "Only this many instances, from the first on",
        es: "Solo esta cantidad de instancias, desde la primera",
    }
    option_shell {
        en: "The shell",
        es: "El intérprete de comandos",
    }
    option_man_dir {
        en: "Write the pages of all commands to this folder",
        es: "Escribir en esta carpeta las páginas de todos los comandos",
    }
    option_values(values) {
        en: "[values: {values}]",
        es: "[valores: {values}]",
    }
    option_default(value) {
        en: "[default: {value}]",
        es: "[por omisión: {value}]",
    }
}
