//! Number puzzles: what is wrong with a file, what a search came to, and the help of `hueco sums`.
//!
//! Words of the file format (`cells`, `rows` …) are the same in every language, so they stay as they are in both texts.
//! What the file itself says (a name, a character) is quoted, cut where it is long and with control characters made
//! visible: a file must not be able to write to the terminal as it likes.

use hueco_sums::{Counted, Expected, Fault, ParseError};

use crate::catalogue::messages;
use crate::{Lang, Say, counted};

/// The longest piece of a file that a message repeats.
const LONGEST_QUOTE: usize = 40;

impl Say for ParseError {
    fn say(&self, lang: Lang) -> String {
        sums_at(lang, self.line, self.column, self.fault.say(lang))
    }
}

impl Say for Fault {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Empty => sums_empty(lang).to_owned(),
            Self::TooMany { what, limit } => sums_too_many(lang, many(*what, *limit, lang)),
            Self::UnknownCharacter(character) => sums_unknown_character(lang, shown(&character.to_string())),
            Self::NumberTooLarge { limit } => sums_number_too_large(lang, lang.number(limit.unsigned_abs())),
            Self::Unexpected { expected, found: Some(found) } => {
                sums_unexpected(lang, expected.say(lang), shown(found))
            }
            Self::Unexpected { expected, found: None } => sums_unexpected_end(lang, expected.say(lang)),
            Self::MissingTarget => sums_missing_target(lang).to_owned(),
            Self::UnknownCell(name) => sums_unknown_cell(lang, shown(name)),
            Self::Reserved(word) => sums_reserved(lang, shown(word)),
            Self::DuplicateName { name, line } => sums_duplicate_name(lang, shown(name), line),
            Self::SamePosition { row, column, name } => sums_same_position(lang, row, column, shown(name)),
            Self::NoCells => sums_no_cells(lang).to_owned(),
            Self::NoNumbers => sums_no_numbers(lang).to_owned(),
            Self::MoreCellsThanNumbers { cells, numbers } => sums_more_cells(lang, cells, numbers),
            Self::RepeatedNumber(number) => sums_repeated_number(lang, number),
            Self::CopiesOfDigits => sums_copies_of_digits(lang).to_owned(),
            Self::NoCopies => sums_no_copies(lang).to_owned(),
            Self::EmptyRange { first, last } => sums_empty_range(lang, first, last),
            Self::NotListed(number) => sums_not_listed(lang, number),
            Self::RepeatedStatement { word, line } => sums_repeated_statement(lang, shown(word), line),
            Self::ProductOfCells => sums_product_of_cells(lang).to_owned(),
            Self::NoCellInRule => sums_no_cell_in_rule(lang).to_owned(),
            Self::CellListedTwice(name) => sums_cell_listed_twice(lang, shown(name)),
            Self::CellsAndLines => sums_cells_and_lines(lang).to_owned(),
            Self::NotSquare { rows, columns } => sums_not_square(lang, rows, columns),
            Self::NoSuchLines => sums_no_such_lines(lang).to_owned(),
            Self::TargetCount { lines, targets } => sums_target_count(lang, lines, targets),
            Self::ColonMissing(word) => sums_colon_missing(lang, shown(word)),
        }
    }
}

impl Say for Expected {
    fn say(&self, lang: Lang) -> String {
        let words = match self {
            Self::CellName => expected_cell_name,
            Self::Number => expected_number,
            Self::Position => expected_position,
            Self::Term => expected_term,
            Self::Relation => expected_relation,
            Self::OperatorOrRelation => expected_operator,
            Self::At => expected_at,
            Self::Lines => expected_lines,
            Self::CellsOrLines => expected_cells_or_lines,
            Self::Picture => expected_picture,
            Self::Statement => expected_statement,
            Self::EndOfLine => expected_end_of_line,
        };
        words(lang).to_owned()
    }
}

/// A number of what a puzzle has too many of.
fn many(what: Counted, number: usize, lang: Lang) -> String {
    let words = match what {
        Counted::Bytes => counted::bytes_of_text,
        Counted::Cells => counted::cells,
        Counted::Lines => counted::rows_or_columns,
        Counted::Numbers => counted::different_numbers,
        Counted::Rules => counted::rules,
        Counted::Terms => counted::terms,
    };
    words(lang, number)
}

/// A piece of a file, safe to print.
fn shown(piece: &str) -> String {
    let mut text = String::new();
    for (i, character) in piece.chars().enumerate() {
        if i == LONGEST_QUOTE {
            text.push('…');
            break;
        }
        match character {
            // What has no shape of its own, or turns the direction of the text, is shown by its code.
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => {
                text.extend(character.escape_unicode());
            }
            _ if character.is_control() => text.extend(character.escape_default()),
            _ => text.push(character),
        }
    }
    text
}

messages! {
    sums_at(line, column, fault) {
        en: "line {line}, column {column}: {fault}",
        es: "línea {line}, columna {column}: {fault}",
    }
    sums_empty {
        en: "the file is empty; expected `cells`, `numbers` and rules",
        es: "el archivo está vacío; se esperaban `cells`, `numbers` y reglas",
    }
    sums_too_many(limit) {
        en: "more than {limit}",
        es: "más de {limit}",
    }
    sums_unknown_character(character) {
        en: "`{character}` has no meaning here; expected names, numbers, + - * , : and = != < <= > >=",
        es: "`{character}` no significa nada aquí; se esperaban nombres, números, + - * , : y = != < <= > >=",
    }
    sums_number_too_large(limit) {
        en: "the number is too large; expected at most {limit} here, with either sign",
        es: "el número es demasiado grande; se esperaba {limit} como máximo, con cualquier signo",
    }
    sums_unexpected(expected, found) {
        en: "unexpected `{found}`; expected {expected}",
        es: "`{found}` no se esperaba; se esperaba {expected}",
    }
    sums_unexpected_end(expected) {
        en: "the line ends here; expected {expected}",
        es: "la línea termina aquí; se esperaba {expected}",
    }
    sums_missing_target {
        en: "the rule has no target; expected = and a number or another sum",
        es: "la regla no tiene objetivo; se esperaba = y un número u otra suma",
    }
    sums_unknown_cell(name) {
        en: "there is no cell `{name}`; expected a name of the picture, or a place such as r2c3",
        es: "no existe la casilla `{name}`; se esperaba un nombre del dibujo, o un lugar como r2c3",
    }
    sums_reserved(word) {
        en: "`{word}` is a word of the format and cannot be a name",
        es: "`{word}` es una palabra del formato y no puede ser un nombre",
    }
    sums_duplicate_name(name, line) {
        en: "there is already a cell `{name}`, in line {line}",
        es: "ya existe una casilla `{name}`, en la línea {line}",
    }
    sums_same_position(row, column, name) {
        en: "row {row}, column {column} already holds the cell `{name}`",
        es: "en la fila {row}, columna {column} ya está la casilla `{name}`",
    }
    sums_no_cells {
        en: "there are no cells; expected `cells` and a picture of the board under it",
        es: "no hay casillas; se esperaba `cells` y debajo un dibujo del tablero",
    }
    sums_no_numbers {
        en: "there are empty cells; expected `numbers` or `digits` to place in them",
        es: "hay casillas vacías; se esperaba `numbers` o `digits`, con los números que se colocan en ellas",
    }
    sums_more_cells(cells, numbers) {
        en: "empty cells: {cells}; numbers to place: only {numbers}",
        es: "casillas vacías: {cells}; números por colocar: solo {numbers}",
    }
    sums_repeated_number(number) {
        en: "{number} is listed twice; write {number}*2 to place it in two cells",
        es: "el {number} aparece dos veces; para colocarlo en dos casillas se escribe {number}*2",
    }
    sums_copies_of_digits {
        en: "`digits` may be used any number of times; copies belong to `numbers`",
        es: "los números de `digits` se pueden usar cualquier número de veces; las copias son para `numbers`",
    }
    sums_no_copies {
        en: "a number needs at least one copy",
        es: "un número necesita al menos una copia",
    }
    sums_empty_range(first, last) {
        en: "the range {first}-{last} is empty; expected the smaller number first",
        es: "el intervalo {first}-{last} está vacío; se esperaba primero el número menor",
    }
    sums_not_listed(number) {
        en: "{number} is not in the list, so it cannot be left out",
        es: "el {number} no está en la lista, así que no se puede quitar",
    }
    sums_repeated_statement(word, line) {
        en: "`{word}` repeats what line {line} already gives",
        es: "`{word}` repite lo que ya indica la línea {line}",
    }
    sums_product_of_cells {
        en: "a cell can be multiplied by a number, not by another cell",
        es: "una casilla se puede multiplicar por un número, no por otra casilla",
    }
    sums_no_cell_in_rule {
        en: "the rule names no cell",
        es: "la regla no nombra ninguna casilla",
    }
    sums_cell_listed_twice(name) {
        en: "the cell `{name}` is listed twice and cannot differ from itself",
        es: "la casilla `{name}` aparece dos veces y no puede ser distinta de sí misma",
    }
    sums_cells_and_lines {
        en: "expected cells or words for lines after the colon, not both",
        es: "tras los dos puntos se esperaban casillas o palabras para líneas, no ambas cosas",
    }
    sums_not_square(rows, columns) {
        en: "the board is {rows}x{columns}; only a square one has diagonals",
        es: "el tablero es de {rows}x{columns}; solo uno cuadrado tiene diagonales",
    }
    sums_no_such_lines {
        en: "the board has no lines of that kind with two cells or more",
        es: "el tablero no tiene líneas de esa clase con dos casillas o más",
    }
    sums_target_count(lines, targets) {
        en: "lines: {lines}; targets: {targets}; expected one target for each line, or one for all",
        es: "líneas: {lines}; objetivos: {targets}; se esperaba un objetivo para cada línea, o uno para todas",
    }
    sums_colon_missing(word) {
        en: "expected a colon after `{word}`",
        es: "se esperaban dos puntos tras `{word}`",
    }
    sums_not_utf8 {
        en: "this is not UTF-8 text",
        es: "esto no es texto UTF-8",
    }

    expected_cell_name { en: "the name of a cell", es: "el nombre de una casilla" }
    expected_number { en: "a whole number", es: "un número entero" }
    expected_position { en: "a row or column, counted from 1", es: "una fila o columna, contada desde 1" }
    expected_term { en: "a cell or a number", es: "una casilla o un número" }
    expected_relation { en: "=, !=, <, <=, > or >=", es: "=, !=, <, <=, > o >=" }
    expected_operator { en: "+, -, or one of = != < <= > >=", es: "+, -, o uno de = != < <= > >=" }
    expected_at { en: "the word `at`", es: "la palabra `at`" }
    expected_lines {
        en: "rows, columns, diagonals, across, down or runs",
        es: "rows, columns, diagonals, across, down o runs",
    }
    expected_cells_or_lines {
        en: "names of cells, or rows, columns, diagonals, across, down, runs",
        es: "una lista de casillas, o rows, columns, diagonals, across, down, runs",
    }
    expected_picture {
        en: "a row of the picture: names, numbers, _ and .",
        es: "una fila del dibujo: nombres, números, _ y .",
    }
    expected_statement {
        en: "`cells`, `numbers`, `digits` or a rule",
        es: "`cells`, `numbers`, `digits` o una regla",
    }
    expected_end_of_line { en: "the end of the line", es: "el final de la línea" }

    sums_solved { en: "Solved: the first solution found.", es: "Resuelto: la primera solución hallada." }
    sums_only_one { en: "Exactly one solution (proven).", es: "Exactamente una solución (demostrado)." }
    sums_all_found(count: solutions) {
        en: "{count}, and there are no others (proven).",
        es: "{count}, y no hay más (demostrado).",
    }
    sums_enough(count) {
        en: "Solutions found: {count}, as many as asked for (--max-solutions). There may be more.",
        es: "Soluciones halladas: {count}, tantas como se pidieron (--max-solutions). Puede haber más.",
    }
    sums_stopped_without(limit) {
        en: "Stopped by {limit} without a solution. There may be one.",
        es: "La búsqueda paró por {limit} sin hallar solución. Puede haberla.",
    }
    sums_stopped_with(limit, count) {
        en: "Stopped by {limit}. Solutions found until then: {count}. There may be more.",
        es: "La búsqueda paró por {limit}. Soluciones halladas hasta entonces: {count}. Puede haber más.",
    }
    sums_route(steps) { en: "Route: {steps}", es: "Ruta: {steps}" }
    sums_step(number, cell) { en: "{number} in {cell}", es: "{number} en {cell}" }
    sums_nothing_to_place { en: "Nothing is left to place.", es: "No queda nada por colocar." }
    sums_method_tree(method) { en: "Method: {method}, tree", es: "Método: {method}, árbol" }
    sums_counters(generated: generated, expanded: expanded, examined: examined) {
        en: "Nodes: {generated}, {expanded}, {examined}",
        es: "Nodos: {generated}, {expanded}, {examined}",
    }
    sums_created(count) { en: "States in order of creation ({count}):", es: "Estados en orden de creación ({count}):" }
    sums_examined(count) {
        en: "States in order of examination ({count}):",
        es: "Estados en orden de examen ({count}):",
    }

    about_sums {
        en: "Solve a number-placement puzzle",
        es: "Resolver un problema de colocar números",
    }
    long_about_sums {
        en: "Solve a number-placement puzzle: numbers go into the empty cells of a board so that every rule holds. Crosses, \
             magic squares, arithmagic rings and cross-sum grids are all files of one small format.",
        es: "Resolver un problema de colocar números: se ponen en las casillas vacías de un tablero de modo que se cumplan todas \
             las reglas. Cruces, cuadrados mágicos, anillos aritmágicos y crucigramas de sumas son archivos de un mismo \
             formato pequeño.",
    }
    after_sums {
        en: "Exit status: 0 solved, 2 bad input, 10 proven unsolvable, 20 time, 21 memory, 22 nodes, 130 interrupted. Ctrl-C \
             prints what was found so far.",
        es: "Estado de salida: 0 resuelto, 2 entrada errónea, 10 sin solución (demostrado), 20 tiempo, 21 memoria, 22 nodos, \
             130 interrumpido. Ctrl-C muestra lo hallado hasta el momento.",
    }
    examples_sums {
        en: "A file:\n  cells\n    .  A  .\n    B  C  5\n    .  4  .\n\n  numbers 1 2 3\n\n  row:    B + C + 5 = 9\n  column: A + C + 4 = \
             9\n\nA dot is no cell and _ is a cell without a name (r1c2 is the one in row 1, column 2). Other rules: A < B, \
             different: A B C, rows columns diagonals = 15, equal: rows columns. See docs/sums-format.md.\n\n\
             Examples:\n  hueco sums puzzles/cross.sums --method bfs --states yes\n  hueco sums puzzles/magic4.sums --count-only\n  \
             hueco sums puzzles/magic3.sums --all --format json",
        es: "Un archivo:\n  cells\n    .  A  .\n    B  C  5\n    .  4  .\n\n  numbers 1 2 3\n\n  fila:    B + C + 5 = 9\n  columna: A + C + 4 = \
             9\n\nUn punto es un lugar sin casilla y _ una casilla sin nombre (r1c2 es la de la fila 1, columna 2). Otras reglas: \
             A < B, different: A B C, rows columns diagonals = 15, equal: rows columns. Véase docs/sums-format.es.md.\n\n\
             Ejemplos:\n  hueco sums puzzles/cross.sums --method bfs --states yes\n  hueco sums puzzles/magic4.sums --count-only\n  \
             hueco sums puzzles/magic3.sums --all --format json",
    }
    heading_solutions { en: "Solutions", es: "Soluciones" }
    option_sums_file { en: "The puzzle; `-` reads standard input", es: "El problema; `-` lee la entrada estándar" }
    option_sums_method {
        en: "propagate draws conclusions after each placement; bfs and dfs are blind and test the rules on full boards only",
        es: "propagate saca conclusiones tras cada número colocado; bfs y dfs son ciegos y prueban las reglas solo con el \
             tablero lleno",
    }
    option_tree {
        en: "bfs, dfs: a state that is reached again is a new node, as in a drawn tree",
        es: "bfs, dfs: un estado al que se llega otra vez es un nodo nuevo, como en un árbol dibujado",
    }
    option_random {
        en: "Shuffle the numbers at each node: the same order for the same seed, everywhere",
        es: "Barajar los números en cada nodo: el mismo orden para la misma semilla, en todas partes",
    }
    option_all { en: "Find all solutions, not only the first", es: "Hallar todas las soluciones, no solo la primera" }
    option_count_only {
        en: "Count all solutions and print only the first",
        es: "Contar todas las soluciones y mostrar solo la primera",
    }
    option_max_solutions {
        en: "Find or count no more than this many; without --count-only it means --all",
        es: "No hallar ni contar más que estas; sin --count-only equivale a --all",
    }
    option_states {
        en: "Give the states in order of creation and of examination; auto: for bfs and dfs with --format json",
        es: "Dar los estados en orden de creación y de examen; auto: con bfs y dfs en --format json",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXPECTED: [Expected; 12] = [
        Expected::CellName,
        Expected::Number,
        Expected::Position,
        Expected::Term,
        Expected::Relation,
        Expected::OperatorOrRelation,
        Expected::At,
        Expected::Lines,
        Expected::CellsOrLines,
        Expected::Picture,
        Expected::Statement,
        Expected::EndOfLine,
    ];
    const COUNTED: [Counted; 6] =
        [Counted::Bytes, Counted::Cells, Counted::Lines, Counted::Numbers, Counted::Rules, Counted::Terms];

    /// The fault that comes after this one in a walk through all of them. A new fault does not compile until it has a place
    /// in the walk.
    fn next(fault: &Fault) -> Option<Fault> {
        let word = || "word".to_owned();
        Some(match fault {
            Fault::Empty => Fault::UnknownCharacter('?'),
            Fault::UnknownCharacter(_) => Fault::NumberTooLarge { limit: 1_000_000 },
            Fault::NumberTooLarge { .. } => Fault::MissingTarget,
            Fault::MissingTarget => Fault::UnknownCell(word()),
            Fault::UnknownCell(_) => Fault::Reserved(word()),
            Fault::Reserved(_) => Fault::DuplicateName { name: word(), line: 3 },
            Fault::DuplicateName { .. } => Fault::SamePosition { row: 1, column: 2, name: word() },
            Fault::SamePosition { .. } => Fault::NoCells,
            Fault::NoCells => Fault::NoNumbers,
            Fault::NoNumbers => Fault::MoreCellsThanNumbers { cells: 4, numbers: 3 },
            Fault::MoreCellsThanNumbers { .. } => Fault::RepeatedNumber(-3),
            Fault::RepeatedNumber(_) => Fault::CopiesOfDigits,
            Fault::CopiesOfDigits => Fault::NoCopies,
            Fault::NoCopies => Fault::EmptyRange { first: 5, last: 1 },
            Fault::EmptyRange { .. } => Fault::NotListed(7),
            Fault::NotListed(_) => Fault::RepeatedStatement { word: word(), line: 2 },
            Fault::RepeatedStatement { .. } => Fault::ProductOfCells,
            Fault::ProductOfCells => Fault::NoCellInRule,
            Fault::NoCellInRule => Fault::CellListedTwice(word()),
            Fault::CellListedTwice(_) => Fault::CellsAndLines,
            Fault::CellsAndLines => Fault::NotSquare { rows: 2, columns: 3 },
            Fault::NotSquare { .. } => Fault::NoSuchLines,
            Fault::NoSuchLines => Fault::TargetCount { lines: 2, targets: 3 },
            Fault::TargetCount { .. } => Fault::ColonMissing(word()),
            Fault::ColonMissing(_) => Fault::Unexpected { expected: Expected::Term, found: Some(word()) },
            Fault::Unexpected { .. } => Fault::TooMany { what: Counted::Cells, limit: 1024 },
            Fault::TooMany { .. } => return None,
        })
    }

    fn every_fault() -> Vec<Fault> {
        let mut faults: Vec<Fault> = std::iter::successors(Some(Fault::Empty), next).collect();
        for expected in EXPECTED {
            faults.extend([None, Some("=".to_owned())].map(|found| Fault::Unexpected { expected, found }));
        }
        faults.extend(COUNTED.map(|what| Fault::TooMany { what, limit: 10_000 }));
        faults
    }

    #[test]
    fn every_fault_is_worded_in_both_languages() {
        let faults = every_fault();
        assert_eq!(faults.len(), 27 + 2 * EXPECTED.len() + COUNTED.len());
        for fault in faults {
            let (english, spanish) = (fault.say(Lang::En), fault.say(Lang::Es));
            assert_ne!(english, spanish, "{fault:?}");
            for text in [english, spanish] {
                assert!(text.len() > 10 && !text.contains(['{', '}', '\n']), "{text}");
            }
        }
    }

    #[test]
    fn a_position_comes_first() {
        let error = ParseError { line: 5, column: 3, fault: Fault::UnknownCell("X".to_owned()) };
        assert!(error.say(Lang::En).starts_with("line 5, column 3: there is no cell `X`"));
        assert!(error.say(Lang::Es).starts_with("línea 5, columna 3: no existe la casilla `X`"));
    }

    #[test]
    fn a_file_cannot_write_to_the_terminal_as_it_likes() {
        let said = Fault::UnknownCharacter('\u{1b}').say(Lang::En);
        assert!(said.starts_with(r"`\u{1b}` has"), "{said}");
        assert!(Fault::UnknownCharacter('\u{202e}').say(Lang::Es).starts_with(r"`\u{202e}`"));
        let long = Fault::UnknownCell("ñ".repeat(1_000_000)).say(Lang::En);
        assert_eq!(long.matches('ñ').count(), LONGEST_QUOTE);
    }
}
