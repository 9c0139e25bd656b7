//! `mankala show`: a variant explained on a page, or on request its rules or examples in full.

use super::prelude::*;
use crate::api::variant::Shown;
use crate::atlas::by_distance;
use crate::atlas::mechanisms::all as mechanisms;
use crate::files::catalogue::{GivenBy, Written};
use crate::files::endings::repetition_note;
use crate::files::named::is_path;
use crate::files::schema;
use crate::files::solved::Solved;
use crate::files::spec::Ruling;
use crate::report::{advantages, rules_page};
use mankala_core::measure::condition::measure_of;
use mankala_core::measure::names::Topic;
use mankala_core::text::like::letters;
use mankala_core::text::trace::Step;
use mankala_core::variant::ruleset::BoardSpec;

use super::like;
use super::look::Look;
use super::pager::page;
use mankala_core::text::width::width_of;
use strum::IntoEnumIterator;

pub(crate) mod book;
mod example;

/// Number of similar variants in the overview.
const RELATIVES: usize = 3;

/// Format of the rules in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Text for the terminal.
    Text,
    /// Markdown: headings and lists.
    Markdown,
    /// A page of its own, with the opening and the sources.
    Html,
}

/// Variant, and the part to show.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    variant: VariantArgs,
    /// Show all rules of the game in words.
    #[arg(long, group = "part")]
    whole: bool,
    /// Format of the rules in words; implies --whole.
    #[arg(long, value_enum, conflicts_with_all = ["rules", "rule", "examples", "example", "laps"])]
    format: Option<Format>,
    /// Show the whole rule book of the variant's ruleset, then each key of its rules with an explanation.
    #[arg(long, group = "part")]
    rules: bool,
    /// Show one rule of the rule book, such as C5, and its parts.
    #[arg(long, value_name = "RULE", group = "part")]
    rule: Option<String>,
    /// Show all examples, as boards before and after.
    #[arg(long, group = "part")]
    examples: bool,
    /// Show one example, by its name or a part of it.
    #[arg(long, value_name = "NAME", group = "part")]
    example: Option<String>,
    /// Show each lap and capture of the examples as a board.
    #[arg(long)]
    laps: bool,
}

/// Prints the overview, or the selected part.
pub(crate) fn run(arguments: &Arguments, catalogue: &Catalogue, output: &mut Output) -> Result {
    if arguments.laps && !arguments.examples && arguments.example.is_none() {
        misuse!("--laps: expected --examples or --example NAME as well");
    }
    if output.is_json() && arguments.format.is_some() {
        misuse!("--json and --format contradict each other");
    }
    let loaded = arguments.variant.load(catalogue);
    if let (Err(CommandError::Input(told)), Some(word)) = (&loaded, arguments.variant.word()) {
        let texts = if output.is_json() { Vec::new() } else { meanings(word) };
        if !texts.is_empty() {
            let texts = texts.iter().map(|text| paragraph(text, "", output.look().width));
            return output.text(&texts.collect::<String>());
        }
        if !output.is_json() && told.contains("unknown variant") && !is_path(word) {
            let told = told.replacen("unknown variant", "neither a game nor a known word:", 1);
            return Err(CommandError::Input(told));
        }
    }
    let loaded = loaded?;
    if output.is_json() {
        return output.object(&json!(Shown::new(&loaded, &interrupt::stopped)));
    }
    let look = output.look();
    let text = if arguments.whole || arguments.format.is_some() {
        match arguments.format.unwrap_or(Format::Text) {
            Format::Text => book::text(&loaded.text_in_words(), look.width),
            Format::Markdown => loaded.text_in_words(),
            Format::Html => rules_page(&loaded),
        }
    } else if arguments.rules {
        let forced = in_force(catalogue, &loaded, look.width);
        format!("{}\n{forced}", book::text(&loaded.rule_book(), look.width))
    } else if let Some(id) = &arguments.rule {
        book::rule(&loaded, id, look.width).of("--rule")?
    } else if arguments.examples {
        example::all(&loaded, arguments.laps, look)?
    } else if let Some(name) = &arguments.example {
        example::named(&loaded, name, arguments.laps, look)?
    } else {
        first_page(catalogue, &loaded, &arguments.variant.spelled(&loaded), look)
    };
    page(&text, output)
}

/// Returns the meanings of a term, a measure or a mechanism, for people who ask for it instead of a game.
fn meanings(word: &str) -> Vec<String> {
    let wanted = letters(word);
    let is = |name: &str| !wanted.is_empty() && letters(name) == wanted;
    let rows = include_str!("../../GLOSSARY.md").lines();
    let cells = rows.map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
    let terms = cells.filter(|cells| cells.len() == 5 && cells[1] != "term").filter(|cells| {
        let names = [cells[1], cells[3]].into_iter().flat_map(|names| names.split(", "));
        names.into_iter().any(is)
    });
    let terms = terms.map(|cells| format!("{}: {}.", cells[1], cells[2]));
    let topics = Topic::iter().filter(|topic| is(&topic.to_string()));
    let measures = Measure::iter().filter(|measure| {
        is(&measure.to_string()) || is(measure.label()) || measure_of(word) == Some(*measure)
    });
    let mechanisms = mechanisms().iter().flat_map(|whole| {
        let words = whole.words().filter(|(word, _)| is(word));
        let words = words.map(|(word, means)| format!("{} {word}: {means}", whole.name));
        let own = is(&whole.name).then(|| format!("{}: {}", whole.name, whole.meaning));
        own.into_iter().chain(words)
    });
    let texts = terms
        .chain(topics.map(|topic| format!("{topic}: {}", topic.about())))
        .chain(measures.map(|measure| format!("{measure}: {}", measure.definition())));
    texts.chain(mechanisms).map(|text| text.replace('`', "")).collect()
}

/// Formats the overview for people who do not know the game.
fn first_page(catalogue: &Catalogue, loaded: &Loaded, name: &str, look: Look) -> String {
    let game = loaded.game();
    let mut text = head(loaded, name, look.width);
    text.push_str(&near(catalogue, loaded, look.width));
    text.push_str(&format!("\n{}\n", look.board(&game, &[])));
    let brief = loaded.brief(&loaded.in_words());
    text.push_str("The aim\n");
    for line in &brief.aim {
        text.push_str(&paragraph(line, "  ", look.width));
    }
    text.push_str("\nA turn\n");
    for (number, line) in (1..).zip(&brief.turn) {
        text.push_str(&paragraph(line, &format!("  {number}. "), look.width));
    }
    if !brief.besides.is_empty() {
        text.push_str("\nOther rules\n");
        for line in &brief.besides {
            text.push_str(&paragraph(line, "  - ", look.width));
        }
    }
    if let Some((mv, steps, after)) = telling_move(&game) {
        text.push_str(&format!("\nAn example of a first move: {} plays {mv}\n", game.to_move()));
        text.push_str(look.steps(&after, &steps).trim_end());
        text.push('\n');
    }
    let program = program();
    let rules = crate::files::spec::rule_ids(loaded.book);
    let own = rules.iter().find(|id| !id.starts_with('G'));
    let more = format!(
        "More: {program} show {name} --whole (all rules in words), --rules (the whole rule book), --rule {}, --examples, \
         --example NAME --laps. To play: {program} play {name}",
        own.unwrap_or(&"G1")
    );
    text.push_str(&format!("\n{}", paragraph(&more, "", look.width)));
    text
}

/// Formats the facts about the game: region, year, sources, and rulings where the sources are silent.
fn head(loaded: &Loaded, name: &str, width: usize) -> String {
    let header = &loaded.header;
    let title = format!("{} ({})", visible(&header.title), header.name);
    let mut text = format!("{title}\n{}\n\n", "=".repeat(width_of(&title)));
    text.push_str(&paragraph(&header.of_whom("about", &header.about), "", width));
    text.push('\n');
    let mut row = |what: &str, said: &str| {
        text.push_str(&paragraph(said, &format!("{what:<9}"), width));
    };
    if let Some((original, changes)) = loaded.label().split_once(':') {
        row("Changed", &format!("{changes}; the other texts here describe {original} itself"));
    }
    row("Where", &header.of_whom("region", &header.region));
    match &header.attested {
        Some(first) => row("First", &header.of_whom("attested", first)),
        None => row("First", &header.of_whom("year", header.year)),
    }
    if !header.also.is_empty() {
        row("Also", &header.also.join(", "));
    }
    for source in &header.sources {
        row("Source", &header.of_whom("sources", source));
    }
    for Ruling { source, ruled } in &header.rulings {
        row("Ruled", &header.of_whom("rulings", format!("{source} We ruled: {ruled}")));
    }
    let lines = loaded.in_words().into_iter().flat_map(|chapter| chapter.lines);
    let stated: Vec<String> = lines.flat_map(|line| line.rules).collect();
    let mut open = book::ruled(loaded.book);
    open.retain(|id| stated.iter().any(|own| own == id));
    if !open.is_empty() {
        let open = open.join(", ");
        row(
            "Ruled",
            &format!("Rules that the sources leave open in part, marked in --rules: {open}."),
        );
    }
    if let Some(parent) = &header.inherits {
        let program = program();
        row("Based", &format!("on {parent}; {program} diff {parent} {name} lists what differs"));
    }
    if let Some(note) = repetition_note(&loaded.label()) {
        row("Ends", &note);
    }
    let BoardSpec { rows, columns } = loaded.board;
    let seeds = loaded.game().seeds();
    row("Board", &format!("{rows} rows of {columns} pits, {seeds} seeds"));
    if let Some(solved) = Solved::of(loaded) {
        row("Value", &solved.words());
    }
    let advantages: Vec<String> = advantages(loaded).collect();
    if !advantages.is_empty() {
        row("Fairness", &advantages.join(" "));
    }
    text
}

/// Formats the variants that are nearest by their rules.
fn near(catalogue: &Catalogue, loaded: &Loaded, width: usize) -> String {
    let games = like::games(catalogue);
    let nearest = by_distance(loaded, &games);
    let told = nearest.iter().take(RELATIVES).map(|relative| {
        let far = like::rounded(relative.apart.distance);
        format!("{} (distance {far})", relative.loaded.header.name)
    });
    paragraph(&join(told, ", "), &format!("{:<9}", "Similar"), width)
}

/// Chooses the opening move with the fewest boards, preferably with a capture; the game is that after it.
fn telling_move(game: &Game) -> Option<(String, Vec<Step>, Game)> {
    let moves = game.moves().into_iter().filter_map(|written| {
        let steps = game.trace(&written.text).ok()?;
        let mut after = game.clone();
        after.play(&written.text).ok()?;
        Some((written.text, steps, after))
    });
    moves.min_by_key(|(_, steps, _)| {
        let captures = steps.iter().any(|step| step.text.contains("capture "));
        (!captures, steps.len())
    })
}

/// Formats every key with its value, its description, and its origin if that is another file.
fn in_force(catalogue: &Catalogue, loaded: &Loaded, width: usize) -> String {
    let title = format!("The rules in force in {}", visible(&loaded.header.title));
    let mut text = format!("{title}\n{}\n\n", "-".repeat(width_of(&title)));
    let schema = catalogue.schema(loaded.ruleset).unwrap_or_default();
    for written in &loaded.values {
        let Written { key, value, origin, .. } = written;
        text.push_str(&format!("{key} = {value}\n"));
        let meaning = schema::description(&schema, key);
        let given = written.given_by == GivenBy::Change || loaded.header.inherits.is_some();
        let inherited = (given && !origin.is_empty()).then(|| format!(" [{origin}]"));
        text.push_str(&paragraph(&(meaning + &inherited.unwrap_or_default()), "    ", width));
    }
    text
}
