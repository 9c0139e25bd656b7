//! Second opinion on Katro and other games of its ruleset (KO1 to KO5), sown seed by seed over columns seen from the
//! owner's left.

use super::{Opinion, Sheet};

/// G3: a move that sows more seeds than this counts as never ending.
const MAX_SOWN: u32 = 10_000;

/// A player's rows, the front row first.
type Rows = Vec<Vec<u32>>;

/// KO2, KO4: the directions to choose from, and the pits in which a last seed captures.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    pub chosen: bool,
    pub on_empty: bool,
}

/// The pits as a hand comes to them from the outermost row on, each a row and a column (KO2).
fn way(rows: usize, columns: usize, right: bool) -> Vec<(usize, usize)> {
    let mut way = Vec::new();
    for row in (0..rows).rev() {
        // The hand turns round at the end of each row.
        let rightward = right == ((rows - 1 - row) % 2 == 0);
        for step in 0..columns {
            let column = if rightward { step } else { columns - 1 - step };
            way.push((row, column));
        }
    }
    way
}

/// The row nearest to the opponent with seeds.
fn innermost(rows: &Rows) -> Option<usize> {
    rows.iter().position(|row| row.iter().any(|&seeds| seeds > 0))
}

/// A turn; none if it never ends.
fn play(rules: Rules, rows: &[Rows; 2], from: (usize, usize), right: bool) -> Option<[Rows; 2]> {
    let [mut own, mut across] = rows.clone();
    let columns = own[0].len();
    let way = way(own.len(), columns, right);
    let mut place = way.iter().position(|&pit| pit == from)?;
    let mut sown = 0;
    loop {
        let (row, column) = way[place];
        let hand = std::mem::take(&mut own[row][column]);
        sown += hand;
        if sown > MAX_SOWN {
            return None;
        }
        for _ in 0..hand {
            place = (place + 1) % way.len();
            let (row, column) = way[place];
            own[row][column] += 1;
        }
        let (row, column) = way[place];
        let empty = own[row][column] == 1;
        // KO4
        let mut captured = 0;
        if empty == rules.on_empty
            && innermost(&own) == Some(row)
            && let Some(theirs) = innermost(&across)
        {
            captured = std::mem::take(&mut across[theirs][columns - 1 - column]);
            own[row][column] += captured;
        }
        // KO3
        if empty && captured == 0 {
            return Some([own, across]);
        }
        // KO5
        if innermost(&across).is_none() {
            return Some([own, across]);
        }
    }
}

/// The moves, each with the rows after it, the mover's first.
fn moves(rules: Rules, rows: &[Rows; 2], north: bool) -> Vec<(String, [Rows; 2])> {
    let own = &rows[0];
    let mut moves = Vec::new();
    let Some(row) = (0..own.len()).rev().find(|&row| own[row].iter().any(|&seeds| seeds > 0))
    else {
        return moves;
    };
    if innermost(&rows[1]).is_none() {
        return moves;
    }
    for (column, _) in own[row].iter().enumerate().filter(|pit| *pit.1 > 0) {
        for right in [true, false] {
            // A hand that begins to the right goes to the left in every second row.
            let outermost = own.len() - 1;
            let rightward = right == ((outermost - row) % 2 == 0);
            let over_the_front = right == (outermost % 2 == 0);
            if !rules.chosen && !over_the_front {
                continue;
            }
            let letter = ['A', 'B', 'C'][row];
            let letter = if north { letter.to_ascii_lowercase() } else { letter };
            let way = match (rules.chosen, rightward) {
                (false, _) => "",
                (true, true) => "R",
                (true, false) => "L",
            };
            let name = format!("{letter}{}{way}", column + 1);
            let after = play(rules, rows, (row, column), right);
            moves.extend(after.map(|after| (name, after)));
        }
    }
    moves
}

pub fn opinion(rules: Rules, position: &str) -> Opinion {
    let sheet = Sheet::read(position);
    let north = sheet.side == 'N';
    let turned = |row: usize| sheet.rows[row].iter().rev().copied().collect::<Vec<u32>>();
    let half = sheet.rows.len() / 2;
    let both: [Rows; 2] = [sheet.rows[half..].to_vec(), (0..half).rev().map(turned).collect()];
    let rows = if north { [both[1].clone(), both[0].clone()] } else { both };
    let winner =
        |mover_wins: bool, north: bool| if mover_wins == north { "N" } else { "S" }.to_owned();
    // KO5
    let over = |rows: &[Rows; 2], north: bool| {
        let bare = [0, 1].map(|player| innermost(&rows[player]).is_none());
        let stuck = bare[0] || !bare[1] && moves(rules, rows, north).is_empty();
        (stuck || bare[1]).then(|| winner(!stuck, north))
    };
    let stored = sheet.field("result").map(str::to_owned);
    let moves = if stored.is_some() { Vec::new() } else { moves(rules, &rows, north) };
    let written = moves.into_iter().map(|(name, [own, across])| {
        let result = over(&[across.clone(), own.clone()], !north);
        let [south, theirs] = if north { [across, own] } else { [own, across] };
        let turned = |row: &Vec<u32>| row.iter().rev().copied().collect();
        let rows = theirs.iter().rev().map(turned).chain(south);
        let fields = result.map(|result| ("result".to_owned(), result));
        let sheet = Sheet {
            rows: rows.collect(),
            side: if north { 'S' } else { 'N' },
            fields: fields.into_iter().collect(),
        };
        (name, sheet.write())
    });
    Opinion { moves: written.collect(), result: stored.or_else(|| over(&rows, north)) }
}
