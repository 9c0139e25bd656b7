//! Players: what they are called, that they see wins, and that search is right.

use std::ops::ControlFlow;

use mankala::kernel::board::Pits16;
use mankala::kernel::layout::{Directions, Ring};
use mankala::measure::probe::{move_values, search};
use mankala::play::players::{AlphaBeta, Effort, Mcts, Search, Valuation, WON};
use mankala::variant::score::Judge;
use mankala::variant::{
    AnyPosition, AnyVariant, BySide, ByTurn, Chooser, Judging, Notation, Packer, Play, Repeating,
    Solving, Status, TurnError, Unpacker,
};
use mankala::{
    Catalogue, Dice, Direction, Game, Layout, Move, Observer, Outcome, Player, PlayerSpec,
    Position, Side, Start, Starts, Variant,
};

fn spec(text: &str) -> PlayerSpec {
    text.parse().expect(text)
}

#[test]
fn players_are_written_as_they_are_read() {
    let names = [
        "random",
        "greedy",
        "alphabeta:6",
        "alphabeta:6/weighed",
        "alphabeta:6/net",
        "alphabeta:200ms",
        "alphabeta:200ms/plain",
        "alphabeta:200ms/net",
        "alphabeta:200ms/2threads",
        "alphabeta:1ms/plain/256threads",
        "mcts:2000",
        "mcts:50/move",
        "mcts:1ms",
    ];
    for name in names {
        assert_eq!(spec(name).to_string(), name);
        let version = match name {
            "alphabeta:200ms" | "alphabeta:200ms/net" | "alphabeta:200ms/2threads" => "1.2",
            _ => "1.0",
        };
        assert_eq!(spec(name).stated(), format!("{name} {version}"));
        assert_eq!(spec(name).is_reproducible(), !name.contains("ms"));
    }
}

#[test]
fn invalid_players_are_refused_with_the_expected_form() {
    let cases = [
        ("", "expected random, greedy, alphabeta:DEPTH"),
        ("Random", "expected random, greedy"),
        ("random:3", "random has no settings"),
        (
            "alphabeta",
            "expected alphabeta:DEPTH with DEPTH from 1 to 60, like alphabeta:6, or a time for each move from 1ms to 3600000ms",
        ),
        ("alphabeta:0", "from 1 to 60"),
        ("alphabeta:61", "from 1 to 60"),
        ("alphabeta:6/move", "expected alphabeta:DEPTH"),
        ("alphabeta:/plain", "expected alphabeta:DEPTH"),
        ("alphabeta:6/plain/weighed", "expected alphabeta:DEPTH"),
        ("alphabeta:6/plain/plain", "expected alphabeta:DEPTH"),
        ("alphabeta:6/2threads", "after a time with /Nthreads"),
        ("alphabeta:6ms/0threads", "1 to 256"),
        ("alphabeta:6ms/257threads", "1 to 256"),
        ("alphabeta:6ms/+2threads", "1 to 256"),
        ("alphabeta:6ms/", "expected alphabeta:DEPTH"),
        ("mcts:0/move", "expected mcts:ITERATIONS"),
        ("alphabeta:+6", "from 1 to 60"),
        ("alphabeta:0ms", "from 1ms"),
        ("mcts:", "expected mcts:ITERATIONS"),
        ("mcts:ms", "expected mcts:ITERATIONS"),
        ("mcts:99999999999", "from 1 to 10000000"),
        ("mcts:2 s", "expected mcts:ITERATIONS"),
    ];
    for (text, expected) in cases {
        let message = text.parse::<PlayerSpec>().expect_err(text).to_string();
        assert!(message.contains(expected), "{text}: {message}");
        assert!(message.starts_with(&format!("{text:?} is not a player")), "{message}");
    }
}

#[test]
fn every_player_takes_a_win_in_one() {
    let (mut met_in, mut never) = (0, Vec::new());
    let most = crate::common::tries(40, 5000);
    for name in Catalogue::new().names() {
        let loaded = Catalogue::new().load(name, &[]).expect(name);
        let mut dice = Dice::seeded(7);
        let mut met = 0;
        for _ in 0..30 {
            let mut game = loaded.game();
            while game.result().is_none() && game.plies() < 300 {
                let mover = Outcome::win(game.to_move());
                let winning: Vec<String> = game
                    .moves()
                    .into_iter()
                    .filter(|written| written.result == Some(mover))
                    .map(|written| written.text)
                    .collect();
                if !winning.is_empty() && met < most {
                    met += 1;
                    for player in ["greedy", "alphabeta:1", "alphabeta:3", "mcts:200"] {
                        let chosen =
                            game.choose(spec(player), &mut dice, &|| false).expect("a move");
                        // Another move may win too, by a repetition that only the game notices.
                        let mut next = game.clone();
                        next.play(&chosen).expect("a legal move");
                        assert_eq!(
                            next.result(),
                            Some(mover),
                            "{name} {}: {player} plays {chosen}, not {winning:?}",
                            game.text()
                        );
                    }
                }
                let mv = game.choose(spec("random"), &mut dice, &|| false).expect("a move");
                assert_eq!(game.play(&mv).expect("a legal move"), mv);
            }
            if game.result().is_some() {
                assert_eq!(game.choose(spec("random"), &mut dice, &|| false), None);
            }
            if met == most {
                break;
            }
        }
        if met > 0 {
            met_in += 1;
        } else {
            never.push(name.to_owned());
        }
    }
    // In a few games random players hardly ever come so far.
    assert!(never.len() * 10 < met_in, "no win in one in {never:?}");
}

/// A search that would take days ends as soon as somebody says so, and its move is nobody's.
#[test]
fn a_search_can_be_stopped() {
    let loaded = Catalogue::new().load("bao-kingulu", &[]).expect("a variant");
    let game = loaded.game();
    for player in [
        "alphabeta:60",
        "mcts:10000000",
        "alphabeta:3600000ms",
        "alphabeta:3600000ms/3threads",
        "mcts:3600000ms",
    ] {
        let begin = std::time::Instant::now();
        let stop = || begin.elapsed().as_millis() >= 50;
        let chosen = game.choose(spec(player), &mut Dice::seeded(1), &stop);
        assert_eq!(chosen, None, "{player}");
        assert!(begin.elapsed().as_secs() < 10, "{player}");
    }
}

#[test]
fn a_limit_of_time_is_kept() {
    let loaded = Catalogue::new().load("zanzibar-bao", &[]).expect("a variant");
    let game = loaded.game();
    for player in ["alphabeta:50ms", "alphabeta:50ms/2threads", "mcts:50ms"] {
        let begin = std::time::Instant::now();
        assert!(game.choose(spec(player), &mut Dice::seeded(1), &|| false).is_some());
        assert!(begin.elapsed().as_secs() < 10, "{player}");
    }
}

/// Two heaps: a move takes one to three counters from one of them; who takes three moves again, and who
/// can't move has lost. Small enough to be searched to its end, with a wild evaluation.
struct Heaps {
    layout: Layout,
    heaps: [u8; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct HeapsPosition {
    heaps: [u8; 2],
    status: Status,
}

impl Position for HeapsPosition {
    type Pits = Pits16;

    fn status(&self) -> Status {
        self.status
    }

    fn status_mut(&mut self) -> &mut Status {
        &mut self.status
    }

    // Heaps lie in no rings.
    fn rings(&self) -> ByTurn<Pits16> {
        ByTurn::default()
    }

    fn set_rings(&mut self, _rings: ByTurn<Pits16>) {}

    fn pack(&self) -> AnyPosition {
        let rest = Packer::default().with(self.heaps).bits();
        AnyPosition::new(self.rings(), rest, self.status)
    }

    fn unpack(packed: &AnyPosition) -> Self {
        Self { heaps: Unpacker::new(packed.rest()).field(), status: packed.status() }
    }
}

impl Heaps {
    fn game(heaps: [u8; 2]) -> Game {
        let layout = Layout::new(2, 6, Ring::Shared, Directions::Forward);
        Game::new(Self { layout, heaps }.boxed().into())
    }
}

impl Variant for Heaps {
    type Position = HeapsPosition;

    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn opening(&self) -> HeapsPosition {
        HeapsPosition { heaps: self.heaps, status: Status::going(Side::South) }
    }

    fn starts(&self, position: &HeapsPosition, _tier: u8) -> Starts {
        let mut starts = Starts::NONE;
        for spot in 0..6 {
            if position.heaps[usize::from(spot / 3)] > spot % 3 {
                starts.insert(Start { spot, direction: Direction::Forward });
            }
        }
        starts
    }

    fn turn(
        &self,
        position: &HeapsPosition,
        _tier: u8,
        start: Start,
        _chooser: &mut impl Chooser<HeapsPosition>,
        _observer: &mut impl Observer,
    ) -> Result<HeapsPosition, TurnError> {
        let mut after = *position;
        after.heaps[usize::from(start.spot / 3)] -= start.spot % 3 + 1;
        if start.spot % 3 != 2 {
            after.status.to_move = after.status.to_move.other();
        }
        Ok(after)
    }

    fn stuck(&self, _before: Option<&HeapsPosition>, position: &HeapsPosition) -> Outcome {
        Outcome::win(position.status.to_move.other())
    }

    fn holdings(&self, _position: &HeapsPosition) -> BySide<u16> {
        BySide([0, 0])
    }
}

impl Notation for Heaps {}

impl Repeating for Heaps {}

impl Judging for Heaps {
    fn evaluate(&self, position: &HeapsPosition) -> i32 {
        let [a, b] = position.heaps.map(i32::from);
        let side = i32::from(position.status.to_move == Side::North);
        (a * 7919 + b * 104_729 + 31 * side) % 1000 - 500
    }
}

impl Solving for Heaps {}

/// Search as it stands in textbooks: no window, no table, no order.
fn negamax(variant: &dyn AnyVariant, position: AnyPosition, depth: u32, ply: i32) -> i32 {
    let mut best = None;
    if depth == 0 {
        if variant.has_move(&position) {
            return variant.estimate(&position, Judge::Plain);
        }
    } else {
        let _ = variant.show_moves(&position, &mut |_, after| {
            let value = negamax(variant, *after, depth - 1, ply + 1);
            let same = after.status().to_move == position.status().to_move;
            best = best.max(Some(if same { value } else { -value }));
            ControlFlow::Continue(())
        });
    }
    best.unwrap_or(-(WON - ply))
}

#[test]
fn alpha_beta_gives_the_value_of_plain_search() {
    for heaps in (1..9).flat_map(|a| (0..9).map(move |b| [a, b])) {
        let game = Heaps::game(heaps);
        let variant = game.variant();
        for depth in 1..=7 {
            // To a depth there is one thread, whatever is asked.
            let mut player = AlphaBeta::new(Search { threads: 3, ..Effort::Count(depth).into() });
            let (value, _, after) = player
                .search(&game, &mut Dice::seeded(u64::from(depth)), &|| false)
                .expect("a move");
            let plain = negamax(variant, *game.position(), depth, 0);
            assert_eq!(value, plain, "{heaps:?} at depth {depth}");
            let each = player.values(&game, depth, &|| false).into_iter();
            let best = each.map(|(_, value)| value).max();
            assert_eq!(best, Some(plain), "{heaps:?} at depth {depth}, each move");
            let weighed = player.weigh(&game, &mut Dice::seeded(1), &|| false, &mut |_| ());
            for (_, after, worth) in weighed.moves {
                // A proven result ends the search early.
                let depth = weighed.depth.expect("a search");
                let same = after.status().to_move == Side::South;
                let plain = negamax(variant, after, depth - 1, 1);
                let plain = if same { plain } else { -plain };
                assert_eq!(worth, Valuation::Value(plain), "{heaps:?} at depth {depth}, one");
            }
            // A proven result ends the search early, so the move is compared where there is none.
            let same = after.status().to_move == Side::South;
            let of_move = negamax(variant, after, depth - 1, 1);
            if value.abs() < WON / 2 {
                assert_eq!(if same { of_move } else { -of_move }, plain, "{heaps:?}");
            }
        }
    }
}

/// A move of Msuwa chooses the seeds to take. Here are 86 moves, with up to 283 replies.
#[test]
fn values_of_many_moves_are_searched_less_deep() {
    let loaded = Catalogue::new().load("msuwa", &[]).expect("msuwa");
    let many = "2,2,2,0,2,2,2,0,2,2/0,1,2,0,2,0,3,1,2,2/3,3,0,3,3,0,0,0,2,1/0,3,3,0,3,3,0,0,0,0 S captured=8,10";
    let game = loaded.variant.game_from(many).expect("a position");
    let mut search = search();
    let found = move_values(&mut search, &game, &|| false);
    assert_eq!(found.len(), 86);
    assert_eq!(found, search.values(&game, 3, &|| false));
}

#[test]
fn several_threads_agree_who_wins() {
    let how = Search { threads: 3, ..Effort::Milliseconds(60_000).into() };
    for heaps in (1..5).flat_map(|a| (0..5).map(move |b| [a, b])) {
        let game = Heaps::game(heaps);
        let variant = game.variant();
        let (value, _, after) =
            AlphaBeta::new(how).search(&game, &mut Dice::seeded(1), &|| false).expect("a move");
        let [of_game, of_move] = [*game.position(), after].map(|position| {
            // A move takes at least one of them.
            let value = negamax(variant, position, 9, 0);
            (position.status().to_move == Side::South) == (value > 0)
        });
        assert_eq!(value > WON / 2, of_game, "{heaps:?}");
        assert_eq!(of_move, of_game, "{heaps:?}");
    }
}

/// Plays Kalah with three pits a side and one to six seeds in each; the winners are those of the literature (KA4).
#[test]
fn alpha_beta_plays_small_kalah_boards_perfectly() {
    let values = ["draw", "S", "S", "S", "S", "N"];
    for capture in ["opposite-filled", "always"] {
        for (seeds, value) in (1..).zip(values) {
            let changes = [
                "board.columns=3".to_owned(),
                format!("setup.seeds={seeds}"),
                format!("rules.capture={capture:?}"),
            ];
            let loaded = Catalogue::new().load("kalah", &changes).expect("a variant");
            let mut game = loaded.game();
            let mut dice = Dice::seeded(seeds);
            while let Some(mv) = game.choose(spec("alphabeta:16"), &mut dice, &|| false) {
                game.play(&mv).expect("a legal move");
            }
            let result = game.result().expect("a result").word();
            assert_eq!(result, value, "{seeds} seeds, {capture}");
        }
    }
}

#[test]
fn tree_search_proves_what_can_be_proven() {
    for heaps in (1..6).flat_map(|a| (0..6).map(move |b| [a, b])) {
        let game = Heaps::game(heaps);
        let variant = game.variant();
        let mut player = Mcts::new(Effort::Count(20_000));
        let (mv, after): (Move, AnyPosition) =
            player.choose(&game, &mut Dice::seeded(3), &|| false).expect("a move");
        assert!(variant.offer(game.position(), 0).starts.contains(mv.start));
        let wins = negamax(variant, *game.position(), 30, 0) > 0;
        let value = negamax(variant, after, 30, 1);
        let kept = if after.status().to_move == Side::South { value > 0 } else { value < 0 };
        assert_eq!(kept, wins, "{heaps:?}");
    }
}
