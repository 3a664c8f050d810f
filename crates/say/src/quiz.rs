//! Questions about a search, and what is said to the answers.

use hueco_show::quiz::{Because, By};

use crate::catalogue::messages;
use crate::{Lang, Say};

messages! {
    about_quiz {
        en: "Answer questions: which state is examined next?",
        es: "Responder preguntas: ¿qué estado se examina ahora?",
    }
    long_about_quiz {
        en: "Answer questions about real searches: which of the waiting states is examined next, and what is its f? Each answer is marked and \
             explained. The same seed gives the same questions, so a whole class can have them. Answers are read from standard input, one per line.",
        es: "Responder preguntas sobre búsquedas reales: cuál de los estados en espera se examina ahora y cuánto vale su f. Cada respuesta se \
             corrige y se explica. La misma semilla da las mismas preguntas, así que puede hacerlas toda la clase. Las respuestas se leen de la \
             entrada estándar, una por línea.",
    }
    option_quiz_questions { en: "How many questions", es: "Cuántas preguntas" }
    option_quiz_seed { en: "The same seed, the same questions", es: "La misma semilla, las mismas preguntas" }
    option_quiz_size { en: "Rows and columns of the boards", es: "Filas y columnas de los tableros" }
    quiz_heading(number, count) { en: "Question {number} of {count}", es: "Pregunta {number} de {count}" }
    quiz_method(method) {
        en: "Method: {method}. Of equals, the one that came first is examined first.",
        es: "Método: {method}. De dos iguales se examina primero el que llegó primero.",
    }
    quiz_goal { en: "Goal:", es: "Objetivo:" }
    quiz_waiting {
        en: "These states wait, in the order in which they came:",
        es: "Estos estados esperan, en el orden en que llegaron:",
    }
    quiz_which { en: "Which is examined next? (a letter)", es: "¿Cuál se examina ahora? (una letra)" }
    quiz_value(letter, heuristic) {
        en: "What is f of state {letter}, if h is {heuristic}? (a number)",
        es: "¿Cuánto vale f en el estado {letter}, si h es {heuristic}? (un número)",
    }
    quiz_right { en: "Right.", es: "Correcto." }
    quiz_wrong(answer) { en: "No: it is {answer}.", es: "No: es {answer}." }
    quiz_no_answer(answer) { en: "No answer; it is {answer}.", es: "Sin respuesta; es {answer}." }
    quiz_lowest(by, value) {
        en: "Its {by} = {value} is the lowest.",
        es: "Su {by} = {value} es el menor.",
    }
    quiz_lowest_tied(by, value, tied: states) {
        en: "The lowest {by} = {value} is a tie of {tied}; this one came first.",
        es: "El menor {by} = {value} es un empate de {tied}; este llegó primero.",
    }
    quiz_score(right, count) { en: "Score: {right} of {count}", es: "Puntuación: {right} de {count}" }
    quiz_too_small(size) {
        en: "{size} boards have too few states to ask about; take a larger size",
        es: "los tableros de {size} tienen muy pocos estados para preguntar; hace falta un tamaño mayor",
    }
    quiz_nothing {
        en: "there is nothing to ask about this problem: no search of it has 3 to 6 waiting states at once",
        es: "no hay nada que preguntar sobre este problema: en ninguna búsqueda esperan de 3 a 6 estados a la vez",
    }
    quiz_fewer(count: questions) {
        en: "this problem has only {count} to ask",
        es: "este problema solo da para {count}",
    }
}

impl Say for Because {
    fn say(&self, lang: Lang) -> String {
        match *self {
            Self::Lowest { by, value, tied: 1 } => quiz_lowest(lang, name(by), value),
            Self::Lowest { by, value, tied } => quiz_lowest_tied(lang, name(by), value, tied),
            Self::Sum { g, h, f } => format!("f = g + h = {g} + {h} = {f}."),
        }
    }
}

fn name(by: By) -> &'static str {
    match by {
        By::F => "f",
        By::H => "h",
        By::G => "g",
    }
}
