//! The messages of `hueco grade`.
//!
//! ```text
//! grade.rs       help, tables, cases, scores
//! faults.rs      endings, differences, what is wrong with an output
//! mistakes.rs    where a `menu` search departs from the right order, and which rule was broken
//! wording.rs     `Say` for the types of the grader
//! divergence.rs  a `menu` search in the wrong order, explained at length
//! ```
//! The reader is a student who did not expect this. Every text says what was found, what was expected, and the rule.

mod divergence;
pub mod faults;
pub mod mistakes;
mod wording;

use crate::catalogue::messages;

pub use divergence::{Block, Column, explain};
pub use wording::{common_cause, passages, reason, short_ending, stopped, what};

messages! {
    about_grade {
        en: "Grade a program of a course, or a whole class",
        es: "Evaluar un programa de un curso, o una clase entera",
    }
    long_about_grade {
        en: "Grade a program of a course, or a whole class.\n\nThe program runs on each case in an empty folder of its own, within limits, and \
             what it writes is compared with the right answer. Each case is worth the same; the score is out of ten. For every \
             failed case the first difference is shown with its line, and what is probably wrong: for `menu`, the step at which \
             the search left the right order, both boards with their values, and the rule that decides between them.",
        es: "Evaluar un programa de un curso, o una clase entera.\n\nEl programa se ejecuta con cada caso en una carpeta vacía propia, dentro de \
             unos límites, y lo que escribe se compara con la respuesta correcta. Todos los casos valen lo mismo; la nota es sobre \
             diez. De cada caso fallido se muestran la primera diferencia con su línea y lo que probablemente está mal: en `menu`, \
             el paso en que la búsqueda deja el orden correcto, ambos tableros con sus valores y la regla que decide entre ellos.",
    }
    after_grade {
        en: "What is right:\n  \
             menu    the output file, identical in every byte\n  \
             solver  any optimal solution; the enqueued count only with --strict\n  \
             sums    five parts: states created, examined, solution, route, drawing\n  \
             astar   any optimal solution; prompts and traces matter only with --strict\n\n\
             With --dir every entry of the folder is a submission: a source (.c .cpp .java .pas .f .for .rs are compiled; .py .jar .js \
             .rb .pl .sh are interpreted), an executable file, or a folder with an executable `run`, the document's file \
             (puzzle3x3heuristics.*), a `main` file or one program alone.\n\n\
             On Linux programs are isolated: they read their own files and those of the system, write in a folder of their own, and \
             have no network. What the kernel lacks is noted; --isolation off runs them as you are.\n\n\
             Exit status: 0 if the grading was carried out, whatever the score; 1 if the grader failed; 2 for a wrong command line or \
             wrong cases; 130 if it was interrupted: what was graded until then is printed.\n\n\
             Examples:\n  \
             hueco grade menu -- ./my-program\n  \
             hueco grade menu -- python3 menu.py\n  \
             hueco grade solver --count 20 --seed 7 --strict -- java -cp classes Solver\n  \
             hueco grade menu --cases my-cases --output-name out.txt -- ./my-program\n  \
             hueco grade menu --dir submissions --format csv --html report.html > scores.csv\n  \
             hueco grade solver --write-cases cases",
        es: "Qué es correcto:\n  \
             menu    el archivo de salida, idéntico en todos sus bytes\n  \
             solver  cualquier solución óptima; los estados encolados, solo con --strict\n  \
             sums    cinco partes: estados creados, examinados, solución, ruta, dibujo\n  \
             astar   cualquier solución óptima; preguntas y trazas, solo con --strict\n\n\
             Con --dir cada elemento de la carpeta es una entrega: un fuente (.c .cpp .java .pas .f .for .rs se compilan; .py .jar .js \
             .rb .pl .sh se interpretan), un archivo ejecutable, o una carpeta con un `run` ejecutable, el archivo del documento \
             (puzzle3x3heuristics.*), un archivo `main` o un solo programa.\n\n\
             En Linux los programas están aislados: leen sus archivos y los del sistema, escriben en una carpeta propia y no tienen \
             red. Se indica lo que el núcleo no permite; --isolation off los ejecuta como usted.\n\n\
             Estado de salida: 0 si la evaluación se llevó a cabo, sea cual sea la nota; 1 si falló el evaluador; 2 si la línea de \
             comandos o los casos son erróneos; 130 si se interrumpió: se muestra lo evaluado hasta entonces.\n\n\
             Ejemplos:\n  \
             hueco grade menu -- ./mi-programa\n  \
             hueco grade menu -- python3 menu.py\n  \
             hueco grade solver --count 20 --seed 7 --strict -- java -cp clases Solver\n  \
             hueco grade menu --cases mis-casos --output-name salida.txt -- ./mi-programa\n  \
             hueco grade menu --dir entregas --format csv --html informe.html > notas.csv\n  \
             hueco grade solver --write-cases casos",
    }
    placeholder_course { en: "COURSE", es: "CURSO" }
    placeholder_program { en: "PROGRAM", es: "PROGRAMA" }
    heading_cases { en: "Cases", es: "Casos" }
    heading_limits_of_a_case { en: "Limits of one case", es: "Límites de un caso" }
    option_course { en: "The course", es: "El curso" }
    option_program {
        en: "The program and its arguments, after `--`",
        es: "El programa y sus argumentos, después de `--`",
    }
    option_submissions {
        en: "Grade every program in this folder instead, several at a time, and print a table",
        es: "Evaluar todos los programas de esta carpeta, varios a la vez, y mostrar una tabla",
    }
    option_grade_threads {
        en: "How many cases run at the same time; by default one on each core",
        es: "Cuántos casos se ejecutan a la vez; por omisión, uno en cada núcleo",
    }
    option_give_up_after {
        en: "Stop running a program that ran out of time in this many cases; 0 never does",
        es: "Dejar de ejecutar un programa que agotó el tiempo en tantos casos; 0, nunca",
    }
    option_isolation {
        en: "Whether programs are kept from other files, from the network and from other processes, as far as the system can",
        es: "Si se impide a los programas el acceso a otros archivos, a la red y a otros procesos, hasta donde el sistema puede",
    }
    option_html {
        en: "Write a report as one HTML file, to read or to send",
        es: "Escribir un informe en un solo archivo HTML, para leerlo o enviarlo",
    }
    option_write_cases {
        en: "Write the cases to this folder, NAME.in and NAME.out each, for --cases or to repeat one by hand; without a program \
             nothing is graded",
        es: "Escribir los casos en esta carpeta, con NOMBRE.in y NOMBRE.out cada uno, para --cases o para repetir uno a mano; sin \
             programa no se evalúa nada",
    }
    option_grade_seed {
        en: "The seed of the generated cases: the same seed gives the same cases everywhere",
        es: "La semilla de los casos generados: la misma semilla da los mismos casos en todas partes",
    }
    option_grade_count {
        en: "How many cases to generate; `sums` always has five",
        es: "Cuántos casos se generan; `sums` siempre tiene cinco",
    }
    option_cases {
        en: "Take the cases from this folder: NAME.in is the input, NAME.out the right output and NAME.args the arguments, one \
             per line; without NAME.out the course program provides the answer",
        es: "Tomar los casos de esta carpeta: NOMBRE.in es la entrada, NOMBRE.out la salida correcta y NOMBRE.args los argumentos, uno \
             por línea; sin NOMBRE.out, la respuesta la da el programa del curso",
    }
    option_strict {
        en: "Judge everything: also the enqueued count of `solver`, prompts and traces of `astar`, spaces of `sums`; and test for \
             `menu` what its document leaves open (input without 5, unsolvable boards)",
        es: "Evaluarlo todo: también los estados encolados de `solver`, las preguntas y trazas de `astar` y los espacios de `sums`; y \
             probar en `menu` lo que su documento deja abierto (entrada sin 5, tableros sin solución)",
    }
    option_output_name {
        en: "`menu`: the name of the file that the program writes",
        es: "`menu`: el nombre del archivo que escribe el programa",
    }
    option_grade_timeout {
        en: "Time for one case: 500ms, 10s, 5m; a plain number means seconds",
        es: "Tiempo para un caso: 500ms, 10s, 5m; un número sin unidad son segundos",
    }
    option_grade_memory {
        en: "Memory for one case, all processes of the program together: 512MiB, 2GiB",
        es: "Memoria para un caso, con todos los procesos del programa: 512MiB, 2GiB",
    }
    option_grade_output {
        en: "What a program may write in one case, all files together: 1MiB, 16MiB",
        es: "Lo que un programa puede escribir en un caso, con todos sus archivos: 1MiB, 16MiB",
    }
    program_after_dashes(program) {
        en: "`{program}`: the program to grade goes after `--`, as in `hueco grade menu -- {program}`",
        es: "`{program}`: el programa que se evalúa va después de `--`, como en `hueco grade menu -- {program}`",
    }
    program_missing {
        en: "no program to grade: it goes after `--`, as in `hueco grade menu -- ./my-program`; `--dir FOLDER` grades \
             a whole folder",
        es: "no hay programa que evaluar: va después de `--`, como en `hueco grade menu -- ./mi-programa`; `--dir CARPETA` \
             evalúa una carpeta entera",
    }
    output_name_unused(course) {
        en: "--output-name has no effect: `{course}` writes to standard output",
        es: "--output-name no tiene efecto: `{course}` escribe en la salida estándar",
    }
    count_unused {
        en: "--count and --seed have no effect: `sums` always has the same five cases, one for each part of its output",
        es: "--count y --seed no tienen efecto: `sums` siempre tiene los mismos cinco casos, uno por cada parte de su salida",
    }
    not_isolated(what) {
        en: "this system cannot isolate programs fully: {what}; see docs/grading.md",
        es: "este sistema no puede aislar del todo a los programas: {what}; véase docs/grading.es.md",
    }
    not_isolated_files { en: "they can read and write what you can", es: "pueden leer y escribir lo mismo que usted" }
    not_isolated_network { en: "they can use the network", es: "pueden usar la red" }
    not_isolated_signals { en: "they can send signals to your processes", es: "pueden enviar señales a los procesos de usted" }
    tool_missing(tool, names) {
        en: "{tool} is not installed; needed by: {names}",
        es: "{tool} no está instalado; lo necesitan: {names}",
    }
    cases_written(count: cases, folder) { en: "{count} written to {folder}", es: "{count} en {folder}" }
    class_empty(folder) { en: "there are no submissions in {folder}", es: "no hay entregas en {folder}" }

    column_case { en: "case", es: "caso" }
    column_about { en: "about", es: "sobre" }
    column_result { en: "result", es: "resultado" }
    column_ending { en: "ending", es: "final" }
    column_name { en: "name", es: "nombre" }
    column_score { en: "score", es: "nota" }
    column_failed { en: "failed cases", es: "casos fallidos" }
    column_reason { en: "first reason", es: "primer motivo" }
    result_passed { en: "passed", es: "superado" }
    result_failed { en: "failed", es: "fallido" }
    all_failed { en: "all", es: "todos" }
    case_heading(case, about) { en: "Case {case}: {about}", es: "Caso {case}: {about}" }
    score_line(score, passed, count) {
        en: "Score: {score} out of 10 (cases passed: {passed} of {count})",
        es: "Nota: {score} sobre 10 (casos superados: {passed} de {count})",
    }
    score_interrupted(judged, count: cases) {
        en: "Interrupted after {judged} of {count}; in the score, missing cases count as failed.",
        es: "Interrumpido tras {judged} de {count}; en la nota, los casos que faltan cuentan como fallidos.",
    }
    class_summary(submissions, mean, tens) {
        en: "Submissions: {submissions} · mean score: {mean} · with 10: {tens}",
        es: "Entregas: {submissions} · nota media: {mean} · con un 10: {tens}",
    }
    class_not_runnable(count) {
        en: "could not be run, without a score: {count}",
        es: "no se pudieron ejecutar, sin nota: {count}",
    }
    class_interrupted {
        en: "Interrupted: submissions or cases are missing; missing cases count as failed.",
        es: "Interrumpido: faltan entregas o casos; los casos que faltan cuentan como fallidos.",
    }
    class_causes { en: "Causes", es: "Causas" }
    column_cause { en: "cause", es: "causa" }
    column_count { en: "submissions", es: "entregas" }
    report_title(course) { en: "{course}: report", es: "{course}: informe" }
    report_class(submissions, mean) {
        en: "{submissions} submissions, mean score {mean}",
        es: "{submissions} entregas, nota media {mean}",
    }
    report_cases { en: "Cases", es: "Casos" }
    report_input { en: "Input of the case", es: "Entrada del caso" }
    report_how {
        en: "To repeat a case, save its input in a file and run your program with it: program < case.in",
        es: "Para repetir un caso, guarde su entrada en un archivo y ejecute con él su programa: programa < caso.in",
    }
    report_all_passed { en: "All cases passed.", es: "Todos los casos superados." }
    report_not_run { en: "Could not be run", es: "No se pudo ejecutar" }
    report_seed(seed) { en: "seed {seed}", es: "semilla {seed}" }
    reason_in_case(case, reason) { en: "case {case}: {reason}", es: "caso {case}: {reason}" }

    case_given { en: "from the folder", es: "de la carpeta" }
    case_no_board { en: "options before any board", es: "opciones sin tablero previo" }
    case_repeated { en: "repeated boards and options", es: "tableros y opciones repetidos" }
    case_whitespace { en: "unusual whitespace", es: "espacios y saltos de línea poco habituales" }
    case_after_five { en: "options after 5", es: "opciones después del 5" }
    case_ties_of_g { en: "ties of g", es: "empates de g" }
    case_ties_of_h { en: "ties of h", es: "empates de h" }
    case_ties_of_f { en: "ties of f, broken by d", es: "empates de f que resuelve d" }
    case_ties_of_d { en: "ties of f and d", es: "empates de f y d" }
    case_dead_ends { en: "dead ends", es: "callejones sin salida" }
    case_long_runs { en: "long searches", es: "búsquedas largas" }
    case_no_five { en: "input without 5", es: "entrada sin 5" }
    case_unsolvable { en: "unsolvable board", es: "tablero sin solución" }
    case_already_solved { en: "the start is the goal", es: "el inicio es el objetivo" }
    case_short { en: "short solution", es: "solución corta" }
    case_long { en: "long solution", es: "solución larga" }
    case_tricky { en: "easy to solve with too many moves", es: "fácil de resolver con movimientos de más" }
    case_small { en: "2x2 board", es: "tablero 2x2" }
    case_large { en: "4x4 board", es: "tablero 4x4" }
    case_example { en: "the document's example", es: "el ejemplo del documento" }
    part_whole { en: "the whole output", es: "toda la salida" }
    part_created { en: "states created", es: "estados creados" }
    part_examined { en: "states examined", es: "estados examinados" }
    part_solution { en: "the solution", es: "la solución" }
    part_route { en: "the route", es: "la ruta" }
    part_drawing { en: "the drawing", es: "el dibujo" }
}
