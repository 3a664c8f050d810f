//! The events of a job as they happen (server-sent events). A late listener is told all better solutions and the latest
//! progress; the last event is the end. Where there is nothing to tell, every second says that the job is alive, which also
//! shows a connection that broke. When the last listener leaves before the end, the job is cancelled.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use tokio::sync::watch;
use tokio::time::timeout;

use super::job::{Heard, Job, News};
use crate::routes::App;

/// Something is sent at least this often.
const ALIVE: Duration = Duration::from_secs(1);

struct Listener {
    app: Arc<App>,
    job: Arc<Job>,
    woken: watch::Receiver<u64>,
    heard: Heard,
    unsent: VecDeque<News>,
}

impl Listener {
    /// The next event; `None` after the end.
    async fn next(&mut self) -> Option<News> {
        loop {
            if let Some(news) = self.unsent.pop_front() {
                return Some(news);
            }
            if self.heard.end {
                return None;
            }
            // Seen before looked at: what is told in between wakes again.
            self.woken.borrow_and_update();
            self.unsent.extend(self.job.news(&mut self.heard));
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
    let listener = Listener { app, job, woken, heard: Heard::default(), unsent: VecDeque::new() };
    let stream = stream::unfold(listener, async |mut listener| {
        let News { event, data } = listener.next().await?;
        Some((Ok::<_, Infallible>(Event::default().event(event).data(data)), listener))
    });
    Sse::new(stream).into_response()
}
