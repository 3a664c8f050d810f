//! What stopped a search.

use crate::catalogue::messages;

messages! {
    stopped_by_nodes { en: "the limit on nodes (--max-nodes)", es: "el límite de nodos (--max-nodes)" }
    stopped_by_time { en: "the limit on time (--timeout)", es: "el límite de tiempo (--timeout)" }
    stopped_by_memory { en: "the limit on memory (--max-memory)", es: "el límite de memoria (--max-memory)" }
    stopped_by_depth { en: "the limit on depth (--depth)", es: "el límite de profundidad (--depth)" }
    stopped_by_width { en: "the width of the beam (--width)", es: "la anchura del haz (--width)" }
    stopped_by_interrupt { en: "an interrupt", es: "una interrupción" }
    interrupting {
        en: "stopping; a second Ctrl-C ends at once",
        es: "deteniéndose; otro Ctrl-C termina de inmediato",
    }
}
