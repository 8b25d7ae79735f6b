//! The programs that classes have become, stored in the browser from visit to visit.

use crate::ui::browser::storage;
use crate::view::world::kept::{programs_from_text, programs_to_text, with_program};
use policy_lab::envs::{EnvId, OwnProgram};

/// The key in the browser's storage.
const KEY: &str = "policy-lab-own-programs";

/// Lets the page know the programs of earlier visits, so that an address or a run may name their
/// keys. One that this version of the page refuses stays stored.
pub fn make_known() {
    for program in read() {
        // Why it is refused now is said when its class is checked again.
        let _ = EnvId::own(program);
    }
}

/// Stores a program. The oldest ones leave where there is no room. Returns false if the browser
/// does not keep it.
pub fn keep(program: &OwnProgram) -> bool {
    let kept = read();
    if kept.contains(program) {
        return true;
    }
    let mut all = with_program(&kept, program);
    while !all.is_empty() {
        if storage::set(KEY, &programs_to_text(&all)) {
            return true;
        }
        all.remove(0);
    }
    false
}

/// Forgets all of them. Those that are known stay so until the page is loaded again.
pub fn forget() {
    storage::remove(KEY);
}

fn read() -> Vec<OwnProgram> {
    let text = storage::get(KEY);
    text.map(|text| programs_from_text(&text))
        .unwrap_or_default()
}
