//! Which sequences of moves need not be tried: the automaton of forbidden move words.
//!
//! Two *words* of moves have the same effect if they take every board to the same board. Of such words one is enough: a
//! word is forbidden if another with the same effect is shorter, or as long and earlier in the order of the directions,
//! and stays within the rectangle of cells that the first one crosses, so that it can be played wherever the first can.
//! A path with a forbidden word in it can be replaced by a shorter or earlier one, and that one has no end of
//! replacements: so the first of the shortest paths has no forbidden word in it, and a search that skips them all still
//! finds a shortest solution.
//!
//! The words are found by trying all of them up to a length, shorter ones first, on a field large enough for any. The
//! automaton that recognizes them is that of Aho and Corasick: its states are the beginnings of forbidden words, and a
//! search carries one number.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::board::{Direction, Shape};

/// The letters of words, in their order: [`Direction::ALL`].
const LETTERS: usize = 4;
/// The automaton's mark of a forbidden letter.
pub(super) const FORBIDDEN: u32 = u32::MAX;

/// No next state yet, while the automaton is made.
const NONE: u32 = u32::MAX - 1;

/// The automaton: by state and letter, the next state, or [`FORBIDDEN`].
#[derive(Debug)]
pub(super) struct Words {
    next: Vec<[u32; LETTERS]>,
}

impl Words {
    /// The automaton of the forbidden words of at most this length that fit on a board of a shape.
    pub(super) fn new(shape: Shape, longest: usize) -> Self {
        let mut forbidden: FxHashSet<Word> = FxHashSet::default();
        let mut automaton = Self::recognizing(&forbidden);
        let mut seen = Seen::default();
        seen.remember(0, Word::EMPTY, Extent::default());
        for length in 1..=longest {
            let mut walk = Walk {
                automaton: &automaton,
                field: Field::new(longest),
                seen: &mut seen,
                found: Vec::new(),
                shape,
                length,
            };
            walk.from(Word::EMPTY, Self::START, Extent::default());
            let found = walk.found;
            if !found.is_empty() {
                forbidden.extend(found);
                automaton = Self::recognizing(&forbidden);
            }
        }
        automaton
    }

    /// The state before the first letter.
    pub(super) const START: u32 = 0;

    /// The state after another letter.
    #[inline]
    pub(super) fn after(&self, state: u32, letter: usize) -> u32 {
        self.next[state as usize][letter]
    }

    /// What states lead to, by state: to be prefetched.
    #[inline]
    pub(super) fn rows(&self) -> &[[u32; LETTERS]] {
        &self.next
    }

    /// Bytes it holds.
    pub(super) fn bytes(&self) -> u64 {
        (self.next.capacity() * size_of::<[u32; LETTERS]>()) as u64
    }

    /// The automaton of Aho and Corasick. No forbidden word has another within it, so only the ends of words are marked.
    fn recognizing(forbidden: &FxHashSet<Word>) -> Self {
        let mut words: Vec<Word> = forbidden.iter().copied().collect();
        words.sort_unstable();
        let mut next = vec![[NONE; LETTERS]];
        for word in words {
            let mut at = 0;
            for i in 0..word.length - 1 {
                let letter = word.letter(i);
                if next[at][letter] == NONE {
                    next[at][letter] = next.len() as u32;
                    next.push([NONE; LETTERS]);
                }
                at = next[at][letter] as usize;
            }
            next[at][word.letter(word.length - 1)] = FORBIDDEN;
        }
        // By state, the state of its longest proper ending. States are completed in the order of their depth.
        let mut ending = vec![0_u32; next.len()];
        let mut queue = std::collections::VecDeque::from([0_usize]);
        while let Some(state) = queue.pop_front() {
            let shorter = if state == 0 { [0; LETTERS] } else { next[ending[state] as usize] };
            for (letter, shorter) in shorter.into_iter().enumerate() {
                match next[state][letter] {
                    NONE => next[state][letter] = shorter,
                    FORBIDDEN => {}
                    // An ending that is forbidden forbids the whole.
                    _ if shorter == FORBIDDEN => next[state][letter] = FORBIDDEN,
                    child => {
                        ending[child as usize] = shorter;
                        queue.push_back(child as usize);
                    }
                }
            }
        }
        Self { next }
    }
}

/// A word of at most 30 letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Word {
    length: usize,
    letters: u64,
}

impl Word {
    const EMPTY: Self = Self { length: 0, letters: 0 };

    fn then(self, letter: usize) -> Self {
        Self { length: self.length + 1, letters: self.letters << 2 | letter as u64 }
    }

    fn letter(self, at: usize) -> usize {
        (self.letters >> (2 * (self.length - 1 - at)) & 3) as usize
    }
}

/// The rectangle that a word crosses, as steps from where it begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Extent {
    rows: (i8, i8),
    cols: (i8, i8),
    at: (i8, i8),
}

impl Extent {
    fn then(self, direction: Direction) -> Self {
        let (mut row, mut col) = self.at;
        match direction {
            Direction::Up => row -= 1,
            Direction::Down => row += 1,
            Direction::Left => col -= 1,
            Direction::Right => col += 1,
        }
        let grown = |(low, high): (i8, i8), at: i8| (low.min(at), high.max(at));
        Self { rows: grown(self.rows, row), cols: grown(self.cols, col), at: (row, col) }
    }

    fn fits(self, shape: Shape) -> bool {
        let within = |(low, high): (i8, i8), size: usize| ((high - low) as usize) < size;
        within(self.rows, shape.rows()) && within(self.cols, shape.cols())
    }

    fn is_within(self, other: Self) -> bool {
        let within = |(low, high): (i8, i8), (from, to): (i8, i8)| from <= low && high <= to;
        within(self.rows, other.rows) && within(self.cols, other.cols)
    }
}

/// A field with a blank in the middle, large enough for any word, and a hash of what stands where.
struct Field {
    side: usize,
    cells: Vec<u16>,
    blank: usize,
    hash: u64,
}

impl Field {
    fn new(longest: usize) -> Self {
        let side = 2 * longest + 1;
        let blank = longest * side + longest;
        Self { side, cells: (0..(side * side) as u16).collect(), blank, hash: 0 }
    }

    fn play(&mut self, letter: usize) {
        let to = match Direction::ALL[letter] {
            Direction::Up => self.blank - self.side,
            Direction::Down => self.blank + self.side,
            Direction::Left => self.blank - 1,
            Direction::Right => self.blank + 1,
        };
        self.swap(to);
    }

    fn swap(&mut self, to: usize) {
        // Relative to the beginning, where everything stands in its own cell and counts nothing.
        let count = |tile: u16, cell: usize| if usize::from(tile) == cell { 0 } else { mixed(tile, cell) };
        let (from, tile, blank) = (self.blank, self.cells[to], self.cells[self.blank]);
        self.hash ^= count(tile, to) ^ count(blank, from) ^ count(tile, from) ^ count(blank, to);
        self.cells.swap(from, to);
        self.blank = to;
    }

    /// Whether two words have the same effect, with the hash of neither in doubt.
    fn agree(longest: usize, one: Word, two: Word) -> bool {
        let played = |word: Word| {
            let mut field = Self::new(longest);
            (0..word.length).for_each(|at| field.play(word.letter(at)));
            field.cells
        };
        played(one) == played(two)
    }
}

/// A number for a tile in a cell.
fn mixed(tile: u16, cell: usize) -> u64 {
    let mut x = (u64::from(tile) << 20 | cell as u64).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^= x >> 29;
    x = x.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^ x >> 32
}

/// All words of one length that have no forbidden word in them, in order.
struct Walk<'a> {
    automaton: &'a Words,
    field: Field,
    seen: &'a mut Seen,
    found: Vec<Word>,
    shape: Shape,
    length: usize,
}

impl Walk<'_> {
    fn from(&mut self, word: Word, state: u32, extent: Extent) {
        if word.length == self.length {
            self.judge(word, extent);
            return;
        }
        for letter in 0..LETTERS {
            let extent = extent.then(Direction::ALL[letter]);
            let after = self.automaton.after(state, letter);
            if after == FORBIDDEN || !extent.fits(self.shape) {
                continue;
            }
            let blank = self.field.blank;
            self.field.play(letter);
            self.from(word.then(letter), after, extent);
            self.field.swap(blank);
        }
    }

    /// Forbids the word, or remembers it.
    fn judge(&mut self, word: Word, extent: Extent) {
        let longest = self.field.side / 2;
        let stands_for = |other: &Known| other.extent.is_within(extent) && Field::agree(longest, other.word, word);
        if self.seen.of(self.field.hash).any(stands_for) {
            self.found.push(word);
        } else {
            self.seen.remember(self.field.hash, word, extent);
        }
    }
}

/// Words that are not forbidden, by what they do.
#[derive(Default)]
struct Seen {
    /// By hash of the effect: the last such word.
    last: FxHashMap<u64, u32>,
    words: Vec<Known>,
}

#[derive(Clone, Copy)]
struct Known {
    word: Word,
    extent: Extent,
    /// Another word of the same hash; itself if there is none.
    before: u32,
}

impl Seen {
    fn remember(&mut self, hash: u64, word: Word, extent: Extent) {
        let at = self.words.len() as u32;
        let before = self.last.insert(hash, at).unwrap_or(at);
        self.words.push(Known { word, extent, before });
    }

    fn of(&self, hash: u64) -> impl Iterator<Item = &Known> {
        let mut next = self.last.get(&hash).copied();
        std::iter::from_fn(move || {
            let at = next?;
            let known = &self.words[at as usize];
            next = (known.before != at).then_some(known.before);
            Some(known)
        })
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashSet;

    use super::*;
    use crate::board::Board;
    use crate::moves::replay;

    /// Every state at each distance from a start is still reached at that distance by words that are allowed.
    #[test]
    fn no_state_is_lost() {
        for (rows, cols, longest, depth) in [(3, 3, 14, 14), (2, 4, 12, 16), (3, 4, 14, 12)] {
            let shape = Shape::new(rows, cols).unwrap();
            let words = Words::new(shape, longest);
            let start = Board::blank_last(shape);
            // By distance: the states, by plain breadth-first search.
            let mut known: FxHashSet<Vec<u16>> = FxHashSet::from_iter([start.tiles().to_vec()]);
            let mut level = vec![start.clone()];
            // States with an automaton state each: those that allowed words reach.
            let mut allowed = vec![(start, Words::START)];
            for distance in 1..=depth {
                let mut next = Vec::new();
                for board in &level {
                    for direction in Direction::ALL {
                        if let Ok(after) = replay(board, &[direction])
                            && known.insert(after.tiles().to_vec())
                        {
                            next.push(after);
                        }
                    }
                }
                let mut reached = FxHashSet::default();
                let mut next_allowed = Vec::new();
                for (board, state) in &allowed {
                    for (letter, direction) in Direction::ALL.into_iter().enumerate() {
                        let after = words.after(*state, letter);
                        if after != FORBIDDEN
                            && let Ok(board) = replay(board, &[direction])
                            && reached.insert((board.tiles().to_vec(), after))
                        {
                            next_allowed.push((board, after));
                        }
                    }
                }
                let reached: FxHashSet<Vec<u16>> = reached.into_iter().map(|(tiles, _)| tiles).collect();
                assert!(next.iter().all(|board| reached.contains(board.tiles())), "{shape} at distance {distance}");
                (level, allowed) = (next, next_allowed);
            }
        }
    }

    #[test]
    fn a_move_is_never_undone_and_a_square_is_walked_one_way_round() {
        let words = Words::new(Shape::new(4, 4).unwrap(), 8);
        let is_allowed = |word: &str| {
            let letters = word.chars().map(|letter| {
                let direction = Direction::from_letter(letter).unwrap();
                Direction::ALL.iter().position(|&one| one == direction).unwrap()
            });
            letters.fold(Words::START, |at, letter| if at == FORBIDDEN { at } else { words.after(at, letter) })
                != FORBIDDEN
        };
        assert!(is_allowed("ULDR") && !is_allowed("UD") && !is_allowed("RULLR"));
        // Six moves round a square one way are the six the other way.
        assert!(is_allowed("ULDRUL") && !is_allowed("LURDLU"));
        assert!(!is_allowed("LURDLURD"), "five moves the other way do it");
    }
}
