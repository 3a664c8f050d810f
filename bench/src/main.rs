use std::time::Instant;
use hueco_search::*;
use hueco_tiles::*;
use hueco_tiles::heuristic::Manhattan;

fn boards3(n: usize) -> Vec<Board> {
    let mut x: u64 = 88172645463325252;
    let mut rnd = move || { x ^= x << 13; x ^= x >> 7; x ^= x << 17; x };
    let shape = Shape::new(3,3).unwrap();
    (0..n).map(|_| {
        let mut t: Vec<u64> = (0..9).collect();
        for i in (1..9).rev() { t.swap(i, (rnd() % (i as u64 + 1)) as usize); }
        let inv = (0..9).flat_map(|i| (i+1..9).map(move |j| (i,j))).filter(|&(i,j)| t[i]!=0 && t[j]!=0 && t[i]>t[j]).count();
        if inv % 2 == 1 { let z: Vec<usize> = (0..9).filter(|&i| t[i]!=0).take(2).collect(); t.swap(z[0], z[1]); }
        Board::new(shape, &t).unwrap()
    }).collect()
}
fn main() {
    let shape = Shape::new(3,3).unwrap();
    let goal = Board::blank_last(shape);
    let boards = boards3(if std::env::args().count() > 2 {50} else {1000});
    for ties in [Ties::LowH, Ties::Lifo, Ties::Fifo] {
        let mut best = f64::MAX; let (mut gen_, mut len) = (0, 0);
        for _ in 0..20 {
            let t = Instant::now(); gen_ = 0; len = 0;
            for b in &boards {
                let p = Tiles::<Nibbles>::new(b, &goal, Order::ULRD).unwrap();
                let h = Manhattan::new(p.frame());
                let mut s = BestFirst::a_star(&p, &h, ties);
                let r = s.run(&mut (), &mut Budget::unlimited());
                gen_ += r.stats.generated; len += r.cost().unwrap();
            }
            best = best.min(t.elapsed().as_secs_f64());
        }
        println!("3x3 A* {ties:?}: {:.1} us/board, {} gen/board, {:.1} ns/gen, len {}", best*1e3, gen_/1000, best*1e9/gen_ as f64, len);
    }
    {
        let mut best = f64::MAX; let mut len = 0;
        for _ in 0..2 { let t = Instant::now(); len = 0;
            for b in &boards {
                let p = Tiles::<Nibbles>::new(b, &goal, Order::ULRD).unwrap();
                let h = Manhattan::new(p.frame());
                let r = pathfinding::directed::astar::astar(&p.start(), |s| { let s = *s; let p=&p; p.actions(&s, None).map(move |(a,c)| { let mut n = s; p.apply(&mut n, a); (n, c) }) }, |s| h.distance(s), |s| p.is_goal(s)).unwrap();
                len += r.1;
            }
            best = best.min(t.elapsed().as_secs_f64());
        }
        println!("pathfinding: {:.1} us/board len {len}", best*1e3);
    }
    let shape = Shape::new(4,4).unwrap();
    let korf1 = Board::new(shape, &[14,13,15,7,11,12,9,5,6,0,2,1,4,8,10,3]).unwrap();
    let p = Tiles::<Nibbles>::new(&korf1, &Board::blank_first(shape), Order::ULRD).unwrap();
    let h = Manhattan::new(p.frame());
    if std::env::args().count() > 1 {return;}
    for ties in [Ties::LowH, Ties::Lifo] {
        let mut s = BestFirst::a_star(&p, &h, ties);
        let t = Instant::now();
        let mut budget = Budget::unlimited();
        while s.stored() < 10_000_000 { assert!(s.step(&mut (), &mut budget).is_continue()); }
        let e = t.elapsed().as_secs_f64();
        let r = s.report(Ending::Stopped(Limit::Nodes));
        let rss = std::fs::read_to_string("/proc/self/status").unwrap();
        println!("15 A* {ties:?}: stored {} expanded {} {:.2} M exp/s, {:.1} bytes/state; {}", s.stored(), r.stats.expanded, r.stats.expanded as f64/e/1e6, r.stats.peak_bytes as f64 / s.stored() as f64, rss.lines().find(|l| l.starts_with("VmHWM")).unwrap());
    }
}
