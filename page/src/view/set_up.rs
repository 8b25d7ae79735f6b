//! Sentences about settings that a chapter or an exercise puts into the form: what would change,
//! and what has changed.

use policy_lab::config::draft::Draft;
use policy_lab::history::compare::{Difference, differences};

use super::format::joined;
use super::settings::label_of;

/// Most settings that a sentence lists; of more it lists two and counts the others.
const LISTED: usize = 3;

/// Returns true if a run with either of two drafts is the same run.
pub fn is_same(now: &Draft, wanted: &Draft) -> bool {
    between(now, wanted).is_some_and(|differences| differences.is_empty())
}

/// Says what putting `wanted` in the place of `now` would change.
pub fn would_change(now: &Draft, wanted: &Draft) -> String {
    match between(now, wanted) {
        None => "Setting it up replaces settings that cannot be used as they are".to_owned(),
        Some(differences) if differences.is_empty() => "Your settings are these already".to_owned(),
        Some(differences) => {
            let keys = differences.iter().map(|it| it.key.to_owned());
            format!("Setting it up changes {}", list(keys.collect()))
        }
    }
}

/// Says what has changed from `before` to `now`, with the values.
pub fn has_changed(before: &Draft, now: &Draft) -> String {
    let Some(differences) = between(before, now) else {
        return "It has replaced settings that could not be used".to_owned();
    };
    let changes = differences.iter().map(|it| {
        let text = |column: usize| it.texts.get(column)?.as_deref();
        let (from, to) = (text(0).unwrap_or_default(), text(1).unwrap_or_default());
        format!("{} from {from} to {to}", it.key)
    });
    format!("Changed: {}", list(changes.collect()))
}

/// Says with which settings the reader's functions will train. `missed` is a function that those in
/// the form would never call, with the reason; `fitting` then take their place.
pub fn will_train(now: &Draft, fitting: &Draft, missed: Option<(&str, &str)>) -> String {
    match missed {
        None => format!("Will train with your settings: {}", label_of(now)),
        Some((function, why)) => format!(
            "Will train with {} in place of your settings, which would never call {function} ({why})",
            label_of(fitting),
        ),
    }
}

/// Says what trains beside a loop of the reader's: ours, with the settings with which the cell
/// begins, where there is such a run. Of each loop it takes what it trains, and whether there is.
pub fn will_loop(loops: &[(&str, bool)]) -> String {
    let all = |is_compared: bool| {
        let some = loops.iter().filter(|it| it.1 == is_compared);
        some.map(|it| it.0.to_owned()).collect::<Vec<_>>()
    };
    let (compared, alone) = (all(true), all(false));
    let mut said = "Trains with your loop and the settings in the cell".to_owned();
    if !compared.is_empty() {
        said += &format!(
            "; beside {} trains ours, with the settings with which the cell begins",
            joined(compared)
        );
    }
    if !alone.is_empty() {
        said += &format!(". No run of ours is like {}", joined(alone));
    }
    said
}

/// Returns the differences of two drafts; `None` if one of them cannot be read.
fn between(before: &Draft, after: &Draft) -> Option<Vec<Difference>> {
    let (before, after) = (before.config().ok()?, after.config().ok()?);
    Some(differences(&[vec![&before], vec![&after]]))
}

/// Joins names as one says them: `a, b and c`, or `a, b and 4 more`.
fn list(mut names: Vec<String>) -> String {
    if names.len() > LISTED {
        let more = names.len() + 1 - LISTED;
        names.truncate(LISTED - 1);
        names.push(format!("{more} more"));
    }
    joined(names)
}
