//! `mankala play`: a game at the terminal, by hand or between players.

use super::prelude::*;
use crate::api::choose::known_best;
use crate::api::play::Ply;
use crate::api::record::rules_of;
use crate::api::transcript::{ALL_ROUNDS, ROUNDS};
use crate::review::Tables;
use mankala_core::game::Ending;
use mankala_core::kernel::board::Pit;
use mankala_core::play::players::Player;
use mankala_core::text::score::told_round;
use mankala_core::text::told::told;
use mankala_core::text::trace::Change;
use mankala_core::variant::Outcome;
use mankala_core::variant::sections::rounds::Kind;

use super::exec::{self, ExecArgs};
use super::lines::Line;
use super::pager::page;
use super::replay::Source;
use super::show::book;
use super::tables;
use participant::Participant;
use prompt::Prompt;
use typed::{Typed, help, list, meant};

mod hint;
mod kept;
mod participant;
mod prompt;
mod puzzles;
mod typed;

/// Variant, players and files of a game.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A name from `list`, or a path to a .toml file; NAME:key=value,… changes rules.
    ///
    /// With --from and --resume it may be left out: the transcript names it.
    #[arg(required_unless_present_any = ["from", "resume", "puzzles"])]
    variant: Option<String>,
    /// Override a key of the variant, like --set board.columns=3.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    #[command(flatten)]
    position: PositionArgs,
    /// Continue the game of this transcript; its moves can be undone.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "resume"])]
    from: Option<String>,
    /// Solve the puzzles of this file, written by `puzzles`.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "set", "position", "from", "south", "north", "seed", "rounds", "laps", "tables", "save"])]
    puzzles: Option<PathBuf>,
    /// South's player: human, random, greedy, alphabeta:6, mcts:2000, exec:COMMAND …
    ///
    /// If left out: the player in the transcript, or else human. COMMAND starts a program that chooses its
    /// moves by answering the request `choose` of `engine`; a transcript never starts one.
    #[arg(long, value_name = "WHO", value_parser = Participant::given)]
    south: Option<Participant>,
    /// North's player; if left out, the one in the transcript, or else random.
    #[arg(long, value_name = "WHO", value_parser = Participant::given)]
    north: Option<Participant>,
    #[command(flatten)]
    exec: ExecArgs,
    /// Use the endgame tables in this file for hints, made by `tables build`.
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    /// Random seed; if left out, the one in the transcript, or else 1.
    #[arg(long)]
    seed: Option<u64>,
    /// Leave the game unfinished after this number of plies.
    #[arg(long, default_value_t = 2000)]
    ply_limit: usize,
    /// Play a game of several rounds to the end of the last round.
    #[arg(long, conflicts_with = "from")]
    rounds: bool,
    /// Show every move lap by lap, each lap and capture as a board.
    #[arg(long)]
    laps: bool,
    /// Save the transcript to this file after every move.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Replace an existing file.
    #[arg(long, requires = "save")]
    force: bool,
    /// Continue the game in the --save file, if any; the other options must not change.
    #[arg(long, requires = "save", conflicts_with = "force")]
    resume: bool,
}

/// A game at the terminal.
struct Table<'a> {
    arguments: &'a Arguments,
    loaded: Loaded,
    /// Endgame tables for hints.
    tables: Option<Tables>,
    /// Headers of a transcript that select the rules.
    rules: Vec<(String, String)>,
    game: Game,
    /// Person or computer player for South, then for North.
    sides: [Participant; 2],
    /// Computer players of South and North that have chosen a move.
    players: [Option<Box<dyn Player>>; 2],
    seed: u64,
    start: String,
    /// Set if the game has several rounds.
    over_rounds: bool,
    /// Pits that the last move changed.
    changed: Vec<(Pit, Change)>,
    prompt: Prompt,
    /// File of the transcript.
    place: Option<Target>,
    /// Set if the last write to the file failed.
    is_unsaved: bool,
    /// Last file that the user has saved to at the prompt.
    copy: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    if let Some(file) = &arguments.puzzles {
        return puzzles::solve(file, catalogue, output);
    }
    let mut table = Table::laid(arguments, catalogue, output)?;
    table.tables =
        tables::load(arguments.tables.as_ref(), &table.loaded)?.map(|(tables, _)| tables);
    if let Some(path) = &arguments.save {
        let goes_on = arguments.goes_on().is_some();
        let mut inputs = files_of(&table.loaded);
        inputs.extend(arguments.from.iter().map(PathBuf::from));
        inputs.extend(arguments.tables.clone());
        let place = Target::new(path, arguments.force || goes_on, &inputs);
        table.place = Some(place.of("--save")?);
    }
    let players = table.sides.iter().filter_map(|side| match side {
        Participant::Human => None,
        Participant::Player(player) => Some(*player),
    });
    let players: Vec<_> = players.collect();
    check_players(&table.loaded, &players)?;
    let names = table.sides.map(Participant::name);
    (arguments.exec).prepare(&names, &table.loaded, table.over_rounds, catalogue)?;
    table.save(output);
    if !output.is_json() {
        table.welcome(output)?;
    }
    let told = table.take_turns(output).and_then(|()| table.tell_end(output));
    // Save the game even after an error.
    let saved = table.save_at_the_end(output);
    if interrupt::stopped() {
        return Err(CommandError::Interrupted(table.words()));
    }
    told.and(saved)?;
    table.tell_how_to_go_on(output)
}

impl Arguments {
    /// Returns the file of the game that `--resume` continues.
    fn goes_on(&self) -> Option<&Path> {
        let path = self.save.as_deref();
        path.filter(|path| self.resume && path.exists())
    }
}

impl<'a> Table<'a> {
    /// Starts the game, or continues the transcript of `--from` or `--resume`.
    fn laid(arguments: &'a Arguments, catalogue: &Catalogue, output: &mut Output) -> Result<Self> {
        let given = [arguments.south, arguments.north];
        let goes_on = arguments.goes_on();
        let from = arguments.from.clone().or_else(|| Some(goes_on?.to_string_lossy().into_owned()));
        let Some(file) = from else {
            let Some(named) = &arguments.variant else {
                let save = arguments.save.as_deref().unwrap_or(Path::new(""));
                let message = "found no file to continue; name a variant to start a game";
                return Err(refused(save, message));
            };
            let loaded = load(catalogue, named, &arguments.set)?;
            let mut game = arguments.position.game(&loaded, output)?;
            if let Some(rounds) = rounds_of(&loaded, arguments.rounds)? {
                game.over_rounds(rounds);
            }
            return Ok(Self::new(arguments, catalogue, loaded, game, given, arguments.seed));
        };
        if let Some(path) = goes_on.filter(|path| !path.is_file()) {
            return Err(refused(path, "expected a regular file"));
        }
        let source = Source {
            file: &file,
            variant: arguments.variant.as_deref(),
            named_with: "VARIANT",
            from: None,
            set: &arguments.set,
            game: None,
            catalogue,
        };
        let show = &mut |_: &Game, _, _: &str, _: &str, _: &mut Output| Ok(());
        let (loaded, transcript, game) = source.play(source.open()?, show, output)?;
        let start = if arguments.position.position.is_some() {
            arguments.position.game(&loaded, output)?.text()
        } else {
            let mut first = game.clone();
            first.rewind();
            first.text()
        };
        let said = |side: Side| Participant::said(transcript.header(&side.to_string())?);
        let sides = Side::BOTH.map(|side| given[side.index()].or_else(|| said(side)));
        let seed = transcript.header("seed").and_then(|seed| seed.parse().ok());
        let seed = arguments.seed.or(seed);
        let mut table = Self::new(arguments, catalogue, loaded, game, sides, seed);
        table.start = start;
        table.over_rounds |= transcript.header(ROUNDS) == Some(ALL_ROUNDS);
        table.changed = table.changed_last();
        if let Some(path) = goes_on {
            table.check_same(&transcript, path)?;
        }
        Ok(table)
    }

    fn new(
        arguments: &'a Arguments,
        catalogue: &Catalogue,
        loaded: Loaded,
        game: Game,
        sides: [Option<Participant>; 2],
        seed: Option<u64>,
    ) -> Self {
        let [south, north] = sides;
        let sides = [
            south.unwrap_or(Participant::Human),
            north.unwrap_or(Participant::Player(PlayerSpec::Random)),
        ];
        let has_person = sides.iter().any(|it| matches!(it, Participant::Human));
        Self {
            arguments,
            start: game.text(),
            over_rounds: arguments.rounds,
            rules: rules_of(catalogue, &loaded),
            loaded,
            tables: None,
            game,
            sides,
            players: [None, None],
            seed: seed.unwrap_or(1),
            changed: Vec::new(),
            prompt: Prompt::new(has_person),
            place: None,
            copy: None,
            is_unsaved: false,
        }
    }

    /// Prints the title, the players and a hint.
    fn welcome(&self, output: &mut Output) -> Result {
        let (title, look) = (visible(&self.loaded.header.title), output.look());
        let [south, north] = &self.sides;
        output.line(format!("{title}: {south} against {north}"))?;
        if let Some((mover, last, _)) = self.last_move() {
            let moves = several(self.game.plies(), "move");
            let last = format!("the last was {last} by {mover}");
            let words = format!("The game continues after {moves}; {last}.");
            output.text(&paragraph(&words, "", look.width))?;
        } else if self.loaded.rounds.several() && !self.over_rounds {
            let words = "This is one round; --rounds plays the whole match.";
            output.text(&paragraph(words, "", look.width))?;
        }
        if self.has_person() {
            let first = "Type a move or its number in the list (#3); help lists the commands.";
            output.text(&paragraph(first, "", look.width))?;
        }
        if let (Participant::Player(_), None) = (self.participant(), self.game.result()) {
            output.line("")?;
        }
        Ok(())
    }

    /// Alternates the players until the game is over or left.
    fn take_turns(&mut self, output: &mut Output) -> Result {
        while self.game.result().is_none()
            && self.game.plies() < self.arguments.ply_limit
            && !interrupt::stopped()
        {
            match self.participant() {
                Participant::Human => {
                    if !self.ask(output)? {
                        break;
                    }
                }
                Participant::Player(player) => {
                    // Show the events so far while the player thinks.
                    output.flush()?;
                    self.let_play(player, output)?;
                }
            }
            self.save(output);
        }
        Ok(())
    }

    fn has_person(&self) -> bool {
        self.sides.iter().any(|it| matches!(it, Participant::Human))
    }

    fn participant(&self) -> Participant {
        self.sides[self.game.to_move().index()]
    }

    fn let_play(&mut self, player: PlayerSpec, output: &mut Output) -> Result {
        if let Some(best) = known_best(&self.loaded, &self.game, player) {
            return self.play(best, output);
        }
        // Randomness depends on the seed and the move number, so that a continued game is the same game.
        let mut dice = Dice::numbered(self.seed, self.game.plies() as u64);
        let chooser = &mut self.players[self.game.to_move().index()];
        let chooser = chooser.get_or_insert_with(|| player.player());
        let chosen = chooser.choose(&self.game, &mut dice, &interrupt::stopped);
        match (chosen, exec::failure()) {
            _ if interrupt::stopped() => Ok(()),
            (Some((mv, after)), _) => self.play(&self.game.write_move(mv, after), output),
            (None, Some(why)) => Err(CommandError::Input(why.to_owned())),
            (None, None) => Err(CommandError::Input(format!("{player} finds no move"))),
        }
    }

    fn play(&mut self, text: &str, output: &mut Output) -> Result {
        let mover = self.game.to_move();
        let before = self.game.clone();
        // A short error is enough, as a person sees the board and the legal moves.
        let written = self.game.play(text).map_err(|error| CommandError::Input(error.told()))?;
        let rounds = self.game.written_rounds();
        let over = rounds.get(before.rounds().len());
        if output.is_json() {
            return output.object(&json!(Ply::of(&self.game, Some(&written))));
        }
        self.changed = self.changed_last();
        let events = before.events(text).map_err(CommandError::input)?;
        let happened = told(before.layout(), &before.diagram(), &events);
        let plies = self.game.plies();
        let look = output.look();
        let happened = format!("{mover} plays {written}: {happened}");
        output.text(&look.told(&format!("{plies:>3} "), &happened))?;
        if let Some((round, position)) = over {
            self.changed.clear();
            let ended = self.loaded.game_from(position).map_err(CommandError::input)?;
            output.tell(&format!("\n{}\n", look.board(&ended, &[])))?;
            let counted = self.loaded.rounds.kind == Kind::Tally;
            let points = counted.then_some(round.points);
            output.line(told_round(rounds.len(), round.end.seeds, points))?;
        }
        if self.arguments.laps {
            output.line("")?;
            self.show_laps(output)?;
        }
        // A person sees the board before a program moves.
        let is_program = matches!(self.participant(), Participant::Player(_));
        if is_program && self.has_person() && self.game.result().is_none() {
            output.line("")?;
            self.show_board(output)?;
        }
        Ok(())
    }

    /// Returns the last move: the mover, the move, and the game before it.
    fn last_move(&self) -> Option<(Side, String, Game)> {
        let last = self.game.record().pop()?;
        let mut before = self.game.clone();
        before.undo();
        Some((before.to_move(), last, before))
    }

    fn changed_last(&self) -> Vec<(Pit, Change)> {
        let Some((_, last, before)) = self.last_move() else {
            return Vec::new();
        };
        before.trace(&last).unwrap_or_default().into_iter().flat_map(|step| step.changed).collect()
    }

    fn show_laps(&self, output: &mut Output) -> Result {
        let Some((_, last, before)) = self.last_move() else {
            output.note("no move has been made yet");
            return Ok(());
        };
        show_steps(&before, &last, output)
    }

    /// Shows the board with the changes of the last move, and the score.
    fn show_board(&self, output: &mut Output) -> Result {
        let look = output.look();
        let board = look.board(&self.game, &self.changed);
        output.tell(&format!("{board}\n{}\n", look.score(&self.game)))
    }

    /// Asks a person until they move or leave; returns `true` if they have moved.
    fn ask(&mut self, output: &mut Output) -> Result<bool> {
        let (moves, look) = (self.game.moves(), output.look());
        if !output.is_json() {
            output.line("")?;
            self.show_board(output)?;
            output.text(&list(&moves, look.columns))?;
        }
        self.prompt.offer(&moves, self.loaded.book);
        loop {
            output.flush()?;
            let line = match self.prompt.read(&format!("{}> ", self.game.to_move()))? {
                None => return Ok(false),
                Some(Line::Whole(line)) => line,
                Some(Line::TooLong(_)) => {
                    output.complain("the line is too long for a move or a command");
                    continue;
                }
            };
            match Typed::read(&line) {
                Typed::Nothing => {}
                Typed::Help => output.tell(&help(look.width))?,
                Typed::Moves => output.tell(&list(&moves, look.columns))?,
                Typed::Show => self.show_board(output)?,
                Typed::Score => output.tell(&look.score(&self.game))?,
                Typed::Laps => self.show_laps(output)?,
                Typed::Rules => {
                    page(&book::text(&self.loaded.text_in_words(), look.width), output)?;
                }
                Typed::Book => page(&book::text(&self.loaded.rule_book(), look.width), output)?,
                Typed::Rule("") => output.complain("rule needs the name of a rule, like rule G1"),
                Typed::Rule(id) => match book::rule(&self.loaded, id, look.width) {
                    Ok(text) => output.tell(&text)?,
                    Err(message) => output.complain(&message),
                },
                Typed::Hint("") => self.suggest(output)?,
                Typed::Hint(text) => match meant(&moves, text) {
                    Ok(text) => show_steps(&self.game, text, output)?,
                    Err(message) => output.complain(&message),
                },
                Typed::Save("") => output.complain("save needs a file name"),
                Typed::Save(name) => self.save_as(Path::new(name), output)?,
                Typed::Undo if self.undo() => return Ok(true),
                Typed::Undo => output.note("there is no move to undo"),
                Typed::Resign => {
                    if self.is_sure(output)? {
                        self.game.resign(self.game.to_move());
                        return Ok(true);
                    }
                }
                Typed::Quit => return Ok(false),
                Typed::Move(text) => {
                    let meant = meant(&moves, text).map_err(CommandError::Input);
                    match meant.and_then(|text| self.play(text, output)) {
                        Err(CommandError::Input(message)) => {
                            output.complain(&message);
                            output.note("help lists the commands");
                        }
                        done => return done.map(|()| true),
                    }
                }
            }
        }
    }

    /// Asks for confirmation of a resignation. Without an answer the game goes on.
    fn is_sure(&mut self, output: &mut Output) -> Result<bool> {
        let (side, other) = (self.game.to_move(), self.game.to_move().other());
        loop {
            output.tell(&format!("Does {side} resign, so that {other} wins? (y/n)\n"))?;
            output.flush()?;
            let Some(line) = self.prompt.read("y/n> ")? else {
                return Ok(false);
            };
            if let Line::Whole(line) = line {
                match &*line.trim().to_lowercase() {
                    "y" | "yes" => return Ok(true),
                    "n" | "no" => return Ok(false),
                    _ => {}
                }
            }
        }
    }

    /// Undoes moves until the same person is to move; returns `false` if they have not moved yet.
    fn undo(&mut self) -> bool {
        let mut earlier = self.game.clone();
        while earlier.undo() {
            if matches!(self.sides[earlier.to_move().index()], Participant::Human) {
                self.game = earlier;
                self.changed = self.changed_last();
                return true;
            }
        }
        false
    }

    fn tell_end(&self, output: &mut Output) -> Result {
        if output.is_json() {
            // The last move has told any other end.
            return match self.game.ending() {
                Some(Ending::Resignation) => output.object(&json!(Ply::of(&self.game, None))),
                _ => Ok(()),
            };
        }
        output.line("")?;
        let look = output.look();
        output.line(look.board(&self.game, &self.changed))?;
        output.text(&look.score(&self.game))?;
        output.line(match self.game.result().map(Outcome::winner) {
            Some(Some(side)) => format!("{side} has won."),
            Some(None) => "A draw.".to_owned(),
            None if self.game.plies() >= self.arguments.ply_limit => {
                format!("The game is unfinished after {} plies (--ply-limit).", self.game.plies())
            }
            None => "The game is unfinished.".to_owned(),
        })
    }
}

fn show_steps(before: &Game, text: &str, output: &mut Output) -> Result {
    let mut after = before.clone();
    match before.trace(text).and_then(|steps| after.play(text).map(|_| steps)) {
        Ok(steps) => output.tell(&output.look().steps(&after, &steps)),
        Err(error) => {
            output.complain(&error.told());
            Ok(())
        }
    }
}
