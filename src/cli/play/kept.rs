//! The game on the disk: written after each move, gone on with, and never lost.

use std::path::Path;

use super::super::file::{Place, refused};
use super::super::output::Output;
use super::super::replay::read_transcript;
use super::super::{Failure, interrupt};
use super::Table;
use crate::api::record::written;
use crate::api::transcript::{ALL_ROUNDS, ROUNDS};
use crate::text::transcript::Transcript;

impl Table<'_> {
    /// Writes the game so far to a file that a person names, or says why not.
    pub(super) fn save_as(&self, path: &Path, output: &mut Output) -> Result<(), Failure> {
        if self.arguments.save.as_deref() == Some(path) {
            output.note("the transcript is there after every move");
            return Ok(());
        }
        match self.save_to(path) {
            Ok(()) => output.note(format!("written to {}", path.display())),
            Err(Failure::Refused(message)) => output.complain(&message),
            Err(failure) => return Err(failure),
        }
        Ok(())
    }

    /// Writes the game so far to a new file.
    fn save_to(&self, path: &Path) -> Result<(), Failure> {
        Place::new(path, false, &[])?.write(&self.transcript().write())
    }

    /// Keeps the game so far; if that fails it is said once, and tried again after the next move.
    pub(super) fn save(&mut self, output: &mut Output) {
        let text = self.transcript().write();
        if let Some(place) = self.place.as_mut().filter(|place| place.is_plain()) {
            let failed = place.write(&text).err();
            if let (Some(Failure::Refused(message)), false) = (&failed, self.is_unsaved) {
                output.complain(message);
            }
            self.is_unsaved = failed.is_some();
        }
        if self.has_person() {
            interrupt::last_words(&format!("\nnote: {}\n", self.words().trim_end()));
        }
    }

    /// Keeps the whole game; if that fails it is shown.
    pub(super) fn save_at_the_end(&mut self, output: &mut Output) -> Result<(), Failure> {
        let Some(place) = &mut self.place else {
            return Ok(());
        };
        if place.is_plain() && !self.is_unsaved {
            return Ok(());
        }
        let text = self.transcript().write();
        let saved = self
            .place
            .as_mut()
            .map_or(Ok(()), |place| place.write(&text));
        self.is_unsaved = saved.is_err();
        if self.is_unsaved {
            output.aside(&text);
        }
        saved
    }

    /// What is said where the game is broken off.
    pub(super) fn words(&self) -> String {
        match &self.place {
            Some(place) if place.is_plain() && !self.is_unsaved => {
                format!("stopped, the game so far is in {}", place.name().display())
            }
            _ if self.game.plies() == 0 => "stopped".to_owned(),
            _ => format!("stopped, the game so far:\n{}", self.transcript().write()),
        }
    }

    /// Goes on with the game in a file, which has to be this one.
    pub(super) fn resume(&mut self, path: &Path) -> Result<(), Failure> {
        if !path.is_file() {
            return Err(refused(path, "this is no file that can be read again"));
        }
        let (_, saved) = read_transcript(&path.to_string_lossy())?;
        for (key, own) in self.transcript().headers {
            let found = saved.header(&key).unwrap_or("");
            if found != own {
                let message = format!("it holds another game: {key} is {found:?} and not {own:?}");
                return Err(refused(path, message));
            }
        }
        for ply in &saved.plies {
            let played = self.game.play(&ply.text);
            played.map_err(|error| refused(path, format!("line {}: {error}", ply.line)))?;
        }
        if let Some(side) = saved.resigned {
            self.game.resign(side);
        }
        Ok(())
    }

    /// The game so far, written down.
    fn transcript(&self) -> Transcript {
        let mut headers = Vec::new();
        let mut header = |key: &str, value: String| headers.push((key.to_owned(), value));
        header("South", self.seats[0].to_string());
        header("North", self.seats[1].to_string());
        header("variant", self.loaded.label());
        header("digest", self.loaded.digest());
        header("seed", self.seed.to_string());
        header("position", self.start.clone());
        if self.over_rounds {
            header(ROUNDS, ALL_ROUNDS.to_owned());
        }
        written(headers, &self.game)
    }
}
