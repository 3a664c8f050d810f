//! The search tree of a problem of your own: `cargo run -p hueco-show --example own_problem > jugs.svg`.

use hueco_search::{BestFirst, Budget, Cost, Observed, Problem, Search, Shown, Texts};
use hueco_show::trace::{Collector, End, Header};
use hueco_show::tree::{Limits, Terms, Tree, svg};

/// A jug of 3 litres and one of 5: measure 4 litres.
struct Jugs;

impl Problem for Jugs {
    type State = (u8, u8);
    type Action = (&'static str, (u8, u8));
    type Actions = std::vec::IntoIter<(Self::Action, Cost)>;
    fn start(&self) -> (u8, u8) {
        (0, 0)
    }
    fn is_goal(&self, jugs: &(u8, u8)) -> bool {
        jugs.1 == 4
    }
    fn actions(&self, &(a, b): &(u8, u8), _: Option<Self::Action>) -> Self::Actions {
        let (ab, ba) = (a.min(5 - b), b.min(3 - a));
        let fill = [("fill 3", (3, b)), ("fill 5", (a, 5)), ("empty 3", (0, b)), ("empty 5", (a, 0))];
        let pour = [("3 to 5", (a - ab, b + ab)), ("5 to 3", (a + ba, b - ba))];
        let changes = fill.into_iter().chain(pour).filter(|&(_, after)| after != (a, b));
        changes.map(|action| (action, 1)).collect::<Vec<_>>().into_iter()
    }
    fn apply(&self, jugs: &mut (u8, u8), (_, after): Self::Action) {
        *jugs = after;
    }
}

fn main() {
    let mut events = Collector::new(Header::any("Two jugs", Shown::Text("(0, 0)")), 1000);
    let texts = Texts::new(&Jugs, |jugs| format!("{jugs:?}"), |(name, _)| name.to_owned());
    let mut observer = Observed::new(texts, &mut events);
    let report = BestFirst::breadth_first(&Jugs).run(&mut observer, &mut Budget::unlimited());
    println!("{}", svg(&Tree::new(&events.finish(End::any(&report)), Limits::default()), &Terms));
}
