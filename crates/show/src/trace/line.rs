//! One line of a trace, written into room that was made for the longest.
//!
//! A search on a small board creates a node in some twenty nanoseconds, so the line must not take much longer. What made it
//! slow was asking before each of its fifteen pieces whether the buffer had room and storing the new length after it. Here the
//! place in the line is a local number, and pieces are stored in whole words: what a word holds too much is written over by
//! the next piece.
//!
//! ```text
//! {"event":"created"..............      32 bytes are stored, the place moves on by 18
//!                   ,"id":..            8 bytes, the place moves on by 6
//!                         1975          4 bytes, by as many as there are digits
//! ```
//! Digits are made without a division or a branch on their count, which would be guessed wrong too often.

/// Room for everything in a line but its action and its board, and for what the last piece stores too much.
pub(super) const EVENT: usize = 256;

/// A piece of text, made into whole words when this is compiled: put together while a line is written, it would have to be
/// stored and loaded again.
pub(super) struct Piece<const WIDE: usize> {
    word: [u8; WIDE],
    length: usize,
}

/// The text and spaces after it.
pub(super) const fn piece<const WIDE: usize>(text: &str) -> Piece<WIDE> {
    let mut word = [b' '; WIDE];
    let mut at = 0;
    while at < text.len() {
        word[at] = text.as_bytes()[at];
        at += 1;
    }
    Piece { word, length: text.len() }
}

/// A line being written.
pub(super) struct Line<'r> {
    room: &'r mut [u8],
    at: usize,
}

impl<'r> Line<'r> {
    /// An empty line in this room.
    #[inline(always)]
    pub(super) fn new(room: &'r mut [u8]) -> Self {
        Self { room, at: 0 }
    }

    /// Bytes written.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.at
    }

    /// Stores a whole word, of which `length` bytes count.
    #[inline(always)]
    fn store<const N: usize>(&mut self, word: [u8; N], length: usize) {
        self.room[self.at..self.at + N].copy_from_slice(&word);
        self.at += length;
    }

    /// A piece that is known when this is compiled.
    #[inline(always)]
    pub(super) fn put<const WIDE: usize>(&mut self, piece: &'static Piece<WIDE>) {
        self.store(piece.word, piece.length);
    }

    /// A piece of any length.
    pub(super) fn text(&mut self, text: &str) {
        self.room[self.at..self.at + text.len()].copy_from_slice(text.as_bytes());
        self.at += text.len();
    }

    /// A number, most likely below a hundred.
    #[inline(always)]
    pub(super) fn small(&mut self, number: u32) {
        if number < 100 {
            let tens = (number * 103) >> 10;
            let digits = (tens | (number - 10 * tens) << 8 | 0x3030) as u16;
            let length = 1 + u32::from(number > 9);
            self.store((digits >> (8 * (2 - length))).to_le_bytes(), length as usize);
        } else {
            self.number(number);
        }
    }

    /// A number.
    #[inline(always)]
    pub(super) fn number(&mut self, number: u32) {
        if number < 10_000 {
            self.first_digits(number);
        } else if number < 100_000_000 {
            self.first_digits(number / 10_000);
            self.store(four_digits(number % 10_000).to_le_bytes(), 4);
        } else {
            self.first_digits(number / 100_000_000);
            self.store(four_digits(number / 10_000 % 10_000).to_le_bytes(), 4);
            self.store(four_digits(number % 10_000).to_le_bytes(), 4);
        }
    }

    /// A number below 10,000.
    #[inline(always)]
    fn first_digits(&mut self, number: u32) {
        let length = 1 + u32::from(number > 9) + u32::from(number > 99) + u32::from(number > 999);
        self.store((four_digits(number) >> (8 * (4 - length))).to_le_bytes(), length as usize);
    }

    /// The last byte becomes another: the comma after the last number of a list its bracket.
    #[inline(always)]
    pub(super) fn replace_last(&mut self, byte: u8) {
        self.room[self.at - 1] = byte;
    }

    /// Nine numbers below ten, each with a comma: a digit and a comma are one word of two bytes.
    #[inline(always)]
    pub(super) fn nine(&mut self, numbers: &[u16; 9]) {
        const DIGIT_AND_COMMA: u16 = u16::from_le_bytes([b'0', b',']);
        let room = &mut self.room[self.at..self.at + 18];
        for (pair, number) in room.chunks_exact_mut(2).zip(numbers) {
            pair.copy_from_slice(&number.wrapping_add(DIGIT_AND_COMMA).to_le_bytes());
        }
        self.at += 18;
    }
}

/// The four digits of a number below 10,000, the first in the lowest byte. Both halves of a word are divided at once.
#[inline(always)]
fn four_digits(number: u32) -> u32 {
    let hundreds = (number * 5243) >> 19;
    let pairs = hundreds | (number - 100 * hundreds) << 16;
    let tens = ((pairs * 103) >> 10) & 0x000f_000f;
    tens | (pairs - 10 * tens) << 8 | 0x3030_3030
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(write: impl FnOnce(&mut Line<'_>)) -> String {
        let mut room = [b'?'; EVENT];
        let mut line = Line::new(&mut room);
        write(&mut line);
        let length = line.len();
        String::from_utf8(room[..length].to_vec()).expect("a line is text")
    }

    #[test]
    fn every_short_number() {
        for number in 0..20_000 {
            assert_eq!(written(|line| line.number(number)), number.to_string());
            assert_eq!(written(|line| line.small(number)), number.to_string());
        }
    }

    #[test]
    fn where_numbers_get_longer() {
        for power in 0..10 {
            let ten = 10_u32.pow(power);
            for number in [ten - 1, ten, ten + 1, ten * 4, u32::MAX - ten] {
                assert_eq!(written(|line| line.number(number)), number.to_string());
            }
        }
    }

    #[test]
    fn a_piece_is_as_long_as_its_text() {
        const FULL: Piece<8> = piece("abcdefgh");
        const PART: Piece<16> = piece("ijk");
        const NONE: Piece<4> = piece("");
        let text = written(|line| {
            line.put(&FULL);
            line.put(&NONE);
            line.put(&PART);
            line.text("!");
        });
        assert_eq!(text, "abcdefghijk!");
    }

    proptest! {
        #[test]
        fn any_number(number: u32) {
            prop_assert_eq!(written(|line| line.number(number)), number.to_string());
            prop_assert_eq!(written(|line| line.small(number)), number.to_string());
        }

        #[test]
        fn nine_digits(numbers in prop::array::uniform9(0_u16..10)) {
            let digits = numbers.map(|number| number.to_string());
            prop_assert_eq!(written(|line| line.nine(&numbers)), digits.join(",") + ",");
        }
    }
}
