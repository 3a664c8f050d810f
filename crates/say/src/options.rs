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
        es: "El tablero, por ejemplo `1 2 3 / 4 0 5 / 7 8 6`; 0, _ o . es el hueco",
    }
    option_moves_text {
        en: "The moves: letters U D L R, with or without spaces",
        es: "Los movimientos: letras U D L R (arriba, abajo, izquierda, derecha), con o sin espacios",
    }
    option_file {
        en: "Read boards from a file, one a line (or one board in the whole file)",
        es: "Leer los tableros de un archivo, uno por línea (o un solo tablero en todo el archivo)",
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
        es: "La meta: `blank-last` (1 2 … 0), `blank-first` (0 1 2 …) o cualquier tablero",
    }
    option_algorithm {
        en: "The search method; `auto` chooses by the board",
        es: "El método de búsqueda; `auto` elige según el tablero",
    }
    option_heuristic(names) {
        en: "The heuristic: {names}, or max(a,b,…) of several; misplaced-blank and direct-reversals may overestimate, so \
             nothing is proved with them",
        es: "La heurística: {names}, o max(a,b,…) de varias; misplaced-blank y direct-reversals pueden sobrestimar, así que \
             con ellas nada queda demostrado",
    }
    option_formula {
        en: "A heuristic of your own: + - * / ( ) max min abs over numbers and misplaced, manhattan, conflicts, reversals, \
             inversions, walking, blank; rounded down, at least 0; nothing is proved with it unless it is a max or min of \
             admissible ones",
        es: "Una heurística propia: + - * / ( ) max min abs con números y misplaced, manhattan, conflicts, reversals, \
             inversions, walking, blank; se redondea hacia abajo, al menos 0; con ella nada queda demostrado salvo que sea \
             un max o min de admisibles",
    }
    option_format {
        en: "How to print the answer",
        es: "Cómo mostrar la respuesta",
    }
    option_timeout {
        en: "Stop after this time: 500ms, 10s, 5m, 1h; a bare number is seconds",
        es: "Detenerse tras este tiempo: 500ms, 10s, 5m, 1h; un número solo son segundos",
    }
    option_max_nodes {
        en: "Stop after generating this many nodes: 10_000, 10k, 5M, 2G",
        es: "Detenerse tras generar esta cantidad de nodos: 10_000, 10k, 5M, 2G",
    }
    option_max_memory {
        en: "Stop before the search holds more than this: 512MiB, 4GiB, 2GB; a bare number is bytes; \
             without it, three quarters of the free memory, where the system tells",
        es: "Detenerse antes de que la búsqueda ocupe más que esto: 512MiB, 4GiB, 2GB; un número solo son \
             bytes; sin esta opción, tres cuartos de la memoria libre, si el sistema la indica",
    }
    option_weight {
        en: "wastar: how much the heuristic counts, at least 1; at most three decimals",
        es: "wastar: cuánto pesa la heurística, al menos 1; tres decimales como máximo",
    }
    option_width {
        en: "beam: how many states are kept in each layer",
        es: "beam: cuántos estados se conservan en cada capa",
    }
    option_depth {
        en: "dls: how deep to search",
        es: "dls: hasta qué profundidad se busca",
    }
    option_ties {
        en: "Which of two equally good nodes is examined first",
        es: "Cuál de dos nodos igual de buenos se examina primero",
    }
    option_order {
        en: "The order in which the blank's moves are tried",
        es: "El orden en que se prueban los movimientos del hueco",
    }
    option_threads {
        en: "Threads to use; without it `auto` uses what helps and every other method uses one",
        es: "Hilos que se usan; sin esta opción `auto` usa los que convengan y los demás métodos, uno",
    }
    option_metric {
        en: "What counts as one move: a tile's step (single), or sliding a whole segment of a row or column (multi; exact, but \
             slower beyond ten cells)",
        es: "Qué cuenta como un movimiento: el paso de una ficha (single) o deslizar todo un tramo de una fila o columna (multi; \
             exacto, pero más lento a partir de diez celdas)",
    }
    option_all_optimal {
        en: "List all shortest solutions, not only one",
        es: "Listar todas las soluciones mínimas, no solo una",
    }
    option_count_optimal {
        en: "Count all shortest solutions without listing them",
        es: "Contar todas las soluciones mínimas sin listarlas",
    }
    option_max_listed {
        en: "With --all, list no more than this many; all are counted",
        es: "Con --all, no listar más que estas; se cuentan todas",
    }
    option_optimal {
        en: "Accept only a solution proved to be a shortest one",
        es: "Aceptar solo una solución que se haya demostrado mínima",
    }
    option_fast {
        en: "Take the first solution found",
        es: "Tomar la primera solución que se encuentre",
    }
    option_boards {
        en: "Print every board on the way",
        es: "Mostrar todos los tableros del camino",
    }
    option_moves_of {
        en: "Whose direction the letters U D L R name: the blank's or the moved tile's",
        es: "De quién es la dirección que nombran las letras U D L R: del hueco (blank) o de la ficha movida (tile)",
    }
    option_progress {
        en: "Progress on standard error: a line on a terminal, nothing, or JSON lines",
        es: "Progreso en la salida de errores: una línea en la terminal, nada o líneas JSON",
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
        en: "The seed: the same boards for the same seed, everywhere",
        es: "La semilla: los mismos tableros para la misma semilla, en todas partes",
    }
    option_count {
        en: "How many boards",
        es: "Cuántos tableros",
    }
    option_bench_source {
        en: "A set of the program, named below, or an instance file, with a `# columns:` line that names id, optimal and tiles; `./korf15` is a file",
        es: "Un conjunto del programa, de los nombrados abajo, o un archivo de instancias, con una línea `# columns:` que nombra id, optimal y tiles; `./korf15` es un archivo",
    }
    option_goal_of_file {
        en: "The goal of a file's boards: `blank-last` (1 2 … 0), `blank-first` (0 1 2 …) or any board; a set has its own",
        es: "El objetivo de los tableros de un archivo: `blank-last` (1 2 … 0), `blank-first` (0 1 2 …) o cualquier tablero; un conjunto tiene el suyo",
    }
    option_method {
        en: "Methods to run, separated by commas: algorithm or algorithm+heuristic",
        es: "Métodos que se prueban, separados por comas: algoritmo o algoritmo+heurística",
    }
    option_only {
        en: "Only the instances with these ids, separated by commas",
        es: "Solo las instancias con estos id, separados por comas",
    }
    option_limit {
        en: "Only the first instances",
        es: "Solo las primeras instancias",
    }
    option_shell {
        en: "The shell to write for",
        es: "El intérprete de órdenes para el que se escribe",
    }
    option_page {
        en: "The command whose page is wanted; without it, the page of hueco itself",
        es: "La orden cuya página se pide; sin ella, la página de hueco",
    }
    option_man_dir {
        en: "Write every page into this folder instead",
        es: "Escribir todas las páginas en esta carpeta",
    }
    option_command {
        en: "The command to explain",
        es: "La orden que se explica",
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
