//! The events of a job as they happen (server-sent events). A late listener receives all better solutions and the latest
//! progress; the last event is the end. After every quiet second an event says that the job is alive, which also reveals a
//! broken connection. When the last listener leaves before the end, the job is cancelled.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::watch;
use tokio::time::timeout;

use super::job::{Job, Sending, Sent};
use crate::routes::App;

/// Something is sent at least this often.
const ALIVE: Duration = Duration::from_secs(1);

struct Listener {
    app: Arc<App>,
    job: Arc<Job>,
    woken: watch::Receiver<u64>,
    sent: Sent,
    unsent: VecDeque<Sending>,
}

impl Listener {
    /// The next event; `None` after the end.
    async fn next(&mut self) -> Option<Sending> {
        loop {
            if let Some(message) = self.unsent.pop_front() {
                return Some(message);
            }
            if self.sent.end {
                return None;
            }
            // Marked as seen first: a change in between wakes again.
            self.woken.borrow_and_update();
            self.unsent.extend(self.job.unsent(&mut self.sent));
            if self.unsent.is_empty() {
                match timeout(ALIVE, self.woken.changed()).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return None,
                    Err(_) => return Some(self.job.alive()),
                }
            }
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if self.job.leave() {
            self.app.jobs.cancel(&self.job);
        }
    }
}

/// The stream of a job's events.
pub(crate) fn events(app: Arc<App>, job: Arc<Job>) -> Response {
    let woken = job.listen();
    let listener = Listener { app, job, woken, sent: Sent::default(), unsent: VecDeque::new() };
    let stream = stream::unfold(listener, async |mut listener| {
        let Sending { event, data } = listener.next().await?;
        Some((Ok::<_, Infallible>(Event::default().event(event).data(data)), listener))
    });
    Sse::new(stream).into_response()
}
