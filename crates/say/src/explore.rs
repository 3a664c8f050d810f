//! `hueco explore`: a whole space, on threads, processes and hosts.

#[cfg(not(target_arch = "wasm32"))]
mod wording;

use crate::catalogue::messages;

messages! {
    about_explore {
        en: "Count all boards of a size, or all states of a problem, by their distance",
        es: "Contar todos los tableros de un tamaño, o los estados de un problema, según su distancia",
    }
    long_about_explore {
        en: "Count all boards of a size by their distance from the goal, level by level, in two bits per board.\n\nOne command from one \
             thread to many hosts: --threads; --processes for local processes, which are supervised and restarted; --hosts and \
             --process for processes that you start yourself, one on each host. The counts are always the same. --checkpoint \
             saves the run after each level, in a folder that all processes must see; --resume continues from there, with any number \
             of threads and processes.\n\nWith --problem, every state that the actions of a problem file lead to from its start is counted by the \
             fewest actions that lead there; costs do not matter. All states are kept in memory, divided among the workers.",
        es: "Contar todos los tableros de un tamaño según su distancia al objetivo, nivel a nivel, con dos bits por tablero.\n\nUn solo \
             comando, desde un hilo hasta muchos equipos: --threads; --processes para procesos locales, que se supervisan y se \
             reinician; --hosts y --process para procesos que usted inicia, uno en cada equipo. Los recuentos son siempre los \
             mismos. --checkpoint guarda la ejecución después de cada nivel, en una carpeta que deben ver todos los procesos; --resume \
             continúa desde ahí, con cualquier número de hilos y procesos.\n\nCon --problem se cuenta cada estado al que llevan las acciones de un \
             archivo de problema desde su estado inicial, según el menor número de acciones que lleva a él; los costes no importan. Todos los \
             estados se guardan en memoria, repartidos entre los trabajadores.",
    }
    after_explore {
        en: "Exit status: 0 if everything was counted, 2 for bad input, 20 to 23 if a limit stopped the count, 130 if it was \
             interrupted. --max-memory is per process; --max-nodes limits the number of boards or states.",
        es: "Estado de salida: 0 si se contó todo, 2 si la entrada es errónea, 20 a 23 si un límite detuvo el \
             recuento, 130 si se interrumpió. --max-memory es por proceso; --max-nodes limita el número de tableros o estados.",
    }
    examples_explore {
        en: "Examples:\n  hueco explore 3x3\n  hueco explore 3x4 --threads 2 --format json\n  hueco explore 3x4 --processes 3 --checkpoint run\n  \
             hueco explore 3x4 --checkpoint run --resume\n  hueco explore 3x4 --hosts hosts.txt --process 0\n  \
             hueco explore --problem problems/cube.star --threads 2",
        es: "Ejemplos:\n  hueco explore 3x3\n  hueco explore 3x4 --threads 2 --format json\n  hueco explore 3x4 --processes 3 --checkpoint run\n  \
             hueco explore 3x4 --checkpoint run --resume\n  hueco explore 3x4 --hosts hosts.txt --process 0\n  \
             hueco explore --problem problems/cube.star --threads 2",
    }
    heading_cluster { en: "Processes and hosts", es: "Procesos y equipos" }
    heading_disk { en: "On disk", es: "En disco" }
    option_explore_size { en: "Rows and columns, as in 3x4", es: "Filas y columnas, como en 3x4" }
    option_explore_threads {
        en: "Threads per process; by default one per core, or a single one if there are several processes",
        es: "Hilos por proceso; por omisión, uno por núcleo, o uno solo si hay varios procesos",
    }
    option_tables_cluster {
        en: "Build on the dataflow of hueco explore: every worker builds a part of the table; the bytes are the same",
        es: "Construir con el flujo de datos de hueco explore: cada trabajador construye una parte de la tabla; los bytes son los mismos",
    }
    option_processes {
        en: "Start this many local processes, supervise them, and restart them if one is lost",
        es: "Iniciar este número de procesos locales, supervisarlos y reiniciarlos si se pierde alguno",
    }
    option_hosts {
        en: "A file with the address of each process (host:port), one per line; start one process on each host with --process",
        es: "Un archivo con la dirección de cada proceso (equipo:puerto), una por línea; inicie un proceso en cada equipo con --process",
    }
    option_process { en: "Which line of --hosts this process is, counted from 0", es: "Qué línea de --hosts es este proceso, contando desde 0" }
    option_patience {
        en: "How long a process may be silent, or take to connect, before it counts as lost",
        es: "Cuánto puede callar un proceso, o tardar en conectarse, antes de darlo por perdido",
    }
    option_restarts { en: "How often the processes are restarted, at most", es: "Cuántas veces se reinician los procesos, como máximo" }
    option_checkpoint { en: "Save the run in this folder, so that it can be resumed", es: "Guardar la ejecución en esta carpeta, para poder reanudarla" }
    option_checkpoint_every { en: "Levels from one checkpoint to the next", es: "Niveles entre un punto de control y el siguiente" }
    option_resume_or_restart {
        en: "Resume as --resume does; if no checkpoint is intact, start again from the beginning",
        es: "Reanudar como --resume; si ningún punto de control está íntegro, volver a empezar desde el principio",
    }
    option_resume { en: "Resume from the last intact checkpoint in the folder", es: "Reanudar desde el último punto de control íntegro de la carpeta" }
    option_spill {
        en: "Spill boards that exceed --max-memory to this folder; by default to a new temporary one",
        es: "Volcar en esta carpeta los tableros que no quepan en --max-memory; por omisión, en una temporal nueva",
    }
    option_explore_depth {
        en: "Count only boards up to this many moves from the goal, or states up to this many actions from the start",
        es: "Contar solo los tableros hasta este número de movimientos del objetivo, o los estados hasta este número de acciones del inicio",
    }
    option_deepest {
        en: "How many of the deepest boards or states to show, at most",
        es: "Cuántos de los tableros o estados más lejanos se muestran, como máximo",
    }

    column_depth { en: "depth", es: "nivel" }
    column_states { en: "boards", es: "tableros" }
    explored(states: boards, radius: moves, mean) {
        en: "{states}, at most {radius} from the goal, {mean} on average.",
        es: "{states}, como máximo a {radius} del objetivo, {mean} de media.",
    }
    explored_part(limit, states: boards, depth: moves) {
        en: "Stopped by {limit}: counted {states} at most {depth} from the goal.",
        es: "El recuento paró por {limit}: abarca {states} a {depth} del objetivo como máximo.",
    }
    explored_nothing(limit) {
        en: "Stopped by {limit} before any board was counted.",
        es: "El recuento paró por {limit} antes de contar ningún tablero.",
    }
    deepest_boards(shown, depth, all) {
        en: "Boards at depth {depth}, {shown} of {all}:",
        es: "Tableros del nivel {depth}, {shown} de {all}:",
    }
    column_problem_states { en: "states", es: "estados" }
    explored_states(states: states, radius: actions, mean) {
        en: "{states}, at most {radius} from the start, {mean} on average.",
        es: "{states}, como máximo a {radius} del inicio, {mean} de media.",
    }
    explored_states_part(limit, states: states, depth: actions) {
        en: "Stopped by {limit}: counted {states} at most {depth} from the start.",
        es: "El recuento paró por {limit}: abarca {states} a {depth} del inicio como máximo.",
    }
    explored_no_state(limit) {
        en: "Stopped by {limit} before any state was counted.",
        es: "El recuento paró por {limit} antes de contar ningún estado.",
    }
    deepest_states(shown, depth, all) {
        en: "States at depth {depth}, {shown} of {all}:",
        es: "Estados del nivel {depth}, {shown} de {all}:",
    }
    depth_counts_actions {
        en: "the depth of a state is the number of actions; the costs of this problem, which are not all 1, are not counted",
        es: "el nivel de un estado es el número de acciones; los costes de este problema, que no son todos 1, no se cuentan",
    }
    folder_has_problem(folder, name, level) {
        en: "{folder} has checkpoints of “{name}”, the last of level {level}: resume with --resume, or name another folder",
        es: "{folder} tiene puntos de control de «{name}», el último del nivel {level}: reanude con --resume o indique otra carpeta",
    }
    folder_other_problem(folder, name) {
        en: "{folder} has checkpoints of another run, of “{name}”: its file or its parameters are not the same; restore them, or name another folder",
        es: "{folder} tiene puntos de control de otra ejecución, de «{name}»: su archivo o sus parámetros no son los mismos; recupérelos o indique otra carpeta",
    }

    option_table {
        en: "Write the distance of every board to this file",
        es: "Escribir en este archivo la distancia de cada tablero",
    }
    option_table_bits {
        en: "Bits per board in the file: 8, the distance itself; or 2, a file of a quarter of the size, from which the distance is computed",
        es: "Bits por tablero en el archivo: 8, la propia distancia; o 2, un archivo cuatro veces menor a partir del cual se calcula",
    }
    option_table_use {
        en: "A file of explore --table: the true distance takes the heuristic's place",
        es: "Un archivo de explore --table: la distancia verdadera ocupa el lugar de la heurística",
    }
    option_table_check { en: "Check a file of explore --table instead of a heuristic", es: "Comprobar un archivo de explore --table en lugar de una heurística" }
    table_not_written(file, reason) { en: "{file} was not written: {reason}", es: "no se escribió {file}: {reason}" }
    table_other(shape, blank) {
        en: "the distance table is for {shape} boards whose goal has its blank in cell {blank}, or for another metric",
        es: "la tabla de distancias es para tableros {shape} cuyo objetivo tiene el hueco en la casilla {blank}, o para otra métrica",
    }
    table_wrong {
        en: "the distance table contradicts itself: write it again with explore --table",
        es: "la tabla de distancias se contradice: escríbala de nuevo con explore --table",
    }
    table_both_ends {
        en: "a distance table has distances to the goal only; nbs searches from both ends",
        es: "una tabla de distancias solo tiene distancias al objetivo; nbs busca desde los dos extremos",
    }
    table_fault(file, reason) { en: "{file} is not used: {reason}", es: "no se usa {file}: {reason}" }
    resumed(level) { en: "Resumed at level {level}.", es: "Se reanuda en el nivel {level}." }
    checkpoint_rejected(level, file, reason) {
        en: "The checkpoint of level {level} is not used: {file}: {reason}.",
        es: "No se usa el punto de control del nivel {level}: {file}: {reason}.",
    }
    the_manifest { en: "its manifest", es: "su manifiesto" }
    the_shard(shard) { en: "shard {shard}", es: "fragmento {shard}" }
    checkpoint_not_written(level, reason) {
        en: "No checkpoint of level {level}: {reason}. The count continues.",
        es: "No hay punto de control del nivel {level}: {reason}. El recuento continúa.",
    }
    lost_and_restarted(process, how) {
        en: "Process {process} {how}; all processes are restarted.",
        es: "El proceso {process} {how}; se reinician todos.",
    }
    lost_ended { en: "ended", es: "terminó" }
    lost_killed(signal) { en: "was killed by signal {signal}", es: "terminó por la señal {signal}" }
    lost_silent { en: "was silent for too long", es: "no respondió durante demasiado tiempo" }
    spills(needed, allowed, folder) {
        en: "The bits of all boards take {needed}, and {allowed} are allowed: they are spilled to {folder}.",
        es: "Los bits de todos los tableros ocupan {needed} y se permiten {allowed}: se vuelcan en {folder}.",
    }
    set_is_full(needed) {
        en: "No more boards fit in memory. --spill FOLDER keeps the bits of all boards ({needed}) on disk instead.",
        es: "En la memoria no caben más tableros. Con --spill CARPETA se guardan en disco los bits de todos los tableros ({needed}).",
    }
    too_little_memory(needed, allowed) {
        en: "the bits of all boards take {needed}, and a process may use {allowed}; allow more with --max-memory, share them among more \
             processes, spill them to disk with --spill or --checkpoint, or count only a few levels with --depth",
        es: "los bits de todos los tableros ocupan {needed} y un proceso puede usar {allowed}; permita más con --max-memory, repártalos \
             entre más procesos, vuélquelos a disco con --spill o --checkpoint, o cuente solo unos niveles con --depth",
    }

    connect_listen(address, reason) { en: "this process cannot listen at {address}: {reason}", es: "este proceso no puede escuchar en {address}: {reason}" }
    connect_missing(processes) {
        en: "these processes did not connect in time: {processes}",
        es: "estos procesos no se conectaron a tiempo: {processes}",
    }
    connect_other_run(process) {
        en: "process {process} belongs to another run: start all of them with the same size and goal, or the same problem file, options and version",
        es: "el proceso {process} es de otra ejecución: inícielos todos con el mismo tamaño y objetivo, o el mismo archivo de problema, opciones y versión",
    }
    connect_cancelled { en: "stopped before all processes had connected", es: "parado antes de que se conectaran todos los procesos" }
    peer_lost { en: "another process of the run was lost", es: "se perdió otro proceso de la ejecución" }
    folder_in_use(folder, shape, level) {
        en: "{folder} has checkpoints of a run of {shape} boards, the last of level {level}: resume it with --resume, or name another folder",
        es: "{folder} tiene puntos de control de una ejecución con tableros {shape}, el último del nivel {level}: reanúdela con --resume \
             o indique otra carpeta",
    }
    folder_other_run(folder, shape) {
        en: "{folder} has checkpoints of another run, of {shape} boards: give its size, goal and metric, or name another folder",
        es: "{folder} tiene puntos de control de otra ejecución, con tableros {shape}: indique su tamaño, objetivo y métrica, u otra carpeta",
    }
    folder_nothing(folder) {
        en: "{folder} has no intact checkpoint to resume from; --resume-or-restart starts again from the beginning",
        es: "{folder} no tiene ningún punto de control íntegro desde el que reanudar; --resume-or-restart vuelve a empezar desde el principio",
    }
    spill_write(reason) { en: "boards could not be spilled to disk: {reason}", es: "no se pudieron volcar tableros a disco: {reason}" }
    spill_read(reason) { en: "spilled boards could not be read back: {reason}", es: "no se pudieron volver a leer los tableros volcados: {reason}" }
    supervise_start(reason) { en: "a process could not be started: {reason}", es: "no se pudo iniciar un proceso: {reason}" }
    supervise_lost_once {
        en: "a process was lost; allow restarts with --restarts, or wait longer with --patience",
        es: "se perdió un proceso; permita reinicios con --restarts o espere más con --patience",
    }
    supervise_lost_often(times: times) {
        en: "processes were lost {times}; allow more restarts with --restarts, or wait longer with --patience",
        es: "se perdieron procesos {times}; permita más reinicios con --restarts o espere más con --patience",
    }
    supervise_late {
        en: "Stopped by the limit on time (--timeout): the processes sent no result in time.",
        es: "El recuento paró por el límite de tiempo (--timeout): los procesos no enviaron a tiempo ningún resultado.",
    }
    hosts_empty(file) { en: "{file} has no address", es: "{file} no contiene ninguna dirección" }
    hosts_address(file, line, text) {
        en: "{file}, line {line}: \"{text}\" is not an address; expected host:port, as in 192.168.0.7:4100",
        es: "{file}, línea {line}: «{text}» no es una dirección; se esperaba equipo:puerto, como 192.168.0.7:4100",
    }
    hosts_process(process, largest) {
        en: "--process {process}: no such line in the hosts file; expected 0 to {largest}",
        es: "--process {process}: no existe esa línea en el archivo de equipos; se esperaba de 0 a {largest}",
    }
}
