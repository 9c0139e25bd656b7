//! Texts of moves, scores and boards, for games whose files are embedded.

use mankala::Catalogue;

use mankala::text::percent;
use mankala::text::render::{Marks, board};
use mankala::text::score::Score;
use mankala::text::told::told;
use mankala::text::trace::untold;

#[test]
fn unreported_seeds_are_found() {
    let kalah = Catalogue::new().load("kalah", &[]).expect("kalah");
    let position = "0,0,0,0,5,2/0,0,1,0,0,1 S captured=18,21";
    let mut game = kalah.game_from(position).expect(position);
    let (layout, before) = (game.layout().clone(), game.diagram());
    let events = game.events("A3").expect("a move");
    game.play("A3").expect("a move");
    let missing = |events: &[_]| untold(&layout, &before, events, &game.diagram());
    assert_eq!(missing(&events), None);
    let lost = missing(&events[..1]).expect("a seed is not sown");
    assert!(lost.ends_with("they leave 0 in A4, the move leaves 1"), "{lost}");
}

/// Plays the moves and describes the last one.
fn last(variant: &str, position: Option<&str>, moves: &str) -> String {
    let loaded = Catalogue::new().load(variant, &[]).expect(variant);
    let mut game = match position {
        Some(position) => loaded.game_from(position).expect(position),
        None => loaded.game(),
    };
    let moves: Vec<&str> = moves.split(' ').collect();
    let (last, before) = moves.split_last().expect("a move");
    for mv in before {
        game.play(mv).expect(mv);
    }
    let events = game.events(last).expect(last);
    told(game.layout(), &game.diagram(), &events)
}

#[test]
fn moves_are_described_in_the_order_of_events() {
    for (variant, position, moves, line) in [
        ("kalah", None, "A1", "sows to A5"),
        ("kalah", None, "A3", "sows to South's store, South moves again"),
        (
            "kalah",
            Some("0,0,0,0,0,2/0,0,0,0,0,1 S captured=24,21"),
            "A6",
            "sows to South's store, the 2 left go to North's store",
        ),
        (
            "kalah",
            Some("0,0,0,0,0,1/0,0,0,0,0,1 S captured=24,22"),
            "A6",
            "sows to South's store, the 1 left goes to North's store",
        ),
    ] {
        assert_eq!(last(variant, position, moves), line, "{moves}");
    }
}

#[test]
fn halves_are_rounded_up() {
    let said = [0.0, 0.004, 0.245, 0.255, 0.625, 1.0].map(percent);
    assert_eq!(said, ["0 %", "0 %", "25 %", "26 %", "63 %", "100 %"]);
}

#[test]
fn seeds_are_added_up() {
    for (variant, position, shown) in [
        (
            "kalah",
            "0,0,0,0,0,2/0,0,3,0,0,1 S captured=24,18",
            "South 24 + 4 on the board = 28, North 18 + 2 on the board = 20",
        ),
        (
            "oware",
            "4,4,4,4,4,4/4,4,4,4,4,4 S captured=0,0",
            "South 0 + 24 on the board = 24, North 0 + 24 on the board = 24",
        ),
        (
            "bao-la-kujifunza",
            "2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2 S",
            "South 32 (16 in the front row), North 32 (16 in the front row)",
        ),
        // The seeds in the end spaces are on the board and count for nobody.
        (
            "o-an-quan",
            "5,5,5,5,5/5,5,5,5,5 S ends=10,10 captured=0,0",
            "South 0 + 25 on the board = 25, North 0 + 25 on the board = 25",
        ),
    ] {
        let loaded = Catalogue::new().load(variant, &[]).expect(variant);
        let game = loaded.game_from(position).expect(position);
        let score = Score::new(game.layout(), &game.diagram(), game.holdings());
        assert_eq!(score.to_string(), shown);
    }
}

#[test]
fn swept_seeds_are_added_up() {
    let loaded = Catalogue::new().load("kalah", &[]).expect("kalah");
    let position = "0,0,0,0,0,2/0,0,0,0,0,1 S captured=24,21";
    let mut game = loaded.game_from(position).expect(position);
    let mover = game.to_move();
    let events = game.events("A6").expect("a move");
    game.play("A6").expect("a move");
    let score = Score::new(game.layout(), &game.diagram(), game.holdings());
    assert_eq!(score.to_string(), "South 25, North 23");
    let score = score.before_sweep(mover, &events);
    assert_eq!(score.to_string(), "South 25, North 21 + 2 left = 23");
}

/// Returns the lines of North's and South's numbers of Zanzibar Bao, with the words beside them.
fn sides(columns: Option<usize>) -> String {
    let bao = Catalogue::new().load("zanzibar-bao", &[]).expect("bao");
    let game = bao.game();
    let marks = Marks { columns, ..Marks::default() };
    let drawn = board(game.layout(), &game.diagram(), marks);
    let is_row = |line: &&str| !line.contains(['·', '-']);
    drawn.lines().filter(is_row).collect::<Vec<_>>().join("\n")
}

#[test]
fn marks_stand_on_their_owners_line() {
    for (variant, position, north, south) in [
        (
            "toguz-korgool",
            "9,9,9,9,0,9,9,9,9/9,9,9,9,9,9,9,9,9 S captured=9,0 tuzdik=a5",
            "North, captured 0",
            "South, captured 9, tuzdik a5, to move",
        ),
        (
            "bao-kingulu",
            "4,4,4,4,4,4/4,4,4,4,4,4 S captured=0,0 reserved=A1",
            "North, captured 0, reserved A1",
            "South, captured 0, to move",
        ),
        (
            "andot",
            "4,4,4,4,4,4/4,4,4,4,4,4 S captured=0,0 claimed-S=a3 claimed-N=a1",
            "North, captured 0, claimed a1",
            "South, captured 0, claimed a3, to move",
        ),
        (
            "o-an-quan",
            "5,5,5,5,5/5,5,5,5,5 S ends=10,10 captured=0,0 debt-S=0 debt-N=3",
            "North, end space 10, captured 0, mandarin not captured, owes 3",
            "South, end space 10, captured 0, mandarin not captured, to move",
        ),
    ] {
        let loaded = Catalogue::new().load(variant, &[]).expect(variant);
        let game = loaded.game_from(position).expect(position);
        let drawn = board(game.layout(), &game.diagram(), Marks::default());
        for side in [north, south] {
            let is_said = drawn.lines().any(|line| line.ends_with(&format!("  {side}")));
            assert!(is_said, "{variant}: {side}\n{drawn}");
        }
    }
}

#[test]
fn words_beside_a_board_keep_within_the_columns() {
    let north = "      8    7    6    5    4    3    2    1 ";
    let south = "      1    2    3    4    5    6    7    8 ";
    let indent = " ".repeat(45);
    let [one, two] = ["North, store 22,", "house owned"];
    let all = "South, store 22, house owned, to move";
    for columns in [None, Some(83)] {
        assert_eq!(sides(columns), format!("{north}  {one} {two}\n{south}  {all}"));
    }
    let lines = [
        format!("{north}  {one} {two}"),
        format!("{south}  South, store 22, house owned,"),
        format!("{indent}to move"),
    ];
    assert_eq!(sides(Some(80)), lines.join("\n"));
    let lines = [
        format!("{indent}North,"),
        format!("{indent}store 22,"),
        format!("{north}  {two}"),
        format!("{south}  South,"),
        format!("{indent}store 22,"),
        format!("{indent}house owned,"),
        format!("{indent}to move"),
    ];
    assert_eq!(sides(Some(57)), lines.join("\n"));
    let lines = [
        "   North, store 22, house owned",
        north.trim_end(),
        south.trim_end(),
        &format!("   {all}"),
    ];
    assert_eq!(sides(Some(50)), lines.join("\n"));
}
