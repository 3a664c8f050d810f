//! What is wrong with a formula, and where: a sentence, the text, and carets under the place.

use hueco_tiles::heuristic::{Feature, FormulaError, FormulaFault, Wanted};

use crate::catalogue::messages;
use crate::{Lang, Say, suggested};

messages! {
    formula_at(position, fault) {
        en: "character {position}: {fault}",
        es: "carácter {position}: {fault}",
    }
    formula_unknown(name, names) {
        en: "unknown feature or function `{name}`; expected one of: {names}",
        es: "característica o función desconocida: `{name}`; se esperaba una de: {names}",
    }
    formula_ambiguous {
        en: "is this a difference? Then `misplaced - blank`; the heuristic is `misplaced + min(blank, 1)`",
        es: "¿es una resta? Entonces `misplaced - blank`; la heurística es `misplaced + min(blank, 1)`",
    }
    formula_character(found) {
        en: "`{found}` means nothing in a formula",
        es: "`{found}` no significa nada en una fórmula",
    }
    formula_wanted_value {
        en: "expected a feature, a number, max, min, abs or `(`",
        es: "se esperaba una característica, un número, max, min, abs o `(`",
    }
    formula_wanted_operator {
        en: "expected an operator or nothing more",
        es: "se esperaba un operador o nada más",
    }
    formula_wanted_closing {
        en: "expected an operator or `)`",
        es: "se esperaba un operador o `)`",
    }
    formula_wanted_comma {
        en: "expected an operator, `,` or `)`",
        es: "se esperaba un operador, `,` o `)`",
    }
    formula_wanted_opening {
        en: "expected `(` after the function",
        es: "se esperaba `(` después de la función",
    }
    formula_wanted_digit {
        en: "expected a digit after the point",
        es: "se esperaba una cifra después del punto",
    }
    formula_digits(whole: digits, decimals) {
        en: "a constant has at most {whole} before the point and {decimals} after it",
        es: "una constante tiene como máximo {whole} antes del punto y {decimals} después",
    }
    formula_one_argument {
        en: "abs takes one value",
        es: "abs toma un solo valor",
    }
    formula_division {
        en: "division by zero",
        es: "división por cero",
    }
    formula_too_long(limit: characters) {
        en: "a formula has at most {limit}",
        es: "una fórmula tiene como máximo {limit}",
    }
    formula_too_many(limit: parts) {
        en: "a formula has at most {limit}: numbers, features, signs and functions together",
        es: "una fórmula tiene como máximo {limit}: números, características, signos y funciones en total",
    }
    formula_too_deep(limit: parentheses) {
        en: "at most {limit} can be nested",
        es: "se pueden anidar como máximo {limit}",
    }
}

/// The sentence, then the text with carets under the place.
impl Say for FormulaError {
    fn say(&self, lang: Lang) -> String {
        let sentence = formula_at(lang, self.at + 1, self.fault.say(lang));
        if self.text.is_empty() {
            return sentence;
        }
        // Line breaks and the like would tear text and carets apart.
        let shown: String = self.text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let (before, carets) = (" ".repeat(self.at), "^".repeat(self.length));
        format!("{sentence}\n  {}\n  {before}{carets}", shown.trim_end())
    }
}

impl Say for FormulaFault {
    fn say(&self, lang: Lang) -> String {
        let words = match self {
            Self::Unknown { name } => {
                let features = Feature::ALL.iter().map(|(name, _)| *name);
                let names: Vec<&str> = features.chain(["max", "min", "abs"]).collect();
                return suggested(formula_unknown(lang, name, names.join(", ")), name, names, lang);
            }
            Self::Character { found } => return formula_character(lang, found.escape_debug()),
            Self::Digits { whole, decimals } => return formula_digits(lang, whole, decimals),
            Self::TooLong { limit } => return formula_too_long(lang, limit),
            Self::TooManyParts { limit } => return formula_too_many(lang, limit),
            Self::TooDeep { limit } => return formula_too_deep(lang, limit),
            Self::Ambiguous => formula_ambiguous,
            Self::OneArgument => formula_one_argument,
            Self::DivisionByZero => formula_division,
            Self::Expected { wanted } => match wanted {
                Wanted::Value => formula_wanted_value,
                Wanted::Operator => formula_wanted_operator,
                Wanted::Closing => formula_wanted_closing,
                Wanted::CommaOrClosing => formula_wanted_comma,
                Wanted::Opening => formula_wanted_opening,
                Wanted::Digit => formula_wanted_digit,
            },
        };
        words(lang).to_owned()
    }
}

#[cfg(test)]
mod tests {
    use hueco_tiles::heuristic::Formula;

    use super::*;

    #[test]
    fn carets_stand_under_the_place() {
        let said = |text: &str, lang| text.parse::<Formula>().unwrap_err().say(lang);
        let text = said("manhattan + 2*reversal", Lang::En);
        assert!(text.starts_with("character 15: unknown feature or function `reversal`"), "{text}");
        assert!(text.ends_with("\n  manhattan + 2*reversal\n                ^^^^^^^^"), "{text}");
        let text = said("(manhattan\t+ 1", Lang::Es);
        assert!(text.ends_with("\n  (manhattan + 1\n                ^"), "{text}");
        assert_eq!(said("\u{1b}", Lang::En).matches('\u{1b}').count(), 0);
    }
}
