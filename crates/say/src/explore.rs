//! `hueco explore`: a whole space, on threads, processes and hosts.

use hueco_cluster::{DiskFault, ExploreError, Loss, MeetError, Note, SuperviseError, TableLost};

use crate::catalogue::messages;
use crate::{Lang, Say};

messages! {
    about_explore {
        en: "Count all boards of a size by their distance from the goal",
        es: "Contar todos los tableros de un tamaño según su distancia al objetivo",
    }
    long_about_explore {
        en: "Count all boards of a size by their distance from the goal: level by level, two bits per board.\n\nOne command from one \
             thread to many hosts: --threads, --processes for local processes that are watched and started again, --hosts and \
             --process for processes that you start yourself, one on each host. The counts are the same in every way. \
             --checkpoint keeps the last two levels in a folder, which all processes must see; --resume continues from there, \
             with any number of threads and processes.",
        es: "Contar todos los tableros de un tamaño según su distancia al objetivo: nivel a nivel, dos bits por tablero.\n\nUn solo comando \
             desde un hilo hasta muchos equipos: --threads, --processes para procesos locales que se vigilan y se vuelven a \
             lanzar, --hosts y --process para procesos que usted lanza, uno en cada equipo. Las cuentas son siempre las \
             mismas. --checkpoint guarda los dos últimos niveles en una carpeta que todos los procesos deben ver; --resume \
             continúa desde ahí, con cualquier número de hilos y procesos.",
    }
    after_explore {
        en: "Exit status: 0 when all boards were counted; 2 bad input, 20 to 23 stopped by a limit, 130 interrupted. \
             --max-memory is the memory of each process, --max-nodes limits the boards.",
        es: "Estado de salida: 0 si se contaron todos los tableros; 2 entrada errónea, 20 a 23 parada por un límite, 130 \
             interrumpida. --max-memory es la memoria de cada proceso; --max-nodes limita los tableros.",
    }
    examples_explore {
        en: "Examples:\n  hueco explore 3x3\n  hueco explore 3x4 --threads 2 --format json\n  hueco explore 3x4 --processes 3 --checkpoint run\n  \
             hueco explore 3x4 --checkpoint run --resume\n  hueco explore 3x4 --hosts hosts.txt --process 0",
        es: "Ejemplos:\n  hueco explore 3x3\n  hueco explore 3x4 --threads 2 --format json\n  hueco explore 3x4 --processes 3 --checkpoint run\n  \
             hueco explore 3x4 --checkpoint run --resume\n  hueco explore 3x4 --hosts hosts.txt --process 0",
    }
    heading_cluster { en: "Processes and hosts", es: "Procesos y equipos" }
    heading_disk { en: "On disk", es: "En disco" }
    option_explore_size { en: "Rows and columns, as in 3x4", es: "Filas y columnas, como 3x4" }
    option_explore_threads {
        en: "Threads of each process; without it, one for each processor, or one where there are several processes",
        es: "Hilos de cada proceso; sin esta opción, uno por procesador, o uno si hay varios procesos",
    }
    option_tables_cluster {
        en: "Build by the dataflow of hueco explore: every worker has a part of the table; the bytes are the same",
        es: "Construir con el flujo de datos de hueco explore: cada trabajador tiene una parte de la tabla; los bytes son los mismos",
    }
    option_processes {
        en: "Start this many local processes, watch them, and restart them if one is lost",
        es: "Lanzar esta cantidad de procesos locales, vigilarlos y volver a lanzarlos si se pierde alguno",
    }
    option_hosts {
        en: "A file with the address of each process (host:port), one per line; start one on each host with --process",
        es: "Un archivo con la dirección de cada proceso (equipo:puerto), una por línea; lance uno en cada equipo con --process",
    }
    option_process { en: "Which line of --hosts this process is, counted from 0", es: "Qué línea de --hosts es este proceso, contando desde 0" }
    option_patience {
        en: "How long a process may be silent, or late at the start, before it counts as lost",
        es: "Cuánto puede callar un proceso, o tardar al principio, antes de darlo por perdido",
    }
    option_restarts { en: "How often lost processes are started again", es: "Cuántas veces se vuelven a lanzar procesos perdidos" }
    option_checkpoint { en: "Keep the last two levels in this folder", es: "Guardar los dos últimos niveles en esta carpeta" }
    option_checkpoint_every { en: "Levels from one checkpoint to the next", es: "Niveles entre un punto de control y el siguiente" }
    option_resume { en: "Resume from the last whole checkpoint of the folder", es: "Continuar desde el último punto de control íntegro de la carpeta" }
    option_spill {
        en: "Spill boards beyond --max-memory to this folder; by default, to a new one among the temporary files",
        es: "Volcar en esta carpeta los tableros que no quepan en --max-memory; por omisión, en una nueva entre los archivos temporales",
    }
    option_explore_depth { en: "Count only boards at most this many moves from the goal", es: "Contar solo tableros a esta cantidad de movimientos del objetivo como máximo" }
    option_deepest { en: "How many of the deepest boards are shown, at most", es: "Cuántos de los tableros más lejanos se muestran, como máximo" }

    column_depth { en: "depth", es: "nivel" }
    column_states { en: "boards", es: "tableros" }
    explored(states: boards, radius: moves, mean) {
        en: "{states}, at most {radius} from the goal, {mean} on average.",
        es: "{states}, a {radius} del objetivo como máximo, {mean} de media.",
    }
    explored_part(limit, states: boards, depth: moves) {
        en: "Stopped by {limit}: counted {states} at most {depth} from the goal.",
        es: "La cuenta paró por {limit}: abarca {states} a {depth} del objetivo como máximo.",
    }
    explored_nothing(limit) {
        en: "Stopped by {limit} before any board was counted.",
        es: "La cuenta paró por {limit} antes de contar ningún tablero.",
    }
    deepest_boards(shown, depth, all) {
        en: "Boards at depth {depth}, {shown} of {all}:",
        es: "Tableros del nivel {depth}, {shown} de {all}:",
    }

    option_table {
        en: "Keep the distance of every board in this file",
        es: "Guardar en este archivo la distancia de cada tablero",
    }
    option_table_bits {
        en: "Bits per board in the file: 8, the distance itself; or 2, a quarter of the size, from which it is computed",
        es: "Bits por tablero en el archivo: 8, la propia distancia; o 2, la cuarta parte, de los que se deduce",
    }
    option_table_use {
        en: "A file of explore --table: the true distance takes the heuristic's place",
        es: "Un archivo de explore --table: la distancia verdadera ocupa el lugar de la heurística",
    }
    option_table_check { en: "Check a file of explore --table instead of a heuristic", es: "Comprobar un archivo de explore --table en vez de una heurística" }
    table_not_written(file, why) { en: "{file} was not written: {why}", es: "no se escribió {file}: {why}" }
    table_other(shape, blank) {
        en: "the table of distances is for {shape} boards with the blank's goal in cell {blank}: for other boards, or another metric",
        es: "la tabla de distancias es para tableros {shape} con el hueco del objetivo en la casilla {blank}: otros tableros, u otra métrica",
    }
    table_both_ends {
        en: "a table of distances leads to the goal only; nbs searches from both ends",
        es: "una tabla de distancias solo lleva al objetivo; nbs busca desde los dos extremos",
    }
    table_fault(file, why) { en: "{file} is not used: {why}", es: "no se usa {file}: {why}" }
    resumed(level) { en: "Going on with level {level}.", es: "Se continúa por el nivel {level}." }
    checkpoint_refused(level, file, why) {
        en: "The checkpoint of level {level} is not used: {file}: {why}.",
        es: "No se usa el punto de control del nivel {level}: {file}: {why}.",
    }
    the_marker { en: "its marker", es: "su marcador" }
    the_shard(shard) { en: "shard {shard}", es: "el fragmento {shard}" }
    not_saved(level, why) {
        en: "No checkpoint of level {level}: {why}. The count goes on.",
        es: "No hay punto de control del nivel {level}: {why}. La cuenta sigue.",
    }
    lost_again(process, how) {
        en: "Process {process} {how}; all processes are started again.",
        es: "El proceso {process} {how}; se vuelven a lanzar todos.",
    }
    lost_ended { en: "ended", es: "terminó" }
    lost_killed(signal) { en: "was ended by signal {signal}", es: "terminó por la señal {signal}" }
    lost_silent { en: "was silent for too long", es: "calló demasiado tiempo" }
    laid_down(needed, allowed, folder) {
        en: "The bits of all boards take {needed}, and {allowed} are allowed: they are laid down in {folder}.",
        es: "Los bits de todos los tableros ocupan {needed} y se permiten {allowed}: se depositan en {folder}.",
    }
    too_little_memory(needed, allowed) {
        en: "the bits of all boards take {needed}, and a process may take {allowed}; --max-memory allows more, more processes share it, \
             --spill or --checkpoint lay the rest down on disk, and --depth with few levels needs less",
        es: "los bits de todos los tableros ocupan {needed} y un proceso puede ocupar {allowed}; --max-memory permite más, más procesos se \
             lo reparten, --spill o --checkpoint depositan el resto en disco, y --depth con pocos niveles necesita menos",
    }

    meet_listen(address, why) { en: "this process cannot listen at {address}: {why}", es: "este proceso no puede escuchar en {address}: {why}" }
    meet_missing(processes) {
        en: "these processes did not come in time: {processes}",
        es: "estos procesos no llegaron a tiempo: {processes}",
    }
    meet_other(process) {
        en: "process {process} is about to do something else: start all of them with the same size, goal, options and version",
        es: "el proceso {process} va a hacer otra cosa: lance todos con el mismo tamaño, objetivo, opciones y versión",
    }
    meet_cancelled { en: "stopped before all processes had come", es: "parado antes de que llegaran todos los procesos" }
    lost_peer { en: "another process of the run was lost", es: "se perdió otro proceso de la ejecución" }
    folder_in_use(folder, shape, level) {
        en: "{folder} holds a run of {shape} boards at level {level}: go on with it by --resume, or name another folder",
        es: "{folder} contiene una ejecución de tableros {shape} en el nivel {level}: continúela con --resume o indique otra carpeta",
    }
    folder_other(folder, shape) {
        en: "{folder} holds a run of something else, of {shape} boards: give its size, goal and metric, or name another folder",
        es: "{folder} contiene otra ejecución, de tableros {shape}: dé su tamaño, objetivo y métrica, o indique otra carpeta",
    }
    folder_nothing(folder) {
        en: "{folder} holds no checkpoint that could be gone on with",
        es: "{folder} no contiene ningún punto de control con el que continuar",
    }
    spill_write(why) { en: "boards could not be laid down on disk: {why}", es: "no se pudieron depositar tableros en disco: {why}" }
    spill_read(why) { en: "boards that were laid down on disk are not as they were written: {why}", es: "los tableros depositados en disco no están como se escribieron: {why}" }
    supervise_start(why) { en: "a process could not be started: {why}", es: "no se pudo lanzar un proceso: {why}" }
    supervise_too_often(times: times) {
        en: "processes were lost {times}; --restarts allows more, --patience waits longer",
        es: "se perdieron procesos {times}; --restarts permite más, --patience espera más",
    }
    hosts_empty(file) { en: "{file} names no address", es: "{file} no contiene ninguna dirección" }
    hosts_address(file, line, text) {
        en: "{file}, line {line}: \"{text}\" is no address; expected host:port, as in 192.168.0.7:4100",
        es: "{file}, línea {line}: «{text}» no es una dirección; se esperaba equipo:puerto, como 192.168.0.7:4100",
    }
    hosts_process(process, count) {
        en: "--process {process}: hosts are numbered from 0; hosts in the file: {count}",
        es: "--process {process}: los equipos se numeran desde 0; equipos en el archivo: {count}",
    }
}

impl Say for MeetError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Listen { address, kind } => meet_listen(lang, address, kind.say(lang)),
            Self::Missing { missing } => {
                let numbers: Vec<String> = missing.iter().map(ToString::to_string).collect();
                meet_missing(lang, numbers.join(", "))
            }
            Self::OtherRun { process } => meet_other(lang, process),
            Self::Cancelled => meet_cancelled(lang).to_owned(),
        }
    }
}

impl Say for SuperviseError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Start(kind) => supervise_start(lang, kind.say(lang)),
            Self::TooOften(times) => supervise_too_often(lang, times),
        }
    }
}

impl Say for Loss {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Ended(None) => lost_ended(lang).to_owned(),
            Self::Ended(Some(signal)) => lost_killed(lang, signal),
            Self::Silent => lost_silent(lang).to_owned(),
        }
    }
}

impl Say for ExploreError {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Space(error) => error.say(lang),
            Self::Lost(_) => lost_peer(lang).to_owned(),
            Self::InUse { folder, shape, level } => folder_in_use(lang, folder.display(), shape, level),
            Self::OtherRun { folder, shape } => folder_other(lang, folder.display(), shape),
            Self::NothingToResume { folder } => folder_nothing(lang, folder.display()),
            Self::Spill(DiskFault::Write(fault)) => spill_write(lang, fault.say(lang)),
            Self::Spill(DiskFault::Read(fault)) => spill_read(lang, fault.say(lang)),
            Self::Stopped(limit) => explored_nothing(lang, limit.say(lang)),
        }
    }
}

impl Say for Note {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Resumed { level } => resumed(lang, level),
            Self::Refused { level, shard, fault } => {
                let file = shard.map_or_else(|| the_marker(lang).to_owned(), |shard| the_shard(lang, shard));
                checkpoint_refused(lang, level, file, fault.say(lang))
            }
            Self::NotSaved { level, fault } => not_saved(lang, level, fault.say(lang)),
            Self::NoTable { fault } => fault.say(lang),
        }
    }
}

impl Say for TableLost {
    fn say(&self, lang: Lang) -> String {
        match self {
            Self::Build(error) => error.say(lang),
            Self::Lost(_) => lost_peer(lang).to_owned(),
        }
    }
}
