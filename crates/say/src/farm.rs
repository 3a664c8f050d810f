//! Boards over several processes: the option, and what is said where a process is lost.

use crate::Lang;
use crate::catalogue::messages;

messages! {
    option_batch_processes {
        en: "Solve the boards of a batch in this many processes, each one board at a time or as many as --threads says; they \
             share --max-memory. The boards of a process that is lost are solved again",
        es: "Resolver los tableros de un lote en este número de procesos, cada uno de uno en uno o tantos como diga --threads; \
             comparten --max-memory. Los tableros de un proceso perdido se resuelven otra vez",
    }
    option_farm_hand { en: "Be one of those processes", es: "Ser uno de esos procesos" }
    processes_for_batches {
        en: "--processes is for many boards: give `--file FILE`, or `-` for standard input",
        es: "--processes es para muchos tableros: hace falta `--file ARCHIVO`, o `-` para la entrada estándar",
    }
    process_lost(number, how) { en: "process {number} {how}", es: "el proceso {number} {how}" }
    process_lost_again(number, how) {
        en: "process {number} {how}; its boards are solved again",
        es: "el proceso {number} {how}; sus tableros se resuelven otra vez",
    }
    process_ended { en: "ended too early", es: "terminó antes de tiempo" }
    process_signalled(signal) { en: "was ended by signal {signal}", es: "fue terminado por la señal {signal}" }
    process_silent { en: "said nothing for too long and was ended", es: "calló demasiado tiempo y fue terminado" }
    board_given_up(how) {
        en: "every process that tried to solve this board was lost; the last one {how}",
        es: "se perdió todo proceso que intentó resolver este tablero; el último {how}",
    }
    process_unclear { en: "said what cannot be understood", es: "dijo algo que no se entiende" }
    processes_cannot_start(reason) {
        en: "no process could be started: {reason}",
        es: "no se pudo iniciar ningún proceso: {reason}",
    }
    processes_never_began(count) {
        en: "processes that ended before their first board: {count}",
        es: "procesos que terminaron antes de su primer tablero: {count}",
    }
}

/// How a process ended that nobody had told to: the signal that ended it, or `None` without one.
pub fn ended(signal: Option<i32>, lang: Lang) -> String {
    signal.map_or_else(|| process_ended(lang).to_owned(), |signal| process_signalled(lang, signal))
}
