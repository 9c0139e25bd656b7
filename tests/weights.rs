//! What positions are judged by: the features counted a second time from diagrams and legal moves, and the files of weights.

use mankala::kernel::diagram::{Diagram, Value};
use mankala::play::players::{Worth, proven};
use mankala::{AnyGame, Catalogue, Dice, Loaded, Pit, PlayerSpec, Side};

/// A variant of each ruleset with features, and the file of weights that were found for it.
const WEIGHED: [(&str, &str); 4] = [
    (
        "bao-6x2",
        include_str!("../src/rulesets/catalan.weights.toml"),
    ),
    (
        "bao-kingulu",
        include_str!("../src/rulesets/kingulu.weights.toml"),
    ),
    (
        "tanzanian-bao",
        include_str!("../src/rulesets/tanzanian.weights.toml"),
    ),
    (
        "zanzibar-bao",
        include_str!("../src/rulesets/zanzibar/weights.toml"),
    ),
];

fn loaded(name: &str) -> Loaded {
    Catalogue::new().load(name, &[]).expect(name)
}

/// What one player has on the board: seeds of each pit that is in play, with those of the pit that faces it, front row first.
struct Rows {
    front: Vec<(i16, i16)>,
    back: Vec<i16>,
}

impl Rows {
    /// The rows of a side, without pits that are reserved.
    fn of(diagram: &Diagram, side: Side, columns: usize) -> Self {
        let [own, across] = side.arrange([&diagram.pits[0], &diagram.pits[1]]);
        let reserved = reserved(diagram);
        let in_play = |spot: &usize| {
            let spot = u8::try_from(*spot).expect("a spot");
            !reserved.contains(&Pit { owner: side, spot })
        };
        let front = (0..columns).filter(in_play);
        Self {
            front: front
                .map(|spot| (i16::from(own[spot]), i16::from(across[columns - 1 - spot])))
                .collect(),
            back: own[columns..].iter().copied().map(i16::from).collect(),
        }
    }

    fn count(&self, of: impl Fn(i16) -> bool) -> i16 {
        let all = self
            .front
            .iter()
            .map(|&(seeds, _)| seeds)
            .chain(self.back.iter().copied());
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

/// The pits that are reserved in Bao Kingulu.
fn reserved(diagram: &Diagram) -> Vec<Pit> {
    match diagram.value("reserved") {
        Some(Value::Pits(pits)) => pits.clone(),
        _ => Vec::new(),
    }
}

/// What a player has of each feature, counted in the plainest way; `moves` is how many moves that player would have.
fn counted(name: &str, diagram: &Diagram, side: Side, moves: i16) -> Vec<(&'static str, i16)> {
    let seeds = |field: &str| match diagram.value(field) {
        Some(Value::Seeds(both)) => i16::from(both[side.index()]),
        _ => 0,
    };
    let four_rows = name == "zanzibar-bao" || name == "tanzanian-bao";
    let rows = Rows::of(diagram, side, if four_rows { 8 } else { 6 });
    let (front, back) = (rows.in_front(), rows.back.iter().sum());
    let (filled, exposed) = (rows.filled(), rows.exposed());
    let [ones, twos, threes] = [1, 2, 3].map(|number| rows.count(|seeds| seeds == number));
    let several = rows.count(|seeds| seeds > 1);
    match name {
        "bao-6x2" => vec![
            ("won", seeds("captured")),
            ("row", front),
            ("filled", filled),
            ("ones", ones),
            ("twos", twos),
            ("exposed", exposed),
        ],
        "bao-kingulu" => {
            let reserved = reserved(diagram);
            let own = reserved.iter().filter(|pit| pit.owner != side);
            let of = |pit: &Pit| i16::from(diagram.pits[pit.owner.index()][usize::from(pit.spot)]);
            let held: i16 = own.clone().map(of).sum();
            vec![
                ("won", seeds("captured") + held),
                ("row", front),
                ("reserved", i16::try_from(own.count()).expect("few")),
                ("filled", filled),
                ("ones", ones),
                ("twos", twos),
                ("threes", threes),
                ("starts", moves),
            ]
        }
        "tanzanian-bao" => vec![
            ("front", front),
            ("back", back),
            ("filled", filled),
            ("ones", ones),
            ("starts", several),
            ("exposed", exposed),
        ],
        "zanzibar-bao" if diagram.value("store") != Some(&Value::Seeds([0, 0])) => {
            let owns =
                matches!(diagram.value("house"), Some(Value::Sides(owns)) if owns[side.index()]);
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
            ("mtaji_threats", moves),
        ],
    }
}

/// How many moves of the first class each player has if it is their turn, the player to move first; those of the other as far as that
/// is a position.
fn moves_of_both(loaded: &Loaded, game: &dyn AnyGame) -> Option<[i16; 2]> {
    let count = |game: &dyn AnyGame| {
        let captures = game
            .moves()
            .into_iter()
            .filter(|written| !written.text.contains('*'));
        i16::try_from(captures.count()).expect("few")
    };
    let (side, other) = match game.to_move() {
        Side::South => (" S", " N"),
        Side::North => (" N", " S"),
    };
    let mut turned = game.text().replacen(side, other, 1);
    if let Some(place) = turned.find("takasia=") {
        turned.replace_range(place.., "takasia=-");
    }
    let turned = loaded.game_from(&turned).ok()?;
    Some([count(game), count(&*turned)])
}

#[test]
fn features_are_what_they_are_called() {
    for (name, _) in WEIGHED {
        let (loaded, mut dice, mut looked) = (loaded(name), Dice::seeded(11), 0);
        for _ in 0..30 {
            let mut game = loaded.game();
            while game.result().is_none() && game.plies() < 150 {
                let text = game.text();
                if let Some(moves) = moves_of_both(&loaded, &*game) {
                    let (diagram, mover) = (game.diagram(), game.to_move());
                    let own = counted(name, &diagram, mover, moves[0]);
                    let other = counted(name, &diagram, mover.other(), moves[1]);
                    let features = game.features();
                    let mut seen = 0;
                    for &(feature, found) in features.iter().filter(|(_, found)| *found != 0) {
                        let expected = if feature == "tempo" {
                            1
                        } else {
                            let place = own.iter().position(|&(name, _)| name == feature);
                            let place = place.unwrap_or_else(|| panic!("{text}: {feature}"));
                            own[place].1 - other[place].1
                        };
                        assert_eq!(found, expected, "{name} {text}: {feature}");
                        seen += 1;
                    }
                    let all = own
                        .iter()
                        .zip(&other)
                        .filter(|(own, other)| own.1 != other.1);
                    assert_eq!(seen, 1 + all.count(), "{name} {text}: {features:?}");
                    looked += 1;
                }
                let mv = game.random_move(&mut dice).expect("a move");
                game.follow(&mv).expect("a legal move");
            }
        }
        assert!(looked > 300, "{name}: {looked} positions");
    }
}

#[test]
fn weights_say_where_they_come_from() {
    for (name, text) in WEIGHED {
        let file: toml::Table = toml::from_str(text).expect(name);
        let word = |key: &str| file[key].as_str().expect(key).to_owned();
        let loaded = loaded(name);
        assert_eq!(word("variant"), name);
        assert_eq!(
            word("digest"),
            loaded.digest(),
            "{name} has other rules now"
        );
        let player = word("player");
        let (spec, version) = player.split_once(' ').expect("a player with its version");
        let spec: PlayerSpec = spec.parse().expect(spec);
        assert_eq!(
            spec.version(),
            version,
            "{name}: {player} plays otherwise now"
        );
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
        let weights: Vec<&String> = file["weights"]
            .as_table()
            .expect("weights")
            .keys()
            .collect();
        assert_eq!(weights, names.collect::<Vec<_>>(), "{name}");
    }
}

/// Whoever judges by weights finds the same games decided as plain search does.
#[test]
fn weights_change_what_is_guessed_and_not_what_is_known() {
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
                    Worth::Value(value) => best.max(value),
                    Worth::Sampled { .. } => best,
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
