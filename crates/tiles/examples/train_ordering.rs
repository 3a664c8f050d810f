//! Trains the learned ordering.
use hueco_search::Budget;
use hueco_tiles::anytime::beam::{End, Options, search};
use hueco_tiles::anytime::geometry::Geometry;
use hueco_tiles::anytime::learned::*;
use hueco_tiles::anytime::ordering::{Convex, Ordering, Weights};
use hueco_tiles::{Board, Frame, RandomBoards, Shape, Sliding};
use std::io::{Read, Write};
use std::time::Instant;

struct Rng(u64);
impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut m = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        m = (m ^ m >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        m ^ m >> 31
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u64 << 24) as f32
    }
}

const MOST: usize = 64;
#[derive(Clone)]
struct Sample {
    cells: [u8; MOST],
    target: f32,
    /// target is only a lower bound
    censored: bool,
    reversed: f32,
}

// ---- a plain beam that remembers every edge ----
struct Layer {
    boards: Vec<[u8; MOST]>,
    scores: Vec<i32>,
    keys: Vec<u64>,
    blanks: Vec<u8>,
}

fn label_beam<O: Ordering>(
    side: usize,
    ordering: &O,
    start: &[u16],
    goal: &[u16],
    width: usize,
    extra: usize,
    keys: &[u64],
) -> Vec<Layer> {
    let n = side * side;
    let shape = Shape::new(side, side).unwrap();
    let mut first = [0u8; MOST];
    let mut goal_cells = [0u8; MOST];
    for c in 0..n {
        first[c] = start[c] as u8;
        goal_cells[c] = goal[c] as u8;
    }
    let key_of = |cells: &[u8; MOST]| (0..n).filter(|&c| cells[c] != 0).fold(0, |k, c| k ^ keys[cells[c] as usize * MOST + c]);
    let goal_key = key_of(&goal_cells);
    let mut layers = vec![Layer {
        boards: vec![first],
        scores: vec![ordering.score(&first)],
        keys: vec![key_of(&first)],
        blanks: vec![first[..n].iter().position(|&l| l == 0).unwrap() as u8],
    }];
    let mut found: Option<usize> = None;
    let mut before: rustc_hash::FxHashSet<u64> = rustc_hash::FxHashSet::default();
    let mut place: rustc_hash::FxHashMap<u64, u32> = rustc_hash::FxHashMap::default();
    loop {
        let depth = layers.len();
        if found.is_some_and(|f| depth > f + extra) || depth > 40 * side {
            break;
        }
        let last = layers.last().unwrap();
        let mut kids: Vec<(u64, i32, u32, u8)> = Vec::new();
        place.clear();
        for (at, cells) in last.boards.iter().enumerate() {
            if last.keys[at] == goal_key {
                continue;
            }
            let to = last.blanks[at] as usize;
            let parent = ordering.parent(cells);
            for d in hueco_tiles::Direction::ALL {
                let Some(from) = shape.neighbour(to, d) else { continue };
                let label = cells[from] as usize;
                let key = last.keys[at] ^ keys[label * MOST + from] ^ keys[label * MOST + to];
                if before.contains(&key) {
                    continue;
                }
                place.entry(key).or_insert_with(|| {
                    let score = last.scores[at] + ordering.change(&parent, cells, Sliding { label, from, to });
                    kids.push((key, score, at as u32, from as u8));
                    kids.len() as u32 - 1
                });
            }
        }
        if kids.is_empty() {
            break;
        }
        let mut order: Vec<u32> = (0..kids.len() as u32).collect();
        if order.len() > width {
            order.select_nth_unstable_by_key(width, |&k| (kids[k as usize].1, k));
            order.truncate(width);
        }
        let mut next = Layer { boards: vec![], scores: vec![], keys: vec![], blanks: vec![] };
        for &k in &order {
            let (key, score, parent, from) = kids[k as usize];
            let to = last.blanks[parent as usize] as usize;
            let mut cells = last.boards[parent as usize];
            cells[to] = cells[from as usize];
            cells[from as usize] = 0;
            next.boards.push(cells);
            next.scores.push(score);
            next.keys.push(key);
            next.blanks.push(from);
        }
        if next.keys.contains(&goal_key) && found.is_none() {
            found = Some(depth);
        }
        before.clear();
        before.extend(last.keys.iter().copied());
        layers.push(next);
    }
    layers
}

// ---- the network in floats ----
#[derive(Clone)]
struct Model {
    side: usize,
    rows: Vec<[f32; STORED]>,
    straight: Vec<f32>,
    bias: [f32; STORED],
    out: [f32; STORED],
    constant: f32,
    fine: f32,
}

impl Model {
    fn new(side: usize, rng: &mut Rng) -> Self {
        let n = side * side;
        let mut m = Model {
            side,
            rows: vec![[0.0; STORED]; n * n],
            straight: vec![0.0; n * n],
            bias: [0.0; STORED],
            out: [0.0; STORED],
            constant: 0.0,
            fine: 2.0,
        };
        for h in 0..n - 1 {
            for c in 0..n {
                let d = (h / side).abs_diff(c / side) + (h % side).abs_diff(c % side);
                m.straight[h * n + c] = (d as f32).powf(1.3) * 0.45;
            }
        }
        for row in &mut m.rows {
            for w in row {
                *w = (rng.unit() - 0.5) * 0.2;
            }
        }
        for unit in 0..STORED {
            m.out[unit] = if unit < STORED / 2 { 1.0 } else { -1.0 };
            m.bias[unit] = rng.unit() * 0.5;
        }
        m
    }
    fn quantised(&self) -> Network {
        let q = |w: f32| (w * MOVE).round().clamp(-127.0, 127.0) as i8;
        Network {
            side: self.side,
            fine: (self.fine * MOVE).round() as i16,
            weights: self.rows.iter().map(|row| row.map(q)).collect(),
            straight: self.straight.iter().map(|w| (w * 64.0).round() as i16).collect(),
            bias: self.bias.map(|w| (w * MOVE).round() as i16),
        }
    }
    fn save(&self, path: &str) {
        let mut f = std::io::BufWriter::new(std::fs::File::create(path).unwrap());
        f.write_all(&(self.side as u32).to_le_bytes()).unwrap();
        let mut put = |w: f32| f.write_all(&w.to_le_bytes()).unwrap();
        self.rows.iter().flatten().for_each(|&w| put(w));
        self.straight.iter().for_each(|&w| put(w));
        self.bias.iter().for_each(|&w| put(w));
        self.out.iter().for_each(|&w| put(w));
        put(self.constant);
        put(self.fine);
    }
    fn load(path: &str) -> Self {
        let mut bytes = vec![];
        std::fs::File::open(path).unwrap().read_to_end(&mut bytes).unwrap();
        let side = u32::from_le_bytes(bytes[..4].try_into().unwrap()) as usize;
        let mut it = bytes[4..].chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap()));
        let mut m = Model::new(side, &mut Rng(0));
        m.rows.iter_mut().flatten().for_each(|w| *w = it.next().unwrap());
        m.straight.iter_mut().for_each(|w| *w = it.next().unwrap());
        m.bias.iter_mut().for_each(|w| *w = it.next().unwrap());
        m.out.iter_mut().for_each(|w| *w = it.next().unwrap());
        m.constant = it.next().unwrap();
        m.fine = it.next().unwrap();
        m
    }
    fn flat(&mut self) -> Vec<&mut [f32]> {
        vec![
            self.rows.as_flattened_mut(),
            &mut self.straight[..],
            &mut self.bias[..],
            std::slice::from_mut(&mut self.constant),
            std::slice::from_mut(&mut self.fine),
        ]
    }
}

/// labels (blank-last numbering) to home cells' table index
fn active(side: usize, cells: &[u8; MOST], turned: bool) -> [u16; MOST] {
    let n = side * side;
    let t = |x: usize| if turned { x % side * side + x / side } else { x };
    let mut out = [0u16; MOST];
    for c in 0..n {
        let h = if cells[c] == 0 { n - 1 } else { cells[c] as usize - 1 };
        out[c] = (t(h) * n + t(c)) as u16;
    }
    out
}


fn back(grad: &mut Model, model: &Model, sample: &Sample, seen: &(f32, [[u16; MOST]; 2], [[f32; STORED]; 2]), g: f32) {
    let n = model.side * model.side;
    let (_, acts, sums) = seen;
    grad.constant += g;
    grad.fine += g * sample.reversed;
    for image in 0..2 {
        let mut ds = [0.0f32; STORED];
        for u in 0..STORED {
            ds[u] = if sums[image][u] > 0.0 { g * model.out[u] } else { 0.0 };
            grad.bias[u] += ds[u];
        }
        for &a in &acts[image][..n] {
            grad.straight[a as usize] += g;
            let row = &mut grad.rows[a as usize];
            for u in 0..STORED {
                row[u] += ds[u];
            }
        }
    }
}

struct Course {
    epochs: usize,
    rate: f32,
    seconds: f64,
    /// weight of ranking
    rank: f32,
    margin: f32,
    heat: f32,
}

fn train(model: &mut Model, samples: &[Sample], course: &Course, rng: &mut Rng) {
    let batch = 256;
    // groups: a positive and the negatives behind it
    let mut groups: Vec<(u32, u32)> = Vec::new();
    for (at, s) in samples.iter().enumerate() {
        if s.censored { if let Some(g) = groups.last_mut() { g.1 = at as u32 + 1; } } else { groups.push((at as u32, at as u32 + 1)); }
    }
    let mut m1 = model.clone();
    m1.flat().into_iter().flatten().for_each(|w| *w = 0.0);
    let mut m2 = m1.clone();
    let mut grad = m1.clone();
    let (b1, b2) = (0.9f32, 0.999f32);
    let mut steps = 0i32;
    let clock = Instant::now();
    // Held: the last fiftieth, whole boards.
    let hold = groups.len() / 50;
    let (test, groups) = groups.split_at_mut(hold);
    let total = course.epochs * groups.len() / batch;
    for epoch in 0..course.epochs {
        for s in (1..groups.len()).rev() {
            groups.swap(s, rng.below(s + 1));
        }
        for some in groups.chunks_exact(batch) {
            for &(first, end) in some {
                let sample = &samples[first as usize];
                let seen = forward(model, sample);
                let mut g = seen.0.clamp(-8.0, 8.0) / batch as f32;
                let score = seen.0 + sample.target;
                for other in &samples[first as usize + 1..end as usize] {
                    let theirs = forward(model, other);
                    let d = theirs.0 + other.target - score;
                    let p = 1.0 / (1.0 + ((d - course.margin) / course.heat).exp());
                    if p < 0.01 { continue; }
                    let push = course.rank * p / ((end - first - 1) as f32 * batch as f32);
                    g += push;
                    back(&mut grad, model, other, &theirs, -push);
                }
                back(&mut grad, model, sample, &seen, g);
            }
            steps += 1;
            let done = steps as f32 / total as f32;
            let lr = course.rate * (steps as f32 / 200.0).min(1.0) * (1.0 - done).max(0.02);
            let (c1, c2) = (1.0 - b1.powi(steps), 1.0 - b2.powi(steps));
            for (((w, g), a), b) in model.flat().into_iter().zip(grad.flat()).zip(m1.flat()).zip(m2.flat()) {
                for i in 0..w.len() {
                    a[i] = b1 * a[i] + (1.0 - b1) * g[i];
                    b[i] = b2 * b[i] + (1.0 - b2) * g[i] * g[i];
                    w[i] -= lr * (a[i] / c1) / ((b[i] / c2).sqrt() + 1e-8);
                    g[i] = 0.0;
                }
            }
            for w in model.rows.as_flattened_mut() {
                *w = w.clamp(-1.95, 1.95);
            }
        }
        let (mut square, mut count, mut worse, mut pairs) = (0.0f64, 0.0, 0.0f64, 0.0f64);
        for &(first, end) in test.iter() {
            let sample = &samples[first as usize];
            let err = forward(model, sample).0;
            square += (err * err) as f64;
            count += 1.0;
            for other in &samples[first as usize + 1..end as usize] {
                let theirs = forward(model, other).0 + other.target;
                worse += f64::from(u8::from(theirs < err + sample.target));
                pairs += 1.0;
            }
        }
        eprintln!("epoch {epoch}: held square {:.3}, misranked {:.4}, fine {:.2} {:.0}s", square / count, worse / pairs, model.fine, clock.elapsed().as_secs_f64());
        if clock.elapsed().as_secs_f64() > course.seconds {
            break;
        }
    }
}

#[inline]
fn forward(model: &Model, sample: &Sample) -> (f32, [[u16; MOST]; 2], [[f32; STORED]; 2]) {
    let n = model.side * model.side;
    let acts = [active(model.side, &sample.cells, false), active(model.side, &sample.cells, true)];
    let mut sums = [model.bias; 2];
    let mut value = model.constant + model.fine * sample.reversed;
    for image in 0..2 {
        let s = &mut sums[image];
        for &a in &acts[image][..n] {
            value += model.straight[a as usize];
            let row = &model.rows[a as usize];
            for u in 0..STORED {
                s[u] += row[u];
            }
        }
        for u in 0..STORED {
            value += s[u].max(0.0) * model.out[u];
        }
    }
    (value - sample.target, acts, sums)
}

fn reversed(side: usize, cells: &[u8]) -> f32 {
    let mut pairs = 0;
    for line in 0..side {
        for a in 0..side {
            for b in a + 1..side {
                let row = (cells[line * side + a] as usize, cells[line * side + b] as usize);
                let col = (cells[a * side + line] as usize, cells[b * side + line] as usize);
                if row.0 != 0 && row.1 != 0 && (row.0 - 1) / side == line && (row.1 - 1) / side == line && row.0 > row.1 {
                    pairs += 1;
                }
                if col.0 != 0 && col.1 != 0 && (col.0 - 1) % side == line && (col.1 - 1) % side == line && col.0 > col.1 {
                    pairs += 1;
                }
            }
        }
    }
    pairs as f32
}

fn read_samples(side: usize, path: &str) -> Vec<Sample> {
    let mut bytes = vec![];
    std::fs::File::open(path).unwrap().read_to_end(&mut bytes).unwrap();
    bytes
        .chunks_exact(MOST + 3)
        .map(|b| Sample {
            reversed: reversed(side, b),
            cells: b[..MOST].try_into().unwrap(),
            target: u16::from_le_bytes([b[MOST], b[MOST + 1]]) as f32,
            censored: b[MOST + 2] != 0,
        })
        .collect()
}


/// Students' states solved by a teacher.
fn gather<S: Ordering, T: Ordering>(
    side: usize, student: Option<&S>, teacher: &T, seed: u64, boards: usize, each: usize, widths: (usize, usize), out: &str,
) {
    let shape = Shape::new(side, side).unwrap();
    let goal = Board::blank_last(shape);
    let frame = Frame::new(&goal);
    let geometry = Geometry::new(shape, frame.home());
    let mut rng = Rng(seed);
    let keys: Vec<u64> = { let mut r = Rng(99); (0..MOST * MOST).map(|_| r.next()).collect() };
    let mut f = std::io::BufWriter::new(std::fs::File::create(out).unwrap());
    let clock = cpu();
    let (mut lengths, mut solved) = (0, 0);
    let mut solve = |start: &[u16], lengths: &mut usize, solved: &mut usize| {
        let options = Options { width: widths.1, longest: 100 * side as u32, ..Options::default() };
        let outcome = search(&geometry, teacher, start, &options, &Budget::unlimited());
        if outcome.end != End::Goal { return; }
        *lengths += outcome.moves.len();
        *solved += 1;
        let mut cells = start.to_vec();
        let mut blank = cells.iter().position(|&l| l == 0).unwrap();
        for at in 0..=outcome.moves.len() {
            let mut bytes = [0u8; MOST];
            for c in 0..cells.len() { bytes[c] = cells[c] as u8; }
            f.write_all(&bytes).unwrap();
            f.write_all(&((outcome.moves.len() - at) as u16).to_le_bytes()).unwrap();
            f.write_all(&[0]).unwrap();
            if at < outcome.moves.len() {
                let from = shape.neighbour(blank, outcome.moves[at]).unwrap();
                cells.swap(blank, from);
                blank = from;
            }
        }
    };
    for board in RandomBoards::new(&goal, seed).take(boards) {
        let labels = frame.labels(&board);
        let Some(student) = student else { solve(&labels, &mut lengths, &mut solved); continue };
        let layers = label_beam(side, student, &labels, &frame.labels(&goal), widths.0, 0, &keys);
        for _ in 0..each {
            let layer = &layers[rng.below(layers.len())];
            let cells = layer.boards[rng.below(layer.boards.len())];
            let start: Vec<u16> = cells[..side * side].iter().map(|&l| l as u16).collect();
            solve(&start, &mut lengths, &mut solved);
        }
    }
    eprintln!("{solved} solved, mean {:.2}, user {:.1}s", lengths as f64 / solved as f64, cpu() - clock);
}


/// The way that a wide beam finds, each board of it beside boards that a narrow beam keeps after as many moves.
#[allow(clippy::too_many_arguments)]
fn rank<S: Ordering, T: Ordering>(
    side: usize, student: &S, teacher: &T, seed: u64, boards: usize, each: usize, widths: (usize, usize), out: &str,
) {
    let shape = Shape::new(side, side).unwrap();
    let goal = Board::blank_last(shape);
    let frame = Frame::new(&goal);
    let geometry = Geometry::new(shape, frame.home());
    let mut rng = Rng(seed);
    let keys: Vec<u64> = { let mut r = Rng(99); (0..MOST * MOST).map(|_| r.next()).collect() };
    let mut f = std::io::BufWriter::new(std::fs::File::create(out).unwrap());
    let clock = cpu();
    let (mut lengths, mut solved, mut kept, mut layers_seen) = (0, 0, 0, 0);
    for board in RandomBoards::new(&goal, seed).take(boards) {
        let start = frame.labels(&board);
        let options = Options { width: widths.1, longest: 100 * side as u32, ..Options::default() };
        let outcome = search(&geometry, teacher, &start, &options, &Budget::unlimited());
        if outcome.end != End::Goal { continue; }
        lengths += outcome.moves.len();
        solved += 1;
        let layers = label_beam(side, student, &start, &frame.labels(&goal), widths.0, 0, &keys);
        let mut cells = start.to_vec();
        let mut blank = cells.iter().position(|&l| l == 0).unwrap();
        for at in 0..=outcome.moves.len() {
            let mut bytes = [0u8; MOST];
            for c in 0..cells.len() { bytes[c] = cells[c] as u8; }
            let left = ((outcome.moves.len() - at) as u16).to_le_bytes();
            f.write_all(&bytes).unwrap();
            f.write_all(&left).unwrap();
            f.write_all(&[0]).unwrap();
            if let Some(layer) = layers.get(at) {
                layers_seen += 1;
                kept += usize::from(layer.boards.contains(&bytes));
                for _ in 0..each {
                    let other = layer.boards[rng.below(layer.boards.len())];
                    if other != bytes {
                        f.write_all(&other).unwrap();
                        f.write_all(&left).unwrap();
                        f.write_all(&[1]).unwrap();
                    }
                }
            }
            if at < outcome.moves.len() {
                let from = shape.neighbour(blank, outcome.moves[at]).unwrap();
                cells.swap(blank, from);
                blank = from;
            }
        }
    }
    eprintln!("{solved} solved, mean {:.2}, way kept {:.3}, user {:.1}s", lengths as f64 / solved as f64, kept as f64 / layers_seen as f64, cpu() - clock);
}

fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(11)?.parse::<f64>().ok());
    ticks.unwrap_or(0.0) / 100.0
}

fn eval<O: Ordering>(boards: &[(Vec<u16>, Vec<u16>)], shape: Shape, make: impl Fn(&[u16]) -> O, width: usize) {
    let (mut length, mut failed, mut generated) = (0, 0, 0);
    let mut made: Option<(Vec<u16>, O, Geometry)> = None;
    let clock = cpu();
    for (start, home) in boards {
        if made.as_ref().is_none_or(|m| &m.0 != home) {
            made = Some((home.clone(), make(home), Geometry::new(shape, home)));
        }
        let (_, ordering, geometry) = made.as_ref().unwrap();
        let options = Options { width, longest: 2000, ..Options::default() };
        let outcome = search(geometry, ordering, start, &options, &Budget::unlimited());
        generated += outcome.generated;
        if outcome.end == End::Goal {
            length += outcome.moves.len();
        } else {
            failed += 1;
        }
    }
    let t = cpu() - clock;
    println!(
        "width {width}: mean {:.2} failed {failed} {:.3} s a board, {:.0} ns a child",
        length as f64 / (boards.len() - failed) as f64,
        t / boards.len() as f64,
        t * 1e9 / generated as f64
    );
}

fn load_boards(source: &str, count: usize) -> (Shape, Vec<(Vec<u16>, Vec<u16>)>) {
    let pack = |board: &Board, goal: &Board| {
        let frame = Frame::new(goal);
        (frame.labels(board).to_vec(), frame.home().to_vec())
    };
    if let Ok(side) = source.parse::<usize>() {
        let shape = Shape::new(side, side).unwrap();
        let goal = Board::blank_last(shape);
        return (shape, RandomBoards::new(&goal, 1).take(count).map(|b| pack(&b, &goal)).collect());
    }
    let file = std::io::BufReader::new(std::fs::File::open(source).unwrap());
    let boards: Vec<Board> = hueco_tiles::read_instances(file, None).take(count).map(|i| i.unwrap().board).collect();
    let shape = boards[0].shape();
    let goal = if shape.cells() == 25 { Board::blank_first(shape) } else { Board::blank_last(shape) };
    (shape, boards.iter().map(|b| pack(b, &goal)).collect())
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let num = |i: usize| args[i].parse::<f64>().unwrap();
    match &*args[0] {
        // gather side student|none teacher|convex seed boards each student_width teacher_width out
        "gather" => {
            let side = num(1) as usize;
            let shape = Shape::new(side, side).unwrap();
            let home = Frame::new(&Board::blank_last(shape)).home().to_vec();
            let (seed, boards, each) = (num(4) as u64, num(5) as usize, num(6) as usize);
            let widths = (num(7) as usize, num(8) as usize);
            let load = |path: &str| Learned::new(&Model::load(path).quantised(), shape, &home).unwrap();
            let student = (args[2] != "none").then(|| load(&args[2]));
            if args[3] == "convex" {
                let teacher = Convex::new(shape, &home, Weights::default());
                gather(side, student.as_ref(), &teacher, seed, boards, each, widths, &args[9]);
            } else {
                gather(side, student.as_ref(), &load(&args[3]), seed, boards, each, widths, &args[9]);
            }
        }
        "rank" => {
            let side = num(1) as usize;
            let shape = Shape::new(side, side).unwrap();
            let home = Frame::new(&Board::blank_last(shape)).home().to_vec();
            let (seed, boards, each) = (num(4) as u64, num(5) as usize, num(6) as usize);
            let widths = (num(7) as usize, num(8) as usize);
            let load = |path: &str| Learned::new(&Model::load(path).quantised(), shape, &home).unwrap();
            let convex = Convex::new(shape, &home, Weights::default());
            match (&*args[2], &*args[3]) {
                ("convex", "convex") => rank(side, &convex, &convex, seed, boards, each, widths, &args[9]),
                (a, "convex") => rank(side, &load(a), &convex, seed, boards, each, widths, &args[9]),
                (a, b) => rank(side, &load(a), &load(b), seed, boards, each, widths, &args[9]),
            }
        }
        // train side in|new out epochs rate seconds samples...
        "train" => {
            let side = num(1) as usize;
            let mut rng = Rng(7);
            let mut model = if args[2] == "new" { Model::new(num(1) as usize, &mut rng) } else { Model::load(&args[2]) };
            let samples: Vec<Sample> = args[7..].iter().flat_map(|p| read_samples(side, p)).collect();
            eprintln!("{} samples, {} censored", samples.len(), samples.iter().filter(|s| s.censored).count());
            if args[2] == "new" {
                model.constant = 0.0;
            }
            let extra: Vec<f32> = std::env::var("RANK").unwrap_or("4,1,1".into()).split(',').map(|x| x.parse().unwrap()).collect();
            let course = Course { epochs: num(4) as usize, rate: num(5) as f32, seconds: num(6), rank: extra[0], margin: extra[1], heat: extra[2] };
            train(&mut model, &samples, &course, &mut rng);
            model.save(&args[3]);
        }
        // eval source count model|convex[,e,f] widths...
        _ => {
            let (shape, boards) = load_boards(&args[1], num(2) as usize);
            for at in 4..args.len() {
                let width = num(at) as usize;
                if let Some(rest) = args[3].strip_prefix("convex") {
                    let w: Vec<f64> = rest.split(',').skip(1).map(|x| x.parse().unwrap()).collect();
                    let weights = if w.is_empty() { Weights::default() } else { Weights { exponent: w[0], fine: w[1] } };
                    eval(&boards, shape, |home| Convex::new(shape, home, weights), width);
                } else {
                    let net = Model::load(&args[3]).quantised();
                    eval(&boards, shape, |home| Learned::new(&net, shape, home).unwrap(), width);
                }
            }
        }
    }
}
