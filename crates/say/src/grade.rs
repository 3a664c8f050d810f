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
pub use wording::{passages, reason, short_ending, stopped};

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
             With --dir every entry of the folder is a submission: an executable file, a file in a known language (.py .jar .java \
             .js .rb .pl .sh), or a folder with an executable `run` or a `main` file.\n\n\
             The limits protect the grader from accidents. They are not a sandbox: a program can read what you can read and can \
             use the network. Grade untrusted programs in a container or as another user.\n\n\
             Exit status: 0 if the grading was carried out, whatever the score; 1 if the grader failed; 2 for a wrong command line or \
             wrong cases; 130 if it was interrupted: what was graded until then is printed.\n\n\
             Examples:\n  \
             hueco grade menu -- ./my-program\n  \
             hueco grade menu -- python3 menu.py\n  \
             hueco grade solver --count 20 --seed 7 --strict -- java -cp classes Solver\n  \
             hueco grade menu --cases my-cases --output-name out.txt -- ./my-program\n  \
             hueco grade menu --dir submissions --format csv > scores.csv",
        es: "Qué es correcto:\n  \
             menu    el archivo de salida, idéntico en todos sus bytes\n  \
             solver  cualquier solución óptima; los estados encolados, solo con --strict\n  \
             sums    cinco partes: estados creados, examinados, solución, ruta, dibujo\n  \
             astar   cualquier solución óptima; preguntas y trazas, solo con --strict\n\n\
             Con --dir cada elemento de la carpeta es una entrega: un archivo ejecutable, un archivo en un lenguaje conocido (.py .jar \
             .java .js .rb .pl .sh) o una carpeta con un `run` ejecutable o un archivo `main`.\n\n\
             Los límites protegen al evaluador de los accidentes. No aíslan al programa: puede leer lo que usted puede leer y usar \
             la red. Evalúe los programas que no sean de confianza en un contenedor o con otro usuario.\n\n\
             Estado de salida: 0 si la evaluación se llevó a cabo, sea cual sea la nota; 1 si falló el evaluador; 2 si la línea de \
             comandos o los casos son erróneos; 130 si se interrumpió: se muestra lo evaluado hasta entonces.\n\n\
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
        en: "With --dir: how many programs run at the same time; by default half the cores",
        es: "Con --dir: cuántos programas se ejecutan a la vez; por omisión, la mitad de los núcleos",
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
