//! The right answers of `solver`, `astar` and `sums`: short implementations for the tests alone.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

use hueco_grade::menu_file::{Expected, Input};
use hueco_grade::{Answer, Case, Course};

/// The right answer of any course.
#[allow(clippy::unnecessary_wraps, reason = "the shape of `AnswerKey`")]
pub(crate) fn answer(course: Course, case: &Case) -> Result<Answer, String> {
    let text = String::from_utf8_lossy(&case.stdin);
    let numbers: Vec<usize> = text.split_whitespace().map_while(|word| word.parse().ok()).collect();
    Ok(match course {
        Course::Menu => Expected::of(&Input::read(&case.stdin).requests).text.into_bytes().into(),
        Course::Solver => solver(numbers[0], &numbers[1..]).into_bytes().into(),
        Course::Astar => astar(&numbers[..9], &numbers[9..]).into_bytes().into(),
        Course::Sums => Answer { text: sums(false).into_bytes(), also: vec![sums(true).into_bytes()] },
    })
}

type Board = Vec<usize>;

/// The blank goes up, down, left, right.
fn neighbours(board: &Board, n: usize) -> Vec<(&'static str, Board)> {
    let blank = board.iter().position(|&t| t == 0).unwrap();
    let (row, col) = (blank / n, blank % n);
    let ways = [("up", row > 0), ("down", row + 1 < n), ("left", col > 0), ("right", col + 1 < n)];
    let go = |way| match way {
        "up" => blank - n,
        "down" => blank + n,
        "left" => blank - 1,
        _ => blank + 1,
    };
    let moved = |way| {
        let mut next = board.clone();
        next.swap(blank, go(way));
        next
    };
    ways.into_iter().filter(|(_, there)| *there).map(|(way, _)| (way, moved(way))).collect()
}

fn odd(board: &[usize], n: usize) -> bool {
    let tiles: Board = board.iter().copied().filter(|&t| t != 0).collect();
    let inversions: usize = (0..tiles.len()).map(|i| tiles[i..].iter().filter(|&&t| t < tiles[i]).count()).sum();
    let row = board.iter().position(|&t| t == 0).unwrap() / n;
    (inversions + if n.is_multiple_of(2) { row } else { 0 }) % 2 == 1
}

/// A* as the course describes it: no closed set, first in first out among equals.
pub(crate) fn solver(n: usize, start: &[usize]) -> String {
    let goal: Board = (1..n * n).chain([0]).collect();
    if odd(start, n) != odd(&goal, n) {
        return "Sin solución posible\n".to_owned();
    }
    let distance = |board: &Board| -> usize {
        let home = |t: usize| ((t - 1) / n, (t - 1) % n);
        let tiles = board.iter().enumerate().filter(|(_, t)| **t != 0);
        tiles.map(|(c, &t)| (c / n).abs_diff(home(t).0) + (c % n).abs_diff(home(t).1)).sum()
    };
    let mut nodes: Vec<(Board, usize, Option<usize>)> = vec![(start.to_vec(), 0, None)];
    let mut queue = BinaryHeap::from([Reverse((distance(&nodes[0].0), 0))]);
    while let Some(Reverse((_, at))) = queue.pop() {
        let (board, moves, before) = nodes[at].clone();
        if board == goal {
            let mut path: Vec<usize> = std::iter::successors(Some(at), |&at| nodes[at].2).collect();
            path.reverse();
            let width = (n * n - 1).to_string().len();
            let cell = |&t: &usize| if t == 0 { " ".repeat(width) } else { format!("{t:>width$}") };
            let row = |row: &[usize]| row.iter().map(cell).collect::<Vec<_>>().join(" ").trim_end().to_owned() + "\n";
            let shown = |&at: &usize| nodes[at].0.chunks(n).map(row).collect::<String>() + "\n";
            let boards: String = path.iter().map(shown).collect();
            return format!("{boards}Número de estados encolados = {}\nNúmero de movimientos = {moves}\n", nodes.len());
        }
        for (_, next) in neighbours(&board, n) {
            if before.is_none_or(|before| nodes[before].0 != next) {
                queue.push(Reverse((moves + 1 + distance(&next), nodes.len())));
                nodes.push((next, moves + 1, Some(at)));
            }
        }
    }
    unreachable!("a solvable board")
}

fn astar(start: &[usize], goal: &[usize]) -> String {
    if odd(start, 3) != odd(goal, 3) {
        return "No solution\n".to_owned();
    }
    let mut came: HashMap<Board, Option<(Board, &str)>> = HashMap::from([(start.to_vec(), None)]);
    let mut queue = VecDeque::from([start.to_vec()]);
    while let Some(board) = queue.pop_front().filter(|board| board != goal) {
        for (way, next) in neighbours(&board, 3) {
            if !came.contains_key(&next) {
                came.insert(next.clone(), Some((board.clone(), way)));
                queue.push_back(next);
            }
        }
    }
    let (mut path, mut ways) = (vec![goal.to_vec()], Vec::new());
    while let Some((before, way)) = &came[&path[path.len() - 1]] {
        ways.push(*way);
        path.push(before.clone());
    }
    ways.reverse();
    let row = |row: &[usize]| format!("{} {} {}\n", row[0], row[1], row[2]);
    let boards: String = path.iter().rev().map(|b| b.chunks(3).map(row).collect::<String>() + "\n").collect();
    format!("solution found!\n{boards}{}\nsolution {} moves\n", ways.join(" "), ways.len())
}

fn sums(tree: bool) -> String {
    let mut created = vec![([0_usize; 3], Vec::new())];
    let mut examined = 0;
    let line = |cells: &[usize; 3]| format!("[{}, {}, {}, 5, 4]\n", cells[0], cells[1], cells[2]);
    loop {
        let (cells, route): ([usize; 3], Vec<(usize, usize)>) = created[examined].clone();
        examined += 1;
        let [a, b, c] = cells;
        if a * b * c > 0 && b + c == 4 && a + c == 5 {
            let node = |(cells, _): &([usize; 3], Vec<(usize, usize)>)| format!("Node Value {}", line(cells));
            let step = |(number, cell): &(usize, usize)| format!("Colocar {number} En la casilla {cell}\n");
            let steps = route.iter().map(step).collect::<Vec<_>>().concat();
            return format!(
                "Iniciando creación del árbol\nAplicando operadores y realizando bitácora de desarrollo:\n{}Buscando ruta solución:\n{}SOLUCIÓN ENCONTRADA, DETENIENDO PROCESO:\n{}{steps}    {a}\n{b}   {c}   5\n    4\n",
                created.iter().map(node).collect::<String>(),
                created[..examined].iter().map(node).collect::<String>(),
                line(&cells),
            );
        }
        for (number, cell) in (1..4).flat_map(|number| (0..3).map(move |cell| (number, cell))) {
            let mut next = cells;
            next[cell] = number;
            let allowed = cells[cell] == 0 && !cells.contains(&number);
            if allowed && (tree || created.iter().all(|(cells, _)| *cells != next)) {
                created.push((next, [route.clone(), vec![(number, cell)]].concat()));
            }
        }
    }
}
