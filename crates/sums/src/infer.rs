//! The sets of numbers that the cells can still take, and the conclusions that shrink them. See [`crate::propagate`] for
//! the idea of each.

use hueco_search::{Budget, Limit, Stats};

use crate::bits::Bits;
use crate::model::{Constraint, Model, Term};

/// Nothing is left for some cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contradiction;

type Concluded = Result<(), Contradiction>;

/// Where the trail stood.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    changes: usize,
    filled: usize,
    shortened: usize,
}

pub(crate) struct Store<const W: usize> {
    domains: Vec<Bits<W>>,
    /// What sets were before, once per node and variable.
    trail: Vec<(u16, Bits<W>)>,
    /// By variable: the node in which it was last put on the trail.
    saved: Vec<u64>,
    node: u64,
    /// Variables in the order in which they came down to one number.
    filled: Vec<u16>,
    /// How many of `filled` have been taken from the others of their lines.
    propagated: usize,
    /// Constraints to look at, as bits. Those of higher number come first: sums before lines of different cells, which
    /// rarely add anything to what placed numbers have shown already.
    waiting: Vec<u64>,
    /// Only the first of these words, this many, have bits.
    waiting_words: usize,
    /// The sets of all lines, one after the other. Those of a line that are still possible stand first.
    sets: Vec<u64>,
    /// By constraint: where its sets begin, and how many are still possible.
    spans: Vec<(u32, u32)>,
    /// How many were possible before, once per node and constraint. Going back needs no more than the counts: the sets
    /// that were moved behind are still the next ones.
    shortened: Vec<(u32, u32)>,
    /// By constraint: the node in which it was last put on that trail.
    shortened_in: Vec<u64>,
    /// Value to number, where the numbers lie close together: `number[value - least]`, 0 for none, else 1 + number.
    numbers: Vec<u16>,
    least: i64,
}

/// The widest span of numbers for which a table is kept; beyond it they are found by bisection.
const TABLE_SPAN: i64 = 1 << 12;

impl<const W: usize> Store<W> {
    pub(crate) fn new(model: &Model) -> Self {
        let (count, full) = (model.cells.len(), Bits::first(model.values.len()));
        let least = model.values.first().copied().unwrap_or(0);
        let span = model.values.last().map_or(0, |last| last - least + 1);
        let mut numbers = vec![0; if span <= TABLE_SPAN { span as usize } else { 0 }];
        if !numbers.is_empty() {
            model.values.iter().enumerate().for_each(|(i, value)| numbers[(value - least) as usize] = i as u16 + 1);
        }
        let mut sets = Vec::new();
        let mut spans = Vec::with_capacity(model.constraints.len());
        for constraint in &model.constraints {
            let listed = match constraint {
                Constraint::Between { sets: Some(sets), .. } => sets.as_slice(),
                _ => &[],
            };
            spans.push((sets.len() as u32, listed.len() as u32));
            sets.extend_from_slice(listed);
        }
        Self {
            sets,
            spans,
            shortened: Vec::new(),
            shortened_in: vec![0; model.constraints.len()],
            domains: vec![full; count],
            trail: Vec::new(),
            saved: vec![0; count],
            node: 0,
            filled: Vec::with_capacity(count),
            propagated: 0,
            waiting: vec![0; model.constraints.len().div_ceil(64)],
            waiting_words: 0,
            numbers,
            least,
        }
    }

    /// Makes sure that one more node fits on the trails, within the limit on memory.
    pub(crate) fn make_room(&mut self, budget: &Budget, stats: &mut Stats) -> Result<(), Limit> {
        let (count, lines) = (self.domains.len(), self.spans.len());
        let has_room = self.trail.capacity() - self.trail.len() >= count
            && self.shortened.capacity() - self.shortened.len() >= lines;
        if has_room && stats.peak_bytes > 0 {
            return Ok(());
        }
        let entry = size_of::<(u16, Bits<W>)>();
        let each = size_of::<Bits<W>>() + size_of::<u64>() + size_of::<u16>();
        let fixed = count * each + lines * 17 + self.sets.len() * 8 + self.numbers.len() * 2;
        let trail = (self.trail.len() + count).max(self.trail.capacity() * 2);
        let shortened = (self.shortened.len() + lines).max(self.shortened.capacity() * 2);
        let trails = (self.trail.capacity() + trail) * entry + (self.shortened.capacity() + shortened) * 8;
        let bytes = (fixed + trails) as u64;
        budget.allow_bytes(bytes)?;
        stats.peak_bytes = stats.peak_bytes.max(bytes);
        self.trail.reserve_exact(trail - self.trail.len());
        self.shortened.reserve_exact(shortened - self.shortened.len());
        Ok(())
    }

    pub(crate) fn domain(&self, variable: u16) -> Bits<W> {
        self.domains[variable as usize]
    }

    /// What each variable holds: 0 if open, else 1 + number.
    pub(crate) fn contents(&self) -> impl Iterator<Item = u16> {
        self.domains.iter().map(|domain| if domain.is_single() { domain.lowest() as u16 + 1 } else { 0 })
    }

    /// Filled variables with their numbers, in the order in which they were filled.
    pub(crate) fn filled(&self) -> impl Iterator<Item = (u16, usize)> {
        self.filled.iter().map(|&variable| (variable, self.domains[variable as usize].lowest()))
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark { changes: self.trail.len(), filled: self.filled.len(), shortened: self.shortened.len() }
    }

    #[inline]
    pub(crate) fn undo(&mut self, mark: Mark) {
        while self.trail.len() > mark.changes {
            if let Some((variable, before)) = self.trail.pop() {
                self.domains[variable as usize] = before;
            }
        }
        while self.shortened.len() > mark.shortened {
            if let Some((line, alive)) = self.shortened.pop() {
                self.spans[line as usize].1 = alive;
            }
        }
        self.filled.truncate(mark.filled);
        self.propagated = mark.filled;
    }

    /// The open variable with the fewest numbers left; among equals the one with the most constraints, then the first.
    pub(crate) fn most_constrained(&self, model: &Model) -> Option<u16> {
        let mut best = None;
        let mut fewest = (u32::MAX, usize::MAX);
        for (variable, domain) in self.domains.iter().enumerate() {
            if domain.is_single() {
                continue;
            }
            let key = (domain.count(), usize::MAX - model.degrees[variable]);
            if key < fewest {
                (best, fewest) = (Some(variable as u16), key);
            }
        }
        best
    }

    /// Everything that follows from the rules alone.
    pub(crate) fn begin(&mut self, model: &Model) -> Concluded {
        self.node += 1;
        if model.broken || self.domains.iter().any(Bits::is_empty) {
            return Err(Contradiction);
        }
        for variable in 0..self.domains.len() {
            if self.domains[variable].is_single() {
                self.filled.push(variable as u16);
            }
        }
        for (variables, numbers) in &model.taken {
            let mut taken = Bits::NONE;
            for &number in numbers {
                taken.insert(number as usize);
            }
            for &variable in variables {
                self.keep_without(model, variable, taken)?;
            }
        }
        for constraint in 0..model.constraints.len() {
            self.waiting[constraint / 64] |= 1 << (constraint % 64);
        }
        self.waiting_words = self.waiting.len();
        self.conclude(model)
    }

    /// Puts a number into a variable and draws every conclusion.
    #[inline]
    pub(crate) fn place(&mut self, model: &Model, variable: u16, number: usize) -> Concluded {
        self.node += 1;
        let placed = self.keep(model, variable, Bits::single(number));
        placed.and_then(|()| self.conclude(model))
    }

    fn conclude(&mut self, model: &Model) -> Concluded {
        let concluded = self.conclude_all(model);
        if concluded.is_err() {
            self.waiting[..self.waiting_words].fill(0);
            self.waiting_words = 0;
        }
        concluded
    }

    fn conclude_all(&mut self, model: &Model) -> Concluded {
        loop {
            while let Some(&variable) = self.filled.get(self.propagated) {
                self.propagated += 1;
                self.propagate(model, variable)?;
            }
            let Some(constraint) = self.next_waiting() else { return Ok(()) };
            match &model.constraints[constraint as usize] {
                Constraint::Between { terms, low, high, distinct, sets } => {
                    if sets.is_some() {
                        self.exact_line(model, constraint, terms, *low)?;
                    } else {
                        self.between(model, terms, *low, *high, *distinct)?;
                    }
                }
                Constraint::Not { terms, target } => self.not(model, terms, *target)?,
                Constraint::Equal(sums) => self.equal(model, sums)?,
                Constraint::Different(variables) => self.different(model, variables)?,
            }
        }
    }

    #[inline]
    fn next_waiting(&mut self) -> Option<u32> {
        while self.waiting_words > 0 {
            let word = &mut self.waiting[self.waiting_words - 1];
            if *word != 0 {
                let bit = 63 - word.leading_zeros();
                *word ^= 1 << bit;
                return Some((self.waiting_words as u32 - 1) * 64 + bit);
            }
            self.waiting_words -= 1;
        }
        None
    }

    /// Shrinks a set to what `allowed` has in common with it.
    #[inline]
    fn keep(&mut self, model: &Model, variable: u16, allowed: Bits<W>) -> Concluded {
        let before = self.domains[variable as usize];
        let after = before.and(allowed);
        if after == before {
            return Ok(());
        }
        if after.is_empty() {
            return Err(Contradiction);
        }
        self.shrink(model, variable, before, after);
        Ok(())
    }

    fn shrink(&mut self, model: &Model, variable: u16, before: Bits<W>, after: Bits<W>) {
        let index = variable as usize;
        if self.saved[index] != self.node {
            self.saved[index] = self.node;
            self.trail.push((variable, before));
        }
        self.domains[index] = after;
        if after.is_single() {
            self.filled.push(variable);
        }
        for &(word, bits) in &model.watching[index] {
            self.waiting[word as usize] |= bits;
            self.waiting_words = self.waiting_words.max(word as usize + 1);
        }
    }

    #[inline]
    fn keep_without(&mut self, model: &Model, variable: u16, gone: Bits<W>) -> Concluded {
        let allowed = self.domains[variable as usize].without(gone);
        self.keep(model, variable, allowed)
    }

    /// A filled variable's number leaves the others of its lines; a number whose copies are all placed leaves all.
    fn propagate(&mut self, model: &Model, variable: u16) -> Concluded {
        let placed = self.domains[variable as usize];
        for &line in &model.lines[variable as usize] {
            if let Constraint::Different(variables) = &model.constraints[line as usize] {
                for &other in variables {
                    if other != variable {
                        self.keep_without(model, other, placed)?;
                    }
                }
            }
        }
        let Some(copies) = model.copies[placed.lowest()] else { return Ok(()) };
        let used = self.domains.iter().filter(|&&domain| domain == placed).count();
        if used > copies as usize {
            return Err(Contradiction);
        }
        if used == copies as usize {
            for other in 0..self.domains.len() {
                if self.domains[other] != placed {
                    self.keep_without(model, other as u16, placed)?;
                }
            }
        }
        Ok(())
    }

    /// The least and the greatest value of a term.
    #[inline]
    fn range(&self, model: &Model, (variable, factor): Term) -> (i64, i64) {
        let domain = &self.domains[variable as usize];
        let (least, greatest) = (model.values[domain.lowest()], model.values[domain.highest()]);
        if factor > 0 { (factor * least, factor * greatest) } else { (factor * greatest, factor * least) }
    }

    fn sum_range(&self, model: &Model, terms: &[Term]) -> (i64, i64) {
        terms.iter().fold((0, 0), |(least, greatest), &term| {
            let (l, g) = self.range(model, term);
            (least + l, greatest + g)
        })
    }

    /// A sum within `low..=high`: bounds, and pairs where it is exact.
    fn between(&mut self, model: &Model, terms: &[Term], low: i64, high: i64, distinct: bool) -> Concluded {
        loop {
            let (least, greatest) = self.sum_range(model, terms);
            if least > high || greatest < low {
                return Err(Contradiction);
            }
            if low <= least && greatest <= high {
                return Ok(());
            }
            let mut open = 0;
            let mut changed = false;
            for &term in terms {
                let (variable, factor) = term;
                let before = self.domains[variable as usize];
                if before.is_single() {
                    continue;
                }
                open += 1;
                let (l, g) = self.range(model, term);
                let (room_low, room_high) = (low - (greatest - g), high - (least - l));
                if l >= room_low && g <= room_high {
                    continue;
                }
                let fits = |number: usize| (room_low..=room_high).contains(&(factor * model.values[number]));
                let mut after = before;
                while !after.is_empty() && !fits(after.lowest()) {
                    after.remove(after.lowest());
                }
                while !after.is_empty() && !fits(after.highest()) {
                    after.remove(after.highest());
                }
                changed |= after != before;
                self.keep(model, variable, after)?;
            }
            if !changed {
                return if open == 2 && low == high { self.pair(model, terms, low, distinct) } else { Ok(()) };
            }
        }
    }

    /// An exact sum with two open variables: every number of one needs its partner in the other.
    fn pair(&mut self, model: &Model, terms: &[Term], target: i64, distinct: bool) -> Concluded {
        let mut open = [(0u16, 0i64); 2];
        let mut found = 0;
        let mut rest = target;
        for &(variable, factor) in terms {
            let domain = &self.domains[variable as usize];
            if domain.is_single() {
                rest -= factor * model.values[domain.lowest()];
            } else {
                open[found] = (variable, factor);
                found += 1;
            }
        }
        let [(a, factor_a), (b, factor_b)] = open;
        let (domain_a, domain_b) = (self.domains[a as usize], self.domains[b as usize]);
        let (mut kept_a, mut kept_b) = (Bits::NONE, Bits::NONE);
        for number in domain_a.iter() {
            let wanted = rest - factor_a * model.values[number];
            if wanted % factor_b != 0 {
                continue;
            }
            if let Some(partner) = self.number(model, wanted / factor_b)
                && domain_b.contains(partner)
                && !(distinct && partner == number)
            {
                kept_a.insert(number);
                kept_b.insert(partner);
            }
        }
        self.keep(model, a, kept_a)?;
        self.keep(model, b, kept_b)
    }

    /// The number of a value, if the puzzle has it.
    #[inline]
    fn number(&self, model: &Model, value: i64) -> Option<usize> {
        if self.numbers.is_empty() {
            return model.values.binary_search(&value).ok();
        }
        let place = usize::try_from(value - self.least).ok()?;
        (*self.numbers.get(place)? as usize).checked_sub(1)
    }

    /// A line of different cells with a list of sets. With two cells open, sets add nothing to what partners show.
    fn exact_line(&mut self, model: &Model, line: u32, terms: &[Term], target: i64) -> Concluded {
        let open = |store: &Self| terms.iter().filter(|term| !store.domains[term.0 as usize].is_single()).count();
        let mut left = open(self);
        if left > 2 {
            self.sets(model, line, terms)?;
            left = open(self);
        }
        match left {
            0 | 1 => self.last(model, terms, target),
            2 => {
                self.pair(model, terms, target, true)?;
                // Each number that is left has its partner: looking again would find nothing new.
                self.waiting[line as usize / 64] &= !(1 << (line % 64));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// An exact sum of cells that count once, with one cell open at most: it takes the rest, or there must be none.
    fn last(&mut self, model: &Model, terms: &[Term], target: i64) -> Concluded {
        let mut open = None;
        let mut rest = target;
        for &(variable, _) in terms {
            let domain = &self.domains[variable as usize];
            if domain.is_single() {
                rest -= model.values[domain.lowest()];
            } else {
                open = Some(variable);
            }
        }
        match (open, self.number(model, rest)) {
            (None, _) if rest == 0 => Ok(()),
            (Some(variable), Some(number)) => self.keep(model, variable, Bits::single(number)),
            _ => Err(Contradiction),
        }
    }

    /// Only sets that hold what is placed and nothing that is impossible can be the numbers of this line.
    fn sets(&mut self, model: &Model, line: u32, terms: &[Term]) -> Concluded {
        let (mut placed, mut possible) = (0, 0);
        for &(variable, _) in terms {
            let domain = &self.domains[variable as usize];
            possible |= domain.word();
            if domain.is_single() {
                placed |= domain.word();
            }
        }
        let (start, before) = self.spans[line as usize];
        let sets = &mut self.sets[start as usize..(start + before) as usize];
        let (mut allowed, mut needed) = (0, u64::MAX);
        let mut alive = 0;
        // Without a branch: every set is swapped with the first impossible one, and counts if it is possible.
        for i in 0..sets.len() {
            let set = sets[i];
            let is_possible = (set & placed ^ placed) | (set & !possible) == 0;
            let mask = 0u64.wrapping_sub(u64::from(is_possible));
            allowed |= set & mask;
            needed &= set | !mask;
            sets.swap(i, alive);
            alive += usize::from(is_possible);
        }
        if alive == 0 {
            return Err(Contradiction);
        }
        if alive as u32 != before {
            if self.shortened_in[line as usize] != self.node {
                self.shortened_in[line as usize] = self.node;
                self.shortened.push((line, before));
            }
            self.spans[line as usize].1 = alive as u32;
        }
        if possible != allowed {
            for &(variable, _) in terms {
                self.keep(model, variable, Bits::from_word(allowed))?;
            }
        }
        let (mut once, mut twice) = (0, 0);
        for &(variable, _) in terms {
            let domain = self.domains[variable as usize].word();
            twice |= once & domain;
            once |= domain;
        }
        if needed & !once != 0 {
            return Err(Contradiction);
        }
        let forced = needed & !twice & !placed;
        if forced != 0 {
            for &(variable, _) in terms {
                let own = self.domains[variable as usize].word() & forced;
                if own != 0 {
                    self.keep(model, variable, Bits::from_word(own))?;
                }
            }
        }
        Ok(())
    }

    fn not(&mut self, model: &Model, terms: &[Term], target: i64) -> Concluded {
        let mut open = None;
        let mut rest = target;
        for &(variable, factor) in terms {
            let domain = &self.domains[variable as usize];
            if domain.is_single() {
                rest -= factor * model.values[domain.lowest()];
            } else if open.replace((variable, factor)).is_some() {
                return Ok(());
            }
        }
        match open {
            None if rest == 0 => Err(Contradiction),
            Some((variable, factor)) if rest % factor == 0 => match self.number(model, rest / factor) {
                Some(number) => self.keep_without(model, variable, Bits::single(number)),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// Sums that are equal: their common value lies where all their ranges meet.
    fn equal(&mut self, model: &Model, sums: &[(Vec<Term>, i64, bool)]) -> Concluded {
        let (mut low, mut high) = (i64::MIN, i64::MAX);
        for (terms, constant, _) in sums {
            let (least, greatest) = self.sum_range(model, terms);
            low = low.max(least + constant);
            high = high.min(greatest + constant);
        }
        if low > high {
            return Err(Contradiction);
        }
        for (terms, constant, distinct) in sums {
            self.between(model, terms, low - constant, high - constant, *distinct)?;
        }
        Ok(())
    }

    /// As many cells as numbers for them: every number has a place. Fewer numbers than cells: a contradiction.
    fn different(&mut self, model: &Model, variables: &[u16]) -> Concluded {
        let (mut once, mut twice) = (Bits::NONE, Bits::NONE);
        let mut placed = Bits::NONE;
        for &variable in variables {
            let domain = self.domains[variable as usize];
            twice = twice.or(once.and(domain));
            once = once.or(domain);
            if domain.is_single() {
                placed = placed.or(domain);
            }
        }
        let numbers = once.count() as usize;
        if numbers < variables.len() {
            return Err(Contradiction);
        }
        let forced = once.without(twice).without(placed);
        if numbers == variables.len() && !forced.is_empty() {
            for &variable in variables {
                let own = self.domains[variable as usize].and(forced);
                if !own.is_empty() {
                    self.keep(model, variable, own)?;
                }
            }
        }
        Ok(())
    }
}
