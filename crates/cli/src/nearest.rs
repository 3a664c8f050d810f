//! The nearest of several names to a misspelt one.

/// The name that takes the fewest changes to reach, if that is at most one change in three letters.
pub(crate) fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.to_lowercase().chars().take(64).collect();
    let changes = |name: &str| changes(&word, &name.chars().collect::<Vec<_>>());
    let (count, name) = names.into_iter().map(|name| (changes(name), name)).min_by_key(|&(count, _)| count)?;
    (count * 3 <= name.chars().count()).then_some(name)
}

/// How many letters must be added, dropped, replaced or exchanged with their neighbour.
fn changes(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for (i, from) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, to) in b.iter().enumerate() {
            let replaced = rows[i][j] + usize::from(from != to);
            let mut fewest = replaced.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *from == b[j - 1] && a[i - 1] == *to {
                fewest = fewest.min(rows[i - 1][j - 1] + 1);
            }
            row.push(fewest);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_has_a_nearest_one() {
        let names = ["korf15", "korf24", "hardest15", "deepcubea35", "deepcubea48"];
        for (word, meant) in [
            ("korf51", Some("korf15")),
            ("Korf15", Some("korf15")),
            ("korf", Some("korf15")),
            ("hardets15", Some("hardest15")),
            ("deepcube48", Some("deepcubea48")),
            ("boards", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, names), meant, "{word}");
        }
        assert_eq!(nearest("x", []), None);
    }
}
