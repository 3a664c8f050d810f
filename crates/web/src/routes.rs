//! Every address of the server, in one table, and what they share.

mod about;
mod boards;
mod files;
mod jobs;
mod samples;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, delete, get, post};
use hueco_say::{Lang, serve};
use hueco_tiles::Workbench;
use tokio::sync::oneshot;

use crate::ask::Allowance;
use crate::fault::Fault;
use crate::guard::{Names, guard};
use crate::jobs::Jobs;
use crate::page::Page;
use crate::pool::Pool;
use crate::request::Speak;
use crate::settings::{Limits, Settings};

/// A method, a path and its handler.
type Route = (&'static str, &'static str, fn() -> MethodRouter<Arc<App>>);

const ROUTES: &[Route] = &[
    ("GET", "/", || get(files::index)),
    ("GET", "/assets/{*name}", || get(files::asset)),
    ("GET", "/api/openapi.json", || get(about::openapi)),
    ("GET", "/api/about", || get(about::about)),
    ("POST", "/api/parse", || post(boards::parse)),
    ("GET", "/api/random", || get(boards::random)),
    ("POST", "/api/solve", || post(boards::solve)),
    ("POST", "/api/jobs", || post(jobs::start)),
    ("GET", "/api/jobs/{id}", || get(jobs::look)),
    ("DELETE", "/api/jobs/{id}", || delete(jobs::cancel)),
    ("GET", "/api/jobs/{id}/events", || get(jobs::events)),
    ("GET", "/api/puzzles", || get(samples::puzzles)),
    ("GET", "/api/courses/{name}/example", || get(samples::example)),
];

/// Every method and path that is served.
pub fn routes() -> impl Iterator<Item = (&'static str, &'static str)> {
    ROUTES.iter().map(|&(method, path, _)| (method, path))
}

/// Work that is done while a request waits for it.
type Quick = Box<dyn FnOnce() + Send>;

/// What the handlers share.
pub(crate) struct App {
    pub(crate) page: Page,
    pub(crate) limits: Limits,
    /// What a job may use.
    pub(crate) long: Allowance,
    /// What a request may use that is answered at once.
    pub(crate) short: Allowance,
    pub(crate) jobs: Jobs,
    quick: Pool<Quick>,
}

impl App {
    pub(crate) fn new(settings: &Settings) -> Self {
        let limits = settings.limits.clone();
        let long = Allowance {
            cells: limits.cells,
            time: limits.time,
            nodes: limits.nodes,
            bytes: limits.bytes,
            result_bytes: limits.result_bytes,
            store: settings.store.clone(),
            workbench: Arc::new(Workbench::new(Some(limits.table_bytes))),
        };
        let short = Allowance { time: limits.quick_time, bytes: limits.quick_bytes, ..long.clone() };
        let quick = Pool::new("quick", limits.quick_workers, limits.quick_queue, |task: Quick| task());
        let jobs = Jobs::new(&limits);
        Self { page: settings.page.clone(), limits, long, short, jobs, quick }
    }

    /// Computes something on a thread for it. A client that goes away ends the work by its flag.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        lang: Lang,
        work: impl FnOnce(&Arc<AtomicBool>) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        let cancel = Arc::new(AtomicBool::new(false));
        let _gone = CancelOnDrop(Arc::clone(&cancel));
        let (sender, receiver) = oneshot::channel();
        let task = move || {
            if !cancel.load(Ordering::Relaxed) {
                // Nobody waits any more where this fails.
                let _ = sender.send(work(&cancel));
            }
        };
        self.quick.submit(Box::new(task)).map_err(|_| Fault::busy(lang))?;
        receiver.await.unwrap_or_else(|_| Err(Fault::internal(lang)))
    }

    /// Ends every job.
    pub(crate) fn cancel_all(&self) {
        self.jobs.cancel_all();
    }

    /// Ends the threads.
    pub(crate) fn close(&self) {
        self.quick.close();
        self.jobs.close();
    }
}

struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// All routes behind the guard.
pub(crate) fn router(app: Arc<App>, bound: SocketAddr, settings: &Settings) -> Router {
    let names = Names::new(bound, &settings.hosts);
    let router = ROUTES.iter().fold(Router::new(), |router, &(_, path, handler)| router.route(path, handler()));
    router
        .fallback(async |Speak(lang): Speak| Fault::not_found(lang))
        .method_not_allowed_fallback(async |Speak(lang): Speak| {
            Fault::of(StatusCode::METHOD_NOT_ALLOWED, "method", serve::method_not_allowed(lang)).into_response()
        })
        .layer(from_fn_with_state(names, guard))
        .with_state(app)
}
