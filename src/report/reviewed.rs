//! Reviews of games as CSV, and of one game as a self-contained page.

use super::data::quoted;
use super::drawing;
use super::page::{framed, made_by};
use super::prelude::*;
use super::svg::line_path;
use crate::files::solved::Solved;
use crate::review::{Grade, Review, Reviewed};
use mankala_core::game::Game;
use mankala_core::kernel::Side;

/// Returns the plies of games as CSV, one row a ply, given the number of each game.
pub fn csv<'a>(reviews: impl IntoIterator<Item = (u64, &'a Review)>, heads: bool) -> String {
    let mut text = String::new();
    if heads {
        text += "game,ply,side,move,best,line,before,after,judgement,proved,reason\n";
    }
    for (game, review) in reviews {
        for ply in &review.plies {
            let [own, best, line] =
                [&ply.text, &ply.best, &ply.line.join(" ")].map(|it| quoted(it));
            let reason = quoted(ply.reason.as_deref().unwrap_or_default());
            let Reviewed { ply: number, side, before, after, grade, proved, .. } = ply;
            text += &format!(
                "{game},{number},{side},{own},{best},{line},{before},{after},{grade},{proved},{reason}\n"
            );
        }
    }
    visible_lines(&text).into_owned()
}

/// Describes the known value of an opening.
pub fn known_words(known: &Solved) -> String {
    format!("The opening is solved. {}", known.words())
}

/// Returns the review of a game as a page. It has a graph of the winning chances, boards at the turning point and at
/// each blunder, and a table of the moves. A sentence about the game and the known value of the opening come first.
pub fn page(
    title: &str,
    about: &str,
    known: Option<&Solved>,
    played: &Game,
    review: &Review,
    command: &str,
) -> String {
    let title = format!("{title}, a game reviewed");
    let body = html! {
        header {
            h1 { (title) }
            p { (visible_lines(about)) }
            @for words in Side::BOTH.into_iter().filter_map(|side| review.words(side)) { p.headline { (words) } }
            @if let Some(known) = known { p { (with_code(&known_words(known))) } }
        }
        main { (graph(review)) (boards(played, review)) (moves(review)) }
        (made_by(command, &html! {}, None))
    };
    framed(&title, "", None, &body)
}

/// Draws South's winning chances after each ply, with a mark at each mistake and blunder.
fn graph(review: &Review) -> Markup {
    const TALL: u32 = 160;
    let mut strip = Strip::new(TALL, "Winning chances of South after each ply");
    for (share, words) in [(0.25, "75 %"), (0.5, "50 %"), (0.75, "25 %")] {
        strip.rule(f64::from(TALL) * share, words);
    }
    let last = real(review.plies.len().max(1) as u128);
    // Random moves before the first reviewed ply are not drawn.
    let before = review.plies.first().map_or(0, |ply| ply.ply - 1);
    let at = |ply: usize| 100.0 * real((ply - before) as u128) / last;
    let chances = review.plies.iter().map(|ply| (ply.ply, ply.points_of(Side::South, ply.after)));
    let first = review.plies.first().map(|ply| (before, ply.points_of(Side::South, ply.before)));
    let points = first.into_iter().chain(chances);
    let points = points.map(|(ply, chance)| (at(ply), 100.0 - 100.0 * chance));
    strip.line(TALL, &line_path(points), look(0).colour);
    for ply in review.plies.iter().filter(|ply| ply.grade > Grade::Inaccuracy) {
        let y = (1.0 - ply.points_of(Side::South, ply.after)) * f64::from(TALL);
        let mark = if ply.grade == Grade::Blunder { look(1) } else { INK };
        let y = (0..TALL).find(|&line| f64::from(line) >= y).unwrap_or(TALL);
        strip.mark(at(ply.ply), y, mark);
    }
    html! {
        section #chances {
            h2 { "Winning chances of South" }
            figure { (strip.finish()) }
            p { (look(1).sample()) " blunder " (INK.sample()) " mistake" }
        }
    }
}

/// Draws the positions before the turning point and before each blunder.
fn boards(played: &Game, review: &Review) -> Markup {
    let is_turning = |ply: &Reviewed| review.turning_point == Some(ply.ply);
    let is_shown = |ply: &&Reviewed| ply.grade == Grade::Blunder || is_turning(ply);
    let shown = review.plies.iter().filter(is_shown);
    html! {
        section #positions {
            h2 { "Key positions" }
            (drawing::kinds())
            div.cards {
                @for (ply, before) in shown.filter_map(|ply| Some((ply, &played.past().get(ply.ply - 1)?.0))) {
                    @let turning = if is_turning(ply) { ", the turning point" } else { "" };
                    @let title = format!("Ply {}, {} to move{turning}", ply.ply, ply.side);
                    article.card {
                        h3 { (title) }
                        (drawing::board(played.layout(), &played.variant().diagram(before), &title))
                        p { "Played " (ply.text) ": " (ply.verdict()) }
                        p { "Best: " (ply.line.join(" ")) }
                    }
                    "\n"
                }
            }
        }
    }
}

fn moves(review: &Review) -> Markup {
    let about =
        "Chances are those of South before and after the move. Each row is a search of its own.";
    let heads = ["Ply", "Player", "Move", "Chances", "Grade", "Best line"];
    let rows = html! {
        @for ply in &review.plies {
            tr {
                td { (ply.ply) }
                td { (ply.side) }
                td { (ply.text) }
                td { (ply.chances()) }
                td { (ply.verdict()) }
                td { (ply.line.join(" ")) }
            }
            "\n"
        }
    };
    table("Moves", about, &heads, &rows)
}
