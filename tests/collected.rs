//! Measures of games that are given by hand: what each measure counts of them.

use mankala::measure::sample::Sample;
use mankala::measure::{Looks, Series, Tally};
use mankala::play::matches::PLY_LIMIT;
use mankala::ruleset::rounds::{Kind, Points, Rounds};
use mankala::{MatchSpec, Outcome, PlayerSpec, Side};

use crate::common::graph::Graph;
use crate::common::graph::Next::{End, On};

/// Returns the tally of one game with these leads of South and these numbers of moves; the players take turns.
fn tally(leads: &[i32], legal: &[u32], opening: u32, result: Option<Outcome>) -> Tally {
    over_rounds(leads, legal, opening, result, None, PLY_LIMIT)
}

/// Returns the tally of one game over rounds that each go this way, cut off after a number of plies. Which of its moves
/// a player chose does not matter here.
fn over_rounds(
    leads: &[i32],
    legal: &[u32],
    opening: u32,
    result: Option<Outcome>,
    rounds: Option<Rounds>,
    ply_limit: u32,
) -> Tally {
    let plies = legal.len() as u32;
    let vertex = |(ply, &legal): (u8, &u32)| {
        let next = match result {
            Some(result) if u32::from(ply) + 1 == plies => End(match result {
                Outcome::South => 1,
                Outcome::Draw => 0,
                Outcome::North => -1,
            }),
            _ => On(ply + 1),
        };
        (Side::BOTH[usize::from(ply % 2)], vec![next; legal as usize])
    };
    let mut vertices: Vec<_> = (0..).zip(legal).map(vertex).collect();
    if result.is_none() {
        vertices.push((Side::South, vec![End(0)]));
    }
    let leads = leads.to_vec();
    let spec = MatchSpec {
        opening_plies: opening,
        ply_limit: ply_limit.min(if result.is_none() { plies } else { ply_limit }),
        rounds,
        ..MatchSpec::new([PlayerSpec::Random; 2], 1, 1)
    };
    let looks = Looks { moves: 1, probes: 0 };
    let graph = Graph { leads, ..Graph::new(vertices) };
    let variant = graph.variant();
    let tally = variant.tally(&spec, 0..1, looks, 1, &|| false, &mut || ());
    Tally { sample: Sample::default(), displaced: Series::default(), ..tally }
}

/// By hand: the lead goes + − − +, South wins. Ahead after ply 1 of 5 and ply 3, behind by a quarter after ply 2.
#[test]
fn leads_are_followed() {
    let leads = [0, 50, -100, 25, 75, 10];
    let south = tally(&leads, &[1; 5], 0, Some(Outcome::South));
    assert_eq!(south.lead_changes.sums.total(), 2);
    assert_eq!(south.lead_changes.sums.items(), 5);
    assert_eq!(south.quarter.sums.total(), 1);
    assert_eq!(south.half.sums.total(), 0);
    assert_eq!(south.three_quarters.sums.total(), 1);
    assert_eq!(south.comeback.sums.total(), 1);
    // North wins though South has more: the last move reverses the lead.
    let north = tally(&leads, &[1; 5], 0, Some(Outcome::North));
    assert_eq!(north.lead_changes.sums.total(), 3);
    assert_eq!(north.half.sums.total(), 1);
    assert_eq!(north.comeback.sums.total(), 0);
    // A tenth of 400 is 40: 39 behind is not far.
    let near = tally(&[0, 0, -39, 0, 0, 1], &[1; 5], 0, Some(Outcome::South));
    assert_eq!(near.comeback.sums.total(), 0);
    assert_eq!(near.quarter.sums.games(), 0, "level then");
}

#[test]
fn draws_have_no_winner_to_follow() {
    let draw = tally(&[0, 1, 0, -1, 0], &[1; 4], 0, Some(Outcome::Draw));
    assert_eq!(draw.lead_changes.sums.total(), 1);
    assert_eq!(draw.half.sums.games() + draw.comeback.sums.games(), 0);
    assert_eq!(draw.results, [0, 0, 1]);
    assert_eq!(draw.score.sums.total(), 1);
}

/// By hand: 1 1 3 1 1 1 2 has two real choices, and a tree of log10 6.
#[test]
fn choices_are_counted() {
    let game = tally(&[0; 8], &[1, 1, 3, 1, 1, 1, 2], 0, Some(Outcome::South));
    assert_eq!(game.choice.sums.total(), 2);
    assert_eq!(game.legal.sums.total(), 10);
    assert_eq!(game.tree.sums.total(), 477_121 + 301_030);
    assert_eq!(game.by_ply.len(), 7);
    assert_eq!(game.turns.watched.sums.total(), 7);
}

/// Random opening plies count nowhere: neither their moves nor their leads nor their length.
#[test]
fn random_opening_plies_count_in_no_measure() {
    let leads = [0, 100, -100, 100, 100];
    let whole = tally(&leads, &[9, 9, 2, 2], 0, Some(Outcome::South));
    let after_two = tally(&leads, &[9, 9, 2, 2], 2, Some(Outcome::South));
    let alone = tally(&leads[2..], &[2, 2], 0, Some(Outcome::South));
    assert_eq!(after_two, alone);
    assert_ne!(after_two, whole);
}

#[test]
fn unfinished_games_count_in_lengths_and_totals_alone() {
    let cut_off = tally(&[0, 1], &[3], 0, None);
    let mut expected = Tally { unfinished: 1, ..Tally::default() };
    expected.plies.add(0, 1, false);
    expected.turns.add(0, 1, false);
    expected.hand.add(0, 0, false);
    // Its only round, however long.
    expected.rounds.add(0, 1, true);
    for sums in [&mut expected.captured_cut, &mut expected.captures_cut] {
        sums.add(0, 1);
    }
    // Three legal moves.
    expected.tree_cut.add(477_121, 1);
    assert_eq!(cut_off, expected);
    assert_eq!(cut_off.plies.survival().quantile(0.5), None);
}

/// By hand: the players alternate within rounds, and North begins the second: six turns in three rounds of two plies.
/// The lead is not followed.
#[test]
fn a_game_over_rounds_is_one_game() {
    let rounds = Some(Rounds {
        kind: Kind::Tally,
        points: Some(Points::Round),
        goal: Some(3),
        ..Rounds::default()
    });
    let (leads, south) = ([0, 50, -50], Some(Outcome::South));
    let whole = over_rounds(&leads, &[2; 2], 0, south, rounds, PLY_LIMIT);
    assert_eq!(whole.plies.watched.sums.total(), 6);
    assert_eq!(whole.rounds.watched.sums.total(), 3);
    assert_eq!(whole.turns.watched.sums.total(), 6);
    assert_eq!(whole.results, [1, 0, 0]);
    assert_eq!(whole.endings, [0; 3]);
    assert_eq!(whole.half.sums.games() + whole.lead_changes.sums.games(), 0);
    // Cut off in the second round: it has more than one.
    let cut = over_rounds(&leads, &[2; 2], 0, south, rounds, 3);
    assert_eq!(cut.rounds.watched.sums.total(), 1);
    assert_eq!(cut.rounds.survival().quantile(0.5), None);
    // A player who ends a round and begins the next has two turns; the random plies before them do not count.
    let opened = over_rounds(&leads, &[2; 2], 1, south, rounds, PLY_LIMIT);
    assert_eq!(opened.plies.watched.sums.total(), 5);
    assert_eq!(opened.turns.watched.sums.total(), 5);
    assert_eq!(opened.rounds.watched.sums.total(), 3);
}
