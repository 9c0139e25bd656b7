//! `mankala serve`: the page for browsers, and engine requests over HTTP, for this machine only.

mod ask;
mod browser;
mod connections;
mod files;
mod guard;

use std::io::ErrorKind;
use std::net::{Ipv4Addr, TcpListener};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::{self, Builder};

use axum::Router;
use axum::middleware::{from_fn_with_state, map_response};
use axum::routing::{get, post};
use clap::Args;
use serde_json::{Value, json};

use super::output::Output;
use super::seats::Seats;
use super::variant::load;
use super::{Failure, program};
use crate::files::catalogue::Catalogue;
use crate::files::named::{is_path, taken_apart};
use ask::{Door, Job};

/// Game, port and browser.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Game to open: a name from `list` or a path; NAME:key=value,… changes rules.
    variant: Option<String>,
    /// Override a key of the variant, like --set board.columns=3.
    #[arg(long = "set", value_name = "KEY=VALUE", requires = "variant")]
    set: Vec<String>,
    /// Port; 0 for any free one.
    #[arg(long, default_value_t = 6265)]
    port: u16,
    /// Open the page in a browser.
    #[arg(long)]
    open: bool,
}

/// Answers browsers until the program ends.
pub(crate) fn run(
    arguments: &Arguments,
    catalogue: &Catalogue,
    output: &mut Output,
) -> Result<(), Failure> {
    let opens = opens(arguments, catalogue)?;
    let listener = listener(arguments.port)?;
    let port = listener.local_addr()?.port();
    let address = format!("http://127.0.0.1:{port}/");
    if output.is_json() {
        output.object(&json!({ "address": address }))?;
    } else {
        output.line(format!("{address} serves the page. Ctrl-C stops it."))?;
    }
    output.flush()?;
    if arguments.open
        && let Err(error) = browser::open(&address)
    {
        output.note(format!(
            "could not open a browser: {error}; open {address} yourself"
        ));
    }
    let seats = Arc::new(Seats::new());
    let (jobs, due) = channel::<Job>();
    let router = router(Door::new(jobs, Arc::clone(&seats)), port, opens);
    thread::scope(|scope| {
        let serve = move || connections::serve(listener, &router);
        let server = Builder::new().spawn_scoped(scope, serve)?;
        // The loop runs as long as the server, which holds the other end.
        for job in due {
            let seats = &seats;
            // If no thread can start, the job is dropped, and its client gets an error.
            drop(Builder::new().spawn_scoped(scope, move || job.work(seats, catalogue)));
        }
        let ended = server.join().unwrap_or_else(|panic| resume_unwind(panic));
        Ok(ended?)
    })
}

/// Returns the game that the page opens, as in API requests: the one of the command line, or else the first that the
/// embedding program adds; null for none.
fn opens(arguments: &Arguments, catalogue: &Catalogue) -> Result<Value, Failure> {
    let game = |variant: Value| json!({ "variant": variant, "moves": [] });
    let Some(named) = &arguments.variant else {
        let given = catalogue
            .first_given()
            .map(|name| catalogue.load(name, &[]));
        // A broken variant does not stop the server: its error appears when the user selects it.
        let given = given.and_then(Result::ok);
        return Ok(given.map_or(Value::Null, |loaded| game(loaded.label().into())));
    };
    let loaded = load(catalogue, named, &arguments.set)?;
    if !is_path(taken_apart(named).0) {
        return Ok(game(loaded.label().into()));
    }
    // Requests open no files, so the page gets the text.
    let set = loaded.changes();
    let text = catalogue.parse(&loaded.header.name, &loaded.text, &set);
    text.map_err(|wrong| {
        Failure::refused(wrong).about("the page can't open a variant that needs other files")
    })?;
    Ok(game(json!({ "text": loaded.text, "set": set })))
}

/// Binds the port.
fn listener(port: u16) -> Result<TcpListener, Failure> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
        let program = program();
        Failure::Refused(match error.kind() {
            ErrorKind::AddrInUse => format!(
                "port {port} is in use, perhaps by another `{program} serve`; \
                 choose another one with `--port`, or 0 for any free one"
            ),
            _ => format!("could not open port {port}: {error}"),
        })
    })
}

/// Routes requests to their handlers.
fn router(door: Door, port: u16, opens: Value) -> Router {
    Router::new()
        .route("/api", post(ask::answer))
        .with_state(door)
        .route("/config.js", get(files::config))
        .with_state(Arc::new(opens))
        .fallback_service(get(files::file).fallback(files::no_such_method))
        .method_not_allowed_fallback(files::no_such_method)
        .layer(from_fn_with_state(guard::Names::of(port), guard::check))
        .layer(map_response(guard::headers))
}
