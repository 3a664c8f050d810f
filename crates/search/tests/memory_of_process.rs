//! The account a search keeps of its memory, against what the process really took. Alone in its file, so that nothing
//! else allocates meanwhile.
#![cfg(target_os = "linux")]

use hueco_search::{BestFirst, Budget, Cost, Ending, Problem, Search, Ties};

/// Every number below 2^22, from 1, by doubling and doubling plus one.
struct Tree;

const SIZE: u64 = 1 << 22;

impl Problem for Tree {
    type State = u64;
    type Action = u8;
    type Actions = std::vec::IntoIter<(u8, Cost)>;

    fn start(&self) -> u64 {
        1
    }

    fn is_goal(&self, _: &u64) -> bool {
        false
    }

    fn actions(&self, number: &u64, _: Option<u8>) -> Self::Actions {
        let steps = if *number < SIZE / 2 { vec![(0, 1), (1, 1)] } else { Vec::new() };
        steps.into_iter()
    }

    fn apply(&self, number: &mut u64, step: u8) {
        *number = 2 * *number + u64::from(step);
    }
}

/// Bytes in memory now.
fn resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    text.split_whitespace().nth(1)?.parse::<u64>().ok().map(|pages| pages * 4096)
}

/// The most bytes in memory at once, ever.
fn most_resident() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

#[test]
fn the_account_is_what_the_process_takes() {
    let Some(before) = resident() else { return eprintln!("no /proc/self/statm here: nothing to compare with") };
    let mut search = BestFirst::uniform_cost(&Tree, Ties::Fifo);
    let report = search.run(&mut (), &mut Budget::unlimited());
    let Some(most) = most_resident() else { return eprintln!("no VmHWM here: nothing to compare with") };
    assert_eq!((report.ending, report.stats.generated), (Ending::Unsolvable, SIZE - 1));
    let (taken, account) = (most - before, report.stats.peak_bytes);
    eprintln!("the process took {taken} bytes, the account says {account}");
    assert!(taken * 10 <= account * 12, "the process took {taken} bytes, the account says {account}");
    assert!(account * 10 <= taken * 12, "the process took {taken} bytes, the account says {account}");
}
