//! The address of the page.

use policy_lab::config::draft::Draft;
use policy_lab::config::fields::FIELDS;
use policy_lab::config::hints;
use policy_lab::config::presets::PRESETS;
use policy_lab::config::sweep::{MOST_RUNS, SweepDraft};
use policy_lab::config::url::{PageState, View, read, write};
use policy_lab::config::validate;

use super::cases::Target;
use super::results::is_sentence;

/// Returns the names and values of a query.
pub fn pairs(query: &str) -> Vec<(&str, &str)> {
    let parts = query.split('&').filter(|part| !part.is_empty());
    parts
        .map(|part| part.split_once('=').unwrap_or((part, "")))
        .collect()
}

fn query(state: &PageState) -> String {
    let pairs = write(state);
    let parts = pairs.iter().map(|(name, value)| format!("{name}={value}"));
    parts.collect::<Vec<_>>().join("&")
}

/// Returns links as the page writes them: of each preset, each view, a sweep, a presentation.
pub fn links() -> Vec<Vec<u8>> {
    let mut states: Vec<PageState> = Vec::new();
    for preset in PRESETS {
        let mut draft = Draft::new(preset);
        for field in FIELDS.iter().step_by(7) {
            draft.set_text(field, "0.5");
        }
        states.push(PageState {
            sweep: Some(SweepDraft::first(&draft)),
            ..PageState::default()
        });
        states.push(PageState {
            draft,
            ..PageState::default()
        });
    }
    states.extend(View::ALL.map(|view| PageState {
        view,
        lesson: Some("ppo".to_owned()),
        ..PageState::default()
    }));
    let mut presented = PageState {
        exercise: Some("S4-E2".to_owned()),
        ..PageState::default()
    };
    let names = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    presented.presentation.panels = names(&["chart-episodic_length", "grid"]);
    presented.presentation.hidden = names(&["form"]);
    presented.presentation.scenes = vec![names(&["grid", "run"]), names(&["form"])];
    states.push(presented);
    states
        .iter()
        .map(|state| query(state).into_bytes())
        .collect()
}

pub fn words() -> Vec<String> {
    let views = View::ALL.map(View::key);
    let known = [
        "view",
        "device",
        "lesson",
        "exercise",
        "present",
        "scenes",
        "hide",
        "preset",
        "algorithm",
        "sweep",
        "seeds",
        "draws",
        "webgpu",
        "cpu",
        "&",
        "=",
        ",",
        ";",
        ":",
        "%3B",
        "+",
        "64-64",
        "random",
        "log",
    ];
    let fields = FIELDS.iter().map(|field| field.key);
    let presets = PRESETS.iter().map(|preset| preset.id);
    let all = views.into_iter().chain(known).chain(fields).chain(presets);
    all.map(str::to_owned).collect()
}

#[test]
fn any_address_is_read_and_written_again_as_it_was_understood() {
    let target = Target {
        name: "address",
        valid: links(),
        words: words(),
        few: 20_000,
        share: 1,
        cost: 4_000,
    };
    target.holds(|bytes| {
        let text = String::from_utf8_lossy(bytes);
        let pairs = pairs(&text);
        let (state, notices) = read(pairs.iter().copied());
        notices.iter().for_each(|notice| is_sentence(notice));
        assert!(
            notices.len() <= 2 * pairs.len() + 2 + text.matches(';').count(),
            "{notices:?}"
        );
        let written = write(&state);
        let again = written.iter().map(|(name, value)| (*name, value.as_str()));
        let (understood, _) = read(again);
        assert_eq!(understood, state, "written as {written:?}");
        match state.draft.config() {
            Ok(config) => {
                assert_eq!(validate::problems(&config), []);
                hints::hints(&config)
                    .iter()
                    .for_each(|hint| is_sentence(&hint.message));
            }
            Err(problems) => {
                assert!(!problems.is_empty());
                problems
                    .iter()
                    .for_each(|problem| is_sentence(&problem.message));
            }
        }
        match state.sweep.map(|sweep| sweep.plan(&state.draft)) {
            Some(Ok(plan)) => assert!(plan.combinations().len() * plan.seeds() <= MOST_RUNS),
            Some(Err(problems)) => problems
                .iter()
                .for_each(|problem| is_sentence(&problem.message)),
            None => {}
        }
        notices.is_empty() && !pairs.is_empty()
    });
}
