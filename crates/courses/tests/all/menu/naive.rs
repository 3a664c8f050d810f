//! The `menu` program again, from its document alone and as plainly as possible: vectors, text, one list of everything
//! that was ever pushed, nothing of the library. It is slow, and it is what the library is compared with.

const GOAL: [i32; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

type Board = Vec<i32>;

pub(crate) fn g(board: &Board) -> i32 {
    let mut count = 0;
    for cell in 0..9 {
        if board[cell] != 0 && board[cell] != GOAL[cell] {
            count += 1;
        }
    }
    count
}

pub(crate) fn h(board: &Board) -> i32 {
    let mut sum = 0;
    for (cell, &place) in board.iter().enumerate() {
        if place != 0 {
            let (row, col) = (cell as i32 / 3, cell as i32 % 3);
            sum += (row - place / 3).abs() + (col - place % 3).abs();
        }
    }
    sum
}

pub(crate) fn d(board: &Board) -> i32 {
    let mut pairs = 0;
    for row in 0..3 {
        for col in 0..3 {
            for (other_row, other_col) in [(row, col + 1), (row + 1, col)] {
                if other_row > 2 || other_col > 2 {
                    continue;
                }
                let (a, b) = (3 * row + col, 3 * other_row + other_col);
                let mut swapped = board.clone();
                swapped.swap(a, b);
                if board[a] != GOAL[a] && board[b] != GOAL[b] && swapped[a] == GOAL[a] && swapped[b] == GOAL[b] {
                    pairs += 1;
                }
            }
        }
    }
    2 * pairs
}

fn children(board: &Board) -> Vec<Board> {
    let blank = board.iter().position(|&n| n == 0).unwrap() as i32;
    let (row, col) = (blank / 3, blank % 3);
    let mut found = Vec::new();
    for (r, c) in [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)] {
        if (0..3).contains(&r) && (0..3).contains(&c) {
            let mut child = board.clone();
            child.swap(blank as usize, (3 * r + c) as usize);
            found.push(child);
        }
    }
    found
}

/// Whether `a` is pushed before `b`.
fn before(option: i32, a: &Board, b: &Board) -> bool {
    if option == 2 && g(a) != g(b) {
        return g(a) > g(b);
    }
    if option == 3 && h(a) != h(b) {
        return h(a) > h(b);
    }
    if option == 4 {
        let (fa, fb) = (g(a) + h(a), g(b) + h(b));
        if fa != fb {
            return fa > fb;
        }
        if d(a) != d(b) {
            return d(a) < d(b);
        }
    }
    for cell in 0..9 {
        if a[cell] != b[cell] {
            return a[cell] > b[cell];
        }
    }
    false
}

pub(crate) fn solvable(board: &Board) -> bool {
    let tiles: Vec<i32> = board.iter().copied().filter(|&n| n != 0).collect();
    let mut inversions = 0;
    for i in 0..8 {
        for j in i + 1..8 {
            if tiles[i] > tiles[j] {
                inversions += 1;
            }
        }
    }
    inversions % 2 == 0
}

pub(crate) fn steps(option: i32, start: &Board) -> Vec<Board> {
    let mut stack = vec![start.clone()];
    let mut pushed: std::collections::BTreeSet<Board> = stack.iter().cloned().collect();
    let mut steps = Vec::new();
    while let Some(board) = stack.pop() {
        steps.push(board.clone());
        if board == GOAL {
            break;
        }
        let mut fresh: Vec<Board> = children(&board).into_iter().filter(|child| !pushed.contains(child)).collect();
        // The first to push is looked for again and again.
        while !fresh.is_empty() {
            let mut first = 0;
            for i in 1..fresh.len() {
                if before(option, &fresh[i], &fresh[first]) {
                    first = i;
                }
            }
            let child = fresh.remove(first);
            pushed.insert(child.clone());
            stack.push(child);
        }
    }
    steps
}

/// The output file for a well-formed input.
pub(crate) fn run(input: &str) -> String {
    let numbers: Vec<i32> = input.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let mut next = numbers.into_iter();
    let mut board: Option<Board> = None;
    let mut file = String::new();
    while let Some(option) = next.next() {
        match option {
            1 => board = Some(next.by_ref().take(9).collect()),
            5 => break,
            _ => match &board {
                Some(board) if solvable(board) => {
                    file += ["PIEZAS", "SUMAS", "REGRESOS"][option as usize - 2];
                    file += "\n\n";
                    let steps = steps(option, board);
                    for step in &steps {
                        for row in step.chunks(3) {
                            file += &[row[0], row[1], row[2]].map(|n| n.to_string()).join(" ");
                            file += "\n";
                        }
                        file += "\n";
                    }
                    file += &steps.len().to_string();
                    file += "\n\n";
                }
                _ => file += "-1\n\n",
            },
        }
    }
    file
}
