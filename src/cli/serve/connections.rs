//! Connections: one request each, limited in number and time.

use super::super::prelude::*;
use std::io;
use std::net::TcpListener;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::runtime;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// Maximum number of connections; more wait. A browser makes six, and searches hold at most half of them.
const MOST: usize = 512;
/// Timeout for the headers, for the body, and for sending the answer.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);
/// Timeout of a search, which then answers with its results so far.
pub(super) const LONGEST_THOUGHT: Duration = Duration::from_secs(60);
const LONGEST_HEADERS: usize = 64 << 10;

/// Accepts connections without end.
pub(super) fn serve(listener: TcpListener, router: &Router) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let places = Arc::new(Semaphore::new(MOST));
        loop {
            let Ok(place) = Arc::clone(&places).acquire_owned().await else {
                return Ok(());
            };
            match listener.accept().await {
                Ok((stream, _)) => {
                    let talk = talk(stream, router.clone());
                    tokio::spawn(async move {
                        talk.await;
                        drop(place);
                    });
                }
                // Either the client is gone, or there are too many open files: both pass.
                Err(_) => sleep(Duration::from_millis(100)).await,
            }
        }
    })
}

/// Answers one request; its work ends with the connection.
async fn talk(stream: TcpStream, router: Router) {
    let talk = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(LONGEST_HEADERS)
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    // A client that is too slow or gone can't receive an error.
    drop(timeout(LONGEST_THOUGHT + 3 * PATIENCE, talk).await);
}
