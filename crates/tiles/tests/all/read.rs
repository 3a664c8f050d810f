//! Many boards from one input, bounded and streamed.

use std::io::{self, BufReader, Read};

use hueco_tiles::parse::Fault;
use hueco_tiles::{Board, ParseError, Position, Shape, read_boards};

fn read(text: impl AsRef<[u8]>, size: Option<Shape>) -> Vec<(usize, Result<String, ParseError>)> {
    read_boards(text.as_ref(), size).map(|(line, board)| (line, board.map(|b| b.to_string()))).collect()
}

fn good(text: &str) -> Vec<(usize, String)> {
    read(text, None).into_iter().map(|(line, board)| (line, board.unwrap())).collect()
}

fn two_by_two(text: &str) -> Board {
    hueco_tiles::parse_board(text, None).unwrap()
}

#[test]
fn a_board_a_line() {
    let text = "# boards\n\n1 2 / 3 0\r\n0 1 / 2 3 # another\n\n1 2 3 / 4 0 5\n1 2 3 0\n2 1 2 0 3";
    let expected = [(3, "1 2 / 3 0"), (4, "0 1 / 2 3"), (6, "1 2 3 / 4 0 5"), (7, "1 2 / 3 0"), (8, "1 2 / 0 3")];
    assert_eq!(good(text), expected.map(|(line, board)| (line, board.to_owned())));
    assert_eq!(good("1 2 3 0\n0 1 2 3\n").len(), 2);
    assert_eq!(good(""), []);
    assert_eq!(good("# nothing\n\n"), []);
}

#[test]
fn one_board_in_all() {
    let rows = "1 2 3 / 4 0 5 / 7 8 6";
    for text in ["1 2 3\n4 0 5\n7 8 6", "3\n1 2 3\n4 0 5\n7 8 6", "1 2 3 /\n4 0 5 /\n7 8 6", "1 2 3 / 4 0 5 /\n7 8 6\n"]
    {
        assert_eq!(good(text), [(1, rows.to_owned())], "{text:?}");
    }
    let four = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0";
    assert_eq!(good(four), [(1, four.replace('\n', " / "))]);
    assert_eq!(good("\n\n1 2 3\n4 5 0")[0].0, 3);
}

#[test]
fn a_first_row_that_could_be_a_board_is_decided_by_the_second() {
    let four = "1 2 3 0\n5 6 7 8\n9 10 11 12\n13 14 15 4";
    assert_eq!(good(four), [(1, four.replace('\n', " / "))]);
    assert_eq!(good("\u{feff}1 2 3 0\n# between\n5 6 7 4").len(), 1);
}

#[test]
fn with_a_size_each_line_is_a_board() {
    let size = Shape::new(2, 3).ok();
    let boards = read("1 2 3 4 5 0\n0 1 2 3 4 5\n1 2 3 / 4 5\n1 2 3 4 5 5\n0 1 2 / 3 4 5", size);
    assert_eq!(
        boards.iter().map(|(line, board)| (*line, board.is_ok())).collect::<Vec<_>>(),
        [(1, true), (2, true), (3, false), (4, false), (5, true)]
    );
    assert_eq!(read("1 2 3\n4 5 0", size), [(1, Ok("1 2 3 / 4 5 0".to_owned()))]);
}

#[test]
fn a_bad_line_does_not_end_a_batch() {
    let boards = read("1 x / 3 0\n1 2 / 3 0\n1 2 / 3 3\nhello\n\n0 1 / 2 3", None);
    let error = |line, column, what| (line, Err(ParseError { at: Position { line, column }, what }));
    assert_eq!(
        boards,
        [
            error(1, 3, Fault::Unexpected { found: "x".into() }),
            (2, Ok("1 2 / 3 0".into())),
            error(3, 9, Fault::Twice { number: 3, first: Position { line: 3, column: 7 } }),
            error(4, 1, Fault::Unexpected { found: "hello".into() }),
            (6, Ok("0 1 / 2 3".into())),
        ]
    );
}

#[test]
fn a_bad_first_row_ends_the_one_board() {
    let boards = read("1 x 3\n4 0 5\n7 8 6", None);
    let at = Position { line: 1, column: 3 };
    assert_eq!(boards, [(1, Err(ParseError { at, what: Fault::Unexpected { found: "x".into() } }))]);
    let at = Position { line: 2, column: 1 };
    assert_eq!(read("1 2 3\n-4 0 5", None), [(1, Err(ParseError { at, what: Fault::Hyphen { found: "-4".into() } }))]);
}

#[test]
fn bytes_that_are_no_text_are_placed() {
    let boards = read(b"1 2 / 3 0\n1 \xff / 3 0\n# \xff\n0 1 / 2 3", None);
    let error = |line, column| (line, Err(ParseError { at: Position { line, column }, what: Fault::NotUtf8 }));
    assert_eq!(boards, [(1, Ok("1 2 / 3 0".into())), error(2, 3), error(3, 3), (4, Ok("0 1 / 2 3".into()))]);
}

#[test]
fn a_line_too_long_is_skipped() {
    let text = format!("1 2 / 3 0\n{}\n0 1 / 2 3\n", " 1".repeat(3 << 20));
    let boards = read(text, None);
    assert_eq!(boards.len(), 3);
    let error = boards[1].1.clone().unwrap_err();
    assert!(matches!(error, ParseError { at: Position { line: 2, column: 1 }, what: Fault::LineTooLong { .. } }));
    assert_eq!(boards[2], (3, Ok("0 1 / 2 3".into())));
}

#[test]
fn an_endless_line_that_is_cut_off_is_one_error() {
    let endless = io::repeat(b'1').take(20 << 20);
    let boards: Vec<_> = read_boards(BufReader::new(endless), None).collect();
    assert_eq!(boards.len(), 1);
}

#[test]
fn an_endless_single_board_stops_at_the_largest() {
    /// Rows of three numbers, for ever.
    struct Rows;
    impl Read for Rows {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let row = b"1 2 3\n";
            let length = buffer.len().min(row.len());
            buffer[..length].copy_from_slice(&row[..length]);
            Ok(length)
        }
    }
    let boards: Vec<_> = read_boards(BufReader::new(Rows), None).collect();
    assert_eq!(boards.len(), 1);
    assert_eq!(boards[0].1.as_ref().unwrap_err().what, Fault::TooLarge);
}

/// Gives one line a time and breaks after the last.
struct Breaks(Vec<&'static str>);

impl Read for Breaks {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            return Err(io::Error::from(io::ErrorKind::ConnectionReset));
        }
        let line = self.0.remove(0);
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}

#[test]
fn boards_come_before_the_input_ends() {
    let mut boards = read_boards(BufReader::new(Breaks(vec!["1 2 / 3 0\n", "0 1 / 2 3\n"])), None);
    assert_eq!(boards.next(), Some((1, Ok(two_by_two("1 2 / 3 0")))));
    assert_eq!(boards.next(), Some((2, Ok(two_by_two("0 1 / 2 3")))));
    let (line, board) = boards.next().unwrap();
    assert_eq!((line, board.unwrap_err().what), (3, Fault::Read(io::ErrorKind::ConnectionReset)));
    assert_eq!(boards.next(), None);
}

/// A board, a very long line, interrupted twice, then a broken connection.
struct Interrupted(usize);

impl Read for Interrupted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0 += 1;
        match self.0 {
            1 => {
                buffer[..10].copy_from_slice(b"1 2 / 3 0\n");
                Ok(10)
            }
            500 | 501 => Err(io::ErrorKind::Interrupted.into()),
            ..1000 => {
                let end = 4096.min(buffer.len());
                buffer[..end].fill(b'1');
                Ok(end)
            }
            1000 => {
                buffer[0] = b'\n';
                Ok(1)
            }
            _ => Err(io::ErrorKind::ConnectionReset.into()),
        }
    }
}

#[test]
fn what_is_too_long_is_skipped_though_it_is_interrupted() {
    let read: Vec<_> = read_boards(BufReader::with_capacity(4096, Interrupted(0)), None).collect();
    let [(1, Ok(_)), (2, Err(long)), (3, Err(broken))] = &read[..] else { panic!("{read:?}") };
    assert_eq!(long.what, Fault::LineTooLong { limit: 1 << 20 });
    assert_eq!(broken.what, Fault::Read(io::ErrorKind::ConnectionReset));
}

#[test]
fn the_tiles_of_an_instance_file_can_be_read_line_by_line() {
    let tiles: String = include_str!("../../data/hardest15_80.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.splitn(3, ' ').last().unwrap().to_owned() + "\n")
        .collect();
    assert_eq!(good(&tiles).len(), 17);
}

#[test]
fn boards_in_json_come_one_a_line_or_one_in_all() {
    let found = |text| good(text).into_iter().map(|(line, board)| format!("{line}: {board}")).collect::<Vec<_>>();
    assert_eq!(found("[[1,2],[3,0]]\n\n# two\n[0, 1, 2, 3]\n"), ["1: 1 2 / 3 0", "4: 0 1 / 2 3"]);
    assert_eq!(found("[1,2,3,0]\n0 1 / 2 3\n"), ["1: 1 2 / 3 0", "2: 0 1 / 2 3"]);
    assert_eq!(found("1 2 3 0\n[[0, 1], [2, 3]]\n"), ["1: 1 2 / 3 0", "2: 0 1 / 2 3"]);
    assert_eq!(found("[\n  [1, 2],\n  [3, 0]\n]\n"), ["1: 1 2 / 3 0"]);
    assert_eq!(found("[[1, 2],\n [3, 0]] # all of it\n"), ["1: 1 2 / 3 0"]);
    // A bad first line is one bad board: its brackets show that it is whole.
    let read: Vec<_> = read_boards("[[1,2],[3,x]]\n[1,2,3,0]\n[1,2\n".as_bytes(), None).collect();
    let at = |line, column| Position { line, column };
    assert_eq!(read[0].1.as_ref().unwrap_err().at, at(1, 11));
    assert_eq!(read[1], (2, Ok(two_by_two("1 2 / 3 0"))));
    assert_eq!(read[2].1.as_ref().unwrap_err().at, at(3, 4));
    assert_eq!(read.len(), 3);
}
