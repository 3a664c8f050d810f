use proptest::prelude::*;

use super::*;

fn parse(text: &str) -> Formula {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn fault(text: &str) -> (usize, usize, FormulaFault) {
    let error = text.parse::<Formula>().expect_err(text);
    (error.at, error.length, error.fault)
}

const MEASURES: Measures = Measures {
    misplaced: 5,
    manhattan: 10,
    linear_conflict: 14,
    direct_reversals: 16,
    inversion: 9,
    walking: 12,
    blank: 2,
};

#[test]
fn values_are_those_of_arithmetic() {
    for (text, value) in [
        ("manhattan", 10),
        ("manhattan + 2*reversals", 16),
        ("manhattan+conflicts - linear-conflict", 0),
        ("manhattan-misplaced", 5),
        ("(misplaced + blank) / 2", 3),
        ("misplaced + blank / 2", 6),
        ("misplaced - blank - 1", 2),
        ("misplaced - (blank - 1)", 4),
        ("12 / 2 / 3", 2),
        ("12 / (4 / 2)", 6),
        ("-manhattan", 0),
        ("--manhattan", 10),
        ("3 - -2", 5),
        ("max(walking, inversions, 11)", 12),
        ("min(walking-distance, inversion)", 9),
        ("abs(blank - misplaced)", 3),
        ("0.29 * 100", 29),
        ("manhattan / 3 * 3", 10),
        ("1.999999", 1),
        ("misplaced / (blank - 2)", 0),
        ("blind", 0),
        ("999999999 * 999999999 * 999999999", Formula::LARGEST),
    ] {
        assert_eq!(parse(text).estimate(&MEASURES), value, "{text}");
    }
}

#[test]
fn errors_know_their_place() {
    use FormulaFault as F;
    let expected = |wanted| F::Expected { wanted };
    for (text, error) in [
        ("", (0, 1, expected(Wanted::Value))),
        ("manhattan +", (11, 1, expected(Wanted::Value))),
        ("manhattan 2", (10, 1, expected(Wanted::Operator))),
        ("(manhattan", (10, 1, expected(Wanted::Closing))),
        ("max(manhattan", (13, 1, expected(Wanted::CommaOrClosing))),
        ("max manhattan", (4, 1, expected(Wanted::Opening))),
        ("max()", (4, 1, expected(Wanted::Value))),
        ("2 * reversal", (4, 8, F::Unknown { name: "reversal".into() })),
        ("é + distancia", (0, 1, F::Unknown { name: "é".into() })),
        ("1 + misplaced-blank", (4, 15, F::Ambiguous)),
        ("manhattan ^ 2", (10, 1, F::Character { found: '^' })),
        ("abs(1, 2)", (5, 1, F::OneArgument)),
        ("manhattan / 0.0", (12, 3, F::DivisionByZero)),
        ("1.", (2, 1, expected(Wanted::Digit))),
        ("1 + 1234567890", (4, 10, F::Digits { whole: 9, decimals: 6 })),
    ] {
        assert_eq!(fault(text), error, "{text}");
    }
}

#[test]
fn hyphens_join_only_names_that_mean_nothing_else() {
    assert_eq!(parse("linear-conflict-manhattan"), parse("linear-conflict - manhattan"));
    assert_eq!(parse("manhattan-linear-conflict"), parse("manhattan - linear-conflict"));
    assert_eq!(parse("misplaced -blank"), parse("misplaced - blank"));
    assert!(matches!(fault("linear-conflicts").2, FormulaFault::Unknown { .. }));
}

#[test]
fn sizes_are_limited() {
    let deep = |n| format!("{}1{}", "(".repeat(n), ")".repeat(n));
    assert!(deep(Formula::MAX_DEPTH).parse::<Formula>().is_ok());
    assert!(matches!(fault(&deep(Formula::MAX_DEPTH + 1)).2, FormulaFault::TooDeep { .. }));
    let parts = |n: usize| vec!["1"; n].join("+");
    assert!(parts(Formula::MAX_PARTS / 2).parse::<Formula>().is_ok());
    assert!(matches!(fault(&parts(Formula::MAX_PARTS / 2 + 1)).2, FormulaFault::TooManyParts { .. }));
    assert!(matches!(fault(&"-".repeat(900)).2, FormulaFault::TooManyParts { .. }));
    let error = "1".repeat(1_000_000).parse::<Formula>().unwrap_err();
    assert_eq!((error.text.as_str(), error.fault), ("", FormulaFault::TooLong { limit: Formula::MAX_LENGTH }));
    // Short enough as it stands, but not with the spaces of the canonical text.
    let tight = vec!["999999999"; 99].join("+");
    assert!(tight.len() < Formula::MAX_LENGTH);
    assert!(matches!(fault(&tight).2, FormulaFault::TooLong { .. }));
}

#[test]
fn only_what_is_seen_to_be_admissible_counts_as_such() {
    use Quality::{Admissible, Consistent, Inadmissible};
    for (text, quality) in [
        ("manhattan", Consistent),
        ("(walking)", Consistent),
        ("max(manhattan, inversions, blank)", Consistent),
        ("max(linear-conflict, conflicts)", Admissible),
        ("min(manhattan, 7 * misplaced)", Admissible),
        ("min(manhattan, walking)", Consistent),
        ("max(manhattan, 1)", Inadmissible),
        ("manhattan + conflicts", Inadmissible),
        ("direct-reversals", Inadmissible),
        ("0", Consistent),
        ("1", Inadmissible),
    ] {
        assert_eq!(parse(text).quality(), quality, "{text}");
    }
}

fn expressions() -> impl Strategy<Value = Expression> {
    let number = prop_oneof![0..20_u64, Just(500_000), 0..3_000_000_u64, Just(1_000_000)];
    let leaf = prop_oneof![
        number.prop_map(|n| Expression::Number(Number(n))),
        (0..Feature::ALL.len()).prop_map(|index| Expression::Feature(Feature::ALL[index].1)),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let operators = [Operator::Plus, Operator::Minus, Operator::Times, Operator::Over];
        prop_oneof![
            3 => (0..4_usize, inner.clone(), inner.clone()).prop_filter_map("no division by zero", move |(at, a, b)| {
                let zero = operators[at] == Operator::Over && b == Expression::Number(Number(0));
                (!zero).then(|| Expression::Joined(operators[at], Box::new(a), Box::new(b)))
            }),
            1 => inner.clone().prop_map(|a| Expression::Negated(Box::new(a))),
            1 => inner.clone().prop_map(|a| Expression::Called(Function::Abs, vec![a])),
            1 => prop::collection::vec(inner.clone(), 1..4).prop_map(|a| Expression::Called(Function::Max, a)),
            1 => prop::collection::vec(inner, 1..4).prop_map(|a| Expression::Called(Function::Min, a)),
        ]
    })
}

/// The value as an unreduced fraction, or `None` where it outgrows 128 bits or the bounds of exact work.
fn naive(expression: &Expression, measures: &Measures) -> Option<(i128, i128)> {
    let bounded = |(n, d): (i128, i128)| {
        let (mut a, mut b) = (n.abs(), d);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let (n, d) = (n / a.max(1), d / a.max(1));
        (d <= fraction::FINEST.into() && n.abs() <= d * i128::from(fraction::LARGEST)).then_some((n, d))
    };
    let pick = |list: &[Expression], larger: bool| {
        let mut best: Option<(i128, i128)> = None;
        for argument in list {
            let (n, d) = naive(argument, measures)?;
            let better = best.is_none_or(|(bn, bd)| if larger { n * bd > bn * d } else { n * bd < bn * d });
            best = if better { Some((n, d)) } else { best };
        }
        best
    };
    match expression {
        Expression::Number(number) => bounded((number.0.into(), MILLION.into())),
        Expression::Feature(feature) => Some((measures.of(*feature).into(), 1)),
        Expression::Negated(inner) => naive(inner, measures).map(|(n, d)| (-n, d)),
        Expression::Joined(operator, left, right) => {
            let ((a, b), (c, d)) = (naive(left, measures)?, naive(right, measures)?);
            bounded(match operator {
                Operator::Plus => (a * d + c * b, b * d),
                Operator::Minus => (a * d - c * b, b * d),
                Operator::Times => (a * c, b * d),
                Operator::Over if c == 0 => (0, 1),
                Operator::Over => (a * d * c.signum(), b * c.abs()),
            })
        }
        Expression::Called(Function::Abs, list) => naive(&list[0], measures).map(|(n, d)| (n.abs(), d)),
        Expression::Called(Function::Max, list) => pick(list, true),
        Expression::Called(Function::Min, list) => pick(list, false),
    }
}

proptest! {
    #[test]
    fn what_is_printed_is_read_as_the_same(expression in expressions()) {
        let formula = Formula(expression);
        prop_assume!(formula.to_string().len() <= Formula::MAX_LENGTH);
        prop_assert_eq!(formula.to_string().parse::<Formula>(), Ok(formula));
    }

    #[test]
    fn values_equal_a_naive_evaluation(
        expression in expressions(),
        counts in prop::array::uniform7(0..60_u32),
    ) {
        let [misplaced, manhattan, conflicts, reversals, inversion, walking, blank] = counts;
        let (linear_conflict, direct_reversals) = (manhattan + 2 * conflicts, manhattan + 2 * reversals);
        let measures =
            Measures { misplaced, manhattan, linear_conflict, direct_reversals, inversion, walking, blank };
        if let Some((n, d)) = naive(&expression, &measures) {
            let expected = n.div_euclid(d).clamp(0, Formula::LARGEST.into()) as Cost;
            prop_assert_eq!(Formula(expression).estimate(&measures), expected);
        }
    }
}
