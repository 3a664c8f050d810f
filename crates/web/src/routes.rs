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
use hueco_jobs::{Allowance, Events, JobEvent, Limits as RunLimits, Request, Workbench, run};
use hueco_say::{Lang, serve};
use tokio::sync::oneshot;

use crate::fault::Fault;
use crate::guard::{Names, guard};
use crate::idle_memory::IdleMemory;
use crate::page::Page;
use crate::pool::Pool;
use crate::queue::{GRACE, Jobs};
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
    ("POST", "/api/describe", || post(boards::describe)),
    ("GET", "/api/puzzles", || get(samples::puzzles)),
    ("GET", "/api/problems", || get(samples::problems)),
    ("GET", "/api/courses/{name}/example", || get(samples::example)),
];

/// Every method and path that is served.
pub fn routes() -> impl Iterator<Item = (&'static str, &'static str)> {
    ROUTES.iter().map(|&(method, path, _)| (method, path))
}

/// A run while its client waits.
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
    /// Tables of all requests.
    workbench: Arc<Workbench>,
    quick: Pool<Quick>,
    memory: Arc<IdleMemory>,
}

impl App {
    pub(crate) fn new(settings: &Settings) -> Self {
        let limits = settings.limits.clone();
        let run = RunLimits { time: Some(limits.time), nodes: Some(limits.nodes), bytes: Some(limits.bytes) };
        // Programs of strangers are not run.
        let problems = settings.address.ip().is_loopback();
        let long = Allowance { problems, ..Allowance::of_page(limits.cells, run, limits.result_bytes) };
        let short = Allowance {
            limits: RunLimits { time: Some(limits.quick_time), bytes: Some(limits.quick_bytes), ..long.limits },
            ..long.clone()
        };
        let workbench = Arc::new(Workbench::new(Some(limits.table_bytes), settings.store.clone()));
        let memory = Arc::new(IdleMemory::new());
        let after_quick = Arc::clone(&memory);
        let quick = Pool::new(
            "quick",
            limits.quick_workers,
            limits.quick_queue,
            |_| (),
            move |task: Quick| {
                task();
                after_quick.after_search();
            },
        );
        let jobs = Jobs::new(&limits, Arc::clone(&workbench), Arc::clone(&memory));
        Self { page: settings.page.clone(), limits, long, short, jobs, workbench, quick, memory }
    }

    /// Runs a request that takes no time worth a thread.
    pub(crate) fn answer_here(&self, request: &Request, lang: Lang) -> Result<String, Fault> {
        let outcome = run(request, &self.workbench, &mut ());
        let json = outcome.and_then(|outcome| outcome.json(&lang, self.limits.result_bytes));
        json.map_err(|error| Fault::job(&error, lang))
    }

    /// Runs a request on a thread of the pool, while its client waits. A client that goes away ends the run by its flag.
    pub(crate) async fn answer(&self, request: Request, lang: Lang) -> Result<String, Fault> {
        let cancel = Arc::new(AtomicBool::new(false));
        let _gone = CancelOnDrop(Arc::clone(&cancel));
        let (sender, receiver) = oneshot::channel();
        let (workbench, limit) = (Arc::clone(&self.workbench), self.limits.result_bytes);
        let task = move || {
            if !cancel.load(Ordering::Relaxed) {
                let outcome = run(&request, &workbench, &mut Quiet(cancel));
                let json = outcome.and_then(|outcome| outcome.json(&lang, limit));
                // Nobody waits any more where this fails.
                let _ = sender.send(json.map_err(|error| Fault::job(&error, lang)));
            }
        };
        self.quick.give_up(|(), since| since > self.limits.quick_time + GRACE);
        self.quick.submit(Box::new(task)).map_err(|_| Fault::busy(lang))?;
        receiver.await.unwrap_or_else(|_| Err(Fault::internal(lang)))
    }

    /// Ends every job.
    pub(crate) fn cancel_all(&self) {
        self.jobs.cancel_all();
    }

    /// Ends the threads.
    pub(crate) fn close(&self) {
        self.quick.close(GRACE);
        self.jobs.close();
        self.memory.close();
    }
}

/// A run without listeners, ended by its flag.
struct Quiet(Arc<AtomicBool>);

impl Events for Quiet {
    fn emit(&mut self, _: JobEvent<'_>) {}

    fn cancel(&self) -> Option<Arc<AtomicBool>> {
        Some(Arc::clone(&self.0))
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
