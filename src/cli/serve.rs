//! `mankala serve`: the page for browsers, and engine requests over HTTP, for this machine or the local network.

mod ask;
mod connections;
mod files;
mod guard;

use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};
use std::panic::resume_unwind;
use std::process::{Command, Stdio};
use std::sync::mpsc::channel;
use std::thread::{self, Builder};

use axum::Router;
use axum::middleware::{from_fn_with_state, map_response};
use axum::routing::{get, post};

use super::prelude::*;
use super::resources::ResourcePool;
use crate::files::named::is_path;
use ask::{Handler, Job};

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
    /// Address to listen on, like 0.0.0.0, for players on the local network.
    ///
    /// The printed link contains a token, and nobody can use the page or the engine without it.
    #[arg(long, value_name = "ADDR", default_value_t = Ipv4Addr::LOCALHOST.into())]
    host: IpAddr,
    /// Open the page in a browser.
    #[arg(long)]
    open: bool,
}

/// Answers browsers until the program ends.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    let opens = opens(arguments, catalogue)?;
    let listener = listener(arguments.host, arguments.port)?;
    let port = listener.local_addr()?.port();
    let token = (!arguments.host.is_loopback()).then(token).transpose()?;
    let at = SocketAddr::new(reached_at(arguments.host), port);
    let address = match &token {
        Some(token) => format!("http://{at}/{token}/"),
        None => format!("http://{at}/"),
    };
    let words = format!("{address} serves the page. Ctrl-C stops it.");
    output.say(&json!({ "address": address }), words)?;
    output.flush()?;
    if token.is_some() {
        output.note(
            "anyone on the network with this link can play and use the engine on this machine; \
             files stay private; the connection is not encrypted",
        );
    }
    if arguments.open
        && let Err(error) = open(&address)
    {
        output.note(format!("could not open a browser: {error}; open {address} yourself"));
    }
    let resources = Arc::new(ResourcePool::new());
    let (jobs, due) = channel::<Job>();
    let router = router(Handler::new(jobs, Arc::clone(&resources)), at, opens, token.as_deref());
    thread::scope(|scope| {
        let serve = move || connections::serve(listener, &router);
        let server = Builder::new().spawn_scoped(scope, serve)?;
        // The loop runs as long as the server, which holds the other end.
        for job in due {
            let resources = &resources;
            // If no thread can start, the job is dropped, and its client gets an error.
            drop(Builder::new().spawn_scoped(scope, move || job.work(resources, catalogue)));
        }
        Ok(server.join().unwrap_or_else(|panic| resume_unwind(panic))?)
    })
}

/// Returns the game that the page opens, as in API requests. It is the one of the command line, or the first that the
/// embedding program adds; null for none.
fn opens(arguments: &Arguments, catalogue: &Catalogue) -> Result<Value> {
    let game = |variant: Value| json!({ "variant": variant, "moves": [] });
    let Some(named) = &arguments.variant else {
        let given = catalogue.first_given().map(|name| catalogue.load(name, &[]));
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
    text.of("the page can't open a variant that needs other files")?;
    Ok(game(json!({ "text": loaded.text, "set": set })))
}

/// Returns an unpredictable name for the folder of the page.
fn token() -> Result<String, CommandError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).of("could not create a random token")?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

/// Returns the address under which others reach a server that listens at `host`.
fn reached_at(host: IpAddr) -> IpAddr {
    if !host.is_unspecified() {
        return host;
    }
    let (elsewhere, local): (IpAddr, IpAddr) = if host.is_ipv6() {
        let documented = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1);
        (documented.into(), Ipv6Addr::LOCALHOST.into())
    } else {
        let documented = Ipv4Addr::new(192, 0, 2, 1);
        (documented.into(), Ipv4Addr::LOCALHOST.into())
    };
    // Connecting a UDP socket selects the network interface, and sends nothing.
    let selected = || {
        let socket = UdpSocket::bind((host, 0))?;
        socket.connect((elsewhere, 9))?;
        socket.local_addr()
    };
    selected().map_or(local, |address| address.ip())
}

fn listener(host: IpAddr, port: u16) -> Result<TcpListener> {
    TcpListener::bind((host, port)).map_err(|error| {
        let program = program();
        CommandError::Input(match error.kind() {
            ErrorKind::AddrInUse => format!(
                "port {port} is in use, perhaps by another `{program} serve`; \
                 choose another with `--port`; 0 selects a free port"
            ),
            _ => format!("could not open port {port} at {host}: {error}"),
        })
    })
}

/// Routes requests to their handlers, below the token if there is one.
fn router(handler: Handler, at: SocketAddr, opens: Value, token: Option<&str>) -> Router {
    let pages = Router::new()
        .route("/api", post(ask::answer))
        .with_state(handler)
        .route("/config.js", get(files::config))
        .with_state(Arc::new(opens))
        .fallback_service(get(files::file).fallback(files::no_such_method))
        .method_not_allowed_fallback(files::no_such_method);
    let (pages, names) = match token {
        Some(token) => {
            let below = Router::new().nest_service(&format!("/{token}"), pages);
            (below.fallback(guard::no_token), guard::Names::Any)
        }
        None => (pages, guard::Names::of(at)),
    };
    pages.layer(from_fn_with_state(names, guard::check)).layer(map_response(guard::headers))
}

/// Opens an address with the tool of the system.
fn open(address: &str) -> std::io::Result<()> {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("rundll32");
        command.arg("url.dll,FileProtocolHandler");
        command
    } else if cfg!(target_os = "macos") {
        Command::new("open")
    } else {
        Command::new("xdg-open")
    };
    // Ctrl-C goes to the server only, not to the browser.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map(drop)
}
