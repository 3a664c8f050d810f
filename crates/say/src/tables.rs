//! `hueco tables`, and notes about tables in other commands.

use hueco_tiles::pattern::rank::RankError;
use hueco_tiles::pattern::{BuildError, Note, PartitionError, TableEvent};
use hueco_tiles::solve::Notice;

use crate::catalogue::messages;
use crate::{Lang, Say};

messages! {
    about_tables {
        en: "Pattern databases in the cache folder: build, list, verify, remove",
        es: "Bases de patrones de la carpeta de caché: construir, listar, verificar, borrar",
    }
    long_about_tables {
        en: "Pattern databases in the cache folder: build, list, verify, remove.\n\n\
             hueco solve builds the small ones it needs in memory. A large one that is kept here, such as 7-8 for 4x4 boards, \
             is used by every later run. A file that is damaged, short or of another version is never used.",
        es: "Bases de patrones de la carpeta de caché: construir, listar, verificar, borrar.\n\n\
             hueco solve construye en memoria las pequeñas que necesita. Una grande que se guarde aquí, como 7-8 para tableros \
             4x4, la usan todas las ejecuciones siguientes. Un archivo dañado, incompleto o de otra versión no se \
             usa nunca.",
    }
    examples_tables {
        en: "Examples:\n  hueco tables build 4x4 --pattern 7-8\n  hueco tables build 3x5 --goal blank-first\n  hueco tables build 5x5 --set proof\n  hueco tables list\n  hueco tables remove --all",
        es: "Ejemplos:\n  hueco tables build 4x4 --pattern 7-8\n  hueco tables build 3x5 --goal blank-first\n  hueco tables build 5x5 --set proof\n  hueco tables list\n  hueco tables remove --all",
    }
    about_build { en: "Build the tables of a board size and save them", es: "Construir y guardar las tablas de un tamaño de tablero" }
    about_list { en: "List the files in the folder", es: "Listar los archivos de la carpeta" }
    about_tables_verify { en: "Read whole files and check their checksums", es: "Leer los archivos enteros y comprobar sus sumas de verificación" }
    about_remove { en: "Remove files", es: "Borrar archivos" }
    about_dir { en: "Print the path of the folder (HUECO_CACHE names another)", es: "Mostrar la ruta de la carpeta (HUECO_CACHE indica otra)" }
    option_build_size { en: "Rows and columns, as in 4x4", es: "Filas y columnas, como en 4x4" }
    option_pattern {
        en: "Tiles that go together: auto, sizes such as 6-6-3, or tiles such as 1,2,5/3,4,7",
        es: "Fichas que van juntas: auto, tamaños como 6-6-3, o fichas como 1,2,5/3,4,7",
    }
    option_solve_pattern {
        en: "The tiles that go together in the heuristic pattern: sizes such as 6-6-3, or tiles such as 1,2,5/3,4,7",
        es: "Las fichas que van juntas en la heurística pattern: tamaños como 6-6-3, o fichas como 1,2,5/3,4,7",
    }
    option_build_threads { en: "Threads; by default one per core", es: "Hilos; por omisión, uno por núcleo" }
    option_table_names {
        en: "Names of files, as list prints them; by default all",
        es: "Nombres de archivos, como los muestra list; por omisión, todos",
    }
    option_table_names_remove { en: "Names of files, as list prints them", es: "Nombres de archivos, como los muestra list" }
    option_remove_all { en: "Remove all tables in the folder", es: "Borrar todas las tablas de la carpeta" }
    placeholder_tables { en: "NAME", es: "NOMBRE" }
    placeholder_pattern { en: "TILES", es: "FICHAS" }

    will_build(partition, shape, tables, bytes, needed) {
        en: "Pattern databases {partition} for {shape} boards: {bytes} on disk (files: {tables}); building them takes at most {needed} of memory.",
        es: "Bases de patrones {partition}, tableros de {shape}: {bytes} en disco (archivos: {tables}); construirlas ocupa como mucho {needed} de memoria.",
    }
    option_table_set {
        en: "The tables of `solve --optimal` on boards of more than 16 cells: `pair` (the first ones) or `proof` (all)",
        es: "Las tablas de `solve --optimal` en tableros de más de 16 casillas: `pair` (las primeras) o `proof` (todas)",
    }
    set_not_served(shape) {
        en: "there is no set of tables for {shape} boards; sets are for boards of 17 to 32 cells with at least two rows and columns",
        es: "no hay conjunto de tablas para tableros {shape}; los hay para tableros de 17 a 32 casillas con al menos dos filas y columnas",
    }
    will_build_set(partitions, shape, tables, bytes, needed, time) {
        en: "{partitions} partitions for {shape} boards: {bytes} on disk (files: {tables}); building them takes at most {needed} of memory and about {time}.",
        es: "{partitions} particiones, tableros de {shape}: {bytes} en disco (archivos: {tables}); construirlas ocupa como mucho {needed} de memoria y tarda unos {time}.",
    }
    table_elsewhere(name) { en: "{name}: built; the first process has saved it", es: "{name}: construida; la ha guardado el primer proceso" }
    table_there(name) { en: "{name}: already there", es: "{name}: ya existe" }
    table_saved(name, bytes, time) { en: "{name}: built in {time}, {bytes} written", es: "{name}: construida en {time}, {bytes} escritos" }
    table_not_saved(name, folder, reason) {
        en: "{name} was built but could not be saved in {folder}: {reason}",
        es: "{name} se construyó, pero no se pudo guardar en {folder}: {reason}",
    }
    build_stopped(limit) { en: "The build was stopped by {limit}; nothing was written.", es: "La construcción paró por {limit}; no se escribió nada." }
    no_folder {
        en: "There is no cache folder: neither HUECO_CACHE nor a home folder is set",
        es: "No hay carpeta de caché: no están definidas ni HUECO_CACHE ni la carpeta personal",
    }
    folder_empty(folder) { en: "No tables in {folder}", es: "No hay tablas en {folder}" }
    list_line(name, shape, blank, tiles: tiles, bytes) {
        en: "{name}: {shape}, blank's goal cell {blank}, {tiles}, {bytes}",
        es: "{name}: {shape}, casilla objetivo del hueco {blank}, {tiles}, {bytes}",
    }
    list_fault(name, reason) { en: "{name}: not usable: {reason}", es: "{name}: no se puede usar: {reason}" }
    list_total(count: files, bytes) { en: "{count}, {bytes} in total", es: "{count}, {bytes} en total" }
    verify_good(name, entries: entries) { en: "{name}: intact, {entries}", es: "{name}: íntegra, {entries}" }
    no_such_table(name, folder) { en: "there is no table {name} in {folder}", es: "no hay ninguna tabla {name} en {folder}" }
    removed(name, bytes) { en: "{name}: removed, {bytes}", es: "{name}: borrada, {bytes}" }
    remove_what { en: "name the tables to remove, or use --all", es: "indique las tablas que quiere borrar, o use --all" }
    cannot_remove(name, reason) { en: "{name} cannot be removed: {reason}", es: "{name} no se puede borrar: {reason}" }

    fault_pattern(found) { en: "it is for another pattern, {found}", es: "es de otro patrón, {found}" }

    note_rebuilt(name, reason) {
        en: "The table {name} in the cache folder was not used ({reason}); it was rebuilt in memory. `hueco tables build` repairs the file.",
        es: "La tabla {name} de la carpeta de caché no se usó ({reason}); se reconstruyó en memoria. `hueco tables build` repara el archivo.",
    }
    note_unusable(name, reason) {
        en: "The table {name} in the cache folder was not used ({reason}). `hueco tables build` repairs the file.",
        es: "La tabla {name} de la carpeta de caché no se usó ({reason}). `hueco tables build` repara el archivo.",
    }
    note_larger(partition, bytes, shape) {
        en: "With this many boards the larger pattern database {partition} pays off: it was built for this run ({bytes} of memory). \
             `hueco tables build {shape} --pattern {partition}` saves it for the next.",
        es: "Con tantos tableros compensa la base de patrones mayor {partition}: se construyó para esta ejecución ({bytes} de memoria). \
             `hueco tables build {shape} --pattern {partition}` la guarda para la próxima.",
    }
    note_not_saved(reason) {
        en: "The checkpoint could not be written: {reason}.",
        es: "No se pudo escribir el punto de control: {reason}.",
    }
    checkpoint_fault(reason) {
        en: "the checkpoint cannot be resumed: {reason}",
        es: "no se puede reanudar el punto de control: {reason}",
    }
    note_joined {
        en: "The number of slides could not be proven optimal within the limits: moves along a line were joined instead.",
        es: "No se pudo demostrar el mínimo de deslizamientos dentro de los límites: se unieron los movimientos en línea.",
    }

    partition_blank(cell, shape) { en: "the blank's cell {cell} is not on a {shape} board", es: "la casilla {cell} del hueco no está en un tablero {shape}" }
    partition_range(tile, largest) { en: "tile {tile} is not on the board; expected 1 to {largest}", es: "la ficha {tile} no está en el tablero; se esperaba de 1 a {largest}" }
    partition_twice(tile) { en: "duplicate tile {tile}; groups must not overlap", es: "ficha {tile} repetida; los grupos no pueden solaparse" }
    partition_empty { en: "a group has no tile", es: "un grupo no tiene fichas" }
    partition_groups(most: groups, found) { en: "a partition has at most {most}, not {found}", es: "una partición tiene como máximo {most}, no {found}" }
    partition_sizes(sum, tiles: tiles) { en: "the sizes add up to {sum}; the board has {tiles}", es: "los tamaños suman {sum}; el tablero tiene {tiles}" }
    partition_unknown(text) {
        en: "\"{text}\" is not a partition; expected auto, sizes such as 6-6-3, or tiles such as 1,2,5/3,4,7",
        es: "«{text}» no es una partición; se esperaba auto, tamaños como 6-6-3, o fichas como 1,2,5/3,4,7",
    }
    rank_cells(cells, most: cells) { en: "pattern databases are for boards of at most {most}, not {cells}", es: "las bases de patrones son para tableros de {most} como máximo, no {cells}" }
    rank_tiles(tiles, most: tiles) { en: "a pattern has at least 1 and at most {most}, not {tiles}", es: "un patrón tiene al menos 1 y como máximo {most}, no {tiles}" }
    rank_entries(entries: entries) { en: "the table would be too large: {entries}", es: "la tabla sería demasiado grande: {entries}" }
    in_pattern(reason) { en: "pattern: {reason}", es: "patrón: {reason}" }
    patterns_not_here {
        en: "the heuristic pattern is not available here, since it needs tables; name another",
        es: "la heurística pattern no está disponible aquí, porque necesita tablas; indique otra",
    }
    only_auto {
        en: "--all, --count-only and --metric multi require the algorithm auto",
        es: "--all, --count-only y --metric multi requieren el algoritmo auto",
    }
}

impl Say for RankError {
    fn say(&self, lang: Lang) -> String {
        use hueco_tiles::pattern::rank::{MAX_CELLS, MAX_TILES};
        match self {
            Self::Cells { cells } => rank_cells(lang, cells, MAX_CELLS),
            Self::Tiles { tiles } => rank_tiles(lang, tiles, MAX_TILES),
            Self::Entries { entries, .. } => rank_entries(lang, entries),
        }
    }
}

impl Say for PartitionError {
    fn say(&self, lang: Lang) -> String {
        let reason = match self {
            Self::Rank(error) => error.say(lang),
            Self::Blank { shape, cell } => partition_blank(lang, cell, shape),
            Self::OutOfRange { tile, largest } => partition_range(lang, tile, largest),
            Self::Twice { tile } => partition_twice(lang, tile),
            Self::Empty => partition_empty(lang).to_owned(),
            Self::TooManyGroups { groups } => {
                partition_groups(lang, hueco_tiles::pattern::partition::MAX_GROUPS, groups)
            }
            Self::Sizes { sum, tiles } => partition_sizes(lang, sum, tiles),
            Self::Unknown { text } => partition_unknown(lang, text),
        };
        in_pattern(lang, reason)
    }
}

impl Say for BuildError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Stopped(limit) => build_stopped(lang, limit.say(lang)),
            Self::Rank(error) => in_pattern(lang, error.say(lang)),
        }
    }
}

/// A note on how an answer was found, if the user should know.
pub fn notice(notice: &Notice, lang: Lang) -> Option<String> {
    match notice {
        Notice::Table(Note { pattern, event: TableEvent::Rebuilt(fault) }) => {
            Some(note_rebuilt(lang, pattern, fault.say(lang)))
        }
        Notice::Table(Note { pattern, event: TableEvent::Unusable(fault) }) => {
            Some(note_unusable(lang, pattern, fault.say(lang)))
        }
        Notice::Table(_) => None,
        Notice::Larger { partition, bytes } => {
            Some(note_larger(lang, partition, lang.bytes(*bytes), partition.shape()))
        }
        Notice::NotSaved(error) => Some(note_not_saved(lang, error.say(lang))),
        Notice::Joined => Some(note_joined(lang).to_owned()),
    }
}
