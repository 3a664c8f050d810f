//! Tables of runs.

use hueco_search::Limit;

use crate::Lang;
use crate::catalogue::messages;

/// A limit, in a word for a table.
pub fn limit_word(limit: Limit, lang: Lang) -> &'static str {
    let word = match limit {
        Limit::Nodes => outcome_nodes,
        Limit::Time => outcome_time,
        Limit::Memory => outcome_memory,
        Limit::Depth => outcome_depth,
        Limit::Width => outcome_width,
        Limit::Interrupt => outcome_interrupt,
    };
    word(lang)
}

messages! {
    column_id { en: "id", es: "n.º" }
    column_optimal { en: "optimal", es: "óptimo" }
    column_method { en: "method", es: "método" }
    column_outcome { en: "outcome", es: "resultado" }
    column_length { en: "length", es: "longitud" }
    column_generated { en: "generated", es: "generados" }
    column_expanded { en: "expanded", es: "expandidos" }
    column_memory { en: "memory", es: "memoria" }
    column_seconds { en: "seconds", es: "segundos" }
    outcome_optimal { en: "optimal", es: "óptima" }
    outcome_solved { en: "solved", es: "resuelto" }
    outcome_unsolvable { en: "unsolvable", es: "sin solución" }
    outcome_nodes { en: "nodes", es: "nodos" }
    outcome_time { en: "time", es: "tiempo" }
    outcome_memory { en: "memory", es: "memoria" }
    outcome_depth { en: "depth", es: "profundidad" }
    outcome_width { en: "width", es: "anchura" }
    outcome_interrupt { en: "interrupted", es: "interrumpido" }
    bench_total(method, solved, runs, length, generated, expanded, seconds, rate) {
        en: "{method}: {solved} of {runs} solved, total length {length}, {generated} generated, {expanded} expanded, {seconds} s, {rate} nodes/s",
        es: "{method}: {solved} de {runs} resueltos, longitud total {length}, {generated} generados, {expanded} expandidos, {seconds} s, {rate} nodos/s",
    }
    bench_differs(id, method, length, expected) {
        en: "instance {id}, {method}: length {length} was proved optimal, but the file says {expected}",
        es: "instancia {id}, {method}: se demostró óptima la longitud {length}, pero el archivo dice {expected}",
    }
    bench_shorter(id, method, length, expected) {
        en: "instance {id}, {method}: length {length} is shorter than the optimum of the file, {expected}",
        es: "instancia {id}, {method}: la longitud {length} es menor que el óptimo del archivo, {expected}",
    }
    bench_agrees(count) {
        en: "all {count} proved lengths equal the file's optimal column",
        es: "las {count} longitudes demostradas coinciden con la columna optimal del archivo",
    }
    bench_no_such_id(id) {
        en: "the file has no instance {id}",
        es: "el archivo no tiene la instancia {id}",
    }
    bench_empty {
        en: "the file has no instance",
        es: "el archivo no tiene ninguna instancia",
    }
    method_expected {
        en: "expected algorithm or algorithm+heuristic, such as idastar+manhattan",
        es: "se esperaba algoritmo o algoritmo+heurística, como idastar+manhattan",
    }
}
