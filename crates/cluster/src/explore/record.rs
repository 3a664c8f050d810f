//! The table of distances: every worker writes what it has recorded to its place in one file.
//!
//! The first worker makes room, all write, and when all have written the first gives the file its header and its name. The
//! checksum of the whole is put together from the checksums of the parts.

use std::io;

use hueco_tiles::file::SaveError;
use hueco_tiles::space::{Recorder, TableWriter, Width};

use super::worker::{Run, Word, WorkersPost};
use super::{Event, Note};
use crate::team::Lost;

impl Run<'_> {
    /// Writes the table, if one is wanted and the space is complete.
    pub(super) fn write_table(&mut self, post: &mut WorkersPost<'_>, tell: &dyn Fn(Event)) -> Result<(), Lost> {
        let Some((path, width)) = &self.shared.job.table else { return Ok(()) };
        if self.walked.stopped.is_some() {
            return Ok(());
        }
        let (writer, is_first) = (TableWriter::new(path), post.index() == 0);
        let begun = if is_first { writer.create(&self.shared.space, *width) } else { Ok(()) };
        let begun = agreed(post.agree(Word::Table(begun.map(|()| Vec::new()).map_err(SaveError::from)))?);
        let written = if let Err(fault) = begun {
            Err(fault)
        } else {
            let Some(recorders) = self.recorders.take() else { return Ok(()) };
            let write = |recorder: &Recorder| {
                writer.write(recorder)?;
                Ok((recorder.first(), recorder.crc().finalize(), recorder.bytes()))
            };
            let own: io::Result<Vec<_>> = recorders.iter().map(write).collect();
            agreed(post.agree(Word::Table(own.map_err(SaveError::from)))?)
        };
        if is_first {
            let finished = written.and_then(|parts| self.finish(&writer, *width, &parts).map_err(SaveError::from));
            if let Err(fault) = finished {
                writer.abandon();
                tell(Event::Note(Note::NoTable { fault }));
            }
        }
        Ok(())
    }

    fn finish(&self, writer: &TableWriter, width: Width, parts: &[(u64, u32, u64)]) -> io::Result<()> {
        let mut all = crc32fast::Hasher::new();
        for &(_, crc, bytes) in parts {
            all.combine(&crc32fast::Hasher::new_with_initial_len(crc, bytes));
        }
        let radius = self.walked.depths.len().saturating_sub(1) as u32;
        writer.finish(&self.shared.space, width, radius, all.finalize())
    }
}

/// What all have done, in order, or what went wrong with the first who failed.
fn agreed(words: Vec<Word>) -> Result<Vec<(u64, u32, u64)>, SaveError> {
    let parts = words.into_iter().filter_map(|word| if let Word::Table(done) = word { Some(done) } else { None });
    let mut parts = parts.collect::<Result<Vec<_>, _>>()?.concat();
    parts.sort_unstable();
    Ok(parts)
}
