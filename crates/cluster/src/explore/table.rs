//! The distance table: every worker writes the distances of its own states to their place in one file.
//!
//! The first worker creates the file under a name that no other run has and broadcasts that; all write to it, and when all have
//! written the first gives it its header and its name. The checksum of the whole is combined from the checksums of the parts.

use std::io;

use hueco_tiles::file::SaveError;
use hueco_tiles::space::{Recorder, TableWriter, Width};
use serde::{Deserialize, Serialize};

use super::worker::{Report, Run, WorkerMessenger};
use super::{Event, Note};
use crate::team::PeerLost;

/// A part of the table that a worker has written, in the order of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct TablePart {
    first_order: u64,
    crc: u32,
    bytes: u64,
}

impl Run<'_> {
    /// Writes the table, if one was requested and the space is complete.
    pub(super) fn write_table(
        &mut self,
        messenger: &mut WorkerMessenger<'_>,
        emit: &dyn Fn(Event),
    ) -> Result<(), PeerLost> {
        let Some((path, width)) = &self.shared.exploration.table else { return Ok(()) };
        if self.walked.stopped.is_some() {
            return Ok(());
        }
        let create = || TableWriter::create(path, &self.shared.space, *width).map_err(SaveError::from);
        let created = messenger.is_first().then(create);
        let name = created.as_ref().map(|created| created.as_ref().map(TableWriter::name).map_err(|error| *error));
        let names = messenger.all_gather(Report::TableCreated(name))?;
        let written = match names.into_iter().find_map(Report::table_created) {
            Some(Ok(name)) => {
                let writer = match created {
                    Some(Ok(writer)) => writer,
                    _ => TableWriter::join(path, &name),
                };
                let Some(recorders) = self.recorders.take() else { return Ok(()) };
                let write = |recorder: &Recorder| {
                    writer.write(recorder)?;
                    let (first_order, crc) = (recorder.first(), recorder.crc().finalize());
                    Ok(TablePart { first_order, crc, bytes: recorder.bytes() })
                };
                let own: io::Result<Vec<_>> = recorders.iter().map(write).collect();
                all_parts(messenger.all_gather(Report::Table(own.map_err(SaveError::from)))?)
                    .map(|parts| (writer, parts))
            }
            Some(Err(error)) => Err(error),
            None => return Ok(()),
        };
        if messenger.is_first()
            && let Err(error) = written.and_then(|(writer, parts)| Ok(self.finish_table(writer, *width, &parts)?))
        {
            emit(Event::Note(Note::TableNotWritten { error }));
        }
        Ok(())
    }

    fn finish_table(&self, writer: TableWriter, width: Width, parts: &[TablePart]) -> io::Result<()> {
        let mut crc = crc32fast::Hasher::new();
        for part in parts {
            crc.combine(&crc32fast::Hasher::new_with_initial_len(part.crc, part.bytes));
        }
        let radius = self.walked.depths.len().saturating_sub(1) as u32;
        writer.finish(&self.shared.space, width, radius, crc.finalize())
    }
}

/// The parts of all workers, in order, or the error of the first one that failed.
fn all_parts(reports: Vec<Report>) -> Result<Vec<TablePart>, SaveError> {
    let parts = reports.into_iter().filter_map(|it| if let Report::Table(parts) = it { Some(parts) } else { None });
    let mut parts = parts.collect::<Result<Vec<_>, _>>()?.concat();
    parts.sort_unstable();
    Ok(parts)
}
