//! The codes of sixteen colours. The library writes all colours as those of 256 (`38;5;2`), which a terminal with sixteen does not
//! know; on the way there the first sixteen get the codes that it does (`32`, `92`).

use std::io::{self, Write};

/// Hands on what is written, a picture at a time, with the codes of sixteen colours.
pub(super) struct Sixteen<W> {
    writer: W,
    picture: Vec<u8>,
}

impl<W: Write> Sixteen<W> {
    /// In front of this writer.
    pub(super) fn new(writer: W) -> Self {
        Self { writer, picture: Vec::new() }
    }
}

impl<W: Write> Write for Sixteen<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.picture.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let picture = std::mem::take(&mut self.picture);
        self.writer.write_all(&recoded(&picture))?;
        self.writer.flush()
    }
}

/// The same text with other codes of colours.
fn recoded(mut text: &[u8]) -> Vec<u8> {
    const BEGIN: &[u8] = b"\x1b[";
    let mut all = Vec::with_capacity(text.len());
    while let Some(at) = text.windows(BEGIN.len()).position(|bytes| bytes == BEGIN) {
        let (before, sequence) = text.split_at(at + BEGIN.len());
        all.extend_from_slice(before);
        let end = sequence.iter().position(|byte| !byte.is_ascii_digit() && *byte != b';').unwrap_or(sequence.len());
        let (codes, rest) = sequence.split_at(end);
        match std::str::from_utf8(codes) {
            Ok(codes) if rest.starts_with(b"m") => all.extend(colours(codes).into_bytes()),
            _ => all.extend_from_slice(codes),
        }
        text = rest;
    }
    all.extend_from_slice(text);
    all
}

/// The codes of one style.
fn colours(codes: &str) -> String {
    let codes: Vec<&str> = codes.split(';').collect();
    let (mut all, mut at) = (Vec::new(), 0);
    while let Some(&code) = codes.get(at) {
        let ground = match code {
            "38" => Some(30),
            "48" => Some(40),
            _ => None,
        };
        let colour = codes.get(at + 2).filter(|_| codes.get(at + 1) == Some(&"5")).and_then(|code| code.parse().ok());
        match (ground, colour) {
            (Some(ground), Some(dark @ 0..8)) => all.push((ground + dark).to_string()),
            (Some(ground), Some(bright @ 8..16)) => all.push((ground + 60 + bright - 8).to_string()),
            _ => {
                all.push(code.to_owned());
                at += 1;
                continue;
            }
        }
        at += 3;
    }
    all.join(";")
}

#[cfg(test)]
mod tests {
    use ratatui::backend::{Backend, CrosstermBackend};
    use ratatui::buffer::Cell;
    use ratatui::style::Color;

    use super::*;

    #[test]
    fn sixteen_colours_have_codes_of_their_own() {
        let text = |text: &str| String::from_utf8(recoded(text.as_bytes())).unwrap();
        assert_eq!(text("a\x1b[38;5;2mb\x1b[38;5;9;48;5;12mc"), "a\x1b[32mb\x1b[91;104mc");
        assert_eq!(text("\x1b[1;38;5;0;49m\x1b[0m"), "\x1b[1;30;49m\x1b[0m");
        for same in
            ["\x1b[38;5;200m", "\x1b[38;2;1;2;3m", "\x1b[2;5H", "\x1b[?25l", "\x1b[38;5;2H", "é\x1b[", "\x1b[38;5"]
        {
            assert_eq!(text(same), same);
        }
    }

    #[test]
    fn what_the_library_writes_is_recoded() {
        let mut written = Vec::new();
        let mut backend = CrosstermBackend::new(Sixteen::new(&mut written));
        let mut cell = Cell::new("x");
        cell.set_fg(Color::Green);
        backend.draw([(0, 0, &cell)].into_iter()).unwrap();
        Backend::flush(&mut backend).unwrap();
        drop(backend);
        let written = String::from_utf8(written).unwrap();
        assert!(written.contains("32") && !written.contains("38;5"), "{written:?}");
    }
}
