//! A ruleset of another crate on the game that all two-row rulesets share: it says only what follows a lap.

use mankala::Catalogue;
use mankala::files::check::rules_without_example;
use mankala::prelude::*;
use mankala::rulesets::two_rows::{Hand, InHand, Setup, Turns, TwoRowGame};
use mankala::testing;

const BOOK: &str = "\
Herds on two rows.

- **HE1** A last seed that makes a herd wins it.
- **HE2** After another filled pit the hand sows on, if the game is one of laps.
";

two_row_rules! {
    /// Section `[rules]` of its files.
    pub struct Rules {
        /// How many seeds are a herd (HE1).
        required pub herd: u8,
        /// Whether the hand sows on (HE2).
        pub laps: bool,
    }
}

struct Herds;

impl Ruleset for Herds {
    type Setup = Setup;
    type Rules = Rules;
    const NAME: &'static str = "herds";
    const BOOK: &'static str = BOOK;

    fn variant(file: &Sections<'_, Self>) -> Result<Box<dyn AnyVariant>, Conflicts> {
        let (board, rules) = (file.board, file.rules);
        let mut faults = Conflicts::default();
        faults.check_board(board, 2, 1..=16);
        file.setup.check(board, &mut faults);
        faults.check_max_sown(rules.max_sown.0, u32::MAX);
        faults.none()?;
        let ring = 2 * board.columns;
        Ok(by_pits!(ring, |P| game::<P>(file)))
    }
}

fn game<P: Pits>(file: &Sections<'_, Herds>) -> TwoRowGame<P, Herd> {
    let rules = file.rules;
    let turns = Herd { seeds: rules.herd, laps: rules.laps };
    let (common, ring) = (rules.common(), Ring::Shared);
    TwoRowGame::new(file.board, file.setup, file.rounds, common, ring, turns)
}

#[derive(Clone)]
struct Herd {
    seeds: u8,
    laps: bool,
}

impl Turns for Herd {
    type Memory = ();

    fn landed(
        &self,
        hand: &mut Hand<'_, impl InHand<Turns = Self>>,
        lap: Lap,
        last: Landing,
    ) -> Next {
        if last.seeds == self.seeds && !hand.quiet {
            hand.capture(last.spot);
            return Next::Stop;
        }
        if self.laps && !last.was_empty() {
            return hand.relay_from(last.spot, lap.direction);
        }
        Next::Stop
    }
}

/// A game of herds, with these lines more in its rules.
fn file(name: &str, rules: &str) -> String {
    format!(
        r#"
name = "{name}"
title = "Herds"
ruleset = "herds"
region = "Nowhere"
year = 2000
about = "A game of a test."

[[sources]]
author = "Nobody"
title = "None"
year = 2000

[board]
rows = 2
columns = 3

[setup]
seeds = 2

[rules]
herd = 3
{rules}
"#
    )
}

#[test]
fn a_two_row_ruleset_defines_only_what_follows_a_lap() {
    let plain = file("herds-of-one-lap", "")
        + r#"
[[example]]
name = "a herd"
rules = ["HE1"]
moves = ["A1"]
after = "2,2,2/0,3,0 N captured=3,0"
shows = "The last seed makes three, and they are won."
"#;
    let relay = file("herds-of-laps", "laps = true\ndirection = \"chosen\"\nquiet = 1")
        + r#"
[[example]]
name = "on and on"
rules = ["HE2"]
moves = ["A1R"]
after = "0,3,3/1,4,1 N captured=0,0 turns=1,0"
shows = "The first turn wins nothing, and the hand sows on after filled pits."
"#;
    let catalogue = Catalogue::new().with::<Herds>();
    let catalogue = catalogue.with_file(plain).with_file(relay);
    let mut examples = Vec::new();
    for name in ["herds-of-one-lap", "herds-of-laps"] {
        let loaded = catalogue.load(name, &[]);
        let loaded = loaded.unwrap_or_else(|errors| panic!("{errors}"));
        assert_eq!(testing::pictures(&loaded).len(), 1);
        testing::laws(&loaded);
        examples.extend(loaded.examples.clone());
        let missing = rules_without_example(&loaded, &examples);
        assert_eq!(missing.is_empty(), name == "herds-of-laps", "{missing:?}");
    }
}
