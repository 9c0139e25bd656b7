//! `mankala serve`: the page and the engine for this machine's browser, or for those with the link.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::run::{folder, mankala, path, text};

/// A server that is running, at a port of its own.
pub(crate) struct Server {
    child: Child,
    port: u16,
    /// The path that holds the page.
    root: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Response of the server.
#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn json(&self) -> Value {
        assert_eq!(self.status, 200, "{self:?}");
        assert_eq!(self.header("content-type"), Some("application/json"));
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The lines of a body that comes in pieces.
    fn lines(&self) -> Vec<Value> {
        assert_eq!(self.status, 200, "{self:?}");
        assert_eq!(self.header("content-type"), Some("application/x-ndjson"));
        assert_eq!(self.header("transfer-encoding"), Some("chunked"));
        let (mut rest, mut text) = (&self.body[..], Vec::new());
        loop {
            let end = rest.windows(2).position(|two| two == b"\r\n");
            let (length, after) = rest.split_at(end.expect("the length of a piece"));
            let length = std::str::from_utf8(length).expect("digits");
            let length = usize::from_str_radix(length, 16).expect("a number");
            if length == 0 {
                break;
            }
            text.extend_from_slice(&after[2..2 + length]);
            rest = &after[2 + length + 2..];
        }
        let text = String::from_utf8(text).expect("UTF-8");
        assert!(text.ends_with('\n'), "{text:?}");
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let (_, value) = lines.find(|(key, _)| key.eq_ignore_ascii_case(name))?;
        Some(value)
    }
}

impl Server {
    fn start() -> Self {
        Self::of(env!("CARGO_BIN_EXE_mankala").as_ref(), &[])
    }

    /// Starts the server of a program with more arguments.
    pub(crate) fn of(program: &Path, more: &[&str]) -> Self {
        let mut child = Command::new(program)
            .args(["serve", "--port", "0", "--json"])
            .args(more)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("its output"));
        output.read_line(&mut line).expect("its address");
        let said: Value = serde_json::from_str(&line).expect("JSON");
        let address = text(&said, "address").strip_prefix("http://");
        let (host, root) = address.and_then(|rest| rest.split_once('/')).expect("a host");
        let port = host.rsplit_once(':').and_then(|(_, port)| port.parse().ok());
        let port = port.unwrap_or_else(|| panic!("{said}"));
        let root = format!("/{root}");
        Self { child, port, root }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        let timeout = Some(Duration::from_secs(100));
        stream.set_read_timeout(timeout).expect("a timeout");
        stream
    }

    /// Sends bytes and reads what comes back to its end.
    fn send(&self, bytes: &[u8]) -> Answer {
        let mut stream = self.connect();
        stream.write_all(bytes).expect("the server reads");
        heard(stream)
    }

    /// A request without a body; `headers` end each in a line feed.
    fn get(&self, path: &str, headers: &str) -> Answer {
        let headers = headers.replace('\n', "\r\n");
        self.send(format!("GET {path} HTTP/1.1\r\n{headers}\r\n").as_bytes())
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// The game that the page opens.
    pub(crate) fn opens(&self) -> Value {
        let config = self.get("/config.js", &format!("Host: {}\n", self.host()));
        let config = String::from_utf8(config.body).expect("UTF-8");
        let opens = config.lines().find_map(|line| {
            let value = line.strip_prefix("export const opens = ")?;
            value.strip_suffix(';')
        });
        serde_json::from_str(opens.expect("a game")).expect("JSON")
    }

    /// A request to the engine as the page sends it.
    fn request(&self, body: &[u8]) -> Vec<u8> {
        let host = self.host();
        let head = format!(
            "POST /api HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        [head.as_bytes(), body].concat()
    }

    fn ask(&self, request: &Value) -> Value {
        self.send(&self.request(request.to_string().as_bytes())).json()
    }
}

fn heard(mut stream: TcpStream) -> Answer {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("an answer and its end");
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
    let end = end.unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&bytes)));
    let head = String::from_utf8(bytes[..end].to_vec()).expect("UTF-8");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    Answer {
        status: status.unwrap_or_else(|| panic!("{head}")),
        head,
        body: bytes[end + 4..].to_vec(),
    }
}

fn small(id: u32) -> Value {
    json!({ "id": id, "request": "position", "game": { "variant": "kalah", "moves": ["A3"] } })
}

/// A search that nobody lives to see the end of.
fn endless() -> Value {
    json!({ "request": "choose", "game": { "variant": "zanzibar-bao" }, "player": "alphabeta:60" })
}

#[test]
fn the_page_and_the_engine_are_there() {
    let server = Server::start();
    let host = format!("Host: localhost:{}\n", server.port);
    let page = server.get("/", &format!("{host}Accept-Encoding: deflate, gzip;q=0.5\n"));
    assert_eq!(page.status, 200, "{page:?}");
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    // Clients that take no encoding get it too.
    assert_eq!(page.header("content-encoding"), None);
    assert!(page.body.starts_with(b"<!doctype html>"));
    let config = server.get("/config.js", &host);
    let told = "export const door = \"server\";\nexport const opens = null;\n";
    assert_eq!(config.body, told.as_bytes());
    assert_eq!(config.header("content-type"), Some("text/javascript; charset=utf-8"));
    let plain = server.get("/index.html", &format!("{host}Accept-Encoding: identity\n"));
    assert_eq!((plain.status, plain.body), (200, page.body));
    for missing in ["/nothing", "/../Cargo.toml", "//etc/passwd", "/%2e%2e/Cargo.toml", "/api/"] {
        assert_eq!(server.get(missing, &host).status, 404, "{missing}");
    }
    assert_eq!(server.get("/api", &host).status, 405);
    let head =
        server.send(format!("HEAD / HTTP/1.1\r\nHost: {}\r\n\r\n", server.host()).as_bytes());
    assert_eq!((head.status, head.body.len()), (200, 0));
    let put = server.send(format!("PUT / HTTP/1.1\r\nHost: {}\r\n\r\n", server.host()).as_bytes());
    assert_eq!(put.status, 405);
    let answer = server.ask(&small(7));
    assert_eq!(answer["id"], 7);
    let printed = mankala(&["apply", "kalah", "A3", "--json"]).done().object();
    assert_eq!(answer["answer"]["position"], printed["position"]);
    // What is wrong with a request is said in the answer to it.
    let wrong = server.ask(&json!({ "id": "x", "request": "nothing" }));
    assert_eq!((&wrong["id"], &wrong["error"]["field"]), (&json!("x"), &json!("request")));
}

#[test]
fn the_page_opens_the_game_that_is_named() {
    let folder = folder("serve");
    let mine = folder.join("mine.toml");
    let made = mankala(&["new", "mine", "--from", "kalah:setup.seeds=3", "--out", path(&mine)]);
    made.done();
    let program = env!("CARGO_BIN_EXE_mankala").as_ref();
    let named = ["Oware", "--set", "board.columns=4"];
    let server = Server::of(program, &named);
    let game = server.opens();
    assert_eq!(game, json!({ "variant": "oware:board.columns=4", "moves": [] }));
    // A file goes to the page as its text, which the engine takes as it is.
    let server = Server::of(program, &[path(&mine), "--set", "setup.seeds=5"]);
    let answer = server.ask(&json!({ "request": "position", "game": server.opens() }));
    let position = text(&answer["answer"], "position");
    assert!(position.starts_with("5,5,5,5,5,5/5,5,5,5,5,5 S"), "{answer}");
    // What can't be opened is said before anything is served.
    mankala(&["serve", "--port", "0", "halma"]).refused(&["halma"]);
    fs::rename(&mine, folder.join("parent.toml")).expect("renamed");
    let heir = "name = \"mine\"\ntitle = \"Mine\"\ninherits = \"parent.toml\"\n";
    fs::write(&mine, heir).expect("written");
    mankala(&["check", path(&mine)]).done();
    mankala(&["serve", "--port", "0", path(&mine)]).refused(&["a variant that needs other files"]);
}

/// A page from elsewhere gets nothing, by whatever name it comes here.
#[test]
fn only_its_own_page_may_ask() {
    let server = Server::start();
    let port = server.port;
    let body = small(1).to_string();
    let call = |headers: &str| {
        let kind =
            if headers.contains("Content-Type") { "" } else { "Content-Type: application/json\n" };
        let head = format!("POST /api HTTP/1.1\n{headers}{kind}Content-Length: {}\n\n", body.len());
        server.send(format!("{}{body}", head.replace('\n', "\r\n")).as_bytes())
    };
    for name in ["localhost", "127.0.0.1", "[::1]"] {
        let host = format!("Host: {name}:{port}\n");
        assert_eq!(call(&host).json()["id"], 1);
        assert_eq!(call(&format!("{host}Origin: http://{name}:{port}\n")).json()["id"], 1);
        assert_eq!(server.get("/", &host).status, 200);
    }
    let hosts = [
        "evil.com".to_owned(),
        format!("evil.com:{port}"),
        format!("localhost.evil.com:{port}"),
        format!("127.0.0.1.evil.com:{port}"),
        format!("evil.com@localhost:{port}"),
        format!("localhost:{port}@evil.com"),
        format!("127.0.0.1:{port}0"),
        format!("127.0.0.2:{port}"),
        format!("0.0.0.0:{port}"),
        "127.0.0.1".to_owned(),
        "localhost".to_owned(),
        "localhost:1".to_owned(),
        String::new(),
    ];
    for host in hosts {
        let same = format!("Host: {host}\nOrigin: http://{host}\n");
        for headers in [format!("Host: {host}\n"), same] {
            assert!([400, 403].contains(&call(&headers).status), "{headers}");
            assert!([400, 403].contains(&server.get("/", &headers).status), "{headers}");
        }
    }
    let host = format!("Host: 127.0.0.1:{port}\n");
    let origins = [
        "null".to_owned(),
        "http://evil.com".to_owned(),
        format!("http://localhost.evil.com:{port}"),
        format!("http://127.0.0.1:{port}.evil.com"),
        format!("https://127.0.0.1:{port}"),
        format!("http://localhost:{port}"),
        "http://127.0.0.1".to_owned(),
        "http://127.0.0.1:1".to_owned(),
        format!("127.0.0.1:{port}"),
        String::new(),
    ];
    for origin in origins {
        let headers = format!("{host}Origin: {origin}\n");
        assert_eq!(call(&headers).status, 403, "{headers}");
        assert_eq!(server.get("/", &headers).status, 403, "{headers}");
    }
    // Twice, not at all, or another one in the first line.
    assert_eq!(server.get("/", &format!("{host}Host: evil.com\n")).status, 403);
    let twice = format!("{host}Origin: http://127.0.0.1:{port}\nOrigin: null\n");
    assert_eq!(call(&twice).status, 403);
    assert_eq!(server.send(b"GET / HTTP/1.0\r\n\r\n").status, 403);
    assert_eq!(server.get("http://evil.com/", &host).status, 403);
    // What a page may send without being asked whether it may.
    for kind in ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""] {
        let headers = format!("{host}Content-Type: {kind}\n");
        assert_eq!(call(&headers).status, 415, "{headers}");
    }
    let typed = format!("{host}Content-Type: application/json; charset=utf-8\n");
    assert_eq!(call(&typed).json()["id"], 1);
    let asked = format!(
        "OPTIONS /api HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://evil.com\r\n\
         Access-Control-Request-Method: POST\r\n\r\n"
    );
    let asked = server.send(asked.as_bytes());
    assert_eq!(asked.status, 403);
    assert!(!asked.head.to_lowercase().contains("access-control"), "{asked:?}");
}

/// The printed address is allowed, and named to others. Other systems than macOS listen at every loopback address.
#[cfg(not(target_os = "macos"))]
#[test]
fn another_loopback_address_is_allowed() {
    let program = env!("CARGO_BIN_EXE_mankala").as_ref();
    let server = Server::of(program, &["--host", "127.0.0.2"]);
    let port = server.port;
    let get = |host: &str| {
        let mut stream = TcpStream::connect(("127.0.0.2", port)).expect("a connection");
        let request = format!("GET / HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("the server reads");
        heard(stream)
    };
    for host in ["127.0.0.2", "127.0.0.1", "localhost", "[::1]"] {
        assert_eq!(get(host).status, 200, "{host}");
    }
    let refused = get("127.0.0.3");
    assert_eq!(refused.status, 403);
    let said = String::from_utf8(refused.body).expect("UTF-8");
    assert!(said.contains(&format!("http://127.0.0.2:{port}/ ")), "{said}");
}

/// The local network needs the token of the link, for the page and for the engine.
#[test]
fn the_network_needs_the_token() {
    let program = env!("CARGO_BIN_EXE_mankala").as_ref();
    let server = Server::of(program, &["--host", "0.0.0.0", "kalah"]);
    let token = server.root.trim_matches('/').to_owned();
    assert_eq!(token.len(), 32, "{token}");
    let other = Server::of(program, &["--host", "0.0.0.0"]);
    assert_ne!(other.root, server.root);
    // Others reach this machine by any name.
    let host = format!("Host: board.example:{}\n", server.port);
    let status = |path: &str| server.get(path, &host).status;
    for (path, is_page) in [("", true), ("main.js", true), ("config.js", true), ("no", false)] {
        let expected = if is_page { 200 } else { 404 };
        assert_eq!(status(&format!("/{token}/{path}")), expected, "{path}");
        assert_eq!(status(&format!("/{path}")), 403, "{path}");
        assert_eq!(status(&format!("/{}/{path}", "0".repeat(32))), 403, "{path}");
    }
    // Without the last slash, the page would load its files from beside the folder.
    let folder = server.get(&format!("/{token}"), &host);
    assert_eq!(folder.status, 308, "{folder:?}");
    assert_eq!(folder.header("location"), Some(&*server.root));
    let asked = String::from_utf8(server.request(small(1).to_string().as_bytes())).expect("UTF-8");
    assert_eq!(server.send(asked.as_bytes()).status, 403);
    let below = asked.replace("POST /api", &format!("POST /{token}/api"));
    server.send(below.as_bytes()).json();
    let elsewhere = below.replace("Origin: http://", "Origin: http://evil.");
    assert_eq!(server.send(elsewhere.as_bytes()).status, 403);
}

#[test]
fn every_response_says_what_pages_may_do() {
    let server = Server::start();
    let host = format!("Host: {}\n", server.host());
    let answers = [
        server.get("/", &host),
        server.get("/config.js", &host),
        server.get("/nothing", &host),
        server.get("/api", &host),
        server.get("/", "Host: evil.com\n"),
        server.send(&server.request(b"{}")),
        server.send(&server.request(&vec![b' '; 5_000_000])),
    ];
    for answer in answers {
        let policy = answer.header("content-security-policy").expect("a policy");
        for said in ["default-src 'none'", "frame-ancestors 'none'", "connect-src 'self'"] {
            assert!(policy.contains(said), "{answer:?}");
        }
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"));
    }
}

/// Whatever is sent, an answer or an error comes, and nothing is changed by it.
#[test]
fn hostile_requests_are_answered() {
    let server = Server::start();
    let before = server.ask(&small(1));
    let kind = |body: &[u8]| {
        let response = server.send(&server.request(body)).json();
        text(&response["error"], "kind").to_owned()
    };
    assert_eq!(kind(b""), "malformed");
    assert_eq!(kind(b"{\"request\":\"\xff\xfe\"}"), "malformed");
    assert_eq!(kind("[".repeat(1_000_000).as_bytes()), "malformed");
    assert_eq!(kind("{\"a\":".repeat(500_000).as_bytes()), "malformed");
    // A variant text of 10 MB is read to its end, so that its sender hears the answer.
    let long = json!({ "request": "check", "text": "#".repeat(10_000_000) });
    assert_eq!(kind(long.to_string().as_bytes()), "too_large");
    let file = "name = \"a\"\ntitle = \"<script>alert(1)</script>\"\ninherits = \"kalah\"\n";
    let answer = server.send(&server.request(
        json!({ "request": "variant", "variant": { "text": file } }).to_string().as_bytes(),
    ));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    let answer = answer.json();
    assert_eq!(answer["answer"]["header"]["title"], "<script>alert(1)</script>", "{answer}");
    // Pieces of a length that is told piece by piece, and one that lies.
    let head = String::from_utf8(server.request(b"")).expect("UTF-8");
    let chunked = head.replace("Content-Length: 0", "Transfer-Encoding: chunked");
    let body = small(3).to_string();
    let sent = format!("{chunked}{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
    assert_eq!(server.send(sent.as_bytes()).json()["id"], 3);
    let sent = format!("{chunked}ffffffffffffffffff\r\n{body}");
    assert_eq!(server.send(sent.as_bytes()).status, 400);
    for broken in
        [&b"\x16\x03\x01\x02\x00\x01"[..], b"\r\n\r\nhello\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"]
    {
        let mut stream = server.connect();
        stream.write_all(broken).expect("the server reads");
        let mut left = Vec::new();
        // It may close with something unread, which the system calls a reset.
        drop(stream.read_to_end(&mut left));
        assert!(left.is_empty() || left.starts_with(b"HTTP/1."), "{left:?}");
    }
    let host = format!("Host: {}\n", server.host());
    let many = format!("{host}{}", "X: y\n".repeat(5000));
    let long = format!("{host}X: {}\n", "y".repeat(200_000));
    for headers in [many, long] {
        let mut stream = server.connect();
        drop(stream.write_all(
            format!("GET / HTTP/1.1\r\n{headers}\r\n").replace("\r\n", "\n").as_bytes(),
        ));
        let mut left = Vec::new();
        drop(stream.read_to_end(&mut left));
        assert!(
            left.is_empty() || left.starts_with(b"HTTP/1.1 431"),
            "{:?}",
            String::from_utf8_lossy(&left)
        );
    }
    assert_eq!(server.ask(&small(1)), before);
}

#[test]
fn many_requests_at_once_are_answered() {
    let server = Server::start();
    scope(|threads| {
        for id in 0..200 {
            let server = &server;
            threads.spawn(move || {
                let request = match id % 2 {
                    0 => small(id),
                    _ => json!({ "id": id, "request": "choose", "game": { "variant": "kalah" }, "player": "greedy" }),
                };
                assert_eq!(server.ask(&request)["id"], id);
            });
        }
    });
}

/// Requests progress: it comes before the answer, which stays the same.
#[test]
fn progress_comes_line_by_line() {
    let server = Server::start();
    let mut request =
        json!({ "id": "m", "request": "measure", "variant": "kalah", "games": 3000, "seed": 5 });
    let alone = server.ask(&request);
    request["every"] = json!(0);
    let lines = server.send(&server.request(request.to_string().as_bytes())).lines();
    let (last, progress) = lines.split_last().expect("lines");
    assert_eq!(last, &alone);
    assert!(!progress.is_empty());
    let mut before = 0;
    for word in progress {
        assert_eq!((&word["id"], &word["progress"]["all"]), (&json!("m"), &json!(3000)), "{word}");
        let done = word["progress"]["done"].as_u64().expect("a number");
        assert!((before + 1..=3000).contains(&done), "{word}");
        before = done;
    }
    // What is wrong is told in the same way.
    request["games"] = json!(0);
    let lines = server.send(&server.request(request.to_string().as_bytes())).lines();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["error"]["field"], "games");
    // It comes while the work goes on: this one would take a minute.
    let mut endless = endless();
    endless["every"] = json!(0);
    let mut stream = server.connect();
    let begin = Instant::now();
    stream.write_all(&server.request(endless.to_string().as_bytes())).expect("the server reads");
    let mut heard = BufReader::new(stream).lines();
    let word = heard.find_map(|line| {
        let line = line.expect("a line");
        line.contains("progress").then_some(line)
    });
    let word: Value = serde_json::from_str(&word.expect("a word")).expect("JSON");
    assert!(word["progress"]["move"].is_string(), "{word}");
    assert!(begin.elapsed() < Duration::from_secs(30));
}

/// A client that is gone leaves its seat to others: there are more searches than seats, and each could take a minute.
#[test]
fn a_search_ends_with_its_client() {
    let server = Server::start();
    let gone: Vec<TcpStream> = (0..40)
        .map(|number| {
            let mut stream = server.connect();
            let mut request = endless();
            // Half of them hear how far it has come.
            request["every"] = [json!(null), json!(0)][number % 2].take();
            let request = server.request(request.to_string().as_bytes());
            stream.write_all(&request).expect("the server reads");
            stream
        })
        .collect();
    sleep(Duration::from_millis(300));
    // What takes no seat is answered meanwhile.
    assert_eq!(server.ask(&small(1))["id"], 1);
    drop(gone);
    let begin = Instant::now();
    let quick =
        json!({ "id": 2, "request": "choose", "game": { "variant": "kalah" }, "player": "greedy" });
    assert!(server.ask(&quick)["answer"]["move"].is_string());
    assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", begin.elapsed());
}

/// More searches than a browser has connections wait for a core, and nothing else waits for them.
#[test]
fn the_page_and_short_requests_do_not_wait_for_searches() {
    let server = Server::start();
    let request = server.request(endless().to_string().as_bytes());
    let searches: Vec<TcpStream> = (0..150)
        .map(|_| {
            let mut stream = server.connect();
            stream.write_all(&request).expect("the server reads");
            stream
        })
        .collect();
    sleep(Duration::from_millis(500));
    let begin = Instant::now();
    let host = format!("Host: {}\n", server.host());
    assert_eq!(server.get("/", &host).status, 200);
    assert_eq!(server.ask(&small(1))["id"], 1);
    let taken = begin.elapsed();
    assert!(taken < Duration::from_secs(20), "{taken:?}");
    drop(searches);
}

/// Connects slow clients: they are disconnected, and others are still answered.
#[test]
fn slow_clients_are_disconnected() {
    let server = Server::start();
    let whole = server.request(small(1).to_string().as_bytes());
    let mut slow: Vec<TcpStream> = Vec::new();
    for begun in [0, 10, 30, whole.len() - 1] {
        let mut stream = server.connect();
        stream.write_all(&whole[..begun]).expect("the server reads");
        slow.push(stream);
    }
    assert_eq!(server.ask(&small(2))["id"], 2);
    let begin = Instant::now();
    for mut stream in slow {
        let mut left = String::new();
        drop(stream.read_to_string(&mut left));
        assert!(left.is_empty() || left.starts_with("HTTP/1.1 408"), "{left}");
    }
    let taken = begin.elapsed();
    assert!(taken < Duration::from_secs(30), "{taken:?}");
}

#[test]
fn a_port_in_use_is_reported() {
    let server = Server::start();
    let port = server.port.to_string();
    mankala(&["serve", "--port", &port]).refused(&[&port, "in use", "--port"]);
    mankala(&["serve", "--port", "65536"]).misused();
}

/// While it thinks, too.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_at_once() {
    let mut server = Server::start();
    let mut stream = server.connect();
    let request = server.request(endless().to_string().as_bytes());
    stream.write_all(&request).expect("the server reads");
    sleep(Duration::from_millis(300));
    let id = server.child.id().to_string();
    let begin = Instant::now();
    let kill = Command::new("kill").args(["-INT", &id]).status();
    assert!(kill.expect("kill").success());
    let status = server.child.wait().expect("an end");
    assert_eq!(status.code(), Some(130));
    let taken = begin.elapsed();
    assert!(taken < Duration::from_secs(10), "{taken:?}");
}
