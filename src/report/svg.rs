//! Small pieces of SVG and HTML: escaping, strips that stretch with the page, marks that differ in colour and shape.

use maud::{Markup, PreEscaped, Render, html};

use mankala_core::measure::figures::Number;

/// Look of a player: colour, dashes of lines, and shape of marks, so that none depends on colour alone.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    /// Colour, distinct for any kind of colour blindness and dark enough for print.
    pub(super) colour: &'static str,
    pub(super) dashes: &'static str,
    shape: Shape,
}

#[derive(Debug, Clone, Copy)]
enum Shape {
    Circle,
    Square,
    Triangle,
    Diamond,
    Bar,
}

impl Look {
    const fn new(colour: &'static str, dashes: &'static str, shape: Shape) -> Self {
        Self { colour, dashes, shape }
    }

    /// Returns the look with the colour of another.
    pub(super) const fn coloured(self, other: Self) -> Self {
        Self::new(other.colour, self.dashes, self.shape)
    }
}

/// Look of things that belong to no player: ink, with a shape that no player has.
pub(super) const INK: Look = Look::new("currentColor", "none", Shape::Bar);

/// Four of the colours of M. Okabe, K. Ito: Color Universal Design, 2008.
const LOOKS: [Look; 4] = [
    Look::new("#0072b2", "none", Shape::Circle),
    Look::new("#d55e00", "7 3", Shape::Square),
    Look::new("#00795a", "2 3", Shape::Triangle),
    Look::new("#a0468f", "9 3 2 3", Shape::Diamond),
];

/// Number of different looks.
pub(super) const APART: usize = LOOKS.len() * LOOKS.len();

/// Returns the look of the player or line with this index; looks repeat after [`APART`].
///
/// The first four differ in everything. Each further four combine the colours with other dashes and shapes.
pub(super) fn look(index: usize) -> Look {
    let form = LOOKS[(index + index / LOOKS.len()) % LOOKS.len()];
    form.coloured(LOOKS[index % LOOKS.len()])
}

/// Returns a name that may break after a colon, a comma, an equals sign or a slash.
pub(super) fn breakable(name: &str) -> Markup {
    let parts = name.split_inclusive([':', ',', '=', '/']).enumerate();
    html! { @for (place, part) in parts { @if place > 0 && !part.starts_with(' ') { wbr; } (part) } }
}

/// Converts a text with code between backticks to HTML.
pub(crate) fn with_code(text: &str) -> Markup {
    let parts = text.split('`').enumerate();
    html! { @for (index, part) in parts { @if index % 2 == 0 { (part) } @else { code { (part) } } } }
}

/// Returns a paragraph for each note on a game.
pub(super) fn spoils(notes: impl IntoIterator<Item = String>) -> Markup {
    html! { @for note in notes { p.spoils { (with_code(&note)) } } }
}

/// Returns a table below a heading.
pub(super) fn table(title: &str, about: impl Render, heads: &[&str], rows: &Markup) -> Markup {
    html! { h3 { (title) } p.about { (about) } (scrolled(title, None, &head_cells(heads), rows)) }
}

/// Returns the cells of a table's head.
pub(super) fn head_cells(heads: &[&str]) -> Markup {
    html! { @for head in heads { th scope="col" { (head) } } }
}

/// Returns a table that scrolls sideways if it is wider than the window.
pub(super) fn scrolled(title: &str, class: Option<&str>, heads: &Markup, rows: &Markup) -> Markup {
    html! {
        div.scroll role="region" tabindex="0" aria-label=(title) {
            table class=[class] { caption { (title) } thead { tr { (heads) } } tbody { "\n" (rows) } }
        }
        "\n"
    }
}

impl Look {
    /// Returns the player's mark around a point, as an element that does not stretch.
    pub(super) fn mark(self) -> Markup {
        let fill = self.colour;
        html! {
            @match self.shape {
                Shape::Circle => circle r="5" fill=(fill) stroke="#fff" {},
                Shape::Square => rect x="-4.6" y="-4.6" width="9.2" height="9.2" fill=(fill) stroke="#fff" {},
                Shape::Triangle => path d="M0-5.8L5.6 4.4H-5.6Z" fill=(fill) stroke="#fff" {},
                Shape::Diamond => path d="M0-6.4L6.4 0 0 6.4-6.4 0Z" fill=(fill) stroke="#fff" {},
                Shape::Bar => rect x="-2.5" y="-7" width="5" height="14" fill=(fill) stroke="#fff" {},
            }
        }
    }

    /// Returns the mark by itself, for legends.
    pub(super) fn sample(self) -> Markup {
        html! {
            svg.sample width="34" height="14" aria-hidden="true" {
                line x1="0" x2="34" y1="7" y2="7" stroke=(self.colour) stroke-width="2" stroke-dasharray=(self.dashes) {}
                g transform="translate(17 7)" { (self.mark()) }
            }
        }
    }
}

/// Scale from values to shares of the width.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axis {
    /// Value at the left end.
    pub(super) from: f64,
    /// Value at the right end.
    pub(super) to: f64,
    /// Whether the scale is logarithmic.
    pub(super) doubling: bool,
}

impl Axis {
    /// Creates a linear scale.
    pub(super) const fn plain(from: f64, to: f64) -> Self {
        Self { from, to, doubling: false }
    }

    /// Returns the place of a value, in per cent of the width. Values beyond an end are put at that end.
    pub(super) fn at(self, value: f64) -> f64 {
        let [from, to, value] =
            [self.from, self.to, value].map(|v| if self.doubling { v.max(0.5).ln() } else { v });
        (100.0 * (value - from) / (to - from)).clamp(0.0, 100.0)
    }

    /// Returns about `about` round values along the axis.
    pub(super) fn ticks(self, about: f64) -> Vec<f64> {
        if self.doubling {
            let tens = (0..7).flat_map(|power| {
                let ten = 10_f64.powi(power);
                [ten, 2.0 * ten, 5.0 * ten]
            });
            return tens.filter(|tick| (self.from..=self.to).contains(tick)).collect();
        }
        let step = round_step((self.to - self.from) / about);
        let mut ticks = Vec::new();
        let mut tick = (self.from / step - 1e-9).ceil() * step;
        while tick <= self.to + step * 1e-9 {
            // Adding zero turns −0 into 0.
            ticks.push(tick + 0.0);
            tick += step;
        }
        ticks
    }
}

/// Returns the smallest round number (1, 2 or 5 times a power of ten) that is at least this.
pub(super) fn round_step(least: f64) -> f64 {
    let ten = 10_f64.powf(least.max(1e-9).log10().floor());
    let steps = [1.0, 2.0, 5.0].map(|factor| factor * ten);
    steps.into_iter().find(|step| *step >= least * 0.999).unwrap_or(10.0 * ten)
}

/// Strip as wide as the page allows. Lengths across are in per cent, so text and marks keep their shape.
#[derive(Debug)]
pub(super) struct Strip {
    height: u32,
    says: String,
    inside: String,
}

impl Strip {
    /// Creates an empty strip; `says` describes it for readers who can't see it.
    pub(super) fn new(height: u32, says: &str) -> Self {
        Self { height, says: says.to_owned(), inside: String::new() }
    }

    /// Creates a strip with lines at the ticks of an axis.
    pub(super) fn ticked(height: u32, says: &str, axis: Axis, ticks: &[f64]) -> Self {
        let mut strip = Self::new(height, says);
        for &tick in ticks {
            strip.upright(axis.at(tick), "grid");
        }
        strip
    }

    fn add(&mut self, drawn: Markup) {
        self.inside += &drawn.into_string();
    }

    /// Draws a number: its interval and the mark of a player at its value.
    pub(super) fn number(&mut self, axis: Axis, number: &Number, look: Look) {
        if let Some([low, high]) = number.interval {
            self.level(axis.at(low), axis.at(high), 13, look.colour, 3.0);
        }
        if let Some(value) = number.value {
            self.mark(axis.at(value), 13, look);
        }
    }

    /// Draws a vertical line over the whole height and beyond it; the row clips it.
    pub(super) fn upright(&mut self, at: f64, class: &str) {
        let at = share(at);
        self.add(html! { line class=(class) x1=(at) x2=(at) y1="-60" y2="160" {} });
    }

    pub(super) fn band(&mut self, from: f64, to: f64) {
        self.add(
            html! { rect.band x=(share(from)) width=(share(to - from)) y="-60" height="220" {} },
        );
    }

    pub(super) fn level(&mut self, from: f64, to: f64, y: u32, colour: &str, width: f64) {
        self.add(html! { line x1=(share(from)) x2=(share(to)) y1=(y) y2=(y) stroke=(colour) stroke-width=(width) {} });
    }

    pub(super) fn mark(&mut self, at: f64, y: u32, look: Look) {
        self.add(html! { svg x=(share(at)) y=(y) overflow="visible" { (look.mark()) } });
    }

    /// Writes text, centred, or aligned inwards at the ends.
    pub(super) fn words(&mut self, at: f64, y: u32, words: &str) {
        let anchor = match at {
            at if at < 3.0 => "start",
            at if at > 97.0 => "end",
            _ => "middle",
        };
        self.add(html! { text x=(share(at)) y=(y) text-anchor=(anchor) { (words) } });
    }

    /// Draws a horizontal line over the whole width, labelled at its left end.
    pub(super) fn rule(&mut self, y: f64, words: &str) {
        let line = tenths(y);
        self.add(html! {
            line.grid x1="0" x2="100%" y1=(line) y2=(line) {}
            text y=(tenths(y - 3.0)) { (words) }
        });
    }

    /// Draws in a square of 100 by 100 that is stretched over the strip, down to `height`.
    pub(super) fn within(&mut self, height: u32, drawn: &Markup) {
        self.add(html! {
            svg width="100%" height=(height) viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible" { (drawn) }
        });
    }

    /// Draws a line through points in a square of 100 by 100 that is stretched over the strip.
    pub(super) fn line(&mut self, height: u32, path: &str, colour: &str) {
        self.within(height, &html! {
            path d=(path) vector-effect="non-scaling-stroke" fill="none" stroke=(colour) stroke-width="2" {}
        });
    }

    /// Returns the strip as an element.
    pub(super) fn finish(self) -> Markup {
        html! {
            svg.strip width="100%" height=(self.height) role="img" aria-label=(self.says) { (PreEscaped(self.inside)) }
        }
    }
}

/// Returns a length in per cent.
fn share(length: f64) -> String {
    format!("{length:.3}%")
}

/// Returns a length with one digit after the point.
pub(super) fn tenths(length: f64) -> String {
    format!("{length:.1}")
}

/// Returns a line through points given in per cent of width and height.
pub(super) fn line_path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let letters = std::iter::once('M').chain(std::iter::repeat('L'));
    let parts = letters.zip(points).map(|(letter, (x, y))| format!("{letter}{x:.2} {y:.2}"));
    parts.collect()
}
