//! Reviews of games as CSV, and of one game as a self-contained page.

use std::fmt::Write as _;

use super::data::quoted;
use super::document::Report;
use super::drawing;
use super::page::begun;
use super::svg::{CLOSED, INK, Strip, escaped, line_path, look, opened};
use crate::game::Game;
use crate::kernel::board::Side;
use crate::review::{Grade, Review, Reviewed};
use crate::system::number::real;
use crate::text::visible::visible_lines;

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
            let _ = writeln!(
                text,
                "{game},{},{},{own},{best},{line},{},{},{},{},{reason}",
                ply.ply, ply.side, ply.before, ply.after, ply.grade, ply.proved
            );
        }
    }
    visible_lines(&text).into_owned()
}

/// Returns the review of a game as a page. It has a graph of the winning chances, boards at the turning point and at
/// each blunder, and a table of the moves.
pub fn page(title: &str, played: &Game, review: &Review, command: &str) -> String {
    let title = format!("{title}, a game reviewed");
    let mut page = begun(&title, "", "");
    let _ = writeln!(page, "<header>\n<h1>{}</h1>", escaped(&title));
    for side in Side::BOTH {
        if let Some(words) = review.words(side) {
            let _ = writeln!(page, "<p class=\"headline\">{}</p>", escaped(&words));
        }
    }
    page += "</header>\n<main>\n";
    page += &graph(review);
    page += &boards(played, review);
    page += &moves(review);
    let _ = write!(
        page,
        "</main>\n<footer id=\"made\">\n<h2>How it was made</h2>\n<pre><code>{}</code></pre>\n<p>{}</p>\n</footer>\n</body>\n</html>\n",
        escaped(command),
        escaped(&Report::version())
    );
    page
}

/// Draws South's winning chances after each ply, with a mark at each mistake and blunder.
fn graph(review: &Review) -> String {
    const TALL: u32 = 160;
    let mut strip = Strip::new(TALL, "Winning chances of South after each ply");
    for (share, words) in [(0.25, "75 %"), (0.5, "50 %"), (0.75, "25 %")] {
        strip.rule(f64::from(TALL) * share, words);
    }
    let last = real(review.plies.len().max(1) as u128);
    let at = |ply: usize| 100.0 * real(ply as u128) / last;
    let chances = review
        .plies
        .iter()
        .map(|ply| (ply.ply, ply.points_of(Side::South, ply.after)));
    let first = review
        .plies
        .first()
        .map(|ply| (0, ply.points_of(Side::South, ply.before)));
    let points = first.into_iter().chain(chances);
    let points = points.map(|(ply, chance)| (at(ply), 100.0 - 100.0 * chance));
    let style = format!(
        "fill=\"none\" stroke=\"{}\" stroke-width=\"2\"",
        look(0).colour
    );
    strip.stretched(TALL, &line_path(points), &style);
    for ply in review
        .plies
        .iter()
        .filter(|ply| ply.grade > Grade::Inaccuracy)
    {
        let y = (1.0 - ply.points_of(Side::South, ply.after)) * f64::from(TALL);
        let mark = if ply.grade == Grade::Blunder {
            look(1)
        } else {
            INK
        };
        let y = (0..TALL).find(|&line| f64::from(line) >= y).unwrap_or(TALL);
        strip.mark(at(ply.ply), y, mark);
    }
    format!(
        "<section id=\"chances\">\n<h2>Winning chances of South</h2>\n<figure>{}</figure>\n\
         <p>{} blunder {} mistake</p>\n</section>\n",
        strip.finish(),
        look(1).sample(),
        INK.sample()
    )
}

/// Draws the positions before the turning point and before each blunder.
fn boards(played: &Game, review: &Review) -> String {
    let is_shown =
        |ply: &&Reviewed| ply.grade == Grade::Blunder || review.turning_point == Some(ply.ply);
    let mut text = String::from("<section id=\"positions\">\n<h2>Key positions</h2>\n");
    text += &drawing::kinds();
    text += "<div class=\"cards\">\n";
    for ply in review.plies.iter().filter(is_shown) {
        let Some((before, _)) = played.past().get(ply.ply - 1) else {
            continue;
        };
        let turning = if review.turning_point == Some(ply.ply) {
            ", the turning point"
        } else {
            ""
        };
        let title = format!("Ply {}, {} to move{turning}", ply.ply, ply.side);
        let board = drawing::board(played.layout(), &played.variant().diagram(before), &title);
        let _ = writeln!(
            text,
            "<article class=\"card\"><h3>{title}</h3>{board}<p>Played {}: {}</p><p>Best: {}</p></article>",
            escaped(&ply.text),
            escaped(&ply.verdict()),
            escaped(&ply.line.join(" "))
        );
    }
    text + "</div>\n</section>\n"
}

fn moves(review: &Review) -> String {
    let about = "Chances are those of South before and after the move.";
    let heads = ["Ply", "Player", "Move", "Chances", "Grade", "Best line"];
    let mut text = opened("Moves", about, &heads);
    for ply in &review.plies {
        let _ = writeln!(
            text,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            ply.ply,
            ply.side,
            escaped(&ply.text),
            ply.chances(),
            escaped(&ply.verdict()),
            escaped(&ply.line.join(" "))
        );
    }
    text + CLOSED
}
