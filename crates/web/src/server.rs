//! The server itself: a socket, connections with a limit on their number and on every wait, and an orderly end.
//!
//! ```text
//! bind ─▶ run: accept ─▶ (a place free?) ─▶ one task a connection ─▶ guard ─▶ routes
//!          └─ stop ─▶ no new connections ─▶ jobs are cancelled ─▶ open answers are sent, for a few seconds at most
//! ```

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::sync::{Semaphore, watch};

use crate::patient::Patient;
use crate::routes::{self, App};
use crate::settings::Settings;

/// After a failed accept (no file handle left, for one) the next is tried this much later.
const AFTER_FAILURE: Duration = Duration::from_millis(50);

/// A server with its socket.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    settings: Settings,
    stop: watch::Sender<bool>,
}

/// Stops a server, from any thread.
#[derive(Clone, Debug)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Asks the server to end.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Server {
    /// Takes the address.
    pub fn bind(settings: Settings) -> io::Result<Self> {
        let listener = TcpListener::bind(settings.address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address, settings, stop: watch::Sender::new(false) })
    }

    /// The address, with the port that was taken.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What stops it.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// Serves until it is stopped.
    pub fn run(self) -> io::Result<()> {
        let app = Arc::new(App::new(&self.settings));
        let router = routes::router(Arc::clone(&app), self.address, &self.settings);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().thread_name("serve").build()?;
        let served = runtime.block_on(self.accept(router, &app));
        app.close();
        runtime.shutdown_timeout(Duration::ZERO);
        served
    }

    async fn accept(self, router: Router, app: &App) -> io::Result<()> {
        let limits = &self.settings.limits;
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let places = Arc::new(Semaphore::new(limits.connections));
        let open = GracefulShutdown::new();
        let mut stop = self.stop.subscribe();
        let mut http = hyper::server::conn::http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(limits.head_time).max_buf_size(64 << 10);
        loop {
            let accepted = tokio::select! {
                _ = stop.wait_for(|&stop| stop) => break,
                // Whoever finds no place waits in the system's own queue.
                accepted = async { (Arc::clone(&places).acquire_owned().await, listener.accept().await) } => accepted,
            };
            let (Ok(place), Ok((stream, _))) = accepted else {
                tokio::time::sleep(AFTER_FAILURE).await;
                continue;
            };
            // Small answers are sent at once; where that cannot be set they are sent a little later.
            let _ = stream.set_nodelay(true);
            let io = TokioIo::new(Patient::new(stream, limits.write_time));
            let connection = open.watch(http.serve_connection(io, TowerToHyperService::new(router.clone())));
            tokio::spawn(async move {
                // A client that breaks off is no fault of ours and nobody's news.
                let _ = connection.await;
                drop(place);
            });
        }
        drop(listener);
        app.cancel_all();
        let _ = tokio::time::timeout(limits.stop_time, open.shutdown()).await;
        Ok(())
    }
}
