//! How far a command is: the parts of the line that a terminal shows while it runs.

use std::time::Duration;

use crate::Lang;
use crate::catalogue::messages;

messages! {
    json_lines {
        en: "With json there is an object per line, at least one per second: version, doing, seconds, done, all, percent, \
             seconds_left, and more by doing (search, levels, table, cases, programs). What is not known is null. \
             docs/progress.md describes them",
        es: "Con json hay un objeto por línea, al menos uno por segundo: version, doing, seconds, done, all, percent, \
             seconds_left y más según doing (search, levels, table, cases, programs). Lo que no se conoce es null. \
             docs/progress.es.md los describe",
    }
    time_left(time) { en: "about {time} left", es: "faltan unos {time}" }
    run_of(number, all) { en: "run {number} of {all}", es: "ejecución {number} de {all}" }
    case_of(number, all) { en: "case {number} of {all}", es: "caso {number} de {all}" }
    program_of(number, all) { en: "program {number} of {all}", es: "programa {number} de {all}" }
    boards_of(count, all: boards) { en: "{count} of {all}", es: "{count} de {all}" }
    states_rate(rate) { en: "{rate} states/s", es: "{rate} estados/s" }
    boards_rate(count) { en: "{count} boards/s", es: "{count} tableros/s" }
    preparing { en: "preparing", es: "preparando" }
    nodes_rate(count) { en: "{count} nodes/s", es: "{count} nodos/s" }
    bound_so_far(bound) { en: "lower bound {bound}", es: "cota inferior {bound}" }
    best_so_far(best) { en: "best so far {best}", es: "mejor hasta ahora {best}" }
    round_done(percent) { en: "round {percent}", es: "iteración {percent}" }
    round_left(time) { en: "round ends in {time}", es: "la iteración acaba en {time}" }
    building(tiles: tiles, percent) {
        en: "building a table of {tiles}: {percent}",
        es: "construyendo una tabla de {tiles}: {percent}",
    }
    level_done(level) { en: "level {level}", es: "nivel {level}" }
    table_name(table) { en: "table {table}", es: "tabla {table}" }
    table_distance(distance) { en: "distance {distance}", es: "distancia {distance}" }
    last_done(name) { en: "last: {name}", es: "último: {name}" }
}

/// A clock that is seen to run: `7.3 s`, `2 min 5 s`, `1 h 1 min 5 s`.
pub fn clock(lang: Lang, time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{} s", lang.decimal((time.as_millis() / 100) as f64 / 10.0, 1)),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min {} s", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

/// About how long it will still take: `about 8 s left`.
pub fn left(lang: Lang, time: Duration) -> String {
    let seconds = time.as_secs_f64().ceil() as u64;
    let time = match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        // What is estimated in hours is not known to the second.
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    };
    time_left(lang, time)
}

/// A rate in few digits: `9,500`, `95.2 k`, `136.2 M`.
pub fn short(lang: Lang, number: u64) -> String {
    match number {
        0..10_000 => lang.number(number),
        10_000..1_000_000 => format!("{} k", lang.decimal(number as f64 / 1e3, 1)),
        _ => format!("{} M", lang.decimal(number as f64 / 1e6, 1)),
    }
}

/// `37 %`, never rounded up to what is not reached.
pub fn percent(percent: f64) -> String {
    format!("{} %", percent.floor())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_and_never_ahead() {
        let clock = |millis| clock(Lang::En, Duration::from_millis(millis));
        assert_eq!(clock(0), "0.0 s");
        assert_eq!(clock(7_380), "7.3 s");
        assert_eq!(clock(59_999), "59.9 s");
        assert_eq!(clock(125_000), "2 min 5 s");
        assert_eq!(clock(3_665_000), "1 h 1 min 5 s");
        assert_eq!(super::clock(Lang::Es, Duration::from_millis(7_380)), "7,3 s");
    }

    #[test]
    fn rates_are_short() {
        let short = |number| short(Lang::En, number);
        assert_eq!([short(9_999), short(10_040), short(136_185_964)], ["9,999", "10.0 k", "136.2 M"]);
        assert_eq!(super::short(Lang::Es, 7_018_375), "7,0 M");
    }

    #[test]
    fn one_of_a_thing_is_singular() {
        assert_eq!(building(Lang::En, 1_usize, percent(99.9)), "building a table of 1 tile: 99 %");
        assert_eq!(left(Lang::En, Duration::from_millis(7_600)), "about 8 s left");
        assert_eq!(left(Lang::Es, Duration::from_secs(90)), "faltan unos 1 min 30 s");
    }
}
