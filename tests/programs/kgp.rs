//! `examples/kgp.py`: programs that speak the Kalah Game Protocol play in matches, and players of mankala play on servers.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command};
use std::thread::{sleep, spawn};
use std::time::Duration;

use super::{GAMES, LAST, same_games};

/// Path of the script.
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/kgp.py");
const PROGRAM: &str = env!("CARGO_BIN_EXE_mankala");

/// Connection of a KGP program or server.
struct Peer {
    lines: BufReader<TcpStream>,
}

impl Peer {
    fn new(stream: TcpStream) -> Self {
        let patience = Some(Duration::from_secs(60));
        stream.set_read_timeout(patience).expect("a limit");
        Self { lines: BufReader::new(stream) }
    }

    fn send(&mut self, text: &str) {
        let stream = self.lines.get_mut();
        stream.write_all(format!("{text}\r\n").as_bytes()).expect("written");
    }

    /// Reads a line; empty at the end.
    fn read(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).expect("a line");
        line.trim_end().to_owned()
    }
}

/// Plays the filled pit of the highest number for each board, as `Last` does; returns the number of boards.
fn program(port: u16) -> usize {
    let connected = (0..600).find_map(|_| {
        sleep(Duration::from_millis(100));
        TcpStream::connect(("127.0.0.1", port)).ok()
    });
    let mut peer = Peer::new(connected.expect("the script listens"));
    let mut boards = 0;
    loop {
        let line = peer.read();
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["kgp", major, _, _] => {
                assert_eq!(major, "1");
                peer.send("set info:name \"last\"");
                peer.send("mode freeplay");
            }
            [id, "state", board] => {
                let board = board.trim_matches(['<', '>']).split(',');
                let board: Vec<usize> = board.map(|it| it.parse().expect("a number")).collect();
                let [columns, _, _, pits @ ..] = &board[..] else { panic!("{line}") };
                assert_eq!(pits.len(), 2 * columns);
                let last = (1..=*columns).rfind(|pit| pits[pit - 1] > 0);
                peer.send(&format!("@{id} move {}", last.expect("a filled pit")));
                // Neither a pit that does not exist nor a move for another board counts.
                peer.send(&format!("@{id} move 99"));
                peer.send("@999999 move 1");
                peer.send(&format!("@{id} yield"));
                boards += 1;
            }
            [_, "stop"] => {}
            ["goodbye" | ""] => return boards,
            _ => panic!("{line}"),
        }
    }
}

fn has_python() -> bool {
    Command::new("python3").arg("-V").output().is_ok()
}

#[test]
fn programs_that_connect_play_in_matches() {
    if !has_python() {
        return;
    }
    for variant in ["kalah", "kalah:board.columns=3,setup.seeds=2"] {
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        let port = port.expect("a free port").port();
        let boards = spawn(move || program(port));
        let player = format!("exec:python3 '{SCRIPT}' --mankala '{PROGRAM}' player --port {port}");
        same_games(&player, LAST, variant, false, 1);
        assert!(boards.join().expect("a program") as u64 >= GAMES);
    }
}

/// Script that plays on a server; it is ended with the test.
struct Client(Child);

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_server_gives_games_to_a_player() {
    if !has_python() {
        return;
    }
    let server = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = server.local_addr().expect("an address").to_string();
    let mut command = Command::new("python3");
    command.args([SCRIPT, "--mankala", PROGRAM, "client", &address]);
    let client = command.args(["--player", "alphabeta:4", "--token", "a word"]);
    let mut client = Client(client.spawn().expect("Python starts"));
    let mut peer = Peer::new(server.accept().expect("a connection").0);
    peer.send("kgp 1 0 1");
    assert_eq!(peer.read(), "set info:name \"mankala\"");
    assert_eq!(peer.read(), "set auth:token \"a word\"");
    assert_eq!(peer.read(), "mode freeplay");
    peer.send("2 ping 7");
    assert_eq!(peer.read(), "@2 pong 7");
    // A1 ends in the store, and then A3 captures all that is left; pit 2 is the only filled one.
    for (id, board, pit) in [(4, "<3,0,0,3,0,0,0,0,1>", 1), (6, "<2,5,5,0,1,1,1>", 2)] {
        peer.send(&format!("{id} state {board}"));
        assert_eq!(peer.read(), format!("@{id} move {pit}"), "{board}");
        assert_eq!(peer.read(), format!("@{id} yield"));
        peer.send(&format!("{}@{id} stop", id + 1));
    }
    peer.send("8 state <3,1,2>");
    peer.send("9 set info:comment \"no board\"");
    peer.send("goodbye");
    assert_eq!(peer.read(), "");
    assert!(client.0.wait().expect("an end").success());
}
