//! How a program ended, what is wrong with its output, and why there may be nothing to grade.

use crate::catalogue::messages;

messages! {
    ended_with_status(code) { en: "status {code}", es: "estado {code}" }
    ended_by_signal(signal) { en: "crashed: signal {signal}", es: "falló: señal {signal}" }
    ended_by_named_signal(signal, name) {
        en: "crashed: signal {signal}, {name}",
        es: "falló: señal {signal}, {name}",
    }
    ended_by_time { en: "timed out", es: "tiempo agotado" }
    ended_by_output { en: "too much output", es: "demasiada salida" }
    ended_by_memory { en: "too much memory", es: "demasiada memoria" }
    ended_by_processes { en: "too many processes", es: "demasiados procesos" }
    ended_by_files { en: "too many files", es: "demasiados archivos" }
    ended_not_started { en: "not started", es: "no se inició" }
    ended_interrupted { en: "interrupted", es: "interrumpido" }
    ended_given_up { en: "not run", es: "no se ejecutó" }

    stopped_time(limit) {
        en: "the program was still running after {limit} and was killed (--timeout)",
        es: "el programa seguía en ejecución tras {limit} y se detuvo (--timeout)",
    }
    stopped_output(limit) {
        en: "the program wrote more than {limit} and was killed (--max-output)",
        es: "el programa escribió más de {limit} y se detuvo (--max-output)",
    }
    stopped_memory(limit) {
        en: "the program used more than {limit} of memory and was killed (--max-memory)",
        es: "el programa usó más de {limit} de memoria y se detuvo (--max-memory)",
    }
    stopped_processes(limit: processes) {
        en: "the program had more than {limit} at a time and was killed",
        es: "el programa tuvo más de {limit} a la vez y se detuvo",
    }
    stopped_files(limit: files) {
        en: "the program created more than {limit}, or folders nested too deep, and was killed",
        es: "el programa creó más de {limit}, o carpetas demasiado profundas, y se detuvo",
    }
    stopped_given_up {
        en: "not run: the program had already run out of time in other cases (--give-up-after)",
        es: "no se ejecutó: el programa ya había agotado el tiempo en otros casos (--give-up-after)",
    }
    not_started(reason) {
        en: "the program could not be started: {reason}",
        es: "no se pudo iniciar el programa: {reason}",
    }
    not_started_missing {
        en: "a file it needs is missing, usually the interpreter that its first line names",
        es: "falta un archivo que necesita, casi siempre el intérprete que nombra su primera línea",
    }
    not_started_forbidden {
        en: "the file is not executable (chmod +x)",
        es: "el archivo no es ejecutable (chmod +x)",
    }
    ended_itself(code) {
        en: "the program ended with status {code}",
        es: "el programa terminó con estado {code}",
    }
    crashed(ending) {
        en: "the program {ending}",
        es: "el programa {ending}",
    }
    last_words(line) { en: "Its last line on standard error: {line}", es: "Su última línea en la salida de errores: {line}" }
    left_behind(count) {
        en: "Processes it left running, which were killed: {count}",
        es: "Procesos que dejó en ejecución y que se detuvieron: {count}",
    }

    difference_line(line) { en: "First difference, line {line}:", es: "Primera diferencia, línea {line}:" }
    difference_expected { en: "expected", es: "se esperaba" }
    difference_found { en: "found", es: "se encontró" }
    side_end { en: "(end of the output)", es: "(fin de la salida)" }
    side_empty { en: "(empty line)", es: "(línea vacía)" }

    cause_no_file(name) {
        en: "the program wrote no file {name}",
        es: "el programa no escribió el archivo {name}",
    }
    cause_no_file_but(names) {
        en: "its folder has {names} instead (--output-name sets another name)",
        es: "en su carpeta hay {names} (con --output-name se indica otro nombre)",
    }
    cause_stdout_instead {
        en: "it wrote to standard output instead of the file",
        es: "escribió en la salida estándar en lugar de en el archivo",
    }
    cause_not_a_file(kind) {
        en: "the output file is {kind}",
        es: "el archivo de salida es {kind}",
    }
    kind_link { en: "a symbolic link", es: "un enlace simbólico" }
    kind_folder { en: "a folder", es: "una carpeta" }
    kind_pipe { en: "a named pipe", es: "una tubería con nombre" }
    kind_special { en: "a socket or a device", es: "un socket o un dispositivo" }
    cause_empty { en: "the program wrote nothing", es: "el programa no escribió nada" }
    cause_empty_file { en: "the output file is empty", es: "el archivo de salida está vacío" }
    cause_not_text {
        en: "the output is not UTF-8 text",
        es: "la salida no es texto UTF-8",
    }
    cause_title(option, title) {
        en: "option {option} begins with the title {title}, alone on its line",
        es: "la opción {option} empieza con el título {title}, solo en su línea",
    }
    cause_no_board_yet(option) {
        en: "option {option} came before any board (option 1): only -1 and two line breaks are written",
        es: "la opción {option} llegó antes que ningún tablero (opción 1): solo se escriben -1 y dos saltos de línea",
    }
    cause_unsolvable(board) {
        en: "{board} cannot reach the goal: only -1 and two line breaks are written",
        es: "{board} no puede llegar al objetivo: solo se escriben -1 y dos saltos de línea",
    }
    cause_minus_one(option, board) {
        en: "the program wrote -1, but option {option} had a board: {board}",
        es: "el programa escribió -1, pero la opción {option} tenía un tablero: {board}",
    }
    cause_title_before_minus_one(title) {
        en: "-1 stands alone, with an empty line after it: the title {title} must not come before it",
        es: "el -1 va solo, con una línea vacía detrás: antes no debe ir el título {title}",
    }
    cause_old_board(used, current) {
        en: "the search started from {used}, an earlier board; option 1 had replaced it by {current}",
        es: "la búsqueda partió de {used}, un tablero anterior; la opción 1 lo había sustituido por {current}",
    }
    cause_ran_after_five {
        en: "the program carried out options after 5; 5 ends the program, and everything after it is ignored",
        es: "el programa ejecutó opciones después del 5; el 5 termina el programa y lo que sigue se ignora",
    }
    cause_missing_runs(found, expected) {
        en: "searches in the file: {found}; the input requests {expected}, one for each option 2, 3 or 4",
        es: "búsquedas en el archivo: {found}; la entrada pide {expected}, una por cada opción 2, 3 o 4",
    }
    cause_extra {
        en: "the file is right up to its end, but something follows it",
        es: "el archivo está bien hasta el final, pero después hay algo más",
    }
    cause_step_count(expected, printed) {
        en: "the steps are right, but their number is {expected}, not {printed}",
        es: "los pasos son correctos, pero su número es {expected}, no {printed}",
    }
    cause_step_count_missing(expected) {
        en: "the steps are right, but their number, {expected}, is missing after them",
        es: "los pasos son correctos, pero después falta su número, {expected}",
    }
    cause_entry_wrong(position, expected) {
        en: "this should be entry {position} of {expected} in this part of the output",
        es: "aquí debería estar la entrada {position} de {expected} de esta parte de la salida",
    }
    cause_entry_missing(found, expected: entries) {
        en: "this part of the output ends too early, after {found} of {expected}",
        es: "esta parte de la salida termina antes de tiempo, tras {found} de {expected}",
    }
    cause_entry_too_many(found, expected) {
        en: "this part of the output should end after entry {expected}; entries found: {found}",
        es: "esta parte de la salida debería acabar tras la entrada {expected}; entradas halladas: {found}",
    }
    cause_part_empty(expected: entries) {
        en: "the heading of this part is there, but nothing follows it; expected {expected}",
        es: "el encabezado de esta parte está, pero no le sigue nada de lo esperado: {expected}",
    }
    cause_part_missing {
        en: "this part of the output was not found; its heading must be alone on a line, worded as in the document",
        es: "no se encontró esta parte de la salida; su encabezado debe ir solo en una línea, con las palabras del documento",
    }
    cause_text { en: "the output differs from the right one", es: "la salida difiere de la correcta" }

    layout_all_right_but(layout) {
        en: "the words are right, but not the layout: {layout}",
        es: "las palabras son correctas, pero no el formato: {layout}",
    }
    layout_carriage_returns {
        en: "lines end with \\r\\n (Windows line breaks); they must end with \\n alone",
        es: "las líneas acaban en \\r\\n (saltos de línea de Windows); deben acabar solo en \\n",
    }
    layout_byte_order_mark {
        en: "the file begins with a byte-order mark; it must begin with its text",
        es: "el archivo empieza con una marca de orden de bytes (BOM); debe empezar con su texto",
    }
    layout_trailing_spaces {
        en: "some lines end with spaces; a board's line ends right after its third number",
        es: "algunas líneas acaban en espacios; la línea de un tablero acaba justo tras su tercer número",
    }
    layout_spacing {
        en: "numbers are separated by exactly one space, and lines are not indented",
        es: "los números se separan con un solo espacio y las líneas no llevan sangría",
    }
    layout_breaks_missing {
        en: "line breaks are missing at the end of the file; it ends with two",
        es: "faltan saltos de línea al final del archivo; acaba en dos",
    }
    layout_breaks_too_many {
        en: "there are too many line breaks at the end of the file; it ends with two",
        es: "sobran saltos de línea al final del archivo; acaba en dos",
    }
    layout_empty_lines {
        en: "empty lines are missing or too many; one follows the title, every board and the number of steps",
        es: "faltan o sobran líneas vacías; va una tras el título, tras cada tablero y tras el número de pasos",
    }

    layout_after_minus_one {
        en: "exactly one empty line follows -1 (two line breaks)",
        es: "tras -1 va exactamente una línea vacía (dos saltos de línea)",
    }

    path_not_a_row {
        en: "expected a row of a board",
        es: "se esperaba una fila de un tablero",
    }
    path_no_empty_line {
        en: "an empty line must follow every board",
        es: "después de cada tablero va una línea vacía",
    }
    path_wrong_start {
        en: "the first board must be the start",
        es: "el primer tablero debe ser el inicial",
    }
    path_illegal_move(board, before) {
        en: "no single move leads from board {before} of the solution to board {board}",
        es: "ningún movimiento lleva del tablero {before} de la solución al tablero {board}",
    }
    path_not_at_goal {
        en: "the last board of the solution must be the goal",
        es: "el último tablero de la solución debe ser el objetivo",
    }
    path_too_long(moves: moves, shortest) {
        en: "every move is legal and the goal is reached, but in {moves}; an optimal solution has {shortest}",
        es: "todos los movimientos son legales y se llega al objetivo, pero en {moves}; una solución óptima tiene {shortest}",
    }
    path_wrong_number(printed, made) {
        en: "the printed number of moves is {printed}, but the boards show {made}",
        es: "el número de movimientos indicado es {printed}, pero los tableros muestran {made}",
    }
    path_no_number(made) {
        en: "the number of moves, {made}, is missing",
        es: "falta el número de movimientos, {made}",
    }
    path_wrong_direction(position) {
        en: "direction {position} is not the one in which the blank moved; directions are the blank's, not the tile's",
        es: "la dirección {position} no es la que tomó el hueco; las direcciones son las del hueco, no las de la ficha",
    }
    path_says_unsolvable {
        en: "the board has a solution, but the program says there is none",
        es: "el tablero tiene solución, pero el programa dice que no",
    }
    path_does_not_say_unsolvable {
        en: "the board has no solution: the program must say so in exactly these words",
        es: "el tablero no tiene solución: el programa debe decirlo exactamente con estas palabras",
    }
    path_enqueued(printed, expected) {
        en: "enqueued states: {printed}; by the rules of the course there are {expected} (compared because of --strict)",
        es: "estados encolados: {printed}; según las reglas del curso son {expected} (se compara por --strict)",
    }
    path_no_enqueued(expected) {
        en: "the number of enqueued states, {expected}, is missing",
        es: "falta el número de estados encolados, {expected}",
    }
    path_counts_boards(printed) {
        en: "the number printed, {printed}, is that of the boards; the moves are one less",
        es: "el número indicado, {printed}, es el de los tableros; los movimientos son uno menos",
    }
    path_tile_directions {
        en: "the directions are those of the tiles; they must be those of the blank, which are the opposite",
        es: "las direcciones son las de las fichas; deben ser las del hueco, que son las contrarias",
    }
    path_wraps(board) {
        en: "to reach board {board} the blank crosses from the end of a row to the beginning of the next, which is no move",
        es: "para llegar al tablero {board} el hueco pasa del final de una fila al principio de la siguiente, y eso no es un movimiento",
    }
    path_other_goal {
        en: "the solution ends at 0 1 2 …, with the blank first; the goal is another",
        es: "la solución acaba en 0 1 2 …, con el hueco al principio; el objetivo es otro",
    }
    path_prompt {
        en: "this line asks a person for input; the input comes without being asked for, and only the answer is printed",
        es: "esta línea pide datos a una persona; los datos llegan sin pedirlos, y solo se escribe la respuesta",
    }
    path_words {
        en: "this line must have exactly these words",
        es: "esta línea debe tener exactamente estas palabras",
    }
    path_extra {
        en: "the solution is right, but something follows it",
        es: "la solución es correcta, pero después hay algo más",
    }

    program_empty { en: "no program was given", es: "no se indicó ningún programa" }
    program_not_found(name) {
        en: "there is no program `{name}`",
        es: "no existe el programa `{name}`",
    }
    program_not_found_here(name) {
        en: "no program `{name}` is installed; for the file in this folder write `./{name}`",
        es: "no hay ningún programa `{name}` instalado; para el archivo de esta carpeta escriba `./{name}`",
    }
    program_unknown_kind(name) {
        en: "{name} is not executable and has no known extension (.c .cpp .java .pas .f .py .rs .jar .js .rb .pl .sh)",
        es: "{name} no es ejecutable ni tiene una extensión conocida (.c .cpp .java .pas .f .py .rs .jar .js .rb .pl .sh)",
    }
    program_nothing_in_folder(name) {
        en: "the folder {name} has neither an executable `run` nor the document's file, nor a `main` file, nor one program alone",
        es: "la carpeta {name} no contiene ni un `run` ejecutable, ni el archivo del documento, ni un `main`, ni un solo programa",
    }
    program_no_interpreter(name, interpreter) {
        en: "{name} needs {interpreter}, which is not installed",
        es: "{name} necesita {interpreter}, que no está instalado",
    }
    program_does_not_compile(name, compiler, message) {
        en: "{name} does not compile ({compiler}): {message}",
        es: "{name} no compila ({compiler}): {message}",
    }
    program_compiler_stopped(name, compiler) {
        en: "{name}: the compiler ({compiler}) took too much time or memory and was killed",
        es: "{name}: el compilador ({compiler}) usó demasiado tiempo o memoria y se detuvo",
    }
    program_not_copied(name, reason) {
        en: "{name} could not be copied: {reason}",
        es: "{name} no se pudo copiar: {reason}",
    }
    cases_too_large(path, max) {
        en: "{path} is too large for a case: more than {max}",
        es: "{path} es demasiado grande para un caso: más de {max}",
    }
    cases_none_in_folder(path) {
        en: "{path} has no cases: no file ends in .in",
        es: "en {path} no hay casos: ningún archivo acaba en .in",
    }
    exam_no_cases { en: "there are no cases", es: "no hay casos" }
    exam_file_name(name) {
        en: "--output-name must be a plain file name, not `{name}`",
        es: "--output-name debe ser un nombre de archivo sin carpetas, no `{name}`",
    }
    exam_no_answer(case, message) {
        en: "case {case}: {message}; add a file {case}.out with the right output",
        es: "caso {case}: {message}; añada un archivo {case}.out con la salida correcta",
    }
    run_unsupported {
        en: "grading needs a Unix system, with process groups and resource limits",
        es: "la evaluación necesita un sistema Unix, con grupos de procesos y límites de recursos",
    }
    run_failed(operation, reason) {
        en: "the grader could not {operation}: {reason}",
        es: "el evaluador no pudo {operation}: {reason}",
    }
    operation_create_folder { en: "create a temporary folder", es: "crear una carpeta temporal" }
    operation_create_file { en: "create a temporary file", es: "crear un archivo temporal" }
    operation_write_input { en: "write the program's input", es: "escribir la entrada del programa" }
    operation_share_file { en: "pass the program its files", es: "pasar al programa sus archivos" }
    operation_isolate { en: "isolate the program", es: "aislar el programa" }
    operation_monitor { en: "monitor the program", es: "supervisar el programa" }
    operation_wait { en: "wait for the program", es: "esperar al programa" }
    operation_read_output { en: "read the program's output", es: "leer la salida del programa" }
    answer_bad_input(line, column) {
        en: "the course program does not accept this input (line {line}, column {column})",
        es: "el programa del curso no acepta esta entrada (línea {line}, columna {column})",
    }
    answer_bad_arguments(argument) {
        en: "the course program has no argument `{argument}`",
        es: "el programa del curso no conoce el argumento `{argument}`",
    }
    answer_stopped(limit) {
        en: "the course program did not finish: {limit}",
        es: "el programa del curso no terminó: {limit}",
    }
    answer_failed(reason) {
        en: "the course program failed: {reason}",
        es: "el programa del curso falló: {reason}",
    }
}
