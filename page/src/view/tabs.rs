//! Two tabs with the same work: what one has changed, and what the other makes of it.

use std::collections::{BTreeMap, BTreeSet};

use super::progress::Progress;

/// The reader's code as the tabs share it: exercises by id, those missing that still have their
/// starter.
type Code = BTreeMap<String, String>;

/// Writes the texts of another tab over `code`; `None` stands for the starter, which is not written
/// down.
pub fn apply<'a>(
    code: &mut Code,
    texts: impl IntoIterator<Item = (&'a String, &'a Option<String>)>,
) {
    for (id, text) in texts {
        set(code, id, text.as_ref());
    }
}

/// What this tab knows of the code that all tabs share.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SharedCode {
    /// The code that is stored, as this tab has read or written it last.
    pub seen: Code,
    /// Exercises that were edited here since all tabs had the same text.
    pub edited: BTreeSet<String>,
}

/// What another tab has changed. `None` stands for the starter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CodeNews {
    /// Texts to take over, because they were not edited here.
    pub taken: BTreeMap<String, Option<String>>,
    /// Texts that differ from what was edited here.
    pub disputed: BTreeMap<String, Option<String>>,
    /// Exercises whose text is now the same here and there.
    pub settled: Vec<String>,
}

impl SharedCode {
    /// Compares the code in this tab with the code that is stored now, and remembers that as seen.
    pub fn hear(&mut self, mine: &Code, stored: Code) -> CodeNews {
        let mut news = CodeNews::default();
        let new = stored.keys().filter(|id| !self.seen.contains_key(*id));
        for id in self.seen.keys().chain(new) {
            let theirs = stored.get(id);
            if theirs == self.seen.get(id) {
                continue;
            }
            if theirs == mine.get(id) {
                news.settled.push(id.clone());
            } else if self.edited.contains(id) {
                news.disputed.insert(id.clone(), theirs.cloned());
            } else {
                news.taken.insert(id.clone(), theirs.cloned());
            }
        }
        for id in &news.settled {
            self.edited.remove(id);
        }
        self.seen = stored;
        news
    }
}

/// Adds to `mine` what `theirs` has changed since both were `before`. Where both have changed the
/// same, `mine` stays. An exercise that passed there has passed here if `is_same` says that its
/// text is the same.
pub fn join_progress(
    mine: &mut Progress,
    before: &Progress,
    theirs: &Progress,
    is_same: impl Fn(&str) -> bool,
) {
    join(&mut mine.answers, &before.answers, &theirs.answers);
    join(&mut mine.uncovered, &before.uncovered, &theirs.uncovered);
    join(&mut mine.begun, &before.begun, &theirs.begun);
    join(&mut mine.tries, &before.tries, &theirs.tries);
    join(
        &mut mine.first_tries,
        &before.first_tries,
        &theirs.first_tries,
    );
    join(
        &mut mine.predictions,
        &before.predictions,
        &theirs.predictions,
    );
    let passed = theirs.passed.difference(&before.passed);
    (mine.passed).extend(passed.filter(|id| is_same(id)).cloned());
}

fn join<V: Clone + PartialEq>(
    mine: &mut BTreeMap<String, V>,
    before: &BTreeMap<String, V>,
    theirs: &BTreeMap<String, V>,
) {
    for id in before.keys().chain(theirs.keys()) {
        let (old, new) = (before.get(id), theirs.get(id));
        if old != new && mine.get(id) == old {
            set(mine, id, new);
        }
    }
}

fn set<V: Clone>(all: &mut BTreeMap<String, V>, id: &str, value: Option<&V>) {
    match value {
        Some(value) => all.insert(id.to_owned(), value.clone()),
        None => all.remove(id),
    };
}
