//! The nearest of several names to a misspelt one: what follows "Did you mean".
//!
//! One measure for commands, options and values: the number of letters that were added, left out, replaced or swapped with
//! their neighbour. Capitals do not count.

/// The longest word that is compared: a longer one is no slip of the finger.
const LONGEST: usize = 64;
/// The shortest beginning of a name that stands for it.
const SHORTEST_BEGINNING: usize = 3;

/// The name that was probably meant: the only one that begins with what was typed, or the nearest within a slip or two.
/// Of names that are equally near, the one with the longest common beginning, then the first.
pub fn nearest<'a>(typed: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = letters(typed);
    if typed.len() < 2 || typed.len() > LONGEST {
        return None;
    }
    let names: Vec<(&str, Vec<char>)> = names.into_iter().map(|name| (name, letters(name))).collect();
    let mut longer = names.iter().filter(|(_, spelt)| spelt.starts_with(&typed)).map(|(name, _)| *name);
    if let (Some(only), None) = (longer.next(), longer.next())
        && typed.len() >= SHORTEST_BEGINNING
    {
        return Some(only);
    }
    let allowed = 1 + (typed.len() - 1) / 4;
    names
        .iter()
        .map(|(name, spelt)| (distance(&typed, spelt), usize::MAX - common_beginning(&typed, spelt), *name))
        .filter(|(distance, ..)| *distance <= allowed)
        .min_by_key(|&(distance, unlike, _)| (distance, unlike))
        .map(|(.., name)| name)
}

fn letters(word: &str) -> Vec<char> {
    // One more than is compared, so that a word of any length is cheap to refuse.
    word.chars().take(LONGEST + 1).flat_map(char::to_lowercase).collect()
}

fn common_beginning(a: &[char], b: &[char]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// Optimal string alignment: no letter is changed twice.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before_last[j - 2] + 1);
            }
            row.push(least);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMANDS: [&str; 9] =
        ["solve", "serve", "sums", "tree", "trace", "tables", "compare", "completions", "check"];

    fn measured(a: &str, b: &str) -> usize {
        distance(&letters(a), &letters(b))
    }

    #[test]
    fn a_swap_of_neighbours_is_one_slip() {
        assert_eq!(measured("sovle", "solve"), 1);
        assert_eq!(measured("sovle", "serve"), 3);
        assert_eq!(measured("", "abc"), 3);
        assert_eq!(measured("ca", "abc"), 3);
        assert_eq!(measured("manhattan", "manhatan"), 1);
    }

    #[test]
    fn the_nearest_is_meant() {
        for (typed, meant) in [
            ("sovle", "solve"),
            ("slove", "solve"),
            ("tabels", "tables"),
            ("tabel", "tables"),
            ("TREE", "tree"),
            ("trase", "trace"),
            ("compar", "compare"),
            ("comple", "completions"),
        ] {
            assert_eq!(nearest(typed, COMMANDS), Some(meant), "{typed}");
        }
    }

    #[test]
    fn what_is_like_nothing_has_no_nearest() {
        for typed in ["", "s", "xyz", "comp", "play", "--", "\u{1f9e9}\u{1f9e9}"] {
            assert_eq!(nearest(typed, COMMANDS), None, "{typed}");
        }
        assert_eq!(nearest(&"solve".repeat(100_000), COMMANDS), None);
        assert_eq!(nearest("solve", []), None);
    }

    #[test]
    fn of_equally_near_names_the_one_with_the_longer_beginning() {
        assert_eq!(nearest("ex", ["xx", "es", "en"]), Some("es"));
    }
}
