//! Certificates: written by `solve --certificate`, checked by `verify`.

use super::prelude::*;
use mankala_core::search::proof::{Certificate, Claim, FORMAT, Proved, Symbols};
use mankala_core::search::{Bounds, Solution};
use mankala_core::system::memory::free;

use super::kept;
use super::kept::Asked;
use super::memory::size;

/// The value of a game that neither player can end for the better.
pub(super) const ENDLESS: &str =
    "endless: with perfect play the game never ends, as each player loses more by ending it";

/// Returns what is proved for a player, such as `wins by 2`; `None` if either player may win.
pub(super) fn outcome(seeds: bool, bounds: Bounds) -> Option<String> {
    let by = |least: i32, most: Option<i32>| match most {
        Some(most) if most == least => least.to_string(),
        Some(most) => format!("{least} to {most}"),
        None => format!("{least} or more"),
    };
    Some(match (bounds.low, bounds.high) {
        (Some(0), Some(0)) => "draws".to_owned(),
        (Some(0), _) if !seeds => "wins or draws".to_owned(),
        (_, Some(0)) if !seeds => "loses or draws".to_owned(),
        (Some(1..), _) if !seeds => "wins".to_owned(),
        (_, Some(..=-1)) if !seeds => "loses".to_owned(),
        (Some(low @ 1..), high) => format!("wins by {}", by(low, high)),
        (low, Some(high @ ..=-1)) => format!("loses by {}", by(-high, low.map(|low| -low))),
        _ => return None,
    })
}

/// Returns the certificate of a solution; `None` if a proof is missing.
pub(crate) fn text(loaded: &Loaded, game: &Game, solution: &Solution) -> Option<Vec<u8>> {
    let claims = solution.claims.len();
    let is_whole = claims > 0 && solution.proofs.len() == claims;
    let (label, digest) = (loaded.label(), loaded.digest());
    is_whole.then(|| Certificate::write(label, digest, game.text(), &solution.proofs))
}

pub(crate) fn moves(solution: &Solution) -> usize {
    solution.proofs.iter().map(|proof| proof.moves.len()).sum()
}

/// Writes the proofs of a solution. Writes nothing if a proof is missing or the file already proves more.
pub(crate) fn write(
    loaded: &Loaded,
    game: &Game,
    solution: &Solution,
    place: &mut Target,
    output: &mut Output,
) -> Result {
    let claims = &solution.claims;
    let refuse = |why: &str| {
        let name = place.name().display();
        if interrupt::stopped() {
            CommandError::Interrupted(format!("stopped; {name} was not written: {why}"))
        } else {
            refused(place.name(), format!("not written: {why}"))
        }
    };
    if game.result().is_some() {
        return Err(refuse("the game is over here, so there is nothing to prove"));
    }
    let rests = solution.certain != solution.bounds;
    if claims.is_empty() {
        return Err(refuse(if rests {
            "the result depends on a repeated position, which no certificate can prove"
        } else {
            "nothing was proved"
        }));
    }
    let Some(certificate) = text(loaded, game, solution) else {
        return Err(refuse(if interrupt::stopped() {
            "the proof is incomplete"
        } else {
            "the second search did not find the proof; try more time or a larger --memory"
        }));
    };
    if let Some(more) = proves_more(place, loaded, game, claims) {
        return Err(refuse(&format!("{more}; delete it first")));
    }
    place.write(&certificate)?;
    if rests {
        output.note(
            "the certificate proves only a part; the rest of the result depends on a repeated position",
        );
    }
    let moves = moves(solution);
    let file = place.name().display().to_string();
    let (bytes, told) = (certificate.len(), several(moves, "move"));
    output.say(
        &json!({
            "file": file,
            "format": FORMAT,
            "claims": claims,
            "moves": moves,
            "bytes": bytes,
        }),
        format!("{}: a certificate of {told}, {bytes} bytes", visible(&file)),
    )
}

/// Returns the claim of an existing certificate that new claims don't cover, in words.
fn proves_more(place: &Target, loaded: &Loaded, game: &Game, new: &[Claim]) -> Option<String> {
    let old = claims(place.name(), loaded, game)?;
    let covers = |old: &Claim| {
        let is_more = |new: &Claim| new.least >= old.least && new.endless <= old.endless;
        new.iter().any(|new| new.side == old.side && is_more(new))
    };
    let claim = old.into_iter().find(|claim| !covers(claim))?;
    Some(format!("the existing certificate proves more: {}", words(claim)))
}

/// Writes a certificate, unless the file already proves more.
pub(crate) fn put(
    loaded: &Loaded,
    game: &Game,
    certificate: &[u8],
    place: &mut Target,
    output: &mut Output,
) -> Result {
    let new = Certificate::open(&mut &*certificate).map_err(CommandError::Input)?;
    match proves_more(place, loaded, game, &new.claims) {
        None => place.write(certificate),
        Some(more) => {
            let name = place.name().display().to_string();
            output.note(format!("{}: not replaced: {more}", visible(&name)));
            Ok(())
        }
    }
}

/// Returns the claims of an existing, complete certificate for the same position and rules.
pub(crate) fn claims(path: &Path, loaded: &Loaded, game: &Game) -> Option<Vec<Claim>> {
    let file = path.is_file().then(|| File::open(path).ok()).flatten()?;
    let mut file = BufReader::new(file);
    let first = Certificate::open(&mut file).ok()?;
    let mut symbols = Symbols::new(&first, &mut file);
    while symbols.count() < first.letters {
        symbols.next_move().ok()?;
    }
    symbols.finish(&first).ok()?;
    let same = (&first.rules, &first.position) == (&loaded.digest(), &game.text());
    same.then_some(first.claims)
}

/// Reads and checks a certificate of a variant; returns what it proves.
pub(super) fn load(path: &Path, loaded: &Loaded) -> Result<Vec<Proved>> {
    let mut file = kept::open(path)?;
    let first = Certificate::open(&mut file).of_file(path)?;
    if first.rules != loaded.digest() {
        let (found, label) = (visible(&first.variant), loaded.label());
        let message = format!("expected a certificate of {label}, found one of {found}");
        return Err(refused(path, message));
    }
    let game = loaded.game_from(&first.position).of_file(path)?;
    let mut proved = Vec::new();
    checked(path, &first, &mut file, &game, &mut |it| proved.push(it))?;
    Ok(proved)
}

/// Checks the claims of a certificate by its moves; `keep` receives what each proves. Returns the number of moves.
fn checked(
    path: &Path,
    first: &Certificate,
    file: &mut BufReader<File>,
    game: &Game,
    keep: &mut dyn FnMut(Proved),
) -> Result<u64> {
    let most = free().unwrap_or(u64::MAX);
    let mut symbols = Symbols::new(first, file);
    let mut progress = ProgressLine::new();
    let mut moves = 0_u64;
    for (number, &claim) in (1..).zip(&first.claims) {
        let mut choose = || {
            moves += 1;
            symbols.next_move()
        };
        let mut poll = |bytes: usize| {
            progress.say(|| format!("claim {number}, {} used", size(bytes as u64)));
            if bytes as u64 > most {
                let there = size(most);
                return Err(format!("the positions do not fit in the {there} of free memory"));
            }
            Ok(())
        };
        let checked = game.check(claim, &mut choose, &mut poll, &interrupt::stopped);
        interrupt::check()?;
        let proved = checked.map_err(|message| {
            let claim = words(claim);
            refused(path, format!("the claim that {claim} is not proved: {message}"))
        })?;
        if !claim.endless {
            keep(proved);
        }
    }
    symbols.finish(first).of_file(path)?;
    Ok(moves)
}

/// Checks a certificate by its moves, and prints its claims.
pub(super) fn verify(asked: Asked<'_>, mut file: BufReader<File>, output: &mut Output) -> Result {
    let Asked { path, variant, catalogue } = asked;
    let first = Certificate::open(&mut file).of_file(path)?;
    let loaded = loaded_with(catalogue, &first.variant, &first.rules, variant).of_file(path)?;
    let game = loaded.game_from(&first.position).of_file(path)?;
    let moves = checked(path, &first, &mut file, &game, &mut |_| ())?;
    let seeds = game.variant().count(None, game.position()).is_some();
    let file = path.display().to_string();
    if output.is_json() {
        return output.object(&json!({
            "file": file,
            "format": FORMAT,
            "version": first.version,
            "variant": loaded.label(),
            "rules": loaded.digest(),
            "position": first.position,
            "unit": if seeds { "seeds" } else { "result" },
            "claims": first.claims,
            "moves": moves,
        }));
    }
    if let Some(verdict) = verdict(seeds, &first.claims) {
        output.line(format!("{verdict} (proved)"))?;
    }
    output.line(format!(
        "{}: proved for {} with the rules {}",
        visible(&file),
        visible(&loaded.label()),
        loaded.digest()
    ))?;
    output.line(format!("  {}", visible(&first.position)))?;
    for &claim in &first.claims {
        output.line(format!("  {}", words(claim)))?;
    }
    output.line(format!(
        "the proof has {} of the claiming player and covers all replies",
        several(moves, "move")
    ))
}

/// Returns who wins by proved claims; `None` if either player may win.
fn verdict(seeds: bool, claims: &[Claim]) -> Option<String> {
    if claims.len() > 1 && claims.iter().all(|claim| claim.endless) {
        return Some(ENDLESS.to_owned());
    }
    let least = |side| {
        let own = claims.iter().filter(|claim| claim.side == side && !claim.endless);
        own.map(|claim| claim.least).max()
    };
    let side = if least(Side::North) > Some(0) { Side::North } else { Side::South };
    let bounds = Bounds { low: least(side), high: least(side.other()).map(|least| -least) };
    if bounds.value() == Some(0) {
        return Some("a draw".to_owned());
    }
    Some(format!("{side} {}", outcome(seeds, bounds)?))
}

fn words(claim: Claim) -> String {
    let or = if claim.endless { ", or play never ends" } else { "" };
    format!("{} gets {} or more{or}", claim.side, claim.least)
}
