//! What the interpreter of problem files says, in Spanish; and what helps more than its own words, in both languages.
//!
//! Its sentences are English and have no types, so they are recognized by their words: `{}` in a pattern stands for any text, which
//! is put into the Spanish sentence at the same place. What a problem file itself says (`fail("…")`) stays as it is. A sentence
//! that is not known, of a later version perhaps, is quoted.

use crate::Lang;
use crate::problems::interpreter_quoted;

/// What people who know Python write first, with what to write here: a pattern, and the sentence in English and in Spanish.
const HINTS: &[(&str, &str, &str)] = &[
    (
        "cannot use reserved keyword `while`",
        "`while` does not exist here; write `for i in range(1000):` with `break`",
        "`while` no existe aquí; escriba `for i in range(1000):` con `break`",
    ),
    (
        "cannot use reserved keyword `import`",
        "`import` does not exist here; a problem file contains everything that it uses",
        "`import` no existe aquí; un archivo de problema contiene todo lo que usa",
    ),
    (
        "cannot use reserved keyword `is`",
        "`is` does not exist here; compare with `==`",
        "`is` no existe aquí; compare con `==`",
    ),
    (
        "cannot use reserved keyword `class`",
        "`class` does not exist here; a state is a number, a text or a tuple of them",
        "`class` no existe aquí; un estado es un número, un texto o una tupla de ellos",
    ),
    (
        "Variable `print` not found{}",
        "there is no `print`; `fail(\"here\", x)` ends with a message that shows x",
        "no existe `print`; `fail(\"aquí\", x)` termina con un mensaje que muestra x",
    ),
    (
        "Variable `set` not found{}",
        "there are no sets; use a dictionary: `{x: True}`",
        "no hay conjuntos; use un diccionario: `{x: True}`",
    ),
    (
        "Operation `(iter)` not supported on type `string`",
        "a text cannot be looped over; write `text.elems()`",
        "un texto no se puede recorrer; escriba `texto.elems()`",
    ),
    (
        "Immutable",
        "this value cannot be changed: a tuple never, a list or dictionary not once the file is loaded; change a copy, `list(x)`",
        "este valor no se puede cambiar: una tupla nunca, y una lista o un diccionario no una vez cargado el archivo; cambie una copia, `list(x)`",
    ),
];

/// Sentences of the parser and of the interpreter. The first pattern that fits counts.
const SENTENCES: &[(&str, &str)] = &[
    // The parser.
    ("unexpected end of file, expected {}", "el archivo termina antes de tiempo; se esperaba {}"),
    ("unexpected end of file", "el archivo termina antes de tiempo"),
    ("unexpected {} here, expected {}", "{} no puede estar aquí; se esperaba {}"),
    (
        "unexpected {}, expected end of expression (comparisons are not associative in Starlark)",
        "{} no puede estar aquí: las comparaciones no se encadenan; escriba `a < b and b < c`",
    ),
    ("unexpected {}, expected {}", "{} no puede estar aquí; se esperaba {}"),
    ("cannot use reserved keyword `{}`", "`{}` es una palabra reservada"),
    ("f-string expression is missing closing `}`", "a una expresión de un f-string le falta el `}` que la cierra"),
    ("failed to parse integer: `{}`", "`{}` no es un número entero"),
    ("incorrect indentation", "la sangría no es correcta"),
    ("integer cannot have leading 0, got `{}`", "un número entero no empieza por 0: `{}`"),
    ("invalid input `{}`", "`{}` no puede estar aquí"),
    ("invalid string escape sequence `{}`", "`{}` no es una secuencia de escape de un texto"),
    ("missing string escape sequence, only saw `\\`", "falta el resto de la secuencia de escape tras `\\`"),
    ("tabs are not allowed", "no se admiten tabuladores; use espacios para la sangría"),
    ("unfinished string literal", "al texto le faltan las comillas que lo cierran"),
    ("left-hand-side of assignment must take the form `a`, `a.b` or `a[b]`", "solo se asigna a `a`, `a.b` o `a[b]`"),
    (
        "left-hand-side of modifying assignment cannot be a list or tuple",
        "una asignación que modifica no admite una lista ni una tupla a la izquierda",
    ),
    ("type annotations not allowed on {}", "aquí no se admiten anotaciones de tipo"),
    ("unparenthesized tuple with trailing comma", "una tupla que termina en coma va entre paréntesis"),
    ("invalid f-string conversion specifier, expected 's' or 'r'", "tras `!` se esperaba `s` o `r`"),
    ("`{}` cannot be used outside of a `for` loop", "`{}` solo se usa dentro de un `for`"),
    ("`{}` cannot be used outside of a `def` function", "`{}` solo se usa dentro de un `def`"),
    ("`{}` is not allowed in this dialect", "`{}` no existe en los archivos de problema"),
    ("duplicated parameter name", "hay dos parámetros con el mismo nombre"),
    ("positional parameter after non positional", "un parámetro sin valor por omisión va antes que los que lo tienen"),
    ("Parameter after kwargs", "tras `**kwargs` no puede haber más parámetros"),
    ("Args parameter after another args or kwargs parameter", "solo se admite un `*args`, antes de `**kwargs`"),
    ("`*` parameter must not be last", "tras `*` se esperaba un parámetro"),
    ("`*` must be followed by named parameter", "tras `*` se esperaba un parámetro"),
    ("Multiple {} in {}", "`{}` aparece más de una vez"),
    // Names.
    ("Variable `{}` not found, did you mean `{}`?", "no existe `{}`; ¿quiso decir `{}`?"),
    ("Variable `{}` not found", "no existe `{}`"),
    ("Local variable `{}` referenced before assignment", "se usa `{}` antes de darle un valor"),
    ("Module variable is not set: `{}`", "se usa `{}` antes de darle un valor"),
    (
        "Object of type `{}` has no attribute `{}`, did you mean `{}`?",
        "un valor de tipo `{}` no tiene el atributo `{}`; ¿quiso decir `{}`?",
    ),
    ("Object of type `{}` has no attribute `{}`", "un valor de tipo `{}` no tiene el atributo `{}`"),
    // Operators.
    ("Operation `(iter)` not supported on type `{}`", "un valor de tipo `{}` no se puede recorrer"),
    ("Operation `call()` not supported on type `{}`", "un valor de tipo `{}` no se puede llamar"),
    ("Operation `len()` not supported on type `{}`", "un valor de tipo `{}` no tiene longitud"),
    ("Operation `compare` not supported for types `{}` and `{}`", "los tipos `{}` y `{}` no se pueden ordenar"),
    ("Operation `{}` not supported for types `{}` and `{}`", "`{}` no existe para los tipos `{}` y `{}`"),
    ("Operation `{}` not supported on type `{}`", "`{}` no existe para el tipo `{}`"),
    ("Floor division by zero: {} // {}", "división por cero: {} // {}"),
    ("Modulo by zero: {} % {}", "división por cero: {} % {}"),
    ("float division by zero: {} / {}", "división por cero: {} / {}"),
    ("Cannot divide by zero", "división por cero"),
    ("Negative {} shift", "el desplazamiento de bits es negativo"),
    ("Negative shift count", "el desplazamiento de bits es negativo"),
    ("Integer overflow computing left shift", "el desplazamiento de bits es demasiado grande"),
    ("Integer overflow", "el número es demasiado grande"),
    ("Integer value is too big to fit in {}: {}", "el número es demasiado grande para {}: {}"),
    ("Float `{}` cannot be represented as exact integer", "`{}` no es un número entero"),
    // Calls.
    ("Missing parameter `{}` for call to `{}`", "falta el argumento `{}` en la llamada a `{}`"),
    ("Missing positional-only parameter `{}` for call to `{}`", "falta el argumento `{}` en la llamada a `{}`"),
    ("Missing named-only parameter `{}` for call to `{}`", "falta el argumento `{}=` en la llamada a `{}`"),
    ("Missing required parameter `{}`", "falta el argumento `{}`"),
    ("Found {} extra positional argument(s) for call to {}", "sobran argumentos ({}) en la llamada a {}"),
    ("Found `{}` extra named parameter(s) for call to {}", "no se esperaba el argumento `{}` en la llamada a {}"),
    (
        "Wrong number of positional arguments, expected {}, got {}",
        "número de argumentos erróneo: se esperaban {} y hay {}",
    ),
    ("Too many positional arguments", "sobran argumentos"),
    ("Unexpected parameter named `{}`", "no se esperaba el argumento `{}`"),
    ("Argument `{}` occurs more than once", "el argumento `{}` aparece más de una vez"),
    ("Value is not callable: {}", "no se puede llamar: {}"),
    ("Type `{}` is not callable", "un valor de tipo `{}` no se puede llamar"),
    ("The argument provided for *args is not iterable", "lo que sigue a `*` no se puede recorrer"),
    ("The argument provided for **kwargs is not a dictionary", "lo que sigue a `**` no es un diccionario"),
    (
        "Type of parameter `{}` doesn't match, expected `{}`, actual `{}`",
        "el argumento `{}` es de otro tipo; se esperaba `{}` y es `{}`",
    ),
    (
        "Type of parameters mismatch, expected `{}`, actual `{}`",
        "un argumento es de otro tipo; se esperaba `{}` y es `{}`",
    ),
    ("Type of parameters mismatch", "un argumento es de otro tipo"),
    ("Expected type `{}` but got `{}`", "se esperaba un valor de tipo `{}` y es `{}`"),
    ("Expected value of type `{}` but got `{}`", "se esperaba un valor de tipo `{}` y es `{}`"),
    ("Expected `{}`, but got `{}`", "se esperaba `{}` y hay `{}`"),
    ("Unpacked {} values but expected {}", "hay {} valores y se esperaban {}"),
    // Values.
    ("Index `{}` is out of bound", "no hay ningún elemento con el índice `{}`"),
    ("Key `{}` was not found", "no existe la clave `{}`"),
    ("Key `{}` not found in dictionary `{}`", "no existe la clave `{}` en el diccionario `{}`"),
    ("Dictionary key repeated for `{}`", "la clave `{}` está repetida"),
    ("Element '{}' not found in list '{}'", "el elemento «{}» no está en la lista «{}»"),
    ("Element '{}' not found in '{}'", "el elemento «{}» no está en «{}»"),
    ("Substring '{}' not found in '{}'", "el texto «{}» no está en «{}»"),
    ("Value of type `{}` is not hashable", "un valor de tipo `{}` no puede ser una clave; use una tupla"),
    (
        "This operation mutates an iterable for an iterator while iterating.",
        "no se puede cambiar una lista o un diccionario mientras se recorre",
    ),
    ("Argument is an empty iterable, max() expect a non empty iterable", "`max` y `min` necesitan al menos un valor"),
    ("Third argument of range (step) cannot be zero", "el tercer argumento de `range` no puede ser 0"),
    ("Cannot parse `{}` as an integer in base {}", "`{}` no es un número entero en base {}"),
    ("Cannot parse `{}` as an integer", "`{}` no es un número entero"),
    ("{} is not a valid base, int() base must be >= 2 and <= 36", "{} no es una base; se esperaba de 2 a 36"),
    ("{} is not a valid number: {}", "{} no es un número: {}"),
    ("Empty separator cannot be used for partitioning", "el separador no puede estar vacío"),
    ("ord(): {} is not a single character string", "`ord` espera un texto de un solo carácter, no {}"),
    ("Not enough parameters in format string", "faltan valores para el texto de `format`"),
    ("Not enough arguments for format string", "faltan valores para el texto de `%`"),
    ("Too many arguments for format string", "sobran valores para el texto de `%`"),
    ("Unsupported format character: {}", "tras `%` no se admite {}"),
    ("Incomplete format", "tras `%` falta una letra"),
    ("Cannot .popitem() on an empty dictionary", "el diccionario está vacío"),
    ("Found a non-pair element in the positional argument of dict(): {}", "`dict` espera pares; hay {}"),
    ("Too many recursion levels", "demasiados niveles de anidamiento"),
    ("Starlark call stack overflow", "demasiadas llamadas anidadas"),
];

/// What the parser calls the parts of a text.
const PARTS: &[(&str, &str)] = &[
    ("new indentation block", "un bloque con más sangría"),
    ("end of indentation block", "el final del bloque"),
    ("new line", "el final de la línea"),
    ("end of file", "el final del archivo"),
    ("keyword '{}'", "la palabra `{}`"),
    ("symbol '{}'", "el signo `{}`"),
    ("reserved keyword", "una palabra reservada"),
    ("identifier '{}'", "el nombre `{}`"),
    ("identifier", "un nombre"),
    ("integer literal '{}'", "el número `{}`"),
    ("float literal '{}'", "el número `{}`"),
    ("string literal or identifier", "un texto o un nombre"),
    ("string literal {}", "el texto {}"),
    ("string literal", "un texto"),
    ("assignment operator", "una asignación"),
    ("'in' after 'not'", "`in` tras `not`"),
    ("expression", "una expresión"),
];

/// A sentence of the interpreter in the user's language.
pub(crate) fn of_interpreter(words: &str, lang: Lang) -> String {
    let hint = HINTS.iter().find(|(pattern, ..)| open_parts(pattern, words).is_some());
    match (lang, hint) {
        (Lang::En, Some((_, hint, _))) | (Lang::Es, Some((.., hint))) => return (*hint).to_owned(),
        _ => {}
    }
    match lang {
        Lang::En => words.to_owned(),
        Lang::Es if words.starts_with("fail:") => words.to_owned(),
        Lang::Es => in_spanish(words).unwrap_or_else(|| interpreter_quoted(lang, words)),
    }
}

/// The same sentence in Spanish, if it is known.
fn in_spanish(words: &str) -> Option<String> {
    translated(SENTENCES, words, |part| translated(PARTS, part, str::to_owned).unwrap_or_else(|| part.to_owned()))
}

/// The sentence that stands for these words in a table, with what its pattern leaves open.
fn translated(table: &[(&str, &str)], words: &str, open: impl Fn(&str) -> String) -> Option<String> {
    table.iter().find_map(|(pattern, sentence)| {
        let found = open_parts(pattern, words)?;
        let mut pieces = sentence.split("{}");
        let first = pieces.next()?.to_owned();
        Some(found.iter().zip(pieces).fold(first, |text, (part, piece)| text + &open(part) + piece))
    })
}

/// What stands where a pattern has `{}`, each as short as it can be but the last.
fn open_parts<'w>(pattern: &str, words: &'w str) -> Option<Vec<&'w str>> {
    let mut fixed = pattern.split("{}");
    let mut rest = words.strip_prefix(fixed.next()?)?;
    let mut fixed = fixed.peekable();
    let mut found = Vec::new();
    while let Some(piece) = fixed.next() {
        let end = match fixed.peek() {
            None => rest.len() - rest.strip_suffix(piece).map(|_| piece.len())?,
            Some(_) => rest.find(piece)?,
        };
        found.push(&rest[..end]);
        rest = &rest[end + piece.len()..];
    }
    rest.is_empty().then_some(found)
}

#[cfg(test)]
mod tests {
    use hueco_script::ProblemFile;

    use super::*;
    use crate::Say;

    /// What a line of a problem file is answered with, in Spanish.
    fn answered(line: &str) -> String {
        let error = ProblemFile::load("t.star", line, &[]).expect_err(line);
        error.mistake.say(Lang::Es)
    }

    #[test]
    fn mistakes_are_worded_in_spanish() {
        for (line, words) in [
            ("x = (1,", "el final de la línea no puede estar aquí; se esperaba el signo `)`"),
            ("x = 1 2", "el número `2` no puede estar aquí"),
            ("x = ]", "el signo `]` no puede estar aquí; se esperaba una expresión"),
            ("def f(:\n  pass", "el signo `:` no puede estar aquí; se esperaba"),
            ("x = 0 < 1 < 2", "las comparaciones no se encadenan"),
            ("try: pass", "`try` es una palabra reservada"),
            ("def f():\n\tpass", "no se admiten tabuladores"),
            ("def f():\n    x = 1\n  y = 2", "la sangría no es correcta"),
            ("x = 'abc", "faltan las comillas que lo cierran"),
            ("x = 012", "no empieza por 0"),
            ("x = $", "`$` no puede estar aquí"),
            ("f() = 1", "solo se asigna a `a`, `a.b` o `a[b]`"),
            ("break", "`break` solo se usa dentro de un `for`"),
            ("return 1", "`return` solo se usa dentro de un `def`"),
            ("def f(a, a): pass", "hay dos parámetros con el mismo nombre"),
            ("def f(a=1, b): pass", "va antes que los que lo tienen"),
            ("x = stra", "no existe `stra`; ¿quiso decir `str`?"),
            ("x = nothing_like_it", "no existe `nothing_like_it`"),
            ("def f():\n  y = x\n  x = 1\n  return y\nf()", "se usa `x` antes de darle un valor"),
            ("x = (1, 2).append(3)", "un valor de tipo `tuple` no tiene el atributo `append`"),
            ("x = [].apend(3)", "¿quiso decir `append`?"),
            ("x = 1 + 'a'", "`+` no existe para los tipos `int` y `string`"),
            ("x = 'a' - 'b'", "`-` no existe para los tipos `string` y `string`"),
            ("x = -'a'", "no existe para el tipo `string`"),
            ("x = 1 < 'a'", "los tipos `int` y `string` no se pueden ordenar"),
            ("x = 3 in 4", "`in` no existe para los tipos"),
            ("for i in 3: pass", "un valor de tipo `int` no se puede recorrer"),
            ("x = 3()", "no se puede llamar"),
            ("x = len(3)", "un valor de tipo `int` no tiene longitud"),
            ("x = 1 // 0", "división por cero: 1 // 0"),
            ("x = 1 % 0", "división por cero: 1 % 0"),
            ("x = 1 / 0", "división por cero"),
            ("x = 1 << -1", "el desplazamiento de bits es negativo"),
            ("def f(a): return a\nf()", "falta el argumento `a` en la llamada a `t.star.f`"),
            ("def f(a): return a\nf(1, 2)", "sobran argumentos (1) en la llamada a t.star.f"),
            ("def f(a): return a\nf(1, b=2)", "no se esperaba el argumento `b` en la llamada a t.star.f"),
            ("def f(a): return a\nf(1, a=2)", "el argumento `a` aparece más de una vez"),
            ("x = len()", "número de argumentos erróneo"),
            ("x = range('a')", "se esperaba"),
            ("a, b = (1, 2, 3)", "hay 3 valores y se esperaban 2"),
            ("a, b = 7", "un valor de tipo `int` no tiene longitud"),
            ("x = [1][5]", "no hay ningún elemento con el índice `5`"),
            ("x = (1,)['a']", "se esperaba"),
            ("x = {}['a']", "no existe la clave `\"a\"`"),
            ("x = {[]: 1}", "un valor de tipo `list` no puede ser una clave"),
            ("x = {1: 1, 1: 2}", "la clave `1` está repetida"),
            ("x = [1].index(2)", "no está en"),
            ("x = 'a'.index('b')", "no está en"),
            ("def f(l):\n  for i in l: l.append(i)\nf([1])", "mientras se recorre"),
            ("x = max([])", "necesitan al menos un valor"),
            ("x = range(1, 2, 0)", "no puede ser 0"),
            ("x = int('a')", "`a` no es un número entero"),
            ("x = float('a')", "no es un número"),
            ("x = '%d %d' % (1,)", "faltan valores para el texto de `%`"),
            ("x = '%d' % (1, 2)", "sobran valores para el texto de `%`"),
            ("x = '{} {}'.format(1)", "faltan valores para el texto de `format`"),
            ("x = '%q' % 1", "tras `%` no se admite"),
            ("x = ord('ab')", "un solo carácter"),
        ] {
            let answer = answered(line);
            assert!(answer.contains(words) && !answer.contains("el intérprete dice"), "{line:?}: {answer}");
        }
    }

    #[test]
    fn habits_of_python_are_answered_with_what_to_write_here() {
        let lines = [
            "while True: pass",
            "import os",
            "x = 1 is 2",
            "class A: pass",
            "print(1)",
            "x = set([1])",
            "for c in 'abc': pass",
            "def f(s):\n  s[0] = 1\nf((1, 2))",
        ];
        assert_eq!(lines.len(), HINTS.len());
        for (line, (_, english, spanish)) in lines.iter().zip(HINTS) {
            let error = ProblemFile::load("t.star", line, &[]).expect_err(line);
            assert!(error.mistake.say(Lang::En).ends_with(english), "{line:?}: {}", error.mistake.say(Lang::En));
            assert!(error.mistake.say(Lang::Es).ends_with(spanish), "{line:?}: {}", error.mistake.say(Lang::Es));
        }
    }

    #[test]
    fn what_the_file_says_stays_and_what_is_unknown_is_quoted() {
        assert_eq!(answered("fail('aquí', (1, 2))"), "fail: aquí (1, 2)");
        assert_eq!(of_interpreter("Something new", Lang::Es), "el intérprete dice: «Something new»");
        assert_eq!(of_interpreter("Something new", Lang::En), "Something new");
    }

    #[test]
    fn every_sentence_puts_back_what_its_pattern_takes() {
        for (pattern, sentence) in SENTENCES.iter().chain(PARTS) {
            let open = |text: &str| text.matches("{}").count();
            assert!(open(sentence) <= open(pattern), "{sentence}");
            let words = pattern.replace("{}", "α");
            assert!(
                open_parts(pattern, &words).is_some_and(|found| found.iter().all(|part| *part == "α")),
                "{pattern}"
            );
        }
    }
}
