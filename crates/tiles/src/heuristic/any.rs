//! One type for every heuristic, chosen at run time: what a [`HeuristicSpec`] stands for on the boards of a frame.
//!
//! A search that is compiled once must hold any heuristic's memo, so the memo here is a few plain words and each part
//! says how many of them it uses. `max` keeps its parts' words side by side. The parts are variants of an enum: which one
//! it is stays the same for a whole search, so the branch is always predicted, and each arm is the part's own code,
//! inlined.
//!
//! A [`Formula`] combines the same parts otherwise: `formula(manhattan + 2*reversals)`. If their words do not fit,
//! the memo is the formula's value, computed from scratch for each state.

use hueco_search::{Cost, Heuristic, Problem, Quality};

use super::{
    Additive, BlankDistance, DirectReversals, Feature, Formula, HeuristicError, HeuristicSpec, Inversion,
    LinearConflict, Manhattan, Measures, Misplaced, MisplacedBlank, Named, Part as SpecPart, TableTooLarge,
    WalkingDistance,
};
use crate::board::Direction;
use crate::cells::Cells;
use crate::problem::{Frame, Tiles};
use crate::workbench::Workbench;

/// Words in the memo of an [`AnyHeuristic`].
pub const MEMO_WORDS: usize = 6;

/// A named heuristic, the largest of several, or a formula.
#[derive(Clone, Debug)]
pub struct AnyHeuristic {
    first: Part,
    /// The other parts, each with the word where its memo begins.
    rest: Box<[(usize, Part)]>,
    joined: Joined,
    quality: Quality,
}

/// How the parts are combined.
#[derive(Clone, Debug)]
enum Joined {
    /// The largest.
    Largest,
    /// A formula over their estimates.
    Formula(Box<Formula>),
    /// The same; its value is the memo's first word.
    FromScratch(Box<Formula>),
    /// The largest of them and of pattern databases; its value is the memo's first word.
    Patterns(Box<Additive>),
}

/// Stands for "no solution" where the memo is the value.
const NO_SOLUTION: u32 = u32::MAX;

impl AnyHeuristic {
    /// The heuristic measured to `target`: by label, the cell where it belongs. Tables come from the workbench. Pattern databases have tables that are not
    /// made here: with them in it, it is an error. See [`AnyHeuristic::beside_patterns`].
    pub fn new(
        spec: &HeuristicSpec,
        frame: &Frame,
        target: &[u16],
        workbench: &Workbench,
    ) -> Result<Self, HeuristicError> {
        if spec.has_pattern() {
            return Err(HeuristicError::NoPatterns);
        }
        Self::beside_patterns(spec, frame, target, workbench)
    }

    /// The same without the pattern databases, which the caller has tables for.
    pub fn beside_patterns(
        spec: &HeuristicSpec,
        frame: &Frame,
        target: &[u16],
        workbench: &Workbench,
    ) -> Result<Self, HeuristicError> {
        let named = match spec {
            HeuristicSpec::Formula(formula) => return Self::of_formula(formula, frame, target, workbench),
            HeuristicSpec::Named(named) => vec![*named],
            HeuristicSpec::Pattern(_) => Vec::new(),
            HeuristicSpec::Max(parts) => {
                let named = |part: &SpecPart| match part {
                    SpecPart::Named(named) => Some(*named),
                    SpecPart::Pattern(_) => None,
                };
                parts.iter().filter_map(named).collect()
            }
        };
        let quality = named.iter().map(|named| named.quality()).min().unwrap_or(Quality::Consistent);
        // No estimate is below zero, so beside another part `blind` changes nothing and keeps no memo.
        let kinds: Vec<Kind> = named.into_iter().map(Kind::Named).filter(|kind| kind.words() > 0).collect();
        let needed = kinds.iter().map(|kind| kind.words()).sum();
        if needed > MEMO_WORDS {
            return Err(HeuristicError::TooManyParts { needed, limit: MEMO_WORDS });
        }
        let parts = parts(&kinds, frame, target, workbench)?;
        Ok(Self::of_parts(parts, Joined::Largest, quality))
    }

    /// The strongest of those that need no pattern database, measured to the frame's goal, and its name.
    pub(crate) fn strongest(frame: &Frame, workbench: &Workbench) -> (HeuristicSpec, Self) {
        let of =
            |spec: HeuristicSpec| Self::new(&spec, frame, frame.home(), workbench).map(|heuristic| (spec, heuristic));
        of(HeuristicSpec::walking_and_conflict())
            .or_else(|_| of(Named::LinearConflict.into()))
            .expect("linear conflicts need no table that could be too large")
    }

    fn of_formula(
        formula: &Formula,
        frame: &Frame,
        target: &[u16],
        workbench: &Workbench,
    ) -> Result<Self, HeuristicError> {
        let mut kinds: Vec<Kind> = formula.features().into_iter().flat_map(kinds_of).copied().collect();
        kinds.sort_unstable();
        kinds.dedup();
        let fits = kinds.iter().map(|kind| kind.words()).sum::<usize>() <= MEMO_WORDS;
        let quality = formula.quality();
        let formula = Box::new(formula.clone());
        let joined = if fits { Joined::Formula(formula) } else { Joined::FromScratch(formula) };
        Ok(Self::of_parts(parts(&kinds, frame, target, workbench)?, joined, quality))
    }

    fn of_parts(parts: Vec<(usize, Part)>, joined: Joined, quality: Quality) -> Self {
        let mut parts = parts.into_iter();
        let first = parts.next().map_or(Part::Blind, |(_, first)| first);
        Self { first, rest: parts.collect(), joined, quality }
    }

    /// The larger of it and of pattern databases, computed anew for every state: `Max(patterns, self)` is quicker.
    #[must_use]
    pub(crate) fn with_patterns<C: Cells>(self, patterns: Additive) -> Self {
        let quality = self.quality.min(Heuristic::<Tiles<C>>::quality(&patterns));
        Self { joined: Joined::Patterns(Box::new(patterns)), quality, ..self }
    }

    /// What is known of it: of several parts, the weakest.
    pub fn quality(&self) -> Quality {
        self.quality
    }

    /// Bytes of its tables.
    pub fn table_bytes(&self) -> usize {
        self.rest.iter().fold(self.first.bytes(), |bytes, (_, part)| bytes + part.bytes())
    }

    /// Whether the memo is the value, computed anew for every state.
    #[inline]
    fn is_from_scratch(&self) -> bool {
        matches!(self.joined, Joined::FromScratch(_) | Joined::Patterns(_))
    }

    /// The value, computed from the parts' memos of one state.
    fn compute_from_scratch<C: Cells>(&self, tiles: &Tiles<C>, state: &C) -> Option<Cost> {
        let mut measures = Measures::default();
        let mut largest = 0;
        for part in std::iter::once(&self.first).chain(self.rest.iter().map(|(_, part)| part)) {
            let estimate = part.estimate::<C>(part.memo(tiles, state), Cost::MAX)?;
            part.measure(estimate, &mut measures);
            largest = largest.max(estimate);
        }
        Some(match &self.joined {
            Joined::Largest => largest,
            Joined::Formula(formula) | Joined::FromScratch(formula) => formula.estimate(&measures),
            Joined::Patterns(patterns) => {
                let memo = patterns.memo(tiles, state);
                largest.max(Heuristic::<Tiles<C>>::estimate(&**patterns, &memo, Cost::MAX)?)
            }
        })
    }

    /// A formula's value, from a memo that holds those of all parts.
    #[inline(never)]
    fn value<C: Cells>(&self, formula: &Formula, memo: &[u32; MEMO_WORDS]) -> Option<Cost> {
        let mut measures = Measures::default();
        self.first.measure(self.first.estimate::<C>(read(memo, 0), Cost::MAX)?, &mut measures);
        for (at, part) in &self.rest {
            part.measure(part.estimate::<C>(read(memo, *at), Cost::MAX)?, &mut measures);
        }
        Some(formula.estimate(&measures))
    }
}

impl<C: Cells> Heuristic<Tiles<C>> for AnyHeuristic {
    type Memo = [u32; MEMO_WORDS];

    fn memo(&self, tiles: &Tiles<C>, state: &C) -> Self::Memo {
        let mut memo = [0; MEMO_WORDS];
        if self.is_from_scratch() {
            memo[0] = self.compute_from_scratch(tiles, state).unwrap_or(NO_SOLUTION);
            return memo;
        }
        write(&mut memo, 0, self.first.memo(tiles, state));
        for (at, part) in &self.rest {
            write(&mut memo, *at, part.memo(tiles, state));
        }
        memo
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    fn advance(&self, tiles: &Tiles<C>, memo: &Self::Memo, before: &C, direction: Direction) -> Self::Memo {
        if self.is_from_scratch() {
            let mut after = before.clone();
            tiles.apply(&mut after, direction);
            return self.memo(tiles, &after);
        }
        // Written word by word: to copy the whole and change a word would stall the next read of the whole.
        let mut after = [0; MEMO_WORDS];
        write(&mut after, 0, self.first.advance(tiles, read(memo, 0), before, direction));
        for (at, part) in &self.rest {
            write(&mut after, *at, part.advance(tiles, read(memo, *at), before, direction));
        }
        after
    }

    #[cfg_attr(not(target_arch = "wasm32"), inline)]
    #[cfg_attr(target_arch = "wasm32", inline(never))]
    fn estimate(&self, memo: &Self::Memo, limit: Cost) -> Option<Cost> {
        match &self.joined {
            Joined::Largest => {}
            Joined::Formula(formula) => return self.value::<C>(formula, memo),
            Joined::FromScratch(_) | Joined::Patterns(_) => return (memo[0] != NO_SOLUTION).then_some(memo[0]),
        }
        let mut largest = self.first.estimate::<C>(read(memo, 0), limit)?;
        for (at, part) in &self.rest {
            if largest > limit {
                break;
            }
            largest = largest.max(part.estimate::<C>(read(memo, *at), limit)?);
        }
        Some(largest)
    }

    fn quality(&self) -> Quality {
        self.quality()
    }
}

/// What a part may need of the memo: two words. A part that needs only one passes over the second, which is the next
/// part's.
type Words = (u32, u32);

#[inline]
fn read(memo: &[u32; MEMO_WORDS], at: usize) -> Words {
    (memo[at], memo.get(at + 1).copied().unwrap_or(0))
}

/// Parts are written in order, so the next part mends what this one may have put into its first word.
#[inline]
fn write(memo: &mut [u32; MEMO_WORDS], at: usize, words: Words) {
    memo[at] = words.0;
    if let Some(second) = memo.get_mut(at + 1) {
        *second = words.1;
    }
}

/// One heuristic. The large ones are boxed, so that the enum stays small.
#[derive(Clone, Debug)]
enum Part {
    Blind,
    Misplaced(Misplaced),
    MisplacedBlank(MisplacedBlank),
    Manhattan(Manhattan),
    DirectReversals(Box<DirectReversals>),
    LinearConflict(Box<LinearConflict>),
    Inversion(Box<Inversion>),
    WalkingDistance(Box<WalkingDistance>),
    Blank(BlankDistance),
}

/// What a part is: a heuristic, or the blank's distance, which only formulas use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Named(Named),
    Blank,
}

impl Kind {
    /// How many words of memo it needs.
    fn words(self) -> usize {
        match self {
            Self::Named(Named::Blind) => 0,
            Self::Named(Named::Inversion | Named::WalkingDistance) => 2,
            Self::Named(
                Named::Misplaced
                | Named::MisplacedBlank
                | Named::Manhattan
                | Named::DirectReversals
                | Named::LinearConflict,
            )
            | Self::Blank => 1,
        }
    }
}

/// The parts that a feature of a formula is computed from.
fn kinds_of(feature: Feature) -> &'static [Kind] {
    match feature {
        Feature::Misplaced => &[Kind::Named(Named::Misplaced)],
        Feature::Manhattan => &[Kind::Named(Named::Manhattan)],
        Feature::Conflicts => &[Kind::Named(Named::Manhattan), Kind::Named(Named::LinearConflict)],
        Feature::Reversals => &[Kind::Named(Named::Manhattan), Kind::Named(Named::DirectReversals)],
        Feature::Inversions => &[Kind::Named(Named::Inversion)],
        Feature::Walking => &[Kind::Named(Named::WalkingDistance)],
        Feature::Blank => &[Kind::Blank],
        Feature::LinearConflict => &[Kind::Named(Named::LinearConflict)],
        Feature::DirectReversals => &[Kind::Named(Named::DirectReversals)],
    }
}

/// The parts of these kinds, each with the word where its memo begins.
fn parts(
    kinds: &[Kind],
    frame: &Frame,
    target: &[u16],
    workbench: &Workbench,
) -> Result<Vec<(usize, Part)>, TableTooLarge> {
    let mut words = 0;
    let part = |&kind: &Kind| {
        let at = words;
        words += kind.words();
        Ok((at, Part::new(kind, frame, target, workbench)?))
    };
    kinds.iter().map(part).collect()
}

impl Part {
    fn new(kind: Kind, frame: &Frame, target: &[u16], workbench: &Workbench) -> Result<Self, TableTooLarge> {
        let named = match kind {
            Kind::Blank => return Ok(Self::Blank(BlankDistance::towards(frame, target))),
            Kind::Named(named) => named,
        };
        Ok(match named {
            Named::Blind => Self::Blind,
            Named::Misplaced => Self::Misplaced(Misplaced::towards(frame, target)),
            Named::MisplacedBlank => Self::MisplacedBlank(MisplacedBlank::towards(frame, target)),
            Named::Manhattan => Self::Manhattan(Manhattan::towards(frame, target)),
            Named::DirectReversals => Self::DirectReversals(Box::new(DirectReversals::towards(frame, target))),
            Named::LinearConflict => Self::LinearConflict(Box::new(LinearConflict::towards(frame, target))),
            Named::Inversion => Self::Inversion(Box::new(Inversion::towards(frame, target))),
            Named::WalkingDistance => Self::WalkingDistance(Box::new(workbench.walking(frame, target)?)),
        })
    }

    fn memo<C: Cells>(&self, tiles: &Tiles<C>, state: &C) -> Words {
        match self {
            Self::Blind => (0, 0),
            Self::Misplaced(h) => (h.memo(tiles, state).into(), 0),
            Self::MisplacedBlank(h) => (h.memo(tiles, state).into(), 0),
            Self::Manhattan(h) => (h.memo(tiles, state).into(), 0),
            Self::DirectReversals(h) => (h.memo(tiles, state).into(), 0),
            Self::LinearConflict(h) => (h.memo(tiles, state).into(), 0),
            Self::Inversion(h) => {
                let (rows, cols) = h.memo(tiles, state);
                (rows.into(), cols.into())
            }
            Self::WalkingDistance(h) => h.memo(tiles, state),
            Self::Blank(h) => (h.memo(tiles, state).into(), 0),
        }
    }

    #[inline]
    fn advance<C: Cells>(&self, tiles: &Tiles<C>, words: Words, before: &C, direction: Direction) -> Words {
        match self {
            Self::Blind => (0, 0),
            Self::Misplaced(h) => advance_sum(h, tiles, words, before, direction),
            Self::MisplacedBlank(h) => advance_sum(h, tiles, words, before, direction),
            Self::Manhattan(h) => advance_sum(h, tiles, words, before, direction),
            Self::DirectReversals(h) => advance_sum(&**h, tiles, words, before, direction),
            Self::LinearConflict(h) => advance_sum(&**h, tiles, words, before, direction),
            Self::Inversion(h) => {
                let memo = (super::sum::<C>(words.0), super::sum::<C>(words.1));
                let (rows, cols) = h.advance(tiles, &memo, before, direction);
                (rows.into(), cols.into())
            }
            Self::WalkingDistance(h) => h.advance(tiles, &words, before, direction),
            Self::Blank(h) => advance_sum(h, tiles, words, before, direction),
        }
    }

    #[inline]
    fn estimate<C: Cells>(&self, words: Words, limit: Cost) -> Option<Cost> {
        match self {
            Self::Blind => Some(0),
            Self::Inversion(h) => {
                let memo = (super::sum::<C>(words.0), super::sum::<C>(words.1));
                Heuristic::<Tiles<C>>::estimate(&**h, &memo, limit)
            }
            Self::WalkingDistance(h) => Heuristic::<Tiles<C>>::estimate(&**h, &words, limit),
            // The memo of the others is the estimate itself.
            _ => Some(words.0),
        }
    }

    /// Enters its estimate where a formula looks for it.
    #[inline]
    fn measure(&self, estimate: Cost, measures: &mut Measures) {
        match self {
            Self::Blind | Self::MisplacedBlank(_) => {}
            Self::Misplaced(_) => measures.misplaced = estimate,
            Self::Manhattan(_) => measures.manhattan = estimate,
            Self::DirectReversals(_) => measures.direct_reversals = estimate,
            Self::LinearConflict(_) => measures.linear_conflict = estimate,
            Self::Inversion(_) => measures.inversion = estimate,
            Self::WalkingDistance(_) => measures.walking = estimate,
            Self::Blank(_) => measures.blank = estimate,
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::LinearConflict(h) => h.bytes(),
            Self::WalkingDistance(h) => h.bytes(),
            _ => 0,
        }
    }
}

/// Advances a heuristic whose memo is a sum.
#[inline]
fn advance_sum<C, H>(heuristic: &H, tiles: &Tiles<C>, words: Words, before: &C, direction: Direction) -> Words
where
    C: Cells,
    H: Heuristic<Tiles<C>, Memo = C::Sum>,
{
    (heuristic.advance(tiles, &super::sum::<C>(words.0), before, direction).into(), 0)
}
