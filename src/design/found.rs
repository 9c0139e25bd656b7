//! Best rule sets of a search: their variant files, and their differences from known games in words.

use super::Work;
use super::race::{Candidate, Plan, Stage};
use crate::atlas::distance::apart;
use crate::atlas::mechanisms::Profile;
use crate::files::catalogue::{Catalogue, Loaded};
use crate::files::draft::{Draft, parent};
use crate::files::named::taken_apart;
use crate::report::Best;
use mankala_core::measure::names::Measure;

/// Leaves out the changes of a rule set without which it plays alike.
pub(super) fn simplified(
    plan: &Plan,
    own: &Candidate,
    catalogue: &Catalogue,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<(Candidate, Loaded)> {
    let (base, _) = taken_apart(&own.game);
    let mut loaded = catalogue.load(&own.game, &[]).ok()?;
    // Costly measures are left out.
    let figures = |stage, loaded: &Loaded| plan.figures_if(stage, loaded, stop, |_| Some(false));
    // Most changes already matter in the few games of the first stage.
    let (few, more) = (figures(Stage::First, &loaded)?, figures(Stage::Second, &loaded)?);
    let mut changes = loaded.changes();
    for at in (0..changes.len()).rev() {
        let mut fewer = changes.clone();
        fewer.remove(at);
        if let Ok(simpler) = catalogue.load(base, &fewer)
            && figures(Stage::First, &simpler)? == few
            && figures(Stage::Second, &simpler)? == more
        {
            (changes, loaded) = (fewer, simpler);
        }
    }
    let mut simple = Candidate::new(base, &loaded);
    simple.figures.clone_from(&own.figures);
    Some((simple, loaded))
}

/// Returns the nearest known game with the differences from it in words.
fn nearest(own: &Loaded, known: &[(Loaded, Profile)]) -> Option<(String, String)> {
    let profile = Profile::of(own);
    let (name, _) = taken_apart(&own.header.name);
    let near = known.iter().map(|(game, it)| (apart(it, &profile).distance, game));
    // Of equally near games, the one that was changed comes first.
    let other = |game: &Loaded| game.header.name != name;
    let (_, game) =
        near.min_by(|a, b| a.0.total_cmp(&b.0).then_with(|| other(a.1).cmp(&other(b.1))))?;
    let title = game.header.title.clone();
    let before = [format!("Unlike {title}:"), format!("Rules of {title} that do not hold:")];
    let mut words = Vec::new();
    for (before, rules) in before.into_iter().zip(own.rules_apart(game)) {
        words.extend((!rules.is_empty()).then_some(before));
        words.extend(rules.into_iter().map(|(_, rule)| rule));
    }
    let differs = if words.is_empty() { format!("The rules of {title}.") } else { words.join(" ") };
    Some((title, differs))
}

/// Describes a rule set with its figures of the race, of fresh games, and of those by a stronger player.
pub(super) fn described(
    plan: &Plan,
    work: &Work<'_>,
    known: &[(Loaded, Profile)],
    loaded: &Loaded,
    is_known: bool,
    [own, again, stronger]: [Candidate; 3],
    front: bool,
) -> Best {
    let (near, differs) = nearest(loaded, known).unwrap_or_default();
    let short = &own.digest[..6];
    let name = format!("{}-{short}", loaded.header.name);
    let mut title = loaded.header.title.clone();
    let draft = Draft { catalogue: work.catalogue, loaded, program: work.program };
    let written = (!is_known).then(|| {
        title = format!("{title}, {short}");
        let about = format!("Found by a search for {}. {differs}", plan.goal.words);
        let text = match parent(&own.game, work.folder, loaded) {
            Ok(parent) => draft.heir([&name, &title, &about], &parent),
            Err(_) => draft.whole([&name, &title]),
        };
        (format!("{name}.toml"), text)
    });
    let (file, text) = written.unzip();
    let mut stronger = stronger.figures;
    let mut measures = plan.measures().into_iter();
    // Its own players measure it.
    if let Some(elo) = measures.position(|it| it == Measure::EloPerDoubling) {
        stronger[elo] = again.figures[elo];
    }
    let game = loaded.game();
    Best {
        game: own.game,
        file,
        text,
        title,
        near,
        differs,
        front,
        figures: [own.figures, again.figures, stronger],
        layout: game.layout().clone(),
        opening: game.diagram(),
    }
}
