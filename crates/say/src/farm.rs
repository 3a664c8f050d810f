//! A batch of boards over several processes: the option, and what is said when a process is lost.

#[cfg(not(target_arch = "wasm32"))]
use hueco_cluster::Loss;

#[cfg(not(target_arch = "wasm32"))]
use crate::Lang;
use crate::catalogue::messages;

messages! {
    option_batch_processes {
        en: "Solve the boards of a batch in this many processes, which share --max-memory. Each solves one board at a time, or as \
             many as --threads says. The boards of a lost process are solved again",
        es: "Resolver los tableros de un lote en este número de procesos, que comparten --max-memory. Cada uno resuelve un tablero \
             a la vez, o tantos como indique --threads. Los tableros de un proceso perdido se vuelven a resolver",
    }
    option_farm_process { en: "Be one of those processes", es: "Ser uno de esos procesos" }
    processes_for_batches {
        en: "--processes is for batches: give `--file FILE`, or `-` for standard input",
        es: "--processes es para lotes: indique `--file ARCHIVO`, o `-` para la entrada estándar",
    }
    process_lost(number, how) { en: "process {number} {how}", es: "el proceso {number} {how}" }
    process_lost_and_repeated(number, how) {
        en: "process {number} {how}; its boards are solved again",
        es: "el proceso {number} {how}; sus tableros se vuelven a resolver",
    }
    process_ended { en: "ended unexpectedly", es: "terminó de forma inesperada" }
    process_killed(signal) { en: "was killed by signal {signal}", es: "terminó por la señal {signal}" }
    process_silent {
        en: "was silent for too long and was killed",
        es: "no respondió durante demasiado tiempo y se le puso fin",
    }
    board_given_up(how) {
        en: "every process that tried to solve this board was lost; the last one {how}",
        es: "se perdieron todos los procesos que intentaron resolver este tablero; el último {how}",
    }
    process_invalid_answer { en: "sent an invalid answer", es: "envió una respuesta no válida" }
    processes_cannot_start(reason) {
        en: "no process could be started: {reason}",
        es: "no se pudo iniciar ningún proceso: {reason}",
    }
    processes_lost_before_work(count) {
        en: "processes that ended before their first board: {count}",
        es: "procesos que terminaron antes de su primer tablero: {count}",
    }
}

/// How a process was lost.
#[cfg(not(target_arch = "wasm32"))]
pub fn how_lost(loss: Loss, lang: Lang) -> String {
    match loss {
        Loss::Ended(None) => process_ended(lang).to_owned(),
        Loss::Ended(Some(signal)) => process_killed(lang, signal),
        Loss::Silent => process_silent(lang).to_owned(),
    }
}
