//! Numbers with their nouns: "1 move", "2 moves"; "1 movimiento", "2 movimientos".
//!
//! A message names the noun of a number where it declares the placeholder, `found: cells`, so that it is right for every
//! number in both languages. A sentence whose verb or article would have to change with the number is worded without one:
//! "boards read: 1".

use crate::Lang;

/// A whole number of things.
pub trait Count {
    /// It.
    fn count(&self) -> u64;
}

impl Count for u64 {
    fn count(&self) -> u64 {
        *self
    }
}

impl Count for u32 {
    fn count(&self) -> u64 {
        u64::from(*self)
    }
}

impl Count for u16 {
    fn count(&self) -> u64 {
        u64::from(*self)
    }
}

impl Count for usize {
    fn count(&self) -> u64 {
        *self as u64
    }
}

impl<C: Count> Count for &C {
    fn count(&self) -> u64 {
        (**self).count()
    }
}

/// A noun in both languages: for one, and for any other number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noun {
    /// English.
    pub en: [&'static str; 2],
    /// Spanish.
    pub es: [&'static str; 2],
}

impl Noun {
    /// A number with this noun.
    fn with(self, lang: Lang, count: &impl Count) -> String {
        let forms = match lang {
            Lang::En => self.en,
            Lang::Es => self.es,
        };
        let count = count.count();
        format!("{} {}", lang.number(count), forms[usize::from(count != 1)])
    }
}

macro_rules! nouns {
    ($($name:ident { en: $one:literal $many:literal, es: $uno:literal $varios:literal })+) => {
        $(
            #[doc = concat!("`1 ", $one, "`, `2 ", $many, "`")]
            pub fn $name(lang: Lang, count: impl Count) -> String {
                Noun { en: [$one, $many], es: [$uno, $varios] }.with(lang, &count)
            }
        )+

        /// Every noun.
        pub const ALL: &[Noun] = &[$(Noun { en: [$one, $many], es: [$uno, $varios] }),+];
    };
}

nouns! {
    actions { en: "action" "actions", es: "acción" "acciones" }
    boards { en: "board" "boards", es: "tablero" "tableros" }
    bytes { en: "byte" "bytes", es: "byte" "bytes" }
    bytes_of_text { en: "byte of text" "bytes of text", es: "byte de texto" "bytes de texto" }
    calls { en: "call" "calls", es: "llamada" "llamadas" }
    cases { en: "case" "cases", es: "caso" "casos" }
    cells { en: "cell" "cells", es: "casilla" "casillas" }
    characters { en: "character" "characters", es: "carácter" "caracteres" }
    decimals { en: "decimal" "decimals", es: "decimal" "decimales" }
    different_numbers { en: "different number" "different numbers", es: "número distinto" "números distintos" }
    digits { en: "digit" "digits", es: "cifra" "cifras" }
    enqueued_states { en: "enqueued state" "enqueued states", es: "estado encolado" "estados encolados" }
    entries { en: "entry" "entries", es: "entrada" "entradas" }
    events { en: "event" "events", es: "evento" "eventos" }
    examined { en: "examined" "examined", es: "examinado" "examinados" }
    expanded { en: "expanded" "expanded", es: "expandido" "expandidos" }
    failed_cases { en: "failed case" "failed cases", es: "caso fallido" "casos fallidos" }
    files { en: "file" "files", es: "archivo" "archivos" }
    generated { en: "generated" "generated", es: "generado" "generados" }
    groups { en: "group" "groups", es: "grupo" "grupos" }
    items { en: "item" "items", es: "elemento" "elementos" }
    levels { en: "level" "levels", es: "nivel" "niveles" }
    more_events { en: "more event" "more events", es: "evento más" "eventos más" }
    moves { en: "move" "moves", es: "movimiento" "movimientos" }
    nodes { en: "node" "nodes", es: "nodo" "nodos" }
    numbers { en: "number" "numbers", es: "número" "números" }
    pages { en: "page" "pages", es: "página" "páginas" }
    parentheses { en: "pair of parentheses" "pairs of parentheses", es: "par de paréntesis" "pares de paréntesis" }
    parts { en: "part" "parts", es: "parte" "partes" }
    processes { en: "process" "processes", es: "proceso" "procesos" }
    questions { en: "question" "questions", es: "pregunta" "preguntas" }
    reopened { en: "reopened" "reopened", es: "reabierto" "reabiertos" }
    rows { en: "row" "rows", es: "fila" "filas" }
    rows_or_columns { en: "row or column" "rows or columns", es: "fila o columna" "filas o columnas" }
    rules { en: "rule" "rules", es: "regla" "reglas" }
    runs { en: "run" "runs", es: "ejecución" "ejecuciones" }
    single_moves { en: "single move" "single moves", es: "movimiento simple" "movimientos simples" }
    slides { en: "slide" "slides", es: "deslizamiento" "deslizamientos" }
    solutions { en: "solution" "solutions", es: "solución" "soluciones" }
    states { en: "state" "states", es: "estado" "estados" }
    steps { en: "step" "steps", es: "paso" "pasos" }
    terms { en: "term in all rules together" "terms in all rules together", es: "término en el conjunto de las reglas" "términos en el conjunto de las reglas" }
    tiles { en: "tile" "tiles", es: "ficha" "fichas" }
    times { en: "time" "times", es: "vez" "veces" }
    words { en: "word" "words", es: "palabra" "palabras" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular_and_the_rest_plural() {
        let said = |lang, count: u64| moves(lang, count);
        assert_eq!([said(Lang::En, 0), said(Lang::En, 1), said(Lang::En, 2)], ["0 moves", "1 move", "2 moves"]);
        assert_eq!(said(Lang::Es, 1), "1 movimiento");
        assert_eq!(said(Lang::Es, 1_000_000), "1 000 000 movimientos");
        assert_eq!(times(Lang::Es, 2_usize), "2 veces");
    }
}
