//! What the commands are for, and the frame of the help pages.

use crate::catalogue::messages;

messages! {
    about_hueco {
        en: "A search workbench for puzzles: solve, show, compare, teach and grade",
        es: "Un taller de búsqueda para rompecabezas: resolver, mostrar, comparar, enseñar y evaluar",
    }
    about_solve {
        en: "Solve a board, or a file of boards",
        es: "Resolver un tablero o un archivo de tableros",
    }
    long_about_solve {
        en: "Solve a board, or a file of boards.\n\nWith no options there is always an answer: proved shortest up to 4x4, and for \
             larger boards a first solution at once, made shorter until the time ends (10 s unless --timeout says \
             otherwise), with its length, the proved lower bound and the gap between them.",
        es: "Resolver un tablero o un archivo de tableros.\n\nSin opciones siempre hay respuesta: mínima demostrada hasta 4x4 y, para \
             tableros mayores, una primera solución enseguida que se acorta hasta que se acaba el tiempo (10 s salvo que \
             --timeout diga otra cosa), con su longitud, la cota inferior demostrada y la diferencia entre ambas.",
    }
    after_solve {
        en: "Exit status: 0 solved, 2 bad input, 10 proved unsolvable, 20 time, 21 memory, 22 nodes, 23 depth, 24 width, \
             130 interrupted; of several boards, the most severe. Ctrl-C prints the best so far.",
        es: "Estado de salida: 0 resuelto, 2 entrada errónea, 10 sin solución (demostrado), 20 tiempo, 21 memoria, 22 nodos, \
             23 profundidad, 24 anchura, 130 interrumpido; de varios tableros, el más grave. Ctrl-C muestra lo mejor hasta \
             el momento.",
    }
    examples_solve {
        en: "Examples:\n  hueco solve \"8 1 3 / 4 0 2 / 7 6 5\"\n  hueco solve \"2 8 3 / 1 6 4 / 7 5 0\" --goal \"1 2 3 / 8 0 4 / 7 6 5\" \
             -a astar -H misplaced\n  hueco random --size 4x4 --count 20 | hueco solve - --format json\n  hueco solve --file boards.txt \
             --timeout 5s --boards",
        es: "Ejemplos:\n  hueco solve \"8 1 3 / 4 0 2 / 7 6 5\"\n  hueco solve \"2 8 3 / 1 6 4 / 7 5 0\" --goal \"1 2 3 / 8 0 4 / 7 6 5\" \
             -a astar -H misplaced\n  hueco random --size 4x4 --count 20 | hueco solve - --format json\n  hueco solve --file tableros.txt \
             --timeout 5s --boards",
    }
    about_random {
        en: "Print uniform random solvable boards",
        es: "Mostrar tableros al azar, uniformes y con solución",
    }
    about_verify {
        en: "Replay moves: are they legal, do they reach the goal, how far from optimal",
        es: "Repetir movimientos: si son legales, si llegan a la meta, a cuánto quedan del óptimo",
    }
    after_verify {
        en: "Exit status: 0 if every move is legal and the last board is the goal, whether or not the optimum was found in \
             time; 2 if a move is illegal, the goal is not reached or the input is bad; 130 interrupted.",
        es: "Estado de salida: 0 si todos los movimientos son legales y el último tablero es la meta, se halle o no el óptimo a \
             tiempo; 2 si un movimiento es ilegal, no se llega a la meta o la entrada es errónea; 130 interrumpido.",
    }
    about_bench {
        en: "Run published boards, or an instance file, through one or several methods",
        es: "Pasar tableros publicados, o un archivo de instancias, por uno o varios métodos",
    }
    after_bench {
        en: "Exit status: as for solve, the most severe of all runs; 1 if a length contradicts the published optimum (of a set, or \
             the `optimal` column of a file). The table marks it with an exclamation mark.",
        es: "Estado de salida: como en solve, el más grave de todas las pruebas; 1 si una longitud contradice el óptimo publicado (de un \
             conjunto, o la columna `optimal` de un archivo). La tabla la marca con un signo de exclamación.",
    }
    about_completions {
        en: "Print a shell's completion script",
        es: "Mostrar el guion de autocompletado de un intérprete de órdenes",
    }
    after_completions {
        en: "For example:\n  hueco completions bash > ~/.local/share/bash-completion/completions/hueco",
        es: "Por ejemplo:\n  hueco completions bash > ~/.local/share/bash-completion/completions/hueco",
    }
    about_man {
        en: "Print a manual page",
        es: "Mostrar una página de manual",
    }
    about_help {
        en: "Explain a command",
        es: "Explicar una orden",
    }
    heading_usage { en: "Usage:", es: "Uso:" }
    heading_commands { en: "Commands", es: "Órdenes" }
    heading_arguments { en: "Arguments", es: "Argumentos" }
    heading_board { en: "Board and goal", es: "Tablero y meta" }
    heading_method { en: "Method", es: "Método" }
    heading_limits { en: "Limits", es: "Límites" }
    heading_output { en: "Output", es: "Salida" }
    heading_options { en: "Options", es: "Opciones" }
    placeholder_options { en: "[OPTIONS]", es: "[OPCIONES]" }
    placeholder_command { en: "COMMAND", es: "ORDEN" }
    placeholder_board { en: "BOARD", es: "TABLERO" }
    placeholder_moves { en: "MOVES", es: "MOVIMIENTOS" }
    placeholder_file { en: "FILE", es: "ARCHIVO" }
    placeholder_folder { en: "FOLDER", es: "CARPETA" }
    placeholder_size { en: "RxC", es: "FxC" }
    placeholder_goal { en: "GOAL", es: "META" }
    placeholder_name { en: "NAME", es: "NOMBRE" }
    placeholder_heuristic { en: "HEURISTIC", es: "HEURÍSTICA" }
    placeholder_formula { en: "FORMULA", es: "FÓRMULA" }
    placeholder_format { en: "FORMAT", es: "FORMATO" }
    placeholder_time { en: "TIME", es: "TIEMPO" }
    placeholder_number { en: "NUMBER", es: "NÚMERO" }
    placeholder_bytes { en: "MEMORY", es: "MEMORIA" }
    placeholder_order { en: "LETTERS", es: "LETRAS" }
    placeholder_whose { en: "WHOSE", es: "DE_QUIÉN" }
    placeholder_when { en: "HOW", es: "CÓMO" }
    placeholder_lang { en: "LANGUAGE", es: "IDIOMA" }
    placeholder_list { en: "LIST", es: "LISTA" }
    placeholder_shell { en: "SHELL", es: "INTÉRPRETE" }
    more_help {
        en: "`hueco help COMMAND` explains a command.",
        es: "`hueco help ORDEN` explica una orden.",
    }
    man_name { en: "NAME", es: "NOMBRE" }
    man_synopsis { en: "SYNOPSIS", es: "SINOPSIS" }
    man_description { en: "DESCRIPTION", es: "DESCRIPCIÓN" }
    man_options { en: "OPTIONS", es: "OPCIONES" }
    man_extra { en: "NOTES", es: "NOTAS" }
    man_version { en: "VERSION", es: "VERSIÓN" }
    man_written(count, folder) {
        en: "{count} pages written to {folder}",
        es: "{count} páginas escritas en {folder}",
    }
}
