//! What is wrong with a command line.

use crate::catalogue::messages;

messages! {
    error_prefix { en: "error:", es: "error:" }
    note_prefix { en: "note:", es: "nota:" }
    no_such_option(option) {
        en: "there is no option `{option}` here",
        es: "aquí no existe la opción `{option}`",
    }
    unexpected_argument(argument) {
        en: "`{argument}` is one argument too many; a board or a list of moves with spaces needs quotes",
        es: "`{argument}` sobra; un tablero o una lista de movimientos con espacios va entre comillas",
    }
    did_you_mean(suggestion) {
        en: "did you mean `{suggestion}`?",
        es: "¿se quería decir `{suggestion}`?",
    }
    no_such_command(name) {
        en: "there is no command `{name}`",
        es: "no existe la orden `{name}`",
    }
    which_command(commands) {
        en: "a command is missing; there are: {commands}",
        es: "falta una orden; existen: {commands}",
    }
    value_not_among(value, option, values) {
        en: "`{value}` is no value for {option}; there are: {values}",
        es: "`{value}` no es un valor de {option}; existen: {values}",
    }
    value_missing(option) {
        en: "{option} needs a value",
        es: "{option} necesita un valor",
    }
    value_missing_among(option, values) {
        en: "{option} needs a value; there are: {values}",
        es: "{option} necesita un valor; existen: {values}",
    }
    value_wrong(value, option, reason) {
        en: "{option} cannot be `{value}`: {reason}",
        es: "{option} no puede ser `{value}`: {reason}",
    }
    values_too_many(option) {
        en: "{option} was given too many values",
        es: "{option} recibió demasiados valores",
    }
    option_twice(option) {
        en: "{option} was given twice",
        es: "{option} se indicó dos veces",
    }
    option_conflict(option, other) {
        en: "{option} does not go with {other}",
        es: "{option} no va junto con {other}",
    }
    argument_missing(arguments) {
        en: "missing: {arguments}",
        es: "falta: {arguments}",
    }
    not_utf8 {
        en: "the command line holds bytes that are not UTF-8 text",
        es: "la línea de órdenes contiene bytes que no son texto UTF-8",
    }
    usage_other(what) {
        en: "the command line was not understood ({what})",
        es: "no se entendió la línea de órdenes ({what})",
    }
    see_help(command) {
        en: "`{command} --help` tells more.",
        es: "`{command} --help` dice más.",
    }
    duration_expected {
        en: "expected a time such as 500ms, 10s, 5m or 1h",
        es: "se esperaba un tiempo como 500ms, 10s, 5m o 1h",
    }
    nodes_expected {
        en: "expected a whole number such as 10000, 10_000, 10k or 5M",
        es: "se esperaba un número entero como 10000, 10_000, 10k o 5M",
    }
    bytes_expected {
        en: "expected an amount of memory such as 512MiB, 4GiB or 2GB",
        es: "se esperaba una cantidad de memoria como 512MiB, 4GiB o 2GB",
    }
    weight_expected {
        en: "expected a number from 1 to 1000 with at most three decimals, such as 1.5",
        es: "se esperaba un número de 1 a 1000 con tres decimales como máximo, como 1.5",
    }
    count_expected(least, most) {
        en: "expected a whole number from {least} to {most}",
        es: "se esperaba un número entero de {least} a {most}",
    }
    too_large {
        en: "too large",
        es: "demasiado grande",
    }
    order_expected {
        en: "expected the four letters U L R D, each once",
        es: "se esperaban las cuatro letras U L R D, una vez cada una",
    }
    board_or_file {
        en: "there is no board: give one, or `--file FILE`, or `-` for standard input",
        es: "no hay tablero: hace falta uno, o `--file ARCHIVO`, o `-` para la entrada estándar",
    }
    no_boards(file) {
        en: "there is no board in {file}",
        es: "no hay ningún tablero en {file}",
    }
    in_board(fault) { en: "in the board: {fault}", es: "en el tablero: {fault}" }
    in_goal(fault) { en: "in the goal: {fault}", es: "en la meta: {fault}" }
    in_file(file, fault) { en: "in {file}: {fault}", es: "en {file}: {fault}" }
    in_file_line(file, line, fault) { en: "{file}, line {line}: {fault}", es: "{file}, línea {line}: {fault}" }
    option_unused(option, algorithm) {
        en: "{option} changes nothing with `{algorithm}`",
        es: "{option} no cambia nada con `{algorithm}`",
    }
    cannot_read(file, reason) {
        en: "cannot read {file}: {reason}",
        es: "no se puede leer {file}: {reason}",
    }
    cannot_write(file, reason) {
        en: "cannot write {file}: {reason}",
        es: "no se puede escribir {file}: {reason}",
    }
    standard_input { en: "standard input", es: "la entrada estándar" }
    standard_output { en: "standard output", es: "la salida estándar" }
    file_not_found { en: "there is no such file", es: "no existe" }
    file_forbidden { en: "permission denied", es: "permiso denegado" }
    file_is_folder { en: "it is a folder", es: "es una carpeta" }
    file_not_text { en: "it is not UTF-8 text", es: "no es texto UTF-8" }
    disk_full { en: "the disk is full", es: "el disco está lleno" }
    internal_error(what) {
        en: "internal error: {what}. This is a fault of hueco, not of the input; a report with the command line helps",
        es: "error interno: {what}. Es un fallo de hueco, no de la entrada; ayuda un aviso con la línea de órdenes",
    }
}
