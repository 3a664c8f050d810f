//! What is wrong with a command line.

use crate::catalogue::messages;

messages! {
    error_prefix { en: "error:", es: "error:" }
    note_prefix { en: "note:", es: "nota:" }
    no_such_option(option) {
        en: "unknown option `{option}`",
        es: "opción desconocida: `{option}`",
    }
    option_before_command(option, command) {
        en: "`{option}` is an option of the command and goes after it: `{command} {option}`",
        es: "`{option}` es una opción del comando y va después: `{command} {option}`",
    }
    unexpected_argument(argument) {
        en: "unexpected argument `{argument}`",
        es: "argumento inesperado: `{argument}`",
    }
    unexpected_argument_quotes(argument) {
        en: "unexpected argument `{argument}`; a board or a list of moves that contains spaces needs quotes",
        es: "argumento inesperado: `{argument}`; un tablero o una lista de movimientos con espacios va entre comillas",
    }
    did_you_mean(suggestion) {
        en: "Did you mean `{suggestion}`?",
        es: "¿Quiso decir `{suggestion}`?",
    }
    no_such_command(name) {
        en: "unknown command `{name}`",
        es: "comando desconocido: `{name}`",
    }
    which_command(commands) {
        en: "missing command; expected one of: {commands}",
        es: "falta el comando; se esperaba uno de: {commands}",
    }
    value_not_among(value, option, values) {
        en: "invalid value `{value}` for {option}; expected one of: {values}",
        es: "valor no válido `{value}` para {option}; se esperaba uno de: {values}",
    }
    value_missing(option) {
        en: "{option} needs a value",
        es: "{option} necesita un valor",
    }
    value_missing_among(option, values) {
        en: "{option} needs a value; expected one of: {values}",
        es: "{option} necesita un valor; se esperaba uno de: {values}",
    }
    value_wrong(value, option, reason) {
        en: "invalid value `{value}` for {option}: {reason}",
        es: "valor no válido `{value}` para {option}: {reason}",
    }
    values_too_many(option) {
        en: "too many values for {option}",
        es: "demasiados valores para {option}",
    }
    option_twice(option) {
        en: "{option} is given more than once",
        es: "{option} aparece más de una vez",
    }
    option_conflict(option, other) {
        en: "{option} cannot be used with {other}",
        es: "{option} no se puede usar con {other}",
    }
    argument_missing(arguments) {
        en: "missing: {arguments}",
        es: "falta: {arguments}",
    }
    not_utf8 {
        en: "the command line contains bytes that are not UTF-8 text",
        es: "la línea de comandos contiene bytes que no son texto UTF-8",
    }
    usage_other(what) {
        en: "the command line was not understood ({what})",
        es: "no se entendió la línea de comandos ({what})",
    }
    see_help(command) {
        en: "See `{command} --help`.",
        es: "Véase `{command} --help`.",
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
        en: "expected the letters U, L, R and D, each once, in any order",
        es: "se esperaban las letras U, L, R y D, una vez cada una, en cualquier orden",
    }
    algorithm_unknown(name, names) {
        en: "unknown algorithm `{name}`; expected one of: {names}",
        es: "algoritmo desconocido: `{name}`; se esperaba uno de: {names}",
    }
    goal_unknown(name, names) {
        en: "unknown goal `{name}`; expected one of: {names}, or a board",
        es: "objetivo desconocido: `{name}`; se esperaba uno de: {names}, o un tablero",
    }
    board_or_file {
        en: "no board: give one, or `--file FILE`, or `-` for standard input",
        es: "falta el tablero: indique uno, `--file ARCHIVO`, o `-` para la entrada estándar",
    }
    no_boards(file) {
        en: "there is no board in {file}",
        es: "no hay ningún tablero en {file}",
    }
    in_board(fault) { en: "in the board, {fault}", es: "en el tablero, {fault}" }
    in_goal(fault) { en: "in the goal, {fault}", es: "en el objetivo, {fault}" }
    in_file(file, fault) { en: "in {file}, {fault}", es: "en {file}, {fault}" }
    in_file_line(file, line, fault) { en: "{file}, line {line}: {fault}", es: "{file}, línea {line}: {fault}" }
    option_unused(option, algorithm) {
        en: "{option} has no effect with `{algorithm}`",
        es: "{option} no tiene efecto con `{algorithm}`",
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
    file_not_found { en: "no such file or folder", es: "no existe" }
    file_forbidden { en: "permission denied", es: "permiso denegado" }
    file_is_folder { en: "it is a folder", es: "es una carpeta" }
    file_not_text { en: "it is not UTF-8 text", es: "no es texto UTF-8" }
    disk_full { en: "the disk is full", es: "el disco está lleno" }
    internal_error(what) {
        en: "internal error: {what}. This is a bug in hueco, not in the input; please report it with the command line",
        es: "error interno: {what}. Es un fallo de hueco, no de la entrada; se agradece un aviso con la línea de comandos",
    }
}
