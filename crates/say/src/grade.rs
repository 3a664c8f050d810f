//! Grading: the words of `hueco grade`, and how what it finds is told.
//!
//! ```text
//! grade.rs       help, tables, cases, scores
//! faults.rs      endings, differences, what is wrong with an output
//! mistakes.rs    where a `menu` search went another way, and which rule was broken
//! wording.rs     `Say` for the types of the evaluator
//! divergence.rs  a `menu` search in another order, told at length
//! ```
//! The reader is a student who did not expect this. Every text says what is there, what should be there, and the rule.

mod divergence;
pub mod faults;
pub mod mistakes;
mod wording;

use crate::catalogue::messages;

pub use divergence::{Column, Piece, explain};
pub use wording::{brief, short_ending, stopped};

messages! {
    about_grade {
        en: "Grade a program of a course, or a whole class",
        es: "Evaluar un programa de un curso, o una clase entera",
    }
    long_about_grade {
        en: "Grade a program of a course, or a whole class.\n\nThe program runs on each case in an empty folder of its own, within limits, and \
             what it writes is compared with the right answer. Each case is worth the same; the score is out of ten. For every \
             failed case the first difference is shown with its line, and what is probably wrong: for `menu`, the step at which \
             the search took another order, both boards with their values, and the rule that decides between them.",
        es: "Evaluar un programa de un curso, o una clase entera.\n\nEl programa se ejecuta con cada caso en una carpeta vacía propia, dentro de \
             unos límites, y lo que escribe se compara con la respuesta correcta. Todos los casos valen lo mismo; la nota es sobre \
             diez. De cada caso fallido se muestra la primera diferencia con su línea y lo que probablemente está mal: en `menu`, \
             el paso en que la búsqueda tomó otro orden, ambos tableros con sus valores y la regla que decide entre ellos.",
    }
    after_grade {
        en: "What is right:\n  \
             menu    the output file, identical in every byte\n  \
             solver  any shortest solution; the enqueued count only with --strict\n  \
             sums    five parts: states created, examined, solution, route, drawing\n  \
             astar   any shortest solution; prompts and traces matter only with --strict\n\n\
             With --dir every entry of the folder is a submission: an executable file, a file in a known language (.py .jar .java \
             .js .rb .pl .sh), or a folder with an executable `run` or a `main` file.\n\n\
             The limits protect the evaluator from accidents. They are not a jail: a program can read what you can read and can \
             use the network. Grade programs of strangers in a container or as another user.\n\n\
             Exit status: 0 the grading was carried out, whatever the score; 1 the evaluator failed; 2 wrong command line or cases; \
             130 interrupted: what was graded until then is printed.\n\n\
             Examples:\n  \
             hueco grade menu -- ./my-program\n  \
             hueco grade menu -- python3 menu.py\n  \
             hueco grade solver --count 20 --seed 7 --strict -- java -cp classes Solver\n  \
             hueco grade menu --cases my-cases --output-name out.txt -- ./my-program\n  \
             hueco grade menu --dir submissions --format csv > scores.csv",
        es: "Qué es correcto:\n  \
             menu    el archivo de salida, idéntico en todos sus bytes\n  \
             solver  cualquier solución mínima; los estados encolados, solo con --strict\n  \
             sums    cinco partes: estados creados, examinados, solución, ruta, dibujo\n  \
             astar   cualquier solución mínima; preguntas y trazas, solo con --strict\n\n\
             Con --dir cada elemento de la carpeta es una entrega: un archivo ejecutable, un archivo en un lenguaje conocido (.py .jar \
             .java .js .rb .pl .sh) o una carpeta con un `run` ejecutable o un archivo `main`.\n\n\
             Los límites protegen al evaluador de los accidentes. No son una cárcel: un programa puede leer lo que usted puede leer y \
             usar la red. Los programas de desconocidos se evalúan en un contenedor o con otro usuario.\n\n\
             Estado de salida: 0 la evaluación se llevó a cabo, sea cual sea la nota; 1 falló el evaluador; 2 línea de comandos o \
             casos erróneos; 130 interrumpido: se muestra lo evaluado hasta entonces.\n\n\
             Ejemplos:\n  \
             hueco grade menu -- ./mi-programa\n  \
             hueco grade menu -- python3 menu.py\n  \
             hueco grade solver --count 20 --seed 7 --strict -- java -cp clases Solver\n  \
             hueco grade menu --cases mis-casos --output-name salida.txt -- ./mi-programa\n  \
             hueco grade menu --dir entregas --format csv > notas.csv",
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
        en: "With --dir: how many programs run at the same time; without it, half the cores",
        es: "Con --dir: cuántos programas se ejecutan a la vez; sin esta opción, la mitad de los núcleos",
    }
    option_grade_seed {
        en: "The seed of the generated cases: the same cases for the same seed, everywhere",
        es: "La semilla de los casos generados: los mismos casos para la misma semilla, en todas partes",
    }
    option_grade_count {
        en: "How many cases are generated; `sums` always has five",
        es: "Cuántos casos se generan; `sums` siempre tiene cinco",
    }
    option_cases {
        en: "Take the cases from this folder: NAME.in is the input, NAME.out the right output and NAME.args the arguments, one \
             per line; without NAME.out the course program answers",
        es: "Tomar los casos de esta carpeta: NOMBRE.in es la entrada, NOMBRE.out la salida correcta y NOMBRE.args los argumentos, uno \
             por línea; sin NOMBRE.out responde el programa del curso",
    }
    option_strict {
        en: "Forgive nothing: the enqueued count of `solver`, prompts and traces of `astar`, spaces of `sums`; and ask `menu` \
             what its document leaves open (input without 5, unsolvable boards)",
        es: "No perdonar nada: los estados encolados de `solver`, las preguntas y trazas de `astar`, los espacios de `sums`; y preguntar \
             en `menu` lo que su documento deja abierto (entrada sin 5, tableros sin solución)",
    }
    option_output_name {
        en: "`menu`: the name of the file that the program writes",
        es: "`menu`: el nombre del archivo que escribe el programa",
    }
    option_grade_timeout {
        en: "Time for one case: 500ms, 10s, 5m; a bare number is seconds",
        es: "Tiempo para un caso: 500ms, 10s, 5m; un número solo son segundos",
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
        en: "there is no program to grade: it goes after `--`, as in `hueco grade menu -- ./my-program`; `--dir FOLDER` grades \
             a whole folder",
        es: "no hay programa que evaluar: va después de `--`, como en `hueco grade menu -- ./mi-programa`; `--dir CARPETA` \
             evalúa una carpeta entera",
    }
    output_name_unused(course) {
        en: "--output-name changes nothing: `{course}` writes to standard output",
        es: "--output-name no cambia nada: `{course}` escribe en la salida estándar",
    }
    count_unused {
        en: "--count and --seed change nothing: `sums` always has the same five cases, one for each part of its output",
        es: "--count y --seed no cambian nada: `sums` siempre tiene los mismos cinco casos, uno por cada parte de su salida",
    }
    class_empty(folder) { en: "there are no submissions in {folder}", es: "no hay entregas en {folder}" }

    column_case { en: "case", es: "caso" }
    column_about { en: "about", es: "sobre" }
    column_result { en: "result", es: "resultado" }
    column_ending { en: "ending", es: "final" }
    column_name { en: "name", es: "nombre" }
    column_score { en: "score", es: "nota" }
    column_failed { en: "failed cases", es: "casos fallidos" }
    column_reason { en: "first reason", es: "primer motivo" }
    result_passed { en: "passed", es: "bien" }
    result_failed { en: "failed", es: "mal" }
    all_failed { en: "all", es: "todos" }
    case_heading(case, about) { en: "Case {case}: {about}", es: "Caso {case}: {about}" }
    score_line(score, passed, count) {
        en: "Score: {score} out of 10 (cases passed: {passed} of {count})",
        es: "Nota: {score} sobre 10 (casos bien: {passed} de {count})",
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
        en: "could not be run, no score: {count}",
        es: "no se pudieron ejecutar, sin nota: {count}",
    }
    class_interrupted {
        en: "Interrupted: submissions or cases are missing; missing cases count as failed.",
        es: "Interrumpido: faltan entregas o casos; los casos que faltan cuentan como fallidos.",
    }
    reason_in_case(case, reason) { en: "case {case}: {reason}", es: "caso {case}: {reason}" }

    case_given { en: "from the folder", es: "de la carpeta" }
    case_no_board { en: "options before any board", es: "opciones antes de todo tablero" }
    case_repeated { en: "repeated boards and options", es: "tableros y opciones repetidos" }
    case_whitespace { en: "odd whitespace", es: "espacios y saltos de línea raros" }
    case_after_five { en: "options after 5", es: "opciones después del 5" }
    case_ties_of_g { en: "ties of g", es: "empates de g" }
    case_ties_of_h { en: "ties of h", es: "empates de h" }
    case_ties_of_f { en: "ties of f, broken by d", es: "empates de f que deshace d" }
    case_ties_of_d { en: "ties of f and d", es: "empates de f y d" }
    case_dead_ends { en: "dead ends", es: "callejones sin salida" }
    case_long_runs { en: "long searches", es: "búsquedas largas" }
    case_no_five { en: "input without 5", es: "entrada sin 5" }
    case_unsolvable { en: "unsolvable board", es: "tablero sin solución" }
    case_already_solved { en: "the start is the goal", es: "el inicio es el objetivo" }
    case_short { en: "short solution", es: "solución corta" }
    case_long { en: "long solution", es: "solución larga" }
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
