//! Players that are other programs, `exec:COMMAND`: each is asked for its moves like `mankala engine`.

use std::io::{BufRead as _, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread::{Builder, sleep};

use super::interrupt::children;
use super::prelude::*;
use crate::api::record::rules_of;
use crate::api::transcript::{VARIANT, VARIANT_FILE};
use crate::api::{Big, GameOf, LONGEST_REQUEST, VariantOf};
use mankala_core::play::players::{Chosen, Own, Player, PlayerError};

/// Beginning of the name of such a player.
pub(crate) const EXEC: &str = "exec:";
/// Interval between two checks for Ctrl-C.
const POLL_INTERVAL: Duration = Duration::from_millis(10);
/// Maximum number of characters of an answer in a message.
const MOST_SHOWN: usize = 300;

/// Options of players that are programs.
#[derive(Debug, Args)]
pub(crate) struct ExecArgs {
    /// Time in seconds in which a program, exec:COMMAND, must answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=3600))]
    exec_timeout: u32,
}

/// Facts that all programs of this run share.
struct Shared {
    variant: VariantOf,
    /// The opening, which requests leave out.
    opening: String,
    rounds: bool,
    timeout: Duration,
}

/// Global, as a player knows only its name.
static SHARED: OnceLock<Shared> = OnceLock::new();
/// First failure of a program.
static FAILURE: OnceLock<String> = OnceLock::new();

/// Reads a player of the command line. Requests and transcripts can't name programs: nobody else starts one here.
pub(crate) fn player(text: &str) -> Result<PlayerSpec, String> {
    let Some(command) = text.strip_prefix(EXEC) else {
        let player = text.parse();
        return player
            .map_err(|error: PlayerError| format!("{error}, or {EXEC}COMMAND for a program"));
    };
    if words(command).is_empty() {
        return Err(format!(
            "expected {EXEC}COMMAND, a program with its arguments and with closed quotes, like \
             '{EXEC}python3 bot.py'"
        ));
    }
    Ok(PlayerSpec::Own(Own {
        name: Box::leak(Box::from(text)),
        version: "",
        make: |name| Box::new(Program { name, asked: 0, talk: None }),
    }))
}

/// Splits a command like a shell; empty if that fails.
fn words(command: &str) -> Vec<String> {
    shlex::split(command).unwrap_or_default()
}

impl ExecArgs {
    /// Prepares the programs among these players for games of a variant.
    pub(crate) fn prepare(
        &self,
        players: &[&str],
        loaded: &Loaded,
        rounds: bool,
        catalogue: &Catalogue,
    ) -> Result {
        let Some(program) = players.iter().find(|player| player.starts_with(EXEC)) else {
            return Ok(());
        };
        let rules = rules_of(catalogue, loaded);
        let header = |name| Some(&rules.iter().find(|(key, _)| key == name)?.1);
        let text = header(VARIANT_FILE).and_then(|quoted| serde_json::from_str(quoted).ok());
        let variant = match text {
            None => VariantOf::Named(header(VARIANT).cloned().unwrap_or_default()),
            Some(text) => VariantOf::of_text(text),
        };
        let read = variant.load(catalogue, "variant");
        if !read.is_ok_and(|read| read.digest() == loaded.digest()) {
            refuse!(
                "can't send the rules to {program}: the variant file refers to another file; \
                 expected a complete one"
            );
        }
        let shared = Shared {
            variant,
            opening: loaded.game().text(),
            rounds,
            timeout: Duration::from_secs(self.exec_timeout.into()),
        };
        // A command prepares its programs once.
        let _ = SHARED.set(shared);
        Ok(())
    }
}

/// Returns `true` if the games must end: after Ctrl-C, or because a program failed.
pub(crate) fn stopped() -> bool {
    interrupt::stopped() || FAILURE.get().is_some()
}

pub(crate) fn failure() -> Option<&'static str> {
    FAILURE.get().map(String::as_str)
}

/// A player that asks a program, which it starts for its first move.
struct Program {
    name: &'static str,
    /// Number of requests so far, which is the id of the last one.
    asked: u64,
    talk: Option<Talk>,
}

/// Connection to a running program, over threads, as it may neither read nor write.
struct Talk {
    requests: SyncSender<String>,
    lines: Receiver<Vec<u8>>,
    /// Process id.
    id: u32,
}

impl Player for Program {
    fn choose(&mut self, game: &Game, dice: &mut Dice, stop: &dyn Fn() -> bool) -> Chosen {
        if !game.variant().has_move(game.position()) {
            return None;
        }
        let chosen = self.ask(game, dice, stop);
        let failed = |message| drop(FAILURE.set(format!("{}: {message}", self.name)));
        chosen.map_err(failed).ok().flatten()
    }
}

impl Program {
    /// Asks for a move; `None` after a stop.
    fn ask(
        &mut self,
        game: &Game,
        dice: &mut Dice,
        stop: &dyn Fn() -> bool,
    ) -> Result<Chosen, String> {
        let shared = SHARED.get().ok_or("the variant is unknown")?;
        let talk = match &mut self.talk {
            Some(talk) => talk,
            none => none.insert(Talk::start(self.name)?),
        };
        self.asked += 1;
        let id = self.asked;
        let request = shared.request(id, game, dice.bits());
        let Some(line) = talk.answer(request, shared.timeout, stop)? else {
            return Ok(None);
        };
        let read = serde_json::from_slice(&line).unwrap_or(Value::Null);
        let text = read["answer"]["move"].as_str();
        let Some(text) = text.filter(|_| read["id"] == id) else {
            let expected = json!({ "id": id, "answer": { "move": "MOVE" } });
            return Err(format!("expected a line like {expected}, found {}", shown(&line)));
        };
        match game.meant(text, stop) {
            Ok(legal) => Ok(Some((legal.mv, legal.after))),
            Err(_) if stop() => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }
}

fn shown(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_end();
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => format!("{:?}… ({} bytes)", &text[..end], line.len()),
        None => format!("{text:?}"),
    }
}

impl Shared {
    fn request(&self, id: u64, game: &Game, seed: u64) -> String {
        let mut first = game.clone();
        first.rewind();
        let game = GameOf {
            variant: self.variant.clone(),
            position: Some(first.text()).filter(|text| *text != self.opening),
            moves: game.record(),
            rounds: self.rounds,
        };
        let request = json!({ "id": id, "request": "choose", "game": game, "seed": Big(seed) });
        format!("{request}\n")
    }
}

impl Talk {
    fn start(name: &str) -> Result<Self, String> {
        let words = words(name.trim_start_matches(EXEC));
        let (program, arguments) = words.split_first().ok_or("no program")?;
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        // Ctrl-C ends the program only after this one has noticed it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let refuse = |error| format!("could not start {program:?}: {error}");
        let mut child = command.spawn().map_err(refuse)?;
        let (id, stdin, stdout) = (child.id(), child.stdin.take(), child.stdout.take());
        children().push(child);
        let (requests, asked) = sync_channel::<String>(1);
        let (heard, lines) = sync_channel(1);
        let write = move || {
            let Some(mut stdin) = stdin else { return };
            // Once it has ended, so does its output.
            let _ = asked.iter().try_for_each(|request| stdin.write_all(request.as_bytes()));
        };
        let read = move || {
            let Some(stdout) = stdout else { return };
            let mut input = BufReader::new(stdout);
            loop {
                let mut line = Vec::new();
                let mut most = input.by_ref().take(LONGEST_REQUEST as u64);
                let read = most.read_until(b'\n', &mut line);
                if !matches!(read, Ok(1..)) || heard.send(line).is_err() {
                    return;
                }
            }
        };
        Builder::new().spawn(write).map_err(refuse)?;
        Builder::new().spawn(read).map_err(refuse)?;
        Ok(Self { requests, lines, id })
    }

    /// Sends a request and waits for a line; `None` after a stop.
    fn answer(
        &self,
        request: String,
        timeout: Duration,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Vec<u8>>, String> {
        if let Err(TrySendError::Full(_)) = self.requests.try_send(request) {
            return Err("it answers without reading the requests".to_owned());
        }
        let begin = Instant::now();
        loop {
            match self.lines.recv_timeout(POLL_INTERVAL) {
                Ok(line) => return Ok(Some(line)),
                _ if stop() => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if begin.elapsed() >= timeout => {
                    let seconds = timeout.as_secs();
                    return Err(format!(
                        "no answer in {seconds} s; --exec-timeout SECONDS allows more"
                    ));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Describes the end of the output, which comes shortly before the end of the program.
    fn ended(&self) -> String {
        for _ in 0..10 {
            let mut children = children();
            let child = children.iter_mut().find(|child| child.id() == self.id);
            if let Some(Ok(Some(status))) = child.map(Child::try_wait) {
                return format!("it ended without an answer ({status})");
            }
            drop(children);
            sleep(POLL_INTERVAL);
        }
        "it closed its output without an answer".to_owned()
    }
}
