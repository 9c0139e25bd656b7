//! Proof checker: follows one move of the claiming side and all moves of the other to the end of the game. A vertex must
//! not recur on the path, unless endless play suffices for the claim.

use super::vertices::{NOTHING, Next, Step, Vertices};
use super::{Claim, Proved};
use crate::game::Game;

/// Number of vertices between two calls of the callback.
const POLL_PLACES: usize = 1024;

/// Place on the current path.
struct Frame {
    vertex: u32,
    need: i32,
    /// Start of its moves, and the next one, in the list of open moves.
    begin: usize,
    next: usize,
}

/// State of the checker: the current path and the proved vertices.
struct Checker<'c, 'v> {
    vertices: &'c mut Vertices<'v>,
    claim: Claim,
    frames: Vec<Frame>,
    steps: Vec<Step>,
    /// Proved lower bound of the claiming side's value, for each vertex.
    proved: Vec<i32>,
    /// Whether a vertex lies on the current path.
    open: Vec<bool>,
}

const STOPPED: &str = "stopped";
/// Limit on the claims of a certificate, so that sums stay small.
const MOST: i32 = 1 << 20;

impl Game {
    /// Checks a claim about the position by the rules alone, as if nothing had been played before.
    ///
    /// `choose` returns the number of a move in each vertex where the claiming side is to move and needs more than is
    /// known; see [`Certificate`](crate::search::proof::Certificate). `poll` receives now and then the number of bytes
    /// that the vertices take. `stop` is called during long lists of moves. Returns what is proved about all positions of
    /// the proof.
    ///
    /// # Errors
    ///
    /// Returns a message on why the claim is not proved, an error of `choose` or `poll`, or `stopped`.
    pub fn check(
        &self,
        claim: Claim,
        choose: &mut dyn FnMut() -> Result<usize, String>,
        poll: &mut dyn FnMut(usize) -> Result<(), String>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Proved, String> {
        if self.result().is_some() {
            return Err("the game is over, and its result rests on no move".to_owned());
        }
        if claim.endless && self.variant().recurrence() > 0 {
            return Err("play can't be endless, since a repeated position ends it".to_owned());
        }
        let mut vertices = Vertices::new(self.variant(), self.position(), self.seeds(), stop);
        let root = vertices.step(None, self.position());
        let mut choose = |_, _| choose();
        let mut poll = |vertices| poll(vertices * Vertices::SIZE);
        let least = check(&mut vertices, claim, root, &mut choose, &mut poll)?;
        Ok(vertices.proved(claim.side, least))
    }
}

/// Checks a claim about a game that begins with `root`.
///
/// `choose` returns the number of a move in each vertex where the claiming side is to move and needs more than is known.
/// `poll` receives the number of vertices now and then. Returns the proved lower bound of each vertex.
///
/// # Errors
///
/// Returns a message on why the claim is not proved, an error of a callback, or `stopped`.
pub(crate) fn check(
    vertices: &mut Vertices<'_>,
    claim: Claim,
    root: Step,
    choose: &mut dyn FnMut(u32, i32) -> Result<usize, String>,
    poll: &mut dyn FnMut(usize) -> Result<(), String>,
) -> Result<Vec<i32>, String> {
    if !(-MOST..=MOST).contains(&claim.least) {
        return Err(format!("nobody wins {} seeds", claim.least));
    }
    let mut checker = Checker {
        vertices,
        claim,
        frames: Vec::new(),
        steps: Vec::new(),
        proved: Vec::new(),
        open: Vec::new(),
    };
    checker.follow(root, claim.least, choose)?;
    let mut count = 0;
    while let Some(frame) = checker.frames.last_mut() {
        count += 1;
        if count % POLL_PLACES == 0 {
            poll(checker.vertices.len())?;
        }
        if let Some(&step) = checker.steps.get(frame.next) {
            frame.next += 1;
            let need = frame.need;
            checker.follow(step, need, choose)?;
        } else if let Some(frame) = checker.frames.pop() {
            // All moves were followed to their ends.
            let number = frame.vertex as usize;
            checker.open[number] = false;
            checker.proved[number] = frame.need.max(checker.proved[number]);
            checker.steps.truncate(frame.begin);
        }
    }
    Ok(checker.proved)
}

impl Checker<'_, '_> {
    /// Follows a move after which `need` is required.
    fn follow(
        &mut self,
        step: Step,
        need: i32,
        choose: &mut dyn FnMut(u32, i32) -> Result<usize, String>,
    ) -> Result<(), String> {
        let Claim { side, endless, .. } = self.claim;
        let (vertex, need) = match self.vertices.next(side, step, need) {
            Next::Known(true) => return Ok(()),
            Next::Known(false) => {
                return Err(format!("a move of the claim does not bring the {need} needed"));
            }
            Next::Open(vertex, need) => (vertex, need),
        };
        let number = vertex as usize;
        if self.proved.len() <= number {
            self.proved.resize(number + 1, NOTHING);
            self.open.resize(number + 1, false);
        }
        if self.proved[number] >= need {
            return Ok(());
        }
        if self.open[number] {
            return Err("a position comes back: that proves nothing".to_owned());
        }
        let begin = self.steps.len();
        if self.vertices.mover(vertex) == side {
            let chosen = choose(vertex, need)?;
            let all = self.vertices.steps(vertex, Some(chosen), &mut self.steps).ok_or(STOPPED)?;
            if chosen >= all {
                return Err(format!("expected one of {all} moves, found number {chosen}"));
            }
        } else if self.vertices.steps(vertex, None, &mut self.steps).ok_or(STOPPED)? == 0 {
            return Err("the game is not over, but no move is possible".to_owned());
        }
        self.open[number] = true;
        if endless {
            // Play that returns here may go on as before, forever.
            self.proved[number] = need;
        }
        self.frames.push(Frame { vertex, need, begin, next: begin });
        Ok(())
    }
}
