//! What is wrong with a board, a goal, a shape, a list of moves or the name of a heuristic.

use crate::catalogue::messages;

messages! {
    shape_too_small(rows, cols) {
        en: "a board has at least two cells; {rows}x{cols} has fewer",
        es: "un tablero tiene al menos dos casillas; {rows}x{cols} tiene menos",
    }
    shape_too_large(rows, cols, most: cells) {
        en: "a board has at most {most}; {rows}x{cols} has more",
        es: "un tablero tiene como máximo {most}; {rows}x{cols} tiene más",
    }
    board_count(shape, expected: numbers, found) {
        en: "a {shape} board has {expected}; found {found}",
        es: "un tablero de {shape} tiene {expected}; aquí hay {found}",
    }
    board_out_of_range(cell, number, largest) {
        en: "cell {cell}: {number} is out of range; expected 0 to {largest}",
        es: "casilla {cell}: {number} está fuera de rango; se esperaba de 0 a {largest}",
    }
    board_twice(number, first, again) {
        en: "cell {again}: duplicate {number}; first in cell {first}",
        es: "casilla {again}: {number} repetido; ya está en la casilla {first}",
    }
    shape_mismatch(board, goal) {
        en: "the board is {board}, but the goal is {goal}",
        es: "el tablero es de {board}, pero el objetivo es de {goal}",
    }
    at_column(column, fault) { en: "column {column}: {fault}", es: "columna {column}: {fault}" }
    at_position(line, column, fault) {
        en: "line {line}, column {column}: {fault}",
        es: "línea {line}, columna {column}: {fault}",
    }
    position_column(column) { en: "column {column}", es: "la columna {column}" }
    position(line, column) { en: "line {line}, column {column}", es: "la línea {line}, columna {column}" }
    fault_empty { en: "expected a board, found nothing", es: "se esperaba un tablero y no hay nada" }
    fault_unexpected(found) {
        en: "unexpected `{found}`; expected a number, `_` or `.` for the blank, or `/` between rows",
        es: "`{found}` inesperado; se esperaba un número, `_` o `.` para el hueco, o `/` entre filas",
    }
    fault_hyphen(found) {
        en: "unexpected `{found}`; a board has no negative numbers",
        es: "`{found}` inesperado; un tablero no tiene números negativos",
    }
    fault_number_too_large(found, largest) {
        en: "{found} is too large; expected at most {largest}",
        es: "{found} es demasiado grande; se esperaba {largest} como máximo",
    }
    fault_json(found, expected) {
        en: "unexpected `{found}`; expected {expected}",
        es: "`{found}` no se esperaba; se esperaba {expected}",
    }
    fault_json_end(expected) {
        en: "the board ends too soon; expected {expected} after this",
        es: "el tablero termina antes de tiempo; después de esto se esperaba {expected}",
    }
    json_number_or_row { en: "a number, or `[` before a row", es: "un número, o `[` antes de una fila" }
    json_number { en: "a number", es: "un número" }
    json_comma_or_end { en: "`,` or `]`", es: "`,` o `]`" }
    json_row { en: "`[` before a row", es: "`[` antes de una fila" }
    json_nothing { en: "nothing after the last `]`", es: "nada después del último `]`" }
    fault_empty_row {
        en: "unexpected `/`; expected a number before it",
        es: "`/` inesperado; se esperaba antes un número",
    }
    fault_row_length(row, found: numbers, expected) {
        en: "row {row} has {found}; expected {expected}",
        es: "la fila {row} tiene {found} y debe tener {expected}",
    }
    fault_row_count(found: rows, expected) {
        en: "found {found}; expected {expected}",
        es: "hay {found} y debe haber {expected}",
    }
    fault_other_size(given, found) {
        en: "the board is {found}; expected {given}",
        es: "el tablero es de {found}; se esperaba {given}",
    }
    fault_no_shape(count: numbers) {
        en: "no square board has {count}; expected `/` between rows, or --size",
        es: "ningún tablero cuadrado tiene {count}; se esperaba `/` entre las filas, o --size",
    }
    list_no_shape(count: numbers) {
        en: "no square board has {count}; expected a list of rows, or a size",
        es: "ningún tablero cuadrado tiene {count}; se esperaba una lista de filas, o un tamaño",
    }
    fault_too_small {
        en: "a single number is not a board; expected at least two cells",
        es: "un solo número no es un tablero; se esperaban al menos dos casillas",
    }
    fault_too_large(most: cells) {
        en: "the board is too large; expected at most {most}",
        es: "el tablero es demasiado grande; el máximo es de {most}",
    }
    fault_out_of_range(number, largest) {
        en: "{number} is out of range; expected 0 to {largest}",
        es: "{number} está fuera de rango; se esperaba de 0 a {largest}",
    }
    fault_twice(number, first) {
        en: "duplicate {number}; first at {first}",
        es: "{number} repetido; ya está en {first}",
    }
    fault_no_blank {
        en: "there is no blank; expected one `0`, `_` or `.`",
        es: "no hay hueco; se esperaba un `0`, `_` o `.`",
    }
    fault_line_too_long(limit: bytes) {
        en: "the line is too long; expected at most {limit}",
        es: "la línea es demasiado larga; el máximo es de {limit}",
    }
    fault_not_utf8 { en: "this is not UTF-8 text", es: "esto no es texto UTF-8" }
    fault_read(reason) { en: "cannot read further: {reason}", es: "no se puede seguir leyendo: {reason}" }
    shape_form(found) {
        en: "expected rows x columns, such as 3x4; found `{found}`",
        es: "se esperaban filas x columnas, como 3x4; se encontró `{found}`",
    }
    moves_unexpected(column, index, found) {
        en: "in the moves, character {column}: move {index} is `{found}`; expected U, D, L or R",
        es: "en los movimientos, carácter {column}: el movimiento {index} es `{found}`; se esperaba U, D, L o R",
    }
    at_character(position, fault) { en: "character {position}: {fault}", es: "carácter {position}: {fault}" }
    heuristic_unknown(name, names) {
        en: "unknown heuristic `{name}`; expected one of: {names}, or max(a,b,…)",
        es: "heurística desconocida: `{name}`; se esperaba una de: {names}, o max(a,b,…)",
    }
    heuristic_expected_name(names) {
        en: "expected a heuristic, one of: {names}",
        es: "se esperaba una heurística, una de: {names}",
    }
    heuristic_expected_opening {
        en: "expected `(` after max",
        es: "se esperaba `(` después de max",
    }
    heuristic_expected_comma {
        en: "expected `,` or `)`",
        es: "se esperaba `,` o `)`",
    }
    heuristic_expected_end {
        en: "expected nothing more",
        es: "no se esperaba nada más",
    }
    heuristic_partition(position, why) {
        en: "character {position}: {why}",
        es: "carácter {position}: {why}",
    }
    heuristic_second_partition(position) {
        en: "character {position}: only one partition of pattern can be used at a time",
        es: "carácter {position}: solo se puede usar una partición de pattern a la vez",
    }
    heuristic_too_many(needed: words, limit) {
        en: "these heuristics need {needed} of memory per state, and the maximum is {limit}; use fewer of them",
        es: "estas heurísticas necesitan {needed} de memoria por estado y el máximo es {limit}; use menos",
    }
    walking_distance_too_large(shape, limit: states) {
        en: "the walking-distance table of a {shape} board is too large (more than {limit})",
        es: "la tabla de walking-distance de un tablero de {shape} es demasiado grande (más de {limit})",
    }
    instances_no_columns {
        en: "expected a line such as `# columns: id optimal tiles(16)` before the first instance, or lines of numbers alone",
        es: "se esperaba una línea como `# columns: id optimal tiles(16)` antes de la primera instancia, o líneas solo de números",
    }
    instances_no_board(found: numbers) {
        en: "{found} in a file without a line `# columns:`; expected the tiles of a square board, perhaps after its number; --size is for other boards",
        es: "{found} en un archivo sin línea `# columns:`; se esperaban las fichas de un tablero cuadrado, quizá tras su número; --size es para otros tableros",
    }
    instances_no_sized_board(found: numbers, cells, size) {
        en: "{found} in a file without a line `# columns:`; expected the {cells} of a {size} board, perhaps after its number",
        es: "{found} en un archivo sin línea `# columns:`; se esperaban los {cells} de un tablero de {size}, quizá tras su número",
    }
    instances_no_tiles(found) {
        en: "unexpected `{found}`; expected tiles(cells) or tiles(RxC) as the last column, and only there",
        es: "`{found}` inesperado; se esperaba tiles(casillas) o tiles(FxC) como última columna, y solo allí",
    }
    instances_no_shape(cells: cells) {
        en: "no square board has {cells}; expected tiles(RxC), or --size",
        es: "ningún tablero cuadrado tiene {cells}; se esperaba tiles(FxC), o --size",
    }
    instances_other_size(given, found) {
        en: "the boards are {found}; expected {given}",
        es: "los tableros son de {found}; se esperaba {given}",
    }
    instances_column_twice(name) {
        en: "duplicate column `{name}`",
        es: "columna repetida: `{name}`",
    }
    instances_words(found: words, expected) {
        en: "this line has {found}; expected {expected}",
        es: "esta línea tiene {found} y debe tener {expected}",
    }
    instances_not_a_length(found) {
        en: "unexpected `{found}`; expected a number of moves, or `-` where it is not known",
        es: "`{found}` inesperado; se esperaba un número de movimientos, o `-` si no se conoce",
    }
}
