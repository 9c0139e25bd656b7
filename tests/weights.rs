//! Weights of evaluations: the features, counted a second time from diagrams, the files of weights, and networks.

use mankala::api::choose::check_players;
use mankala::kernel::diagram::{Diagram, Value};
use mankala::play::players::{Valuation, proven};
use mankala::variant::score::Judge;
use mankala::variant::{BySide, ByTurn};
use mankala::{Catalogue, Dice, Loaded, PlayerSpec, Side};

/// A variant of each ruleset with features, and the file of weights that were found for it.
const WEIGHED: [(&str, &str); 3] = [
    ("bao-6x2", include_str!("../src/core/rulesets/catalan.weights.toml")),
    ("tanzanian-bao", include_str!("../src/core/rulesets/tanzanian.weights.toml")),
    ("zanzibar-bao", include_str!("../src/core/rulesets/zanzibar/weights.toml")),
];

fn loaded(name: &str) -> Loaded {
    Catalogue::new().load(name, &[]).expect(name)
}

/// Seeds of one player: those of each front pit, with those of the pit that faces it, and those of each back pit.
struct Rows {
    front: Vec<(i16, i16)>,
    back: Vec<i16>,
}

impl Rows {
    /// The rows of a side.
    fn of(diagram: &Diagram, side: Side, columns: usize) -> Self {
        let sides = BySide([&diagram.pits[0], &diagram.pits[1]]);
        let ByTurn([own, across]) = sides.seen_by(side);
        let front = (0..columns).map(|spot| [own[spot], across[columns - 1 - spot]]);
        Self {
            front: front.map(|pair| pair.map(i16::from).into()).collect(),
            back: own[columns..].iter().copied().map(i16::from).collect(),
        }
    }

    /// How many ways there are to begin a capture in the mtaji stage of Zanzibar Bao, where this pit may not be emptied.
    fn threats(&self, barred: Option<usize>) -> i16 {
        let seeds: Vec<i16> = self.front.iter().map(|&(seeds, _)| seeds).collect();
        let seeds: Vec<i16> = seeds.into_iter().chain(self.back.iter().copied()).collect();
        let lone = |end: usize| self.filled() == 1 && seeds[end] > 0;
        let mut threats = 0;
        for (spot, &lifted) in seeds.iter().enumerate() {
            if !(2..16).contains(&lifted) || barred == Some(spot) {
                continue;
            }
            let steps = usize::try_from(lifted).expect("seeds");
            let (right, left) = ((spot + steps) % 16, (spot + 16 - steps) % 16);
            for (end, out) in [(right, spot == 7 && lone(7)), (left, spot == 0 && lone(0))] {
                let captures = end < 8 && seeds[end] > 0 && self.front[end].1 > 0;
                threats += i16::from(captures && !out);
            }
        }
        threats
    }

    fn count(&self, of: impl Fn(i16) -> bool) -> i16 {
        let all = self.front.iter().map(|&(seeds, _)| seeds).chain(self.back.iter().copied());
        i16::try_from(all.filter(|&seeds| of(seeds)).count()).expect("few")
    }

    fn filled(&self) -> i16 {
        let filled = self.front.iter().filter(|&&(seeds, _)| seeds > 0);
        i16::try_from(filled.count()).expect("few")
    }

    fn in_front(&self) -> i16 {
        self.front.iter().map(|&(seeds, _)| seeds).sum()
    }

    fn exposed(&self) -> i16 {
        let exposed = self.front.iter().filter(|&&(_, facing)| facing > 0);
        exposed.map(|&(seeds, _)| seeds).sum()
    }
}

/// Counts each feature of a player in the plainest way.
fn counted(name: &str, diagram: &Diagram, side: Side) -> Vec<(&'static str, i16)> {
    let seeds = |field: &str| match diagram.value(field) {
        Some(Value::Seeds(both)) => i16::from(both[side]),
        _ => 0,
    };
    let four_rows = name == "zanzibar-bao" || name == "tanzanian-bao";
    let rows = Rows::of(diagram, side, if four_rows { 8 } else { 6 });
    let (front, back) = (rows.in_front(), rows.back.iter().sum());
    let (filled, exposed) = (rows.filled(), rows.exposed());
    let [ones, twos] = [1, 2].map(|number| rows.count(|seeds| seeds == number));
    let several = rows.count(|seeds| seeds > 1);
    let barred = match diagram.value("takasia") {
        Some(Value::Pits(pits)) => pits.iter().find(|pit| pit.owner == side),
        _ => None,
    };
    let barred = barred.map(|pit| usize::from(pit.spot));
    match name {
        "bao-6x2" => vec![
            ("won", seeds("captured")),
            ("row", front),
            ("filled", filled),
            ("ones", ones),
            ("twos", twos),
            ("exposed", exposed),
        ],
        "tanzanian-bao" => vec![
            ("front", front),
            ("back", back),
            ("filled", filled),
            ("ones", ones),
            ("starts", several),
            ("exposed", exposed),
        ],
        "zanzibar-bao" if diagram.value("store") != Some(&Value::Seeds(BySide([0, 0]))) => {
            let owns = matches!(diagram.value("house"), Some(Value::Sides(owns)) if owns[side]);
            vec![
                ("namua_front", front),
                ("namua_back", back),
                ("namua_filled", filled),
                ("namua_ones", ones),
                ("namua_several", several),
                ("namua_exposed", exposed),
                ("house", i16::from(owns)),
                ("housed", if owns { rows.front[4].0 } else { 0 }),
            ]
        }
        _ => vec![
            ("mtaji_tempo", i16::from(side == diagram.to_move)),
            ("mtaji_front", front),
            ("mtaji_back", back),
            ("mtaji_filled", filled),
            ("mtaji_ones", ones),
            ("mtaji_exposed", exposed),
            ("mtaji_threats", rows.threats(barred)),
        ],
    }
}

#[test]
fn features_match_their_names() {
    for (name, _) in WEIGHED {
        let (loaded, mut dice, mut looked) = (loaded(name), Dice::seeded(11), 0);
        for _ in 0..30 {
            let mut game = loaded.game();
            while game.result().is_none() && game.plies() < 150 {
                let (diagram, mover) = (game.diagram(), game.to_move());
                let own = counted(name, &diagram, mover);
                let other = counted(name, &diagram, mover.other());
                let pairs = own.into_iter().zip(other);
                let mut expected: Vec<(&str, i16)> =
                    pairs.map(|((feature, own), (_, other))| (feature, own - other)).collect();
                expected.insert(0, ("tempo", 1));
                expected.retain(|&(_, more)| more != 0);
                let mut features = game.features();
                features.retain(|&(_, more)| more != 0);
                assert_eq!(features, expected, "{name} {}", game.text());
                looked += 1;
                let mv = game.random_move(&mut dice).expect("a move");
                game.follow(&mv).expect("a legal move");
            }
        }
        assert!(looked > 300, "{name}: {looked} positions");
    }
}

#[test]
fn weights_name_their_origin() {
    for (name, text) in WEIGHED {
        let file: toml::Table = toml::from_str(text).expect(name);
        let word = |key: &str| file[key].as_str().expect(key).to_owned();
        let loaded = loaded(name);
        assert_eq!(word("variant"), name);
        assert_eq!(word("digest"), loaded.digest(), "{name} has other rules now");
        let player = word("player");
        let (spec, version) = player.split_once(' ').expect("a player with its version");
        let spec: PlayerSpec = spec.parse().expect(spec);
        assert_eq!(spec.version(), version, "{name}: {player} plays otherwise now");
        let loss = |key: &str| file[key].as_float().expect(key);
        assert!(loss("log_loss_after") < loss("log_loss_before"), "{name}");
        for said in [
            format!("tune -- {name} "),
            format!("--games {} ", file["games"]),
            format!("--seed {} ", file["seed"]),
        ] {
            assert!(word("command").contains(&said), "{name}: {said}");
        }
        let names = loaded.game().features().into_iter().map(|(name, _)| name);
        let weights: Vec<&String> = file["weights"].as_table().expect("weights").keys().collect();
        assert_eq!(weights, names.collect::<Vec<_>>(), "{name}");
    }
}

/// Compares the decided games of search with weights with those of plain search.
#[test]
fn weights_change_only_estimates() {
    for (name, _) in WEIGHED {
        let (loaded, mut dice) = (loaded(name), Dice::seeded(3));
        let mut game = loaded.game();
        let mut other = 0;
        while let Some(mv) = game.random_move(&mut dice) {
            let best = |player: &str| {
                let player = player.parse().expect("a player");
                let mut told = |_| ();
                let thought = game.weigh(player, &mut Dice::seeded(5), &|| false, &mut told);
                let worth = thought.moves.into_iter().map(|(_, worth)| worth);
                worth.fold(i32::MIN, |best, worth| match worth {
                    Valuation::Value(value) => best.max(value),
                    Valuation::Sampled { .. } => best,
                })
            };
            let (plain, weighed) = (best("alphabeta:3"), best("alphabeta:3/weighed"));
            assert_eq!(proven(weighed), proven(plain), "{}", game.text());
            other += u32::from(plain != weighed);
            game.follow(&mv).expect("a legal move");
            if game.plies() > 150 {
                break;
            }
        }
        assert!(other > 0, "{name}: nothing is judged otherwise");
    }
}

/// Compares evaluations by networks with those by weights; a variant with other rules has no network.
#[test]
fn networks_judge_the_variants_that_they_were_trained_for() {
    for file in std::fs::read_dir("src/files/nets").expect("a folder") {
        let path = file.expect("a file").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        let load = |changes: &[String]| Catalogue::new().load(name, changes).expect(name);
        let [own, other] = [load(&[]), load(&["rules.swap=true".to_owned()])];
        let differs = |loaded: &Loaded| {
            let (mut game, mut dice) = (loaded.game(), Dice::seeded(1));
            (0..10).any(|_| {
                let mv = game.random_move(&mut dice).expect("a move");
                game.follow(&mv).expect("a legal move");
                let by = |judge| loaded.variant.estimate(game.position(), judge);
                by(Judge::Net) != by(Judge::Weighed)
            })
        };
        assert!(differs(&own), "{name}: the network does nothing");
        assert!(!differs(&other), "{name}: other rules");
        let player: PlayerSpec = "alphabeta:1/net".parse().expect("a player");
        assert_eq!(check_players(&own, &[player]), Ok(()));
        let error = check_players(&other, &[PlayerSpec::Random, player]).expect_err("other rules");
        let expected = format!("{player}: {} has no network; only ", other.label());
        assert!(error.starts_with(&expected) && error.contains(name), "{error}");
        assert_eq!(check_players(&other, &[PlayerSpec::Random]), Ok(()));
    }
}
