//! Players that are Python functions.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mankala::api::choose::check_players;
use mankala::play::players::{Own, Player};
use mankala::variant::{AnyPosition, AnyVariant, Move};
use mankala::{Dice, PlayerSpec};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::classes::{Game, Variant};
use crate::errors;

/// Player as an argument: a player of the engine, or a function with its name, its version, and whether it chooses moves
/// of many games at a time.
#[derive(FromPyObject)]
pub enum Given {
    Engine(String),
    Function((String, String, Py<PyAny>, bool)),
}

/// Players of a run.
pub struct Players {
    /// Players in the order of the arguments.
    pub specs: Vec<PlayerSpec>,
    functions: Vec<Registered>,
}

/// Function in use, with what it needs.
struct Function {
    name: &'static str,
    version: &'static str,
    choose: Py<PyAny>,
    batched: bool,
    variants: Arc<[Py<Variant>]>,
    /// Games that wait for a move.
    waiting: Mutex<Vec<Waiting>>,
    /// Held during a call, as few functions allow overlapping calls.
    turn: Mutex<()>,
    has_failed: AtomicBool,
    failure: Mutex<Option<PyErr>>,
}

/// Game that waits for a move, with the receiver of the move.
struct Waiting {
    game: mankala::Game,
    chosen: SyncSender<Option<String>>,
}

/// Functions in use, by the addresses of their names: a player knows only its name.
static FUNCTIONS: Mutex<BTreeMap<usize, Arc<Function>>> = Mutex::new(BTreeMap::new());
/// Texts that were names or versions once and can be used again.
static FREE: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn address(name: &'static str) -> usize {
    name.as_ptr().addr()
}

/// Returns a text that nobody else uses until it is freed.
fn own_text(text: &str) -> &'static str {
    let mut free = locked(&FREE);
    match free.iter().position(|free| *free == text) {
        Some(place) => free.swap_remove(place),
        None => Box::leak(Box::from(text)),
    }
}

/// Entry of a function, removed on drop.
struct Registered(Arc<Function>);

impl Drop for Registered {
    fn drop(&mut self) {
        locked(&FUNCTIONS).remove(&address(self.0.name));
        locked(&FREE).extend([self.0.name, self.0.version]);
    }
}

impl Players {
    /// Reads the players of a run with these variants.
    pub fn of<'g>(
        py: Python<'_>,
        given: impl IntoIterator<Item = &'g Given>,
        variants: Vec<Py<Variant>>,
    ) -> PyResult<Self> {
        let variants = Arc::from(variants);
        let mut players = Self { specs: Vec::new(), functions: Vec::new() };
        for given in given {
            let spec = match given {
                Given::Engine(name) => name.parse().map_err(errors::argument)?,
                Given::Function(function) => players.register(py, function, &variants)?,
            };
            players.specs.push(spec);
        }
        for variant in &*variants {
            let checked = check_players(&variant.get().loaded, &players.specs);
            checked.map_err(errors::argument)?;
        }
        Ok(players)
    }

    /// Registers a function, unless the run has it already.
    fn register(
        &mut self,
        py: Python<'_>,
        (name, version, choose, batched): &(String, String, Py<PyAny>, bool),
        variants: &Arc<[Py<Variant>]>,
    ) -> PyResult<PlayerSpec> {
        if name.trim().is_empty() || name.contains(char::is_control) {
            return Err(errors::argument(format!(
                "name: expected the name of a player, found {name:?}"
            )));
        }
        if name.parse::<PlayerSpec>().is_ok() {
            return Err(errors::argument(format!(
                "name: expected a name that no player of the engine has, found {name:?}"
            )));
        }
        let mut functions = self.functions.iter();
        let known = functions.find(|known| known.0.name == name);
        let function = match known {
            Some(Registered(known)) if known.choose.is(choose) => Arc::clone(known),
            Some(_) => {
                return Err(errors::argument(format!(
                    "{name:?}: expected another name, as two functions have it; \
                     mankala.Player(function, name=...) gives one"
                )));
            }
            None => {
                let function = Arc::new(Function {
                    name: own_text(name),
                    version: own_text(version),
                    choose: choose.clone_ref(py),
                    batched: *batched,
                    variants: Arc::clone(variants),
                    waiting: Mutex::default(),
                    turn: Mutex::default(),
                    has_failed: AtomicBool::new(false),
                    failure: Mutex::default(),
                });
                locked(&FUNCTIONS).insert(address(function.name), Arc::clone(&function));
                self.functions.push(Registered(Arc::clone(&function)));
                function
            }
        };
        Ok(PlayerSpec::Own(Own {
            name: function.name,
            version: function.version,
            make: |name| Box::new(Caller(locked(&FUNCTIONS).get(&address(name)).cloned())),
        }))
    }

    /// Returns `true` once a function has failed, so the run must stop.
    pub fn failed(&self) -> bool {
        let mut functions = self.functions.iter();
        functions.any(|function| function.0.has_failed.load(Ordering::Relaxed))
    }

    /// Returns the error of a function that has failed.
    ///
    /// # Errors
    ///
    /// The exception of the function, or a `MoveError` for an illegal move.
    pub fn check(&self) -> PyResult<()> {
        let mut functions = self.functions.iter();
        let failure = functions.find_map(|function| locked(&function.0.failure).take());
        failure.map_or(Ok(()), Err)
    }
}

/// Player that calls a function.
struct Caller(Option<Arc<Function>>);

impl Player for Caller {
    fn choose(
        &mut self,
        game: &mankala::Game,
        _dice: &mut Dice,
        stop: &dyn Fn() -> bool,
    ) -> Option<(Move, AnyPosition)> {
        let function = self.0.as_ref()?;
        if !game.variant().has_move(game.position()) {
            return None;
        }
        let text = function.chosen(game, stop)?;
        match game.meant(&text, stop) {
            Ok(legal) => Some((legal.mv, legal.after)),
            Err(error) => {
                function.fail(errors::illegal(format!("{}: {error}", function.name)));
                None
            }
        }
    }
}

impl Function {
    /// Returns the move for a game; `None` after a stop or a failure.
    fn chosen(&self, game: &mankala::Game, stop: &dyn Fn() -> bool) -> Option<String> {
        let (sender, receiver): (_, Receiver<Option<String>>) = sync_channel(1);
        locked(&self.waiting).push(Waiting { game: game.clone(), chosen: sender });
        let _turn = locked(&self.turn);
        // The call of another game may have included this one.
        if let Ok(chosen) = receiver.try_recv() {
            return chosen;
        }
        let waiting = std::mem::take(&mut *locked(&self.waiting));
        if stop() {
            return None;
        }
        let moves = Python::attach(|py| self.call(py, &waiting));
        let moves = moves.map_err(|error| self.fail(error)).ok();
        let mut moves = moves.into_iter().flatten();
        for waiting in waiting {
            // A receiver that is gone belongs to a stopped game.
            let _ = waiting.chosen.send(moves.next());
        }
        receiver.try_recv().ok()?
    }

    /// Calls the function for these games.
    fn call(&self, py: Python<'_>, waiting: &[Waiting]) -> PyResult<Vec<String>> {
        let games = waiting.iter().map(|waiting| self.shown(py, &waiting.game));
        let games = games.collect::<PyResult<Vec<_>>>()?;
        if !self.batched {
            return games.into_iter().map(|game| self.one(py, game)).collect();
        }
        let moves = self.choose.bind(py).call1((PyList::new(py, &games)?,))?;
        let moves = moves.extract::<Vec<String>>().ok();
        let moves = moves.filter(|moves| moves.len() == games.len());
        moves.ok_or_else(|| {
            let expected = games.len();
            let name = self.name;
            errors::illegal(format!("{name}: expected a list of {expected} moves"))
        })
    }

    fn one(&self, py: Python<'_>, game: Py<Game>) -> PyResult<String> {
        let chosen = self.choose.bind(py).call1((game,))?;
        chosen.extract::<String>().map_err(|_| {
            let found = chosen.repr().map(|found| found.to_string());
            let found = found.unwrap_or_default();
            errors::illegal(format!("{}: expected a move, found {found}", self.name))
        })
    }

    /// Returns a game as the function sees it.
    fn shown(&self, py: Python<'_>, game: &mankala::Game) -> PyResult<Py<Game>> {
        let rules = std::ptr::from_ref::<dyn AnyVariant>(game.variant());
        let mut variants = self.variants.iter();
        let variant = variants.find(|variant| {
            let own = Arc::as_ptr(&variant.get().loaded.variant);
            std::ptr::addr_eq(own, rules)
        });
        let variant =
            variant.ok_or_else(|| errors::internal("the variant of a game is unknown"))?;
        Py::new(py, Game::of(variant.clone_ref(py), game.clone()))
    }

    fn fail(&self, error: PyErr) {
        locked(&self.failure).get_or_insert(error);
        self.has_failed.store(true, Ordering::Relaxed);
    }
}
