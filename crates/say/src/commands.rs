//! What the commands are for, and the frame of the help pages.

use crate::Lang;
use crate::catalogue::messages;

messages! {
    about_hueco {
        en: "A search workbench for puzzles: solve, show, compare, teach and grade",
        es: "Un banco de trabajo de búsqueda para rompecabezas: resolver, mostrar, comparar, enseñar y evaluar",
    }
    about_solve {
        en: "Solve a board, or a file of boards",
        es: "Resolver un tablero o un archivo de tableros",
    }
    long_about_solve {
        en: "Solve a board, or a file of boards.\n\nWithout options there is always an answer: an optimal one up to 4x4. On larger \
             boards a first solution comes at once and is shortened until the time is up (ten seconds, or --timeout); the \
             answer states its length, the proven lower bound and the gap between them.",
        es: "Resolver un tablero o un archivo de tableros.\n\nSin opciones siempre hay respuesta: óptima hasta 4x4. En tableros mayores \
             hay enseguida una primera solución, que se acorta hasta que se agota el tiempo (diez segundos, o --timeout); la \
             respuesta indica su longitud, la cota inferior demostrada y la diferencia entre ambas.",
    }
    after_solve {
        en: "Exit status: 0 solved, 2 bad input, 10 proven unsolvable, 20 time, 21 memory, 22 nodes, 23 depth, 24 width, \
             130 interrupted; of several boards, the most severe. Ctrl-C prints the best solution so far.",
        es: "Estado de salida: 0 resuelto, 2 entrada errónea, 10 sin solución (demostrado), 20 tiempo, 21 memoria, 22 nodos, \
             23 profundidad, 24 anchura, 130 interrumpido; de varios tableros, el más grave. Ctrl-C muestra la mejor solución \
             hasta el momento.",
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
        en: "Print random boards that have a solution",
        es: "Mostrar tableros al azar que tienen solución",
    }
    about_verify {
        en: "Replay moves: are they legal, do they reach the goal, are they optimal?",
        es: "Reproducir movimientos: ¿son legales, llegan al objetivo, son óptimos?",
    }
    after_verify {
        en: "Exit status: 0 if every move is legal and the last board is the goal, whether or not the optimum was found in \
             time; 2 if a move is illegal, the goal is not reached or the input is bad; 130 interrupted.",
        es: "Estado de salida: 0 si todos los movimientos son legales y el último tablero es el objetivo, se encuentre o no el \
             óptimo a tiempo; 2 si un movimiento es ilegal, no se llega al objetivo o la entrada es errónea; 130 interrumpido.",
    }
    about_bench {
        en: "Run one or several methods on published boards, a file of instances or random boards",
        es: "Ejecutar uno o varios métodos sobre tableros publicados, un archivo de instancias o tableros al azar",
    }
    after_bench {
        en: "Exit status: as for solve, the most severe of all runs; 1 if a length contradicts the published optimum (of a set, or \
             the `optimal` column of a file). The table marks it with an exclamation mark.",
        es: "Estado de salida: como en solve, el más grave de todas las ejecuciones; 1 si una longitud contradice el óptimo \
             publicado (de un conjunto, o la columna `optimal` de un archivo). La tabla la marca con un signo de exclamación.",
    }
    about_completions {
        en: "Print the completion script of a shell",
        es: "Mostrar el guion de autocompletado de un intérprete de comandos",
    }
    after_completions {
        en: "For example:\n  hueco completions bash > ~/.local/share/bash-completion/completions/hueco",
        es: "Por ejemplo:\n  hueco completions bash > ~/.local/share/bash-completion/completions/hueco",
    }
    about_man {
        en: "Print a manual page, or write all of them to a folder",
        es: "Mostrar una página de manual, o escribirlas todas en una carpeta",
    }
    after_man {
        en: "Without a command: the page of hueco itself. For example:\n  hueco man tables build | man -l -\n  \
             hueco man --dir ~/.local/share/man/man1",
        es: "Sin comando: la página de hueco. Por ejemplo:\n  hueco man tables build | man -l -\n  \
             hueco man --dir ~/.local/share/man/man1",
    }
    about_help {
        en: "Print the help of a command",
        es: "Mostrar la ayuda de un comando",
    }
    heading_usage { en: "Usage:", es: "Uso:" }
    heading_commands { en: "Commands", es: "Comandos" }
    heading_arguments { en: "Arguments", es: "Argumentos" }
    heading_board { en: "Board and goal", es: "Tablero y objetivo" }
    heading_method { en: "Method", es: "Método" }
    heading_limits { en: "Limits", es: "Límites" }
    heading_output { en: "Output", es: "Salida" }
    heading_options { en: "Options", es: "Opciones" }
    heading_environment { en: "Environment:", es: "Entorno:" }
    placeholder_options { en: "[OPTIONS]", es: "[OPCIONES]" }
    placeholder_command { en: "COMMAND", es: "COMANDO" }
    placeholder_board { en: "BOARD", es: "TABLERO" }
    placeholder_moves { en: "MOVES", es: "MOVIMIENTOS" }
    placeholder_file { en: "FILE", es: "ARCHIVO" }
    placeholder_folder { en: "FOLDER", es: "CARPETA" }
    placeholder_size { en: "RxC", es: "FxC" }
    placeholder_goal { en: "GOAL", es: "OBJETIVO" }
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
        en: "See `hueco help COMMAND` for the options of a command.",
        es: "Véase `hueco help COMANDO` para las opciones de un comando.",
    }
    environment_cache {
        en: "Folder for tables [default: $XDG_CACHE_HOME/hueco]",
        es: "Carpeta de las tablas [por omisión: $XDG_CACHE_HOME/hueco]",
    }
    environment_caches {
        en: "Folder for caches [default: ~/.cache]",
        es: "Carpeta de las cachés [por omisión: ~/.cache]",
    }
    environment_data {
        en: "Folder for records [default: $XDG_DATA_HOME/hueco]",
        es: "Carpeta de los récords [por omisión: $XDG_DATA_HOME/hueco]",
    }
    environment_no_color {
        en: "If it is not empty: no colour",
        es: "Si no está vacía: sin color",
    }
    environment_term {
        en: "If it is `dumb`: no colour",
        es: "Si es `dumb`: sin color",
    }
    environment_lang {
        en: "Language without --lang; LC_ALL and LC_MESSAGES precede it",
        es: "Idioma sin --lang; LC_ALL y LC_MESSAGES la preceden",
    }
    man_name { en: "NAME", es: "NOMBRE" }
    man_synopsis { en: "SYNOPSIS", es: "SINOPSIS" }
    man_description { en: "DESCRIPTION", es: "DESCRIPCIÓN" }
    man_options { en: "OPTIONS", es: "OPCIONES" }
    man_commands { en: "COMMANDS", es: "COMANDOS" }
    man_environment { en: "ENVIRONMENT", es: "ENTORNO" }
    man_extra { en: "NOTES", es: "NOTAS" }
    man_version { en: "VERSION", es: "VERSIÓN" }
    man_written(count: pages, folder) {
        en: "{count} written to {folder}",
        es: "{count} en {folder}",
    }
}

/// The variables that the command reads, and what each is for.
pub fn environment(lang: Lang) -> [(&'static str, &'static str); 6] {
    [
        ("HUECO_CACHE", environment_cache(lang)),
        ("XDG_CACHE_HOME", environment_caches(lang)),
        ("HUECO_DATA", environment_data(lang)),
        ("NO_COLOR", environment_no_color(lang)),
        ("TERM", environment_term(lang)),
        ("LANG", environment_lang(lang)),
    ]
}
