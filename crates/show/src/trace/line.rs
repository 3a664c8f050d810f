//! One line of a trace, written into room that was made for the longest.
//!
//! A search on a small board creates a node in some twenty nanoseconds, so the line must not take much longer. What made it
//! slow was to check the buffer's room before each of its fifteen pieces and to store the new length after it. Here the
//! position in the line is a local number, and pieces are stored in whole words: the excess of a word is overwritten by the
//! next piece.
//!
//! ```text
//! {"event":"created"..............      32 bytes are stored, the position moves on by 18
//!                   ,"id":..            8 bytes, the position moves on by 6
//!                         1975          4 bytes, by as many as there are digits
//! ```
//! Numbers below a hundred come from a table; the digits of larger ones are computed without a division or a branch on their
//! count, which would be mispredicted too often.

use hueco_search::CellValue;

/// Room for everything in a line but its texts and its cells, and for the excess of the last piece.
pub(super) const EVENT: usize = 256;

/// A piece of text, made into whole words at compile time: assembled while a line is written, it would have to be stored
/// and loaded again.
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

/// For every number below a hundred: its digits, a comma, and in the last byte how many digits there are.
static SMALL: [[u8; 4]; 100] = {
    let mut table = [[0; 4]; 100];
    let mut number = 0;
    while number < 100 {
        let (tens, ones) = (b'0' + number / 10, b'0' + number % 10);
        table[number as usize] = if number < 10 { [ones, b',', 0, 1] } else { [tens, ones, b',', 2] };
        number += 1;
    }
    table
};

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
        // Assigned as an array: `copy_from_slice` is a call to `memcpy` unless the whole program is optimised at once.
        if let Some(room) = self.room[self.at..self.at + N].first_chunk_mut() {
            *room = word;
        }
        self.at += length;
    }

    /// A piece that is known at compile time.
    #[inline(always)]
    pub(super) fn put<const WIDE: usize>(&mut self, piece: &'static Piece<WIDE>) {
        self.store(piece.word, piece.length);
    }

    /// A text as JSON holds it, and the quote after it.
    #[inline(always)]
    pub(super) fn text(&mut self, text: &str) {
        match text.as_bytes() {
            // Actions of sliding tiles.
            &[letter @ b'A'..=b'Z'] => self.store([letter, b'"'], 2),
            bytes => self.at = within(escape(self.room, self.at, bytes)),
        }
    }

    /// A number of any size, most likely below a hundred.
    #[inline(always)]
    pub(super) fn wide(&mut self, number: u64) {
        if number < 100 {
            let text = SMALL[number as usize];
            self.store(text, usize::from(text[3]));
        } else if let Ok(number) = u32::try_from(number) {
            self.number(number);
        } else {
            self.at = within(write_wide(self.room, self.at, number));
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

    /// A cell's number and a comma.
    #[inline(always)]
    pub(super) fn cell(&mut self, number: i32) {
        if (0..100).contains(&number) {
            let text = SMALL[number as usize];
            self.store(text, usize::from(text[3]) + 1);
        } else if let Ok(number) = u32::try_from(number) {
            self.number(number);
            self.store([b','], 1);
        } else {
            self.at = within(write_cell(self.room, self.at, number));
        }
    }

    /// The last byte becomes a bracket: the comma after the last cell.
    #[inline(always)]
    pub(super) fn close_list(&mut self) {
        self.room[self.at - 1] = b']';
        self.at = within(self.at);
    }

    /// Nine numbers below ten as a whole list: a digit and a comma are one word of two bytes, and eight of them one of
    /// sixteen.
    #[inline(always)]
    pub(super) fn nine_digits(&mut self, cells: &[CellValue; 9]) {
        const DIGIT_AND_COMMA: u16 = u16::from_le_bytes([b'0', b',']);
        let mut eight = [DIGIT_AND_COMMA; 8];
        for (word, cell) in eight.iter_mut().zip(cells) {
            *word = word.wrapping_add(cell.number().unwrap_or(0) as u16);
        }
        let (pairs, _) = self.room[self.at..self.at + 18].as_chunks_mut::<2>();
        for (pair, word) in pairs.iter_mut().zip(eight) {
            *pair = word.to_le_bytes();
        }
        pairs[8] = [b'0'.wrapping_add(cells[8].number().unwrap_or(0) as u8), b']'];
        self.at += 18;
    }
}

/// A position, and the compiler knows that adding to it does not wrap around: later pieces are checked once.
#[inline(always)]
fn within(at: usize) -> usize {
    at.min(usize::MAX / 2)
}

// What is rare is written by functions that do not see the line: it stays in registers.

#[inline(never)]
fn write_wide(room: &mut [u8], at: usize, number: u64) -> usize {
    copy(room, at, number.to_string().as_bytes())
}

#[inline(never)]
fn write_cell(room: &mut [u8], at: usize, number: i32) -> usize {
    copy(room, at, format!("{number},").as_bytes())
}

#[inline(never)]
fn escape(room: &mut [u8], mut at: usize, mut bytes: &[u8]) -> usize {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let special = |byte: &u8| *byte < 0x20 || matches!(byte, b'"' | b'\\');
    while let Some(plain) = bytes.iter().position(special) {
        at = copy(room, at, &bytes[..plain]);
        at = match bytes[plain] {
            byte @ (b'"' | b'\\') => copy(room, at, &[b'\\', byte]),
            b'\n' => copy(room, at, b"\\n"),
            b'\r' => copy(room, at, b"\\r"),
            b'\t' => copy(room, at, b"\\t"),
            0x08 => copy(room, at, b"\\b"),
            0x0c => copy(room, at, b"\\f"),
            byte => {
                let [high, low] = [byte >> 4, byte & 15].map(|digit| HEX[usize::from(digit)]);
                copy(room, at, &[b'\\', b'u', b'0', b'0', high, low])
            }
        };
        bytes = &bytes[plain + 1..];
    }
    at = copy(room, at, bytes);
    copy(room, at, b"\"")
}

fn copy(room: &mut [u8], at: usize, bytes: &[u8]) -> usize {
    room[at..at + bytes.len()].copy_from_slice(bytes);
    at + bytes.len()
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
            assert_eq!(written(|line| line.wide(number.into())), number.to_string());
        }
    }

    #[test]
    fn a_list_ends_in_its_bracket() {
        static OPEN: Piece<4> = piece("[");
        let list = |cells: &[i32]| {
            written(|line| {
                line.put(&OPEN);
                for &cell in cells {
                    line.cell(cell);
                }
                line.close_list();
            })
        };
        assert_eq!([list(&[7]), list(&[12, -3, 100])], ["[7]", "[12,-3,100]"]);
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
        assert_eq!(text, "abcdefghijk!\"");
    }

    proptest! {
        #[test]
        fn any_number(number: u32) {
            prop_assert_eq!(written(|line| line.number(number)), number.to_string());
        }

        #[test]
        fn nine_digits(numbers in prop::array::uniform9(0_i32..10)) {
            let digits = numbers.map(|number| number.to_string());
            let cells = numbers.map(CellValue::new);
            prop_assert_eq!(written(|line| line.nine_digits(&cells)), digits.join(",") + "]");
        }

        #[test]
        fn any_cell(number: i32, small in 0..200) {
            prop_assert_eq!(written(|line| line.cell(number)), format!("{number},"));
            prop_assert_eq!(written(|line| line.cell(small)), format!("{small},"));
        }

        #[test]
        fn any_wide_number(number: u64) {
            prop_assert_eq!(written(|line| line.wide(number)), number.to_string());
        }

        /// As `serde_json` writes it.
        #[test]
        fn any_text(text in "[\\x00-\\x7fé€😀\"\\\\]{0,30}") {
            let written = written(|line| line.text(&text));
            prop_assert_eq!(format!("\"{written}"), serde_json::to_string(&text).expect("text"));
        }
    }
}
