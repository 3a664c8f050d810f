//! Search trees: what the command says, and every word in the picture.

use hueco_search::{Reason, Side};
use hueco_show::trace::End;
use hueco_show::tree::{Heading, Phrase, Words};

use crate::catalogue::messages;
use crate::{Lang, trace};

messages! {
    about_tree { en: "Draw the search tree", es: "Dibujar el árbol de búsqueda" }
    long_about_tree {
        en: "Draw the search tree of a board, of a number puzzle (--sums) or of a recorded search (--trace): every node with its board, g, h, f and \
             its place in the order of creation and of examination.",
        es: "Dibujar el árbol de búsqueda de un tablero, de un rompecabezas de números (--sums) o de una búsqueda registrada (--trace): cada nodo con su \
             tablero, g, h, f y su lugar en el orden de creación y de examen.",
    }
    examples_tree {
        en: "Examples:\n  hueco tree \"2 8 3 / 1 6 4 / 7 5 0\" --goal \"1 2 3 / 8 0 4 / 7 6 5\" -a astar -H misplaced -o tree.svg\n  \
             hueco tree --sums puzzles/cross.sums -o cross.svg\n  hueco tree --trace search.jsonl --format dot | dot -Tpdf > tree.pdf\n  \
             hueco tree \"1 2 3 / 4 5 6 / 0 7 8\" -a bfs --format text",
        es: "Ejemplos:\n  hueco tree \"2 8 3 / 1 6 4 / 7 5 0\" --goal \"1 2 3 / 8 0 4 / 7 6 5\" -a astar -H misplaced -o arbol.svg\n  \
             hueco tree --sums puzzles/cross.sums -o cruz.svg\n  hueco tree --trace busqueda.jsonl --format dot | dot -Tpdf > arbol.pdf\n  \
             hueco tree \"1 2 3 / 4 5 6 / 0 7 8\" -a bfs --format text",
    }
    option_tree_sums {
        en: "Draw the search for this number puzzle; without a file, for the cross of the course",
        es: "Dibujar la búsqueda de este rompecabezas de números; sin archivo, la de la cruz del curso",
    }
    option_tree_random {
        en: "With --sums: shuffle the numbers at each node",
        es: "Con --sums: barajar los números en cada nodo",
    }
    option_tree_seed { en: "With --random: the seed", es: "Con --random: la semilla" }
    option_tree_method { en: "With --sums: the method", es: "Con --sums: el método" }
    option_tree_duplicates {
        en: "With --sums: a state that is reached again is a new node",
        es: "Con --sums: un estado al que se vuelve a llegar es un nodo nuevo",
    }
    option_tree_trace {
        en: "Draw a recorded search; `-` reads standard input",
        es: "Dibujar una búsqueda registrada; `-` lee la entrada estándar",
    }
    option_tree_output {
        en: "Write the picture to this file (.svg, .dot, .json, .txt); without it, or with `-`, to standard output",
        es: "Escribir el dibujo en este archivo (.svg, .dot, .json, .txt); sin esta opción, o con `-`, en la salida estándar",
    }
    option_tree_format {
        en: "The form of the picture; without it, what the file's name ends in, else text on a terminal and svg elsewhere",
        es: "La forma del dibujo; sin esta opción, la terminación del archivo y, si no, text en un terminal y svg fuera de él",
    }
    option_draw_nodes {
        en: "Draw at most this many nodes; the way to a solution is always drawn",
        es: "Dibujar como máximo esta cantidad de nodos; el camino a una solución se dibuja siempre",
    }
    option_draw_depth { en: "Draw down to this depth", es: "Dibujar hasta esta profundidad" }
    tree_what {
        en: "there is nothing to draw: give a board, `--sums FILE` or `--trace FILE`",
        es: "no hay nada que dibujar: hace falta un tablero, `--sums ARCHIVO` o `--trace ARCHIVO`",
    }
    tree_no_search {
        en: "there is no tree to draw: no node was created",
        es: "no hay árbol que dibujar: no se creó ningún nodo",
    }
    tree_converted(ending, svg, file) {
        en: "hueco cannot write {ending}; it writes svg, dot, json and text. Write an SVG file and convert it: \
             `rsvg-convert -f {ending} -o {file} {svg}`",
        es: "hueco no puede escribir {ending}; escribe svg, dot, json y text. Escriba un archivo SVG y conviértalo: \
             `rsvg-convert -f {ending} -o {file} {svg}`",
    }
    tree_unknown_ending(file) {
        en: "the ending of `{file}` names no form of picture; expected one of: .svg, .dot, .json, .txt, or `--format`",
        es: "la terminación de `{file}` no indica ninguna forma de dibujo; se esperaba una de: .svg, .dot, .json, .txt, o `--format`",
    }
    tree_other_form(form, file, ending) {
        en: "`--format {form}` contradicts the file's name, `{file}`; expected the ending .{ending}",
        es: "`--format {form}` contradice el nombre del archivo, `{file}`; se esperaba la terminación .{ending}",
    }
    tree_stopped(nodes: nodes) {
        en: "the search was stopped after {nodes}; --max-nodes sets how many",
        es: "la búsqueda paró tras {nodes}; --max-nodes fija cuántos",
    }
    tree_title(method) { en: "Search tree: {method}", es: "Árbol de búsqueda: {method}" }
    tree_title_of(problem, method) {
        en: "Search tree of {problem}: {method}",
        es: "Árbol de búsqueda de {problem}: {method}",
    }
    tree_goal(board) { en: "Goal: {board}", es: "Objetivo: {board}" }
    tree_solved(length) { en: "Solved, length {length}.", es: "Resuelto, longitud {length}." }
    tree_solved_optimal(length) {
        en: "Solved, length {length}, optimal.",
        es: "Resuelto, longitud {length}, óptima.",
    }
    tree_solved_cost(length, cost) {
        en: "Solved, length {length}, cost {cost}.",
        es: "Resuelto, longitud {length}, coste {cost}.",
    }
    tree_solved_optimal_cost(length, cost) {
        en: "Solved, length {length}, cost {cost}, optimal.",
        es: "Resuelto, longitud {length}, coste {cost}, óptimo.",
    }
    tree_unsolvable { en: "No solution exists.", es: "No existe solución." }
    tree_stopped_early { en: "Stopped before a solution was found.", es: "Parada antes de hallar una solución." }
    tree_counts(generated: generated, expanded: expanded, examined: examined) {
        en: "{generated}, {expanded}, {examined}.",
        es: "{generated}, {expanded}, {examined}.",
    }
    tree_cut { en: "The trace was cut.", es: "La traza se cortó." }
    tree_drawn_some(drawn, whole: nodes) { en: "Drawn: {drawn} of {whole}.", es: "En el dibujo: {drawn} de {whole}." }
    key_examined { en: "examined", es: "examinado" }
    key_frontier { en: "created, never examined", es: "creado, nunca examinado" }
    key_path { en: "on the way to the solution", es: "en el camino a la solución" }
    key_goal { en: "solution", es: "solución" }
    key_pruned { en: "dropped, and why", es: "descartado, y por qué" }
    key_moved { en: "reached again more cheaply", es: "alcanzado de nuevo más barato" }
    key_created { en: "order of creation", es: "orden de creación" }
    key_examination { en: "order of examination", es: "orden de examen" }
    key_costs { en: "cost so far, estimate, sum", es: "coste hasta aquí, estimación, suma" }
    tree_more(count) { en: "{count} more", es: "{count} más" }
    tree_forgotten { en: "forgotten", es: "olvidado" }
    tree_moved { en: "cheaper →", es: "más barato →" }
    short_duplicate { en: "known", es: "conocido" }
    short_cycle { en: "cycle", es: "ciclo" }
    short_bound { en: "f over bound", es: "f > cota" }
    short_depth { en: "too deep", es: "muy hondo" }
    short_dead_end { en: "dead end", es: "sin salida" }
    short_waiting { en: "waits already", es: "ya espera" }
    short_width { en: "beam full", es: "haz lleno" }
    short_worse { en: "no better", es: "no mejora" }
    short_none { en: "dropped", es: "descartado" }
    head_round(bound) { en: "bound {bound}", es: "cota {bound}" }
    head_start { en: "from the start", es: "desde el inicio" }
    head_goal { en: "from the goal", es: "desde el objetivo" }
}

impl Words for Lang {
    fn say(&self, phrase: Phrase<'_>) -> String {
        let lang = *self;
        match phrase {
            Phrase::Title { problem: Some(problem), algorithm, heuristic } => {
                tree_title_of(lang, problem, method(lang, algorithm, heuristic))
            }
            Phrase::Title { problem: None, algorithm, heuristic } => {
                tree_title(lang, method(lang, algorithm, heuristic))
            }
            Phrase::Goal(board) => tree_goal(lang, board),
            Phrase::Outcome(end) => outcome(lang, end),
            Phrase::Drawn { drawn, whole } => tree_drawn_some(lang, lang.number(drawn), whole),
            Phrase::KeyExamined => key_examined(lang).to_owned(),
            Phrase::KeyFrontier => key_frontier(lang).to_owned(),
            Phrase::KeyPath => key_path(lang).to_owned(),
            Phrase::KeyGoal => key_goal(lang).to_owned(),
            Phrase::KeyPruned => key_pruned(lang).to_owned(),
            Phrase::KeyMoved => key_moved(lang).to_owned(),
            Phrase::KeyCreated => key_created(lang).to_owned(),
            Phrase::KeyExamination => key_examination(lang).to_owned(),
            Phrase::KeyCosts => key_costs(lang).to_owned(),
            Phrase::More(count) => tree_more(lang, lang.number(count)),
            Phrase::Pruned(reason) => short_reason(lang, reason),
            Phrase::Moved => tree_moved(lang).to_owned(),
            Phrase::Forgotten => tree_forgotten(lang).to_owned(),
            Phrase::Heading(Heading::Round(bound)) => head_round(lang, bound),
            Phrase::Heading(Heading::From(Side::Forward)) => head_start(lang).to_owned(),
            Phrase::Heading(Heading::From(Side::Backward)) => head_goal(lang).to_owned(),
        }
    }
}

fn method(lang: Lang, algorithm: Option<&str>, heuristic: Option<&str>) -> String {
    match (algorithm, heuristic) {
        (Some(algorithm), Some(heuristic)) => trace::trace_with(lang, algorithm, heuristic),
        (Some(algorithm), None) => algorithm.to_owned(),
        (None, _) => trace::trace_unnamed_method(lang).to_owned(),
    }
}

fn outcome(lang: Lang, end: &End) -> String {
    let mut parts = Vec::new();
    // Where every action costs 1, the length says it all.
    let cost = end.cost.filter(|cost| Some(*cost) != end.length).map(|cost| lang.number(cost));
    match (end.outcome.as_deref(), end.length) {
        (Some("solved"), Some(length)) => parts.push(match (cost, end.optimal == Some(true)) {
            (None, true) => tree_solved_optimal(lang, length),
            (None, false) => tree_solved(lang, length),
            (Some(cost), true) => tree_solved_optimal_cost(lang, length, cost),
            (Some(cost), false) => tree_solved_cost(lang, length, cost),
        }),
        (Some("unsolvable"), _) => parts.push(tree_unsolvable(lang).to_owned()),
        (Some("stopped"), _) => parts.push(tree_stopped_early(lang).to_owned()),
        _ => {}
    }
    if let Some(stats) = end.stats {
        parts.push(tree_counts(lang, stats.generated, stats.expanded, stats.examined));
    }
    if end.cut {
        parts.push(tree_cut(lang).to_owned());
    }
    parts.join(" ")
}

/// The reason in a word or two, to stand in a box.
fn short_reason(lang: Lang, reason: &Reason<Box<str>>) -> String {
    let words = match reason {
        Reason::Duplicate(_) => short_duplicate,
        Reason::Cycle => short_cycle,
        Reason::Bound(_) => short_bound,
        Reason::Depth => short_depth,
        Reason::DeadEnd => short_dead_end,
        Reason::Waiting => short_waiting,
        Reason::Width => short_width,
        Reason::Worse => short_worse,
        Reason::Other(Some(name)) => return name.chars().filter(|c| !c.is_control()).take(16).collect(),
        Reason::Other(None) => short_none,
    };
    words(lang).to_owned()
}
