//! What is wrong with a board, a goal, a shape or a list of moves.

use crate::catalogue::messages;

messages! {
    shape_too_small(rows, cols) {
        en: "a board has at least two cells; {rows}x{cols} has fewer",
        es: "un tablero tiene al menos dos celdas; {rows}x{cols} tiene menos",
    }
    shape_too_large(rows, cols, most) {
        en: "a board has at most {most} cells; {rows}x{cols} has more",
        es: "un tablero tiene como máximo {most} celdas; {rows}x{cols} tiene más",
    }
    board_count(shape, expected, found) {
        en: "a {shape} board has {expected} numbers, not {found}",
        es: "un tablero de {shape} tiene {expected} números, no {found}",
    }
    board_out_of_range(cell, number, largest) {
        en: "cell {cell} holds {number}; expected a number from 0 to {largest}",
        es: "la celda {cell} contiene {number}; se esperaba un número de 0 a {largest}",
    }
    board_twice(number, first, again) {
        en: "{number} stands in cell {first} and again in cell {again}",
        es: "el {number} está en la celda {first} y otra vez en la celda {again}",
    }
    shape_mismatch(board, goal) {
        en: "the board is {board}, but the goal is {goal}",
        es: "el tablero es de {board}, pero la meta es de {goal}",
    }
    at_column(column, fault) { en: "column {column}: {fault}", es: "columna {column}: {fault}" }
    at_position(line, column, fault) {
        en: "line {line}, column {column}: {fault}",
        es: "línea {line}, columna {column}: {fault}",
    }
    position_column(column) { en: "column {column}", es: "la columna {column}" }
    position(line, column) { en: "line {line}, column {column}", es: "la línea {line}, columna {column}" }
    fault_empty { en: "there is nothing here; expected a board", es: "no hay nada aquí; se esperaba un tablero" }
    fault_unexpected(found) {
        en: "unexpected `{found}`; expected a number, 0, _ or . for the blank, or / between rows",
        es: "`{found}` no se esperaba; se esperaba un número, 0, _ o . para el hueco, o / entre filas",
    }
    fault_hyphen(found) {
        en: "unexpected `{found}`; numbers on a board are not negative",
        es: "`{found}` no se esperaba; los números de un tablero no son negativos",
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
        es: "`/` no se esperaba; se esperaba antes un número",
    }
    fault_row_length(row, expected, found) {
        en: "row {row} has {found} numbers; expected {expected}",
        es: "la fila {row} tiene {found} números; se esperaban {expected}",
    }
    fault_row_count(expected, found) {
        en: "there are {found} rows; expected {expected}",
        es: "hay {found} filas; se esperaban {expected}",
    }
    fault_count(shape, expected, found) {
        en: "there are {found} numbers; a {shape} board has {expected}",
        es: "hay {found} números; un tablero de {shape} tiene {expected}",
    }
    fault_other_size(given, found) {
        en: "the board is {found}; expected {given}",
        es: "el tablero es de {found}; se esperaba {given}",
    }
    fault_no_shape(count) {
        en: "{count} numbers in one line are no square board; expected / between the rows, or --size",
        es: "{count} números en una línea no forman un tablero cuadrado; se esperaba / entre las filas, o --size",
    }
    list_no_shape(count) {
        en: "{count} numbers in one list are no square board; expected a list of rows, or a size",
        es: "{count} números en una lista no forman un tablero cuadrado; se esperaba una lista de filas, o un tamaño",
    }
    fault_too_small {
        en: "one number is no board; expected at least two cells",
        es: "un solo número no es un tablero; se esperaban al menos dos celdas",
    }
    fault_too_large(most) {
        en: "the board is too large; expected at most {most} cells",
        es: "el tablero es demasiado grande; se esperaban {most} celdas como máximo",
    }
    fault_out_of_range(number, largest) {
        en: "{number} is not on this board; expected 0 to {largest}",
        es: "el {number} no está en este tablero; se esperaba de 0 a {largest}",
    }
    fault_twice(number, first) {
        en: "{number} stands here again; it stands first in {first}",
        es: "el {number} se repite aquí; ya estaba en {first}",
    }
    fault_no_blank {
        en: "there is no blank; expected one 0, _ or .",
        es: "no hay hueco; se esperaba un 0, _ o .",
    }
    fault_line_too_long(limit) {
        en: "the line is too long; expected at most {limit} bytes",
        es: "la línea es demasiado larga; se esperaban {limit} bytes como máximo",
    }
    fault_not_utf8 { en: "this is not UTF-8 text", es: "esto no es texto UTF-8" }
    fault_read(reason) { en: "cannot read on: {reason}", es: "no se puede seguir leyendo: {reason}" }
    shape_form(found) {
        en: "expected rows x columns, such as 3x4, not `{found}`",
        es: "se esperaban filas x columnas, como 3x4, no `{found}`",
    }
    moves_unexpected(column, index, found) {
        en: "in the moves, character {column}: move {index} is `{found}`; expected U, D, L or R",
        es: "en los movimientos, carácter {column}: el movimiento {index} es `{found}`; se esperaba U, D, L o R",
    }
    heuristic_unknown(position, name, names) {
        en: "character {position}: there is no heuristic `{name}`; there are: {names} and max(a,b,…)",
        es: "carácter {position}: no existe la heurística `{name}`; existen: {names} y max(a,b,…)",
    }
    heuristic_expected_name(position, names) {
        en: "character {position}: expected a heuristic: {names}",
        es: "carácter {position}: se esperaba una heurística: {names}",
    }
    heuristic_expected_opening(position) {
        en: "character {position}: expected `(` after max",
        es: "carácter {position}: se esperaba `(` después de max",
    }
    heuristic_expected_comma(position) {
        en: "character {position}: expected `,` or `)`",
        es: "carácter {position}: se esperaba `,` o `)`",
    }
    heuristic_expected_end(position) {
        en: "character {position}: expected nothing more",
        es: "carácter {position}: no se esperaba nada más",
    }
    heuristic_partition(position, why) {
        en: "character {position}: {why}",
        es: "carácter {position}: {why}",
    }
    heuristic_second_partition(position) {
        en: "character {position}: only one partition of pattern can be used at a time",
        es: "carácter {position}: solo se puede usar una partición de pattern a la vez",
    }
    heuristic_too_many(needed, limit) {
        en: "these heuristics need {needed} words a state and only {limit} fit; one must be left out",
        es: "estas heurísticas necesitan {needed} palabras por estado y solo caben {limit}; hay que quitar alguna",
    }
    walking_distance_too_large(shape, limit) {
        en: "the table of walking-distance for a {shape} board is too large (more than {limit} states)",
        es: "la tabla de walking-distance para un tablero de {shape} es demasiado grande (más de {limit} estados)",
    }
    instances_no_columns {
        en: "expected a line such as `# columns: id optimal tiles(16)` before the first instance",
        es: "se esperaba una línea como `# columns: id optimal tiles(16)` antes de la primera instancia",
    }
    instances_no_tiles(found) {
        en: "unexpected `{found}`; expected tiles(cells) or tiles(RxC) as the last column, and only there",
        es: "`{found}` no se esperaba; se esperaba tiles(celdas) o tiles(FxC) como última columna, y solo allí",
    }
    instances_no_shape(cells) {
        en: "no square board has {cells} cells; expected tiles(RxC), or --size",
        es: "ningún tablero cuadrado tiene {cells} celdas; se esperaba tiles(FxC), o --size",
    }
    instances_other_size(given, found) {
        en: "the boards are {found}; expected {given}",
        es: "los tableros son de {found}; se esperaba {given}",
    }
    instances_column_twice(name) {
        en: "the column `{name}` is named twice",
        es: "la columna `{name}` aparece dos veces",
    }
    instances_words(expected, found) {
        en: "there are {found} words; expected {expected}",
        es: "hay {found} palabras; se esperaban {expected}",
    }
    instances_not_a_length(found) {
        en: "unexpected `{found}`; expected a number of moves, or - where it is not known",
        es: "`{found}` no se esperaba; se esperaba un número de movimientos, o - donde no se conoce",
    }
}
