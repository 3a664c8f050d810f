//! Sums that follow from others. Add and subtract the lines of a magic square of order 4 in the right way and the four
//! corners must make 34 too, and so must the four cells in the middle. Nobody wrote these down as rules, but they prune
//! like rules: with them the count of all such squares takes half the nodes.
//!
//! Every way of adding and subtracting a few exact sums is tried, each used at most once. What is kept has equal factors
//! (so that dividing leaves a plain sum) and no more cells than the longest of the sums it came from.

use std::collections::BTreeSet;

/// With more sums than this there are too many ways to try: three to the power of their count, halved.
const MAX_SUMS: usize = 10;
/// The same for cells.
const MAX_VARIABLES: usize = 64;

/// A plain sum: its variables, ascending, and its value.
pub(crate) type Plain = (Vec<u16>, i64);

/// The plain sums that follow from `sums`, shortest first, not more than there are of those; none where there are too
/// many to look through.
pub(crate) fn implied(sums: &[Plain]) -> Vec<Plain> {
    let variables: Vec<u16> =
        sums.iter().flat_map(|sum| &sum.0).copied().collect::<BTreeSet<_>>().into_iter().collect();
    if !(2..=MAX_SUMS).contains(&sums.len()) || variables.len() > MAX_VARIABLES {
        return Vec::new();
    }
    let mut rows = Vec::with_capacity(sums.len());
    for (members, value) in sums {
        let mut factors = [0i8; MAX_VARIABLES];
        for (place, variable) in variables.iter().enumerate() {
            factors[place] = i8::from(members.contains(variable));
        }
        rows.push((factors, *value));
    }
    let longest = sums.iter().map(|sum| sum.0.len()).max().unwrap_or(0);
    let known: BTreeSet<&[u16]> = sums.iter().map(|sum| sum.0.as_slice()).collect();
    let mut found = BTreeSet::new();
    combine(&rows, [0; MAX_VARIABLES], 0, false, &mut |factors, value| {
        if let Some((places, value)) = plain(factors, value, longest) {
            let members: Vec<u16> = places.iter().map(|&place| variables[place]).collect();
            if !known.contains(members.as_slice()) {
                found.insert((members.len(), members, value));
            }
        }
    });
    found.into_iter().take(sums.len()).map(|(_, members, value)| (members, value)).collect()
}

type Factors = [i8; MAX_VARIABLES];

/// Shows every way of adding and subtracting the rows. A way and its opposite say the same: the first row that is used is
/// added.
fn combine(rows: &[(Factors, i64)], factors: Factors, value: i64, used: bool, show: &mut impl FnMut(&Factors, i64)) {
    let Some(((row, row_value), others)) = rows.split_first() else {
        return show(&factors, value);
    };
    combine(others, factors, value, used, show);
    combine(others, std::array::from_fn(|i| factors[i] + row[i]), value + row_value, true, show);
    if used {
        combine(others, std::array::from_fn(|i| factors[i] - row[i]), value - row_value, true, show);
    }
}

/// The places of a sum whose factors are all equal, and its value for factors of one.
fn plain(factors: &Factors, value: i64, longest: usize) -> Option<(Vec<usize>, i64)> {
    let factor = *factors.iter().find(|&&factor| factor != 0)?;
    if factors.iter().any(|&other| other != 0 && other != factor) {
        return None;
    }
    let places: Vec<usize> = (0..MAX_VARIABLES).filter(|&place| factors[place] != 0).collect();
    // A value that does not divide is a contradiction; the sums it came from will meet it.
    let divides = value % i64::from(factor) == 0;
    (places.len() <= longest && divides).then(|| (places, value / i64::from(factor)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn magic(order: u16, value: i64) -> Vec<Plain> {
        let row = |i: u16| (0..order).map(|j| i * order + j).collect::<Vec<_>>();
        let column = |j: u16| (0..order).map(|i| i * order + j).collect();
        let mut sums: Vec<Plain> = (0..order).map(|i| (row(i), value)).collect();
        sums.extend((0..order).map(|j| (column(j), value)));
        sums.push(((0..order).map(|i| i * order + i).collect(), value));
        sums.push(((0..order).map(|i| (i + 1) * (order - 1)).collect(), value));
        sums
    }

    #[test]
    fn the_middle_of_the_small_square_is_a_third() {
        assert_eq!(implied(&magic(3, 15))[0], (vec![4], 5));
    }

    #[test]
    fn corners_and_middle_of_the_square_of_order_4() {
        let found = implied(&magic(4, 34));
        for members in [vec![0, 3, 12, 15], vec![5, 6, 9, 10], vec![1, 2, 13, 14], vec![4, 7, 8, 11]] {
            assert!(found.contains(&(members, 34)), "{found:?}");
        }
    }

    #[test]
    fn too_many_sums_are_left_alone() {
        assert!(implied(&magic(5, 65)).is_empty());
        assert!(implied(&[]).is_empty());
    }
}
