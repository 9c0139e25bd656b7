//! Saving of the game: to disk after each move, and at the end.

use super::super::exec::EXEC;
use super::super::prelude::*;
use super::{Arguments, Table};
use crate::api::record::written;
use crate::api::transcript::{ALL_ROUNDS, DIGEST, ROUNDS, VARIANT, VARIANT_FILE};
use crate::files::named::is_path;
use mankala_core::text::transcript::Transcript;

impl Table<'_> {
    /// Writes the game to a file that the user names, or prints the reason of a failure.
    pub(super) fn save_as(&mut self, path: &Path, output: &mut Output) -> Result {
        if self.arguments.save.as_deref() == Some(path) {
            output.note("this file already receives the transcript after every move");
            return Ok(());
        }
        match self.save_to(path) {
            Ok(()) => {
                output.note(format!("wrote {}", path.display()));
                self.copy = Some(path.to_owned());
            }
            Err(CommandError::Input(message)) => output.complain(&message),
            Err(failure) => return Err(failure),
        }
        Ok(())
    }

    fn save_to(&self, path: &Path) -> Result {
        // The prompt has no --force.
        if path.is_file() {
            return Err(refused(path, "the file exists; choose another name"));
        }
        Target::new(path, false, &[])?.write(&self.transcript().write())
    }

    /// Saves the game; prints the first failure, and tries again after the next move.
    pub(super) fn save(&mut self, output: &mut Output) {
        let text = self.transcript().write();
        if let Some(place) = self.place.as_mut().filter(|place| place.is_plain()) {
            let failed = place.write(&text).err();
            if let (Some(CommandError::Input(message)), false) = (&failed, self.is_unsaved) {
                output.complain(message);
            }
            self.is_unsaved = failed.is_some();
        }
        if self.has_person() {
            interrupt::last_words(&format!("\nnote: {}\n", self.words().trim_end()));
        }
    }

    /// Saves the whole game; prints it if that fails.
    pub(super) fn save_at_the_end(&mut self, output: &mut Output) -> Result {
        let text = self.transcript().write();
        let is_unsaved = self.is_unsaved;
        let place = self.place.as_mut();
        let Some(place) = place.filter(|place| is_unsaved || !place.is_plain()) else {
            return Ok(());
        };
        let saved = place.write(&text);
        self.is_unsaved = saved.is_err();
        if self.is_unsaved {
            output.aside(&text);
        }
        saved
    }

    /// Prints how to continue an unfinished game.
    pub(super) fn tell_how_to_go_on(&self, output: &mut Output) -> Result {
        let is_left = self.has_person() && self.game.result().is_none();
        let what = match &self.place {
            Some(place) if place.is_plain() => {
                format!("The game is in {}. To continue it:", place.name().display())
            }
            None if let Some(path) = &self.copy => {
                format!("The saved part is in {}. To continue it:", path.display())
            }
            None if self.game.plies() > 0 => {
                "The game was not saved. Next time, type save FILE before you quit. Then continue with:"
                    .to_owned()
            }
            _ => return Ok(()),
        };
        if !is_left || output.is_json() {
            return Ok(());
        }
        output.text(&paragraph(&visible(&what), "", output.look().width))?;
        output.line(format!("  {}", visible(&self.again())))
    }

    /// Returns the message of an interrupted game.
    pub(super) fn words(&self) -> String {
        match &self.place {
            Some(place) if place.is_plain() && !self.is_unsaved => {
                let name = place.name().display();
                format!("stopped; the game is in {name}; to continue: {}", self.again())
            }
            _ if self.game.plies() == 0 => "stopped".to_owned(),
            _ => format!("stopped; the moves so far:\n{}", self.transcript().write()),
        }
    }

    /// Returns the command that continues a saved game. A variant from a file is named in it, as a transcript can't
    /// name a file.
    fn again(&self) -> String {
        let Arguments { variant, set, save, .. } = self.arguments;
        let named = variant.as_deref().filter(|named| is_path(taken_apart(named).0));
        let mut line = CommandLine::new("play");
        if named.is_some() {
            line.words(named);
            line.option("--set", set);
        }
        let save = save.as_deref().or(self.copy.as_deref()).unwrap_or(Path::new("FILE"));
        line.option("--save", [save.display()]);
        line.flag("--resume", true);
        for (option, side) in [("--south", self.sides[0]), ("--north", self.sides[1])] {
            line.option(option, Some(side.name()).filter(|name| name.starts_with(EXEC)));
        }
        line.finish()
    }

    /// Refuses to continue the game of a file unless it is this one.
    pub(super) fn check_same(&self, saved: &Transcript, path: &Path) -> Result {
        let digest = self.loaded.digest();
        let is_same = saved.header(DIGEST) == Some(&*digest);
        for (key, own) in self.transcript().headers {
            // Rules with the same digest are the same, however they are named.
            if is_same && (key == VARIANT || key == VARIANT_FILE) {
                continue;
            }
            let found = saved.header(&key).unwrap_or("");
            if found != own {
                let message =
                    format!("the file holds another game: expected {key} {own:?}, found {found:?}");
                return Err(refused(path, message));
            }
        }
        Ok(())
    }

    fn transcript(&self) -> Transcript {
        let header = |key: &str, value: String| (key.to_owned(), value);
        let [south, north] = self.sides.map(|side| side.to_string());
        let mut headers = vec![header("South", south), header("North", north)];
        headers.extend(self.rules.iter().cloned());
        headers.push(header("seed", self.seed.to_string()));
        headers.push(header("position", self.start.clone()));
        headers.extend(self.over_rounds.then(|| header(ROUNDS, ALL_ROUNDS.to_owned())));
        written(headers, &self.game)
    }
}
