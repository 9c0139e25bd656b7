//! Connections: a request each, so many at a time, none for ever.

use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::runtime;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// So many at a time; more wait until one ends. A browser makes six, and searches have half of them at most.
const MOST: usize = 512;
/// How long a client may take to say what it wants, and again to send its request, and again to take the answer.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);
/// Whoever thinks so long answers with what has been found.
pub(super) const LONGEST_THOUGHT: Duration = Duration::from_secs(60);
/// Nobody asks with longer headers.
const LONGEST_HEADERS: usize = 64 << 10;

/// Answers whoever comes, for ever.
pub(super) fn serve(listener: TcpListener, router: &Router) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let runtime = runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
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
                // Whoever came is gone again, or there are too many open files: that passes.
                Err(_) => sleep(Duration::from_millis(100)).await,
            }
        }
    })
}

/// Answers one request. Whatever was begun for it ends with the connection.
async fn talk(stream: TcpStream, router: Router) {
    let talk = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(LONGEST_HEADERS)
        .keep_alive(false)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    // A client that is too slow, or no longer there, is nobody to tell so.
    drop(timeout(LONGEST_THOUGHT + 3 * PATIENCE, talk).await);
}
