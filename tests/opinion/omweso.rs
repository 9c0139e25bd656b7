//! Second opinion on the ruleset `omweso`: its rule book, naively, for any values of its options.

use super::{Opinion, Sheet};

/// One player's pits, as the hand goes counterclockwise: the front row from its right end to its left
/// end, then the back row from its left end to its right end (OM1).
type Track = Vec<u32>;

/// A step along the track (OM3).
const COUNTERCLOCKWISE: usize = 1;

/// Rules that two players agree on, as in a file.
#[derive(Debug, Clone, Default)]
pub struct Omweso {
    pub columns: usize,
    pub max_sown: u32,
    pub direction: String,
    pub origin: String,
    pub on: String,
    pub needs: String,
    pub takes: String,
    pub resow: String,
    pub filled_front: String,
    pub last_in_empty: String,
    pub singles: String,
    pub reverse: Vec<String>,
    pub turning: String,
    pub lay_down: bool,
    pub first_lap: String,
    pub quiet: u32,
    pub first_move: Vec<String>,
    pub back_captures: bool,
    pub set_moves: Vec<(String, String)>,
    pub closed: Vec<String>,
    pub closed_until: String,
    pub both_ends_win: bool,
    pub fallback: String,
    pub goal: String,
    pub lost_with: u32,
    pub limit: u32,
    pub reserve: String,
}

/// A position taken apart.
#[derive(Debug, Clone, PartialEq)]
struct Board {
    player: usize,
    tracks: [Track; 2],
    /// Whether each player's closed pits are still out of play.
    out: [bool; 2],
    turns: [u32; 2],
    /// Seeds beside the board (OM29).
    reserve: [u32; 2],
    /// The way that each keeps to, as it is written.
    dir: [char; 2],
    /// Whether the player who moved last took both ends.
    ends: bool,
    result: Option<String>,
}

/// A pit and a way to go from it.
type Start = (usize, usize);

/// A turn on its way.
#[derive(Debug, Clone)]
struct Turn {
    board: Board,
    /// The move as it is written so far.
    name: String,
    sown: u32,
    /// The pit that the last lap was lifted from.
    lifted: usize,
    /// Which ends of the opponent's front row were taken.
    taken: [bool; 2],
    /// Captured seeds were laid down before.
    laid: bool,
    /// The mover's closed pits are passed over.
    shut: bool,
    /// Nothing is captured (OM13).
    quiet: bool,
    /// Back pits capture (OM19).
    back: bool,
    /// In so many ways could the choices be made so far (OM17).
    ways: usize,
    /// The pits where a way clockwise was let go by (OM15).
    let_go: Vec<usize>,
}

/// More ways no move may have.
const MOST_WAYS: usize = 16384;

/// Captured seeds: how many, from which pit they are sown, and whether the first one falls in it.
type Captured = (u32, usize, bool);

type Moves = Vec<(String, Board)>;

impl Omweso {
    /// The result of a position and the moves in it, each with the position that it leads to.
    pub fn opinion(&self, text: &str) -> Opinion {
        let board = self.read(text);
        let mut moves = Vec::new();
        if self.over(&board).is_none() {
            for (name, mut after) in self.moves(&board) {
                after.result = self.result(&after);
                moves.push((name, self.write(&after)));
            }
        }
        Opinion { result: self.result(&board), moves }
    }

    /// Returns the winner, without looking for moves.
    fn over(&self, board: &Board) -> Option<String> {
        if board.result.is_some() {
            return board.result.clone();
        }
        // OM24
        if board.ends {
            return Some(["S", "N"][1 - board.player].to_owned());
        }
        // OM26
        for loser in [board.player, 1 - board.player] {
            let left: u32 = board.tracks[loser].iter().sum();
            let back: u32 = board.tracks[loser][self.columns..].iter().sum();
            // OM28
            let bare = self.goal == "back-row-empty" && back == 0;
            if self.lost_with > 0 && left <= self.lost_with || bare {
                return Some(["S", "N"][1 - loser].to_owned());
            }
        }
        // OM25
        if self.limit > 0 && board.turns[0] + board.turns[1] >= self.limit {
            let held = |side: usize| board.tracks[side].iter().sum::<u32>() + board.reserve[side];
            let [south, north] = [0, 1].map(held);
            let word = match south.cmp(&north) {
                std::cmp::Ordering::Greater => "S",
                std::cmp::Ordering::Less => "N",
                std::cmp::Ordering::Equal => "draw",
            };
            return Some(word.to_owned());
        }
        None
    }

    fn result(&self, board: &Board) -> Option<String> {
        let over = self.over(board);
        if over.is_none() && self.moves(board).is_empty() {
            // OM23
            return Some(["S", "N"][1 - board.player].to_owned());
        }
        over
    }

    /// All legal moves, in a position that is not over otherwise.
    fn moves(&self, board: &Board) -> Moves {
        let first_turn = board.turns[board.player] == 0;
        // OM20
        if first_turn {
            let moves = self.set_first_moves(board);
            if !moves.is_empty() {
                return moves;
            }
        }
        let shut = board.out[board.player];
        let starts = self.starts(board, shut);
        // OM18
        if first_turn && !self.first_move.is_empty() {
            let named = |start: &Start| self.first_move.contains(&self.name(start.0));
            let moves = self.play_all(board, starts.iter().copied().filter(named), shut);
            if !moves.is_empty() {
                return moves;
            }
        }
        // OM14
        if self.first_lap == "must-capture" {
            let captures = |&(pit, step): &Start| {
                let mut turn = self.begin(board, pit, step, shut);
                let hand = self.lift(&mut turn, pit);
                let asked = self.is_chosen() || step == COUNTERCLOCKWISE;
                asked && self.would_capture(&turn, self.first(pit, step, &turn), hand, step)
            };
            let moves = self.play_all(board, starts.iter().copied().filter(captures), shut);
            if !moves.is_empty() {
                return moves;
            }
        }
        let mut moves = self.play_all(board, starts.into_iter(), shut);
        // OM29
        let pits = 2 * self.columns as u32;
        if self.reserve == "one-each" && board.reserve[board.player] >= pits {
            let mut laid = board.clone();
            laid.reserve[board.player] -= pits;
            laid.tracks[board.player].iter_mut().for_each(|seeds| *seeds += 1);
            let starts = self.starts(&laid, shut).into_iter();
            let with_it = self.play_all(&laid, starts, shut).into_iter();
            moves.extend(with_it.map(|(name, after)| (format!("+{name}"), after)));
        }
        // OM22
        if moves.is_empty() && shut && self.closed_until == "needed" {
            return self.play_all(board, self.starts(board, false).into_iter(), false);
        }
        moves
    }

    fn is_chosen(&self) -> bool {
        self.direction != "counterclockwise"
    }

    fn is_kept(&self) -> bool {
        self.direction == "own-choice-kept"
    }

    const fn clockwise_step(&self) -> usize {
        2 * self.columns - 1
    }

    /// The player's name for a pit: `A3`, `B1`.
    fn name(&self, pit: usize) -> String {
        if pit < self.columns {
            format!("A{}", self.columns - pit)
        } else {
            format!("B{}", pit - self.columns + 1)
        }
    }

    fn written(&self, player: usize, pit: usize) -> String {
        let name = self.name(pit);
        if player == 1 { name.to_lowercase() } else { name }
    }

    fn pit(&self, name: &str) -> usize {
        let mut all = 0..2 * self.columns;
        all.find(|&pit| self.name(pit) == name).expect("a pit of the board")
    }

    fn is_closed(&self, pit: usize) -> bool {
        self.closed.contains(&self.name(pit))
    }

    /// The next pit, closed ones passed over (OM21).
    fn next(&self, pit: usize, step: usize, shut: bool) -> usize {
        let mut pit = pit;
        loop {
            pit = (pit + step) % (2 * self.columns);
            if !(shut && self.is_closed(pit)) {
                return pit;
            }
        }
    }

    /// Returns the pit of the first seed of a lifted lap (OM5).
    fn first(&self, pit: usize, step: usize, turn: &Turn) -> usize {
        if self.origin == "first-seed" { pit } else { self.next(pit, step, turn.shut) }
    }

    /// The pits and ways from which the seeds on the board allow a start (OM3, OM4, OM15, OM22).
    fn starts(&self, board: &Board, shut: bool) -> Vec<Start> {
        let track = &board.tracks[board.player];
        let opens = |pit: usize| self.closed_until == "played" && pit >= self.columns;
        let usable = |pit: usize| track[pit] > 0 && !(shut && self.is_closed(pit) && !opens(pit));
        let many = (0..track.len()).any(|pit| usable(pit) && track[pit] >= 2);
        let mut starts = Vec::new();
        for pit in (0..track.len()).filter(|&pit| usable(pit)) {
            for step in [COUNTERCLOCKWISE, self.clockwise_step()] {
                let counterclockwise = step == COUNTERCLOCKWISE;
                if self.is_chosen() {
                    let kept = board.dir[board.player];
                    if kept != '-' && (kept == 'L') != counterclockwise {
                        continue;
                    }
                } else if !counterclockwise && !self.reverse.contains(&self.name(pit)) {
                    continue;
                }
                let still_shut = shut && !self.is_closed(pit);
                let allowed = match self.singles.as_str() {
                    "never" => track[pit] >= 2,
                    "free" => true,
                    "last-to-empty" if many => track[pit] >= 2,
                    "last-to-empty" => track[self.next(pit, step, still_shut)] == 0,
                    other => panic!("singles = {other}"),
                };
                if allowed {
                    starts.push((pit, step));
                }
            }
        }
        starts
    }

    /// A turn that has just been begun, the seeds not lifted yet.
    fn begin(&self, board: &Board, pit: usize, step: usize, shut: bool) -> Turn {
        let player = board.player;
        let mut name = self.written(player, pit);
        let mut board = board.clone();
        if self.is_chosen() || step != COUNTERCLOCKWISE {
            name.push(self.letter(pit, step));
        }
        if self.is_kept() {
            board.dir[player] = if step == COUNTERCLOCKWISE { 'L' } else { 'R' };
        }
        Turn {
            name,
            sown: 0,
            lifted: pit,
            taken: [false; 2],
            laid: false,
            shut: shut && !self.is_closed(pit),
            quiet: board.turns[player] < self.quiet,
            back: self.back_captures && board.turns[player] == 0,
            ways: 1,
            let_go: Vec::new(),
            board,
        }
    }

    /// The way of the hand as the owner sees it: over the front row clockwise is to the right.
    fn letter(&self, pit: usize, step: usize) -> char {
        let clockwise = step != COUNTERCLOCKWISE;
        if clockwise == (pit < self.columns) { 'R' } else { 'L' }
    }

    /// OM20: the set first moves, each one lap to the right that nothing follows.
    fn set_first_moves(&self, board: &Board) -> Moves {
        let mut moves = Vec::new();
        for (from, to) in &self.set_moves {
            let (pit, first) = (self.pit(from), self.pit(to));
            if board.tracks[board.player][pit] > 0 {
                let mut turn = self.begin(board, pit, COUNTERCLOCKWISE, false);
                let hand = self.lift(&mut turn, pit);
                if self.sow(&mut turn, first, hand, self.clockwise_step()).is_some() {
                    moves.push(self.finish(turn));
                }
            }
        }
        moves
    }

    fn play_all(&self, board: &Board, starts: impl Iterator<Item = Start>, shut: bool) -> Moves {
        let mut moves = Vec::new();
        for (pit, step) in starts {
            let mut turn = self.begin(board, pit, step, shut);
            let hand = self.lift(&mut turn, pit);
            let first = self.first(pit, step, &turn);
            if self.is_chosen() || step == COUNTERCLOCKWISE {
                self.go_on(turn, first, hand, step, &mut moves);
            } else if self.would_capture(&turn, first, hand, step) {
                // OM15
                self.clockwise(turn, first, hand, &mut moves);
            }
        }
        moves
    }

    fn lift(&self, turn: &mut Turn, pit: usize) -> u32 {
        turn.lifted = pit;
        let player = turn.board.player;
        // OM27
        if self.on == "before-lap" && pit < self.columns {
            for taken in self.captured_pits(turn, pit, true) {
                let seeds = std::mem::take(&mut turn.board.tracks[1 - player][taken]);
                turn.board.tracks[player][2 * self.columns - 1 - pit] += seeds;
                turn.taken[0] |= taken == 0;
                turn.taken[1] |= taken == self.columns - 1;
            }
        }
        std::mem::take(&mut turn.board.tracks[player][pit])
    }

    /// Sows one lap. Returns the last pit, and whether it held seeds just before the last one fell (G2);
    /// nothing if too many seeds have been sown (G3).
    fn sow(&self, turn: &mut Turn, first: usize, hand: u32, step: usize) -> Option<(usize, bool)> {
        let player = turn.board.player;
        let (mut pit, mut filled) = (first, false);
        turn.sown += hand;
        if turn.sown > self.max_sown {
            return None;
        }
        for seed in 0..hand {
            if seed > 0 {
                pit = self.next(pit, step, turn.shut);
            }
            // OM19
            if pit < self.columns {
                turn.back = false;
            }
            filled = turn.board.tracks[player][pit] > 0;
            turn.board.tracks[player][pit] += 1;
        }
        Some((pit, filled))
    }

    /// Whether a lap that is about to be sown captures at once.
    fn would_capture(&self, turn: &Turn, first: usize, hand: u32, step: usize) -> bool {
        let mut tried = turn.clone();
        tried.sown = 0;
        let landed = self.sow(&mut tried, first, hand, step);
        landed.is_some_and(|(pit, filled)| !self.captured_pits(&tried, pit, filled).is_empty())
    }

    /// The opponent's pits that a last seed in this pit captures.
    fn captured_pits(&self, turn: &Turn, pit: usize, filled: bool) -> Vec<usize> {
        let opponent = 1 - turn.board.player;
        let there = |pit: usize| {
            // OM21
            let out = turn.board.out[opponent] && self.is_closed(pit);
            if out { 0 } else { turn.board.tracks[opponent][pit] }
        };
        // OM7, OM13
        let fits = match self.on.as_str() {
            "filled" => filled,
            "empty" => !filled,
            "any-but-thin" | "any" | "before-lap" => true,
            other => panic!("on = {other}"),
        };
        if !fits || turn.quiet {
            return Vec::new();
        }
        let columns = self.columns;
        let mut taken = Vec::new();
        if pit >= columns {
            // OM19: the back pits face each other as the front pits do.
            let facing = 3 * columns - 1 - pit;
            if turn.back && there(facing) > 0 {
                taken.push(facing);
            }
        } else {
            // OM1
            let (front, behind) = (columns - 1 - pit, columns + pit);
            let least = if self.needs == "front-two" { 2 } else { 1 };
            // OM8
            let has_what_it_needs = match self.needs.as_str() {
                "both" => there(front) > 0 && there(behind) > 0,
                "front" | "front-two" => there(front) >= least,
                "any" => there(front) > 0 || there(behind) > 0,
                other => panic!("needs = {other}"),
            };
            let last_resort = self.fallback == "back-when-front-row-empty"
                && (0..columns).all(|pit| there(pit) == 0);
            // OM9, OM12
            if has_what_it_needs && there(front) > 0 {
                taken.push(front);
            }
            if has_what_it_needs && there(behind) > 0 && self.takes == "both"
                || last_resort && there(behind) >= least
            {
                taken.push(behind);
            }
        }
        // OM7
        let thin = taken.iter().all(|&pit| there(pit) < 2);
        if self.on == "any-but-thin" && !filled && thin {
            taken.clear();
        }
        taken
    }

    /// Takes what a last seed in this pit captures; nothing if nothing is captured.
    fn capture(&self, turn: &mut Turn, pit: usize, filled: bool, step: usize) -> Option<Captured> {
        let taken = self.captured_pits(turn, pit, filled);
        if taken.is_empty() {
            return None;
        }
        let (player, opponent) = (turn.board.player, 1 - turn.board.player);
        let mut hand = 0;
        for taken in taken {
            hand += std::mem::take(&mut turn.board.tracks[opponent][taken]);
            // OM24
            turn.taken[0] |= taken == 0;
            turn.taken[1] |= taken == self.columns - 1;
        }
        turn.let_go.clear();
        // OM5, OM10, OM11
        let into = self.origin == "first-seed";
        Some(match self.resow.as_str() {
            "lap-start" => (hand, turn.lifted, into),
            "lap-origin" => (hand, turn.lifted, true),
            "next" => (hand, pit, false),
            "after-gap" => {
                let mut gap = pit;
                loop {
                    gap = self.next(gap, 2 * self.columns - step, turn.shut);
                    if gap == pit || turn.board.tracks[player][gap] == 0 {
                        break (hand, gap, false);
                    }
                }
            }
            "with-own" => {
                hand += std::mem::take(&mut turn.board.tracks[player][pit]);
                (hand, pit, into)
            }
            "own-back" => {
                let behind = if pit < self.columns { 2 * self.columns - 1 - pit } else { pit };
                if hand == 1 {
                    hand += std::mem::take(&mut turn.board.tracks[player][behind]);
                }
                (hand, behind, into)
            }
            other => panic!("resow = {other}"),
        })
    }

    fn wins(&self, turn: &Turn) -> bool {
        self.both_ends_win && turn.taken == [true, true]
    }

    /// Lap after lap without a choice, to the end of the turn.
    fn go_on(&self, turn: Turn, first: usize, hand: u32, step: usize, moves: &mut Moves) {
        let (mut turn, mut first, mut hand) = (turn, first, hand);
        let mut gone_on = false;
        loop {
            let won = self.wins(&turn);
            let Some((pit, filled)) = self.sow(&mut turn, first, hand, step) else {
                return;
            };
            // OM24
            if won {
                break;
            }
            let player = turn.board.player;
            if self.on == "before-lap" {
                // OM27
                let next = self.next(pit, step, turn.shut);
                if turn.board.tracks[player][next] == 0 {
                    break;
                }
                hand = self.lift(&mut turn, next);
                first = self.first(next, step, &turn);
            } else if let Some((seeds, from, into)) = self.capture(&mut turn, pit, filled, step) {
                hand = seeds;
                gone_on = false;
                first = if into { from } else { self.next(from, step, turn.shut) };
            } else if !filled && !gone_on && self.last_in_empty == "goes-on" {
                // OM6
                turn.board.tracks[player][pit] -= 1;
                let mut further = self.next(pit, step, turn.shut);
                while further != pit && turn.board.tracks[player][further] == 0 {
                    further = self.next(further, step, turn.shut);
                }
                if further == pit {
                    turn.board.tracks[player][pit] += 1;
                    break;
                }
                (first, hand, gone_on) = (further, 1, true);
            } else if !filled
                || gone_on
                || pit < self.columns && self.filled_front == "ends"
                || self.filled_front == "ends-in-both-rows"
            {
                // OM6
                break;
            } else {
                // OM15
                if self.turning == "in-any-lap"
                    && step == COUNTERCLOCKWISE
                    && self.reverse.contains(&self.name(pit))
                    && !turn.let_go.contains(&pit)
                {
                    let clockwise = self.clockwise_step();
                    let mut turned = turn.clone();
                    let hand = self.lift(&mut turned, pit);
                    let first = self.first(pit, clockwise, &turned);
                    if self.would_capture(&turned, first, hand, clockwise) {
                        if !self.asked(&mut turn, 2) {
                            return;
                        }
                        turned.ways = turn.ways;
                        turned.name.push('+');
                        self.clockwise(turned, first, hand, moves);
                        turn.name.push('-');
                        turn.let_go.push(pit);
                    }
                }
                hand = self.lift(&mut turn, pit);
                first = self.first(pit, step, &turn);
            }
        }
        moves.push(self.finish(turn));
    }

    /// A clockwise lap that is known to capture, and all that may follow it (OM15 to OM17).
    fn clockwise(&self, turn: Turn, first: usize, hand: u32, moves: &mut Moves) {
        let (mut turn, step) = (turn, self.clockwise_step());
        let played = turn.lifted;
        let Some((pit, filled)) = self.sow(&mut turn, first, hand, step) else {
            return;
        };
        let captured = self.capture(&mut turn, pit, filled, step);
        let (hand, from, into) = captured.expect("a clockwise lap captures");
        let onward = |step: usize| {
            if into { from } else { self.next(from, step, turn.shut) }
        };
        let [usual, again] = [COUNTERCLOCKWISE, step].map(onward);
        if self.wins(&turn) {
            self.go_on(turn, usual, hand, COUNTERCLOCKWISE, moves);
            return;
        }
        // Each way on: the turn, where the first seed falls, the seeds, and the way of the hand.
        let mut ways = vec![(turn.clone(), usual, hand, COUNTERCLOCKWISE)];
        ways[0].0.name.push('-');
        // OM16
        let captures_again = self.would_capture(&turn, again, hand, step);
        if captures_again {
            let mut turn = turn.clone();
            turn.name.push('+');
            ways.push((turn, again, hand, step));
        }
        // OM17
        if self.lay_down {
            let player = turn.board.player;
            let mut laid = turn.clone();
            laid.board.tracks[player][from] += hand;
            laid.laid = true;
            let mut none_captures = !captures_again;
            let starts = self.starts(&laid.board, laid.shut);
            for &(pit, step) in &starts {
                if step == COUNTERCLOCKWISE || pit == played {
                    continue;
                }
                let mut turn = laid.clone();
                turn.name += &format!("/{}{}", self.written(player, pit), self.letter(pit, step));
                turn.shut &= !self.is_closed(pit);
                let hand = self.lift(&mut turn, pit);
                let first = self.first(pit, step, &turn);
                if self.would_capture(&turn, first, hand, step) {
                    none_captures = false;
                    ways.push((turn, first, hand, step));
                }
            }
            if none_captures && turn.laid {
                for &(pit, step) in &starts {
                    if step != COUNTERCLOCKWISE || pit == from {
                        continue;
                    }
                    let mut turn = laid.clone();
                    turn.name += &format!("/{}", self.written(player, pit));
                    turn.shut &= !self.is_closed(pit);
                    let hand = self.lift(&mut turn, pit);
                    let first = self.first(pit, step, &turn);
                    ways.push((turn, first, hand, step));
                }
            }
        }
        let options = ways.len();
        for (mut turn, first, hand, way) in ways {
            if !self.asked(&mut turn, options) {
                return;
            }
            if way == step {
                self.clockwise(turn, first, hand, moves);
            } else {
                self.go_on(turn, first, hand, way, moves);
            }
        }
    }

    /// Counts a choice among so many things; tells whether a move may have so many.
    fn asked(&self, turn: &mut Turn, options: usize) -> bool {
        turn.ways *= options;
        turn.ways <= MOST_WAYS
    }

    /// The move and the position after it.
    fn finish(&self, turn: Turn) -> (String, Board) {
        let wins = self.wins(&turn);
        let Turn { mut board, name, shut, .. } = turn;
        let player = board.player;
        board.out[player] = shut;
        board.turns[player] = self.most_turns().min(board.turns[player] + 1);
        board.ends = wins;
        board.player = 1 - player;
        (name.trim_end_matches('-').to_owned(), board)
    }

    /// Turns are counted no further than the game asks.
    fn most_turns(&self) -> u32 {
        let set = !self.first_move.is_empty() || !self.set_moves.is_empty();
        self.quiet.max(u32::from(set)).max(self.limit.div_ceil(2))
    }

    fn read(&self, text: &str) -> Board {
        let sheet = Sheet::read(text);
        let track = |front: Vec<u32>, back: Vec<u32>| front.into_iter().rev().chain(back).collect();
        let turned = |row: &[u32]| row.iter().rev().copied().collect::<Vec<u32>>();
        let rows = &sheet.rows;
        let letters = |name: &str| {
            let value = sheet.field(name).map(|value| value.split(',').collect::<Vec<_>>());
            value.unwrap_or_default()
        };
        let out = letters("out");
        let is_out = |player: usize| {
            let pits = self.closed.iter().map(|name| self.written(player, self.pit(name)));
            !self.closed.is_empty() && pits.into_iter().all(|name| out.contains(&name.as_str()))
        };
        let dir = letters("dir");
        let way = |index: usize| dir.get(index).and_then(|way| way.chars().next()).unwrap_or('-');
        Board {
            player: usize::from(sheet.side == 'N'),
            tracks: [
                track(rows[2].clone(), rows[3].clone()),
                track(turned(&rows[1]), turned(&rows[0])),
            ],
            out: [is_out(0), is_out(1)],
            turns: sheet.pair("turns"),
            reserve: sheet.pair("reserve"),
            dir: [way(0), way(1)],
            ends: sheet.field("ends").is_some_and(|ends| ends != "-"),
            result: sheet.field("result").map(str::to_owned),
        }
    }

    fn write(&self, board: &Board) -> String {
        let columns = self.columns;
        let front = |player: usize| board.tracks[player][..columns].to_vec();
        let back = |player: usize| board.tracks[player][columns..].to_vec();
        let turned = |row: Vec<u32>| row.into_iter().rev().collect::<Vec<u32>>();
        let mut fields = Vec::new();
        let mut field = |name: &str, value: String| fields.push((name.to_owned(), value));
        if !self.closed.is_empty() {
            // In the order of the ring from A1 on, clockwise.
            let ring = || (0..columns).rev().chain((columns..2 * columns).rev());
            let mut names = Vec::new();
            for player in [0, 1] {
                let pits = ring().filter(|&pit| board.out[player] && self.is_closed(pit));
                names.extend(pits.map(|pit| self.written(player, pit)));
            }
            let out = if names.is_empty() { "-".to_owned() } else { names.join(",") };
            field("out", out);
        }
        if self.most_turns() > 0 {
            field("turns", format!("{},{}", board.turns[0], board.turns[1]));
        }
        if self.is_kept() {
            field("dir", format!("{},{}", board.dir[0], board.dir[1]));
        }
        if self.reserve == "one-each" {
            field("reserve", format!("{},{}", board.reserve[0], board.reserve[1]));
        }
        if self.both_ends_win {
            let winner = if board.ends { ["S", "N"][1 - board.player] } else { "-" };
            field("ends", winner.to_owned());
        }
        if let Some(result) = &board.result {
            field("result", result.clone());
        }
        Sheet {
            rows: vec![turned(back(1)), front(1), turned(front(0)), back(0)],
            side: ['S', 'N'][board.player],
            fields,
        }
        .write()
    }
}
