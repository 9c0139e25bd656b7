//! Map of the family: variants laid out in the plane by their distances in rules and in play, with trees.

use super::apart::Apart;
use super::by_play::ByPlay;
use super::labels::{Label, spread};
use super::prelude::*;
use super::tree;
use crate::atlas::distance::matrix;
use crate::atlas::linkage::{Tree, average};
use crate::atlas::plane::{Plane, correlation, pairs, plane};
use mankala_core::text::width::width_of;

/// Minimum number of variants for a map.
const FEWEST: usize = 8;
/// Maximum number of variants shown by name; more are shown as numbers, which the trees explain.
const NAMED: usize = 90;
/// Size of a map, and its margin.
const WIDTH: f64 = 1040.0;
const TALLEST: f64 = 900.0;
const MARGIN: f64 = 30.0;
/// Number of variants named as nearest or worst.
const TOLD: usize = 5;
/// At most one in this many games is an outlier.
const OUTLIERS: usize = 10;
const RULES: &str = "rules";

/// One of the two distances with its drawings.
struct Distance {
    id: &'static str,
    /// `by rules`, `by play`.
    by: &'static str,
    about: String,
    distances: Vec<Vec<f64>>,
    plane: Plane,
    tree: Tree,
}

impl Distance {
    fn new(id: &'static str, by: &'static str, about: String, distances: Vec<Vec<f64>>) -> Self {
        Self { id, by, about, plane: plane(&distances), tree: average(&distances), distances }
    }

    /// Returns the `count` variants nearest to the variant `to`, with their distances.
    fn nearest(&self, to: usize, count: usize) -> Vec<(usize, f64)> {
        let others = self.distances[to].iter().copied().enumerate();
        let mut others: Vec<(usize, f64)> = others.filter(|(other, _)| *other != to).collect();
        sort_by(&mut others, |a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        others.truncate(count);
        others
    }
}

/// Variants with their distances.
pub(super) struct FamilyMap<'a> {
    variants: Vec<&'a Subject>,
    /// Distances by rules, and by play if that was measured.
    apart: Vec<Distance>,
    /// Number of each variant: its place in the tree by rules.
    numbers: Vec<usize>,
    /// Statements on each variant, if any are sure.
    words: Vec<Option<Apart>>,
}

impl<'a> FamilyMap<'a> {
    /// Returns `true` if a report has enough variants for a map and is not a sweep.
    pub(super) fn is_wanted(report: &Report) -> bool {
        report.sweep.is_none() && report.variants().count() >= FEWEST
    }

    /// Creates the map of a report with enough variants that is not a sweep.
    pub(super) fn of(report: &'a Report) -> Option<Self> {
        if !Self::is_wanted(report) {
            return None;
        }
        let variants: Vec<&Subject> = report.variants().collect();
        let profiles: Vec<Profile> = variants.iter().map(|it| it.profile.clone()).collect();
        let about = "Gower's coefficient, from 0 to 1: board, sowing, capture, ending and special rules have equal weight, whatever the number of their mechanisms.";
        let rules = Distance::new(RULES, "by rules", about.to_owned(), matrix(&profiles));
        let mut numbers = vec![0; variants.len()];
        for (place, &leaf) in rules.tree.order.iter().enumerate() {
            numbers[leaf] = place + 1;
        }
        let mut apart = vec![rules];
        if let Some(by_play) = report.by_play() {
            let about = about_play(report, &by_play);
            apart.push(Distance::new("play", "by play", about, by_play.distances));
        }
        let said = report.apart();
        let of = |subject: &&Subject| said.iter().find(|it| it.variant == subject.variant).cloned();
        Some(Self { words: variants.iter().map(of).collect(), variants, apart, numbers })
    }

    pub(super) fn section(&self) -> Markup {
        html! {
            section #map {
                h2 { "Map of the family" }
                p.about {
                    "Games that are near on a map are alike, as far as two dimensions can show. The axes have no meaning. "
                    "Printed distances are more exact than the map."
                    @if !self.has_names() {
                        " Each number is a game, named in the trees below; it is the game's place in the tree by rules. "
                        "Overlapping numbers are moved, with a line to their place."
                    }
                }
                (legend(self.variants.iter().map(|subject| rows(subject)), self.has_names()))
                @for apart in &self.apart { (self.map(apart)) "\n" }
                @if let [rules, play] = &self.apart[..] { (self.agreement(rules, play)) "\n" }
                @for apart in &self.apart { (self.tree(apart)) "\n" }
            }
        }
    }

    /// Returns the statements on a variant, if any are sure.
    pub(super) fn apart(&self, variant: usize) -> Option<&Apart> {
        self.words[variant].as_ref()
    }

    /// Returns the games farthest from their nearest neighbour. By play, games without sure statements are left out,
    /// because they may be alone by chance.
    fn outliers(&self, apart: &Distance) -> Vec<usize> {
        let is_sure = |it: &usize| apart.id == RULES || self.words[*it].is_some();
        let far = |it: usize| Some((it, apart.nearest(it, 1).first()?.1));
        let alone = (0..self.variants.len()).filter(is_sure).filter_map(far);
        let mut alone: Vec<(usize, f64)> = alone.filter(|(_, far)| *far > 0.0).collect();
        sort_by(&mut alone, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        alone.truncate(TOLD.min(self.variants.len() / OUTLIERS));
        alone.into_iter().map(|(it, _)| it).collect()
    }

    /// Returns the nearest relatives of a variant in words; a line for each distance.
    pub(super) fn nearest(&self, variant: usize) -> Vec<String> {
        let lines = self.apart.iter().map(|apart| {
            let near = apart.nearest(variant, 3).into_iter();
            let near = near.map(|(other, far)| format!("{} {far:.2}", self.name(other)));
            format!("Nearest {}: {}", apart.by, join(near, ", "))
        });
        lines.collect()
    }

    fn has_names(&self) -> bool {
        self.variants.len() <= NAMED
    }

    fn name(&self, variant: usize) -> &str {
        &self.variants[variant].variant
    }

    fn map(&self, apart: &Distance) -> Markup {
        let mut worst: Vec<usize> = (0..self.variants.len()).collect();
        sort_by(&mut worst, |&a, &b| apart.plane.off[b].total_cmp(&apart.plane.off[a]));
        let worst = join(worst.iter().take(TOLD).map(|&it| self.name(it)), ", ");
        let outliers = self.outliers(apart);
        let marked = if self.has_names() { "Bold" } else { "Named on the map" };
        html! {
            figure id={ "map-" (apart.id) } {
                figcaption {
                    h3 { "Map " (apart.by) }
                    p {
                        (apart.about) " Laid out by classical scaling and SMACOF; stress "
                        (format_args!("{:.2}", apart.plane.stress))
                        ", the map explains " (format_args!("{:.0}", 100.0 * apart.plane.explained))
                        " % of the variance of the distances. Worst placed: " (worst) "."
                    }
                    @if !outliers.is_empty() {
                        p { (marked) " are the games farthest from their nearest neighbour:" }
                        ul.works {
                            @for &it in &outliers {
                                li {
                                    b { (breakable(self.name(it))) } " "
                                    (format_args!("{:.2}", apart.nearest(it, 1)[0].1))
                                    @if let Some(words) = self.words[it].as_ref().filter(|_| apart.id != RULES) {
                                        ": " (words.words())
                                    }
                                }
                            }
                        }
                    }
                }
                div.scroll role="region" tabindex="0" aria-label={ "Map " (apart.by) } { (self.drawn(apart, &outliers)) }
            }
        }
    }

    fn drawn(&self, apart: &Distance, outliers: &[usize]) -> Markup {
        let (points, height) = on_paper(&apart.plane.points);
        let text = |it: usize| match self.numbers[it] {
            _ if self.has_names() => self.name(it).to_owned(),
            number if outliers.contains(&it) => format!("{number} {}", self.name(it)),
            number => number.to_string(),
        };
        let texts: Vec<String> = (0..points.len()).map(text).collect();
        let half = |text: &String| [3.4 * real(width_of(text) as u128) + 1.5, 5.8];
        let beside = |x: f64, half: [f64; 2]| match 7.0 + half[0] {
            _ if !self.has_names() => 0.0,
            // At the right edge the name stands to the left of the dot.
            aside if x + aside + half[0] > WIDTH => -aside,
            aside => aside,
        };
        let label = |(&[x, y], text): (&[f64; 2], &String)| {
            let half = half(text);
            let at = [x + beside(x, half), y];
            Label { at, half }
        };
        let mut labels: Vec<Label> = points.iter().zip(&texts).map(label).collect();
        let dots = points.iter().filter(|_| self.has_names());
        let dots: Vec<Label> = dots.map(|&at| Label { at, half: [5.0; 2] }).collect();
        spread(&mut labels, &dots, [WIDTH, height]);
        let view = format!("0 0 {WIDTH} {height:.0}");
        html! {
            svg.map viewBox=(view) role="img" aria-label={ "Map of " (points.len()) " games " (apart.by) } {
                @for (it, ((point, label), words)) in points.iter().zip(&labels).zip(&texts).enumerate() {
                    @let subject = self.variants[it];
                    a data-v=(it) href={ "#" (subject.card) } aria-label={ (subject.variant) ": " (subject.header.title) } {
                        title { (self.says(it)) }
                        (self.mark(*point, label, words, rows(subject), outliers.contains(&it)))
                    }
                }
            }
        }
    }

    /// Draws a game on the map: its dot with its name, or its number.
    fn mark(
        &self,
        [x, y]: [f64; 2],
        label: &Label,
        words: &str,
        rows: usize,
        is_outlier: bool,
    ) -> Markup {
        let (look, [to_x, to_y], has_names) = (look_of(rows), label.at, self.has_names());
        let near = if has_names { label.half[0] + 12.0 } else { 5.0 };
        let is_moved = (to_x - x).hypot(to_y - y) > near;
        let class = if has_names {
            is_outlier.then(|| "outlier".to_owned())
        } else {
            Some(format!("number r{rows}"))
        };
        let style = (!has_names).then(|| format!("fill:{}", look.colour));
        html! {
            @if is_moved { path.lead-line d=(format_args!("M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}")) {} }
            @if has_names { g transform=(format_args!("translate({x:.1} {y:.1}) scale(.8)")) { (look.mark()) } }
            @else if is_moved { circle cx=(tenths(x)) cy=(tenths(y)) r="1.6" fill=(look.colour) {} }
            text class=[class] style=[style] x=(tenths(to_x)) y=(tenths(to_y + 4.0)) text-anchor="middle" { (words) }
        }
    }

    /// Returns the text shown when a game is pointed at.
    fn says(&self, it: usize) -> String {
        let (number, Subject { variant, header, .. }) = (self.numbers[it], self.variants[it]);
        let mut lines = vec![format!("{number} {variant}: {}, {}", header.title, header.region)];
        lines.extend(self.words[it].as_ref().map(Apart::sentence));
        lines.extend(self.nearest(it));
        lines.join("\n")
    }

    fn tree(&self, apart: &Distance) -> Markup {
        let name = |it: usize| format!("{} {}", self.numbers[it], self.name(it));
        let says = format!("Tree of {} games {}", self.variants.len(), apart.by);
        html! {
            figure id={ "tree-" (apart.id) } {
                figcaption {
                    h3 { "Tree " (apart.by) }
                    p {
                        "Average linkage: two groups join at the mean distance between their members, 0 at the right. "
                        "The correlation of heights and distances is "
                        (format_args!("{:.2}", apart.tree.cophenetic(&apart.distances)))
                        ". The tree does not show descent, because rules are borrowed."
                    }
                }
                (tree::drawn(&apart.tree, name, &says))
            }
        }
    }

    /// Describes how well the two distances agree, and the pairs that differ most.
    fn agreement(&self, rules: &Distance, play: &Distance) -> Markup {
        let all: Vec<(usize, usize)> = pairs(self.variants.len()).collect();
        let ranks = |apart: &Distance| {
            ranks(&all.iter().map(|&(a, b)| apart.distances[a][b]).collect::<Vec<_>>())
        };
        let (by_rules, by_play) = (ranks(rules), ranks(play));
        let together = correlation(&by_rules, &by_play);
        let mut order: Vec<usize> = (0..all.len()).collect();
        let off = |pair: usize| by_play[pair] - by_rules[pair];
        sort_by(&mut order, |&a, &b| off(b).total_cmp(&off(a)));
        let told = |words: &str, order: &[usize]| {
            html! {
                div.panel {
                    h4 { (words) }
                    ul {
                        @for (a, b) in order.iter().map(|&pair| all[pair]) {
                            li {
                                (self.name(a)) " and " (self.name(b)) " "
                                small { (format_args!("rules {:.2}, play {:.2}", rules.distances[a][b], play.distances[a][b])) }
                            }
                        }
                    }
                }
            }
        };
        let unlike: Vec<usize> = order.iter().rev().take(TOLD).copied().collect();
        order.truncate(TOLD);
        html! {
            figure #map-agreement {
                figcaption {
                    h3 { "Where rules and play disagree" }
                    p {
                        "Over all pairs the ranks of the two distances have a correlation of "
                        (format_args!("{together:.2}"))
                        " (Spearman). The pairs below differ most. The mean distance by play is 1."
                    }
                }
                div.panels.wide {
                    (told("Alike by rules, not by play", &order))
                    (told("Alike by play, not by rules", &unlike))
                }
            }
        }
    }
}

fn about_play(report: &Report, by_play: &ByPlay) -> String {
    let questions = join(&by_play.questions, ", ").to_lowercase();
    let player = report.subjects.first().map_or_else(String::new, Subject::conditions);
    let judges = if report.judged.is_empty() { "" } else { ", by the judges for fairness" };
    format!(
        "Euclidean distance over {} figures of the dozen, by {player}{judges}. Lengths and ratios are logarithms, shares log-odds. Each is in units of its spread \
         between these games, and weighs less if that may be error. The questions ({questions}) have equal weight. 1 is the mean of all pairs.",
        by_play.figures
    )
}

/// Returns the places on paper, with equal scales, and the height of the paper.
fn on_paper(points: &[[f64; 2]]) -> (Vec<[f64; 2]>, f64) {
    let ends = |axis: usize| {
        let along = points.iter().map(|point| point[axis]);
        let least = along.clone().fold(f64::INFINITY, f64::min);
        (least, along.fold(f64::NEG_INFINITY, f64::max))
    };
    let ((left, right), (top, bottom)) = (ends(0), ends(1));
    let scales =
        [(WIDTH - 2.0 * MARGIN) / (right - left), (TALLEST - 2.0 * MARGIN) / (bottom - top)];
    let scale = scales.into_iter().fold(f64::INFINITY, f64::min);
    let scale = if scale.is_finite() { scale } else { 0.0 };
    let height = (bottom - top) * scale + 2.0 * MARGIN;
    let beside = (WIDTH - (right - left) * scale) / 2.0;
    let place = |&[x, y]: &[f64; 2]| [(x - left) * scale + beside, (y - top) * scale + MARGIN];
    (points.iter().map(place).collect(), height)
}

/// Returns the anchor of a variant's card.
pub(super) fn card_id(variant: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let name = variant.chars().map(|c| if is_plain(c) { c } else { '_' });
    format!("v-{}", name.collect::<String>())
}

fn rows(subject: &Subject) -> usize {
    subject.layout.drawn().len()
}

/// Returns the look of a number of rows; it differs in colour and shape.
fn look_of(rows: usize) -> Look {
    look(rows.saturating_sub(2))
}

fn legend(rows: impl Iterator<Item = usize>, has_names: bool) -> Markup {
    let kinds: std::collections::BTreeSet<usize> = rows.collect();
    html! {
        ul.legend {
            @for rows in kinds {
                @let look = look_of(rows);
                li {
                    @if has_names { (look.sample()) (rows) " rows" }
                    @else { b class={ "r" (rows) } style={ "color:" (look.colour) } { "123" } " " (rows) " rows" }
                }
            }
        }
    }
}

/// Returns the rank of each value, the mean rank for equal ones.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    sort_by(&mut order, |&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let same = |a: &usize, b: &usize| values[*a].total_cmp(&values[*b]).is_eq();
    let mut before = 0;
    for equal in order.chunk_by(same) {
        let rank = real(before) + f64::midpoint(real(equal.len() as u128), 1.0);
        for &place in equal {
            ranks[place] = rank;
        }
        before += equal.len() as u128;
    }
    ranks
}
