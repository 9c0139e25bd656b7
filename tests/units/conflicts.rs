//! Conflicts within files.

use std::error::Error;

use mankala::sections::{BoardSpec, Conflicts};

#[test]
fn faults_are_an_error_that_names_the_keys() {
    let board = BoardSpec { rows: 3, columns: 40 };
    let mut conflicts = Conflicts::default();
    conflicts.check_board(&board, 2, 1..=12);
    let error: Box<dyn Error> = conflicts.none().expect_err("two conflicts").into();
    let expected = "board.rows: this ruleset requires 2 rows, found 3\n\
                    board.columns: this ruleset requires 1 to 12 pits per row, found 40";
    assert_eq!(error.to_string(), expected);
    assert!(conflicts.none().is_ok());
}

/// Three rows of six are nine pits each, with no defined opposites.
#[test]
fn three_rows_have_even_rows_and_no_keys_of_two() {
    let board = |rows, columns| BoardSpec { rows, columns };
    assert_eq!(board(3, 6).pits_a_side(), 9);
    assert_eq!(board(2, 9).pits_a_side(), 9);
    let faults_of = |board: BoardSpec| {
        let mut conflicts = Conflicts::default();
        conflicts.check_two_or_three_rows(&board, &[("rules.opposite", true)]);
        conflicts.to_string()
    };
    assert_eq!(faults_of(board(2, 9)), "");
    let keys = "rules.opposite: allowed with two rows only, not with three";
    assert_eq!(faults_of(board(3, 6)), keys);
    let odd = "board.columns: three rows must have 2, 4, 6, 8 or 10 pits each, found 7";
    assert_eq!(faults_of(board(3, 7)), format!("{odd}\n{keys}"));
    let four = "board.rows: this ruleset requires 2 rows, found 4";
    assert_eq!(faults_of(board(4, 6)), four);
}
