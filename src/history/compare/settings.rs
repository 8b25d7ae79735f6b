//! The settings in which runs differ, the name of a run made from them, and the way back from a run
//! to the form.

use crate::config::TrainConfig;
use crate::config::draft::{Draft, print, printed};
use crate::config::fields::{FIELDS, Field};
use crate::config::presets::PRESETS;

/// The text of a setting that is empty.
const EMPTY: &str = "empty";
/// Most settings that a name lists.
const NAMED: usize = 3;

/// A setting in which columns differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The field's name, or `algorithm`.
    pub key: &'static str,
    /// Its text in each column; `None` where the algorithm does not read it.
    pub texts: Vec<Option<String>>,
}

/// Returns the settings that differ between columns, in the order of the form. A column is one run
/// or several that belong together; the different texts of several are all listed. A field that a
/// column's algorithm does not read is not compared.
pub fn differences(columns: &[Vec<&TrainConfig>]) -> Vec<Difference> {
    let algorithm = |config: &TrainConfig| Some(config.algorithm.label().to_owned());
    let row = |key, text: &dyn Fn(&TrainConfig) -> Option<String>| Difference {
        key,
        texts: columns.iter().map(|runs| listed(runs, text)).collect(),
    };
    let fields = FIELDS
        .iter()
        .map(|field| row(field.key, &|config| text_of(field, config)));
    std::iter::once(row("algorithm", &algorithm))
        .chain(fields)
        .filter(|row| {
            let mut known = row.texts.iter().flatten();
            let first = known.next();
            known.any(|text| Some(text) != first)
        })
        .collect()
}

/// Returns a name that lists the differences from `first`, such as `clip_coef empty, gamma 0.9`. If
/// there are none, the name is the algorithm and the seed.
pub fn name_of(config: &TrainConfig, first: Option<&TrainConfig>) -> String {
    let rows = first.map_or_else(Vec::new, |first| differences(&[vec![first], vec![config]]));
    let mut parts: Vec<String> = rows
        .iter()
        .take(NAMED)
        .filter_map(|row| match (row.key, row.texts.last()?.as_ref()?) {
            ("algorithm", text) => Some(text.clone()),
            (key, text) => Some(format!("{key} {text}")),
        })
        .collect();
    if rows.len() > NAMED {
        parts.push(format!("{} more", rows.len() - NAMED));
    }
    if parts.is_empty() {
        return format!("{}, seed {}", config.algorithm.label(), config.seed);
    }
    parts.join(", ")
}

/// Returns a draft whose configuration trains as `config` does: the preset that needs the fewest
/// changes, and those changes.
pub fn draft_of(config: &TrainConfig) -> Draft {
    let presets = PRESETS
        .iter()
        .filter(|preset| (preset.config)().algorithm == config.algorithm);
    let drafts = presets.map(|preset| {
        let mut draft = Draft::new(preset);
        for field in FIELDS {
            if field.is_used_by(config.algorithm) {
                draft.set_text(field, &print(field, (field.get)(config)));
            }
        }
        draft
    });
    drafts
        .min_by_key(|draft| draft.changes().count())
        .unwrap_or_default()
}

fn text_of(field: &Field, config: &TrainConfig) -> Option<String> {
    if !field.is_used_by(config.algorithm) {
        return None;
    }
    let text = printed(field, (field.get)(config));
    Some(if text.is_empty() {
        EMPTY.to_owned()
    } else {
        text
    })
}

/// Returns the different texts of several runs, in their order.
fn listed(runs: &[&TrainConfig], text: &dyn Fn(&TrainConfig) -> Option<String>) -> Option<String> {
    let mut texts: Vec<String> = Vec::new();
    for text in runs.iter().filter_map(|config| text(config)) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    (!texts.is_empty()).then(|| texts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::ppo;
    use super::*;
    use crate::config::Algorithm;
    use crate::config::presets::Preset;

    fn keys(rows: &[Difference]) -> Vec<&'static str> {
        rows.iter().map(|row| row.key).collect()
    }

    #[test]
    fn only_what_differs_is_listed() {
        let first = ppo();
        let second = TrainConfig {
            clip_coef: None,
            // PPO does not read this.
            early_stop: !first.early_stop,
            ..first.clone()
        };
        let rows = differences(&[vec![&first], vec![&second]]);
        assert_eq!(keys(&rows), ["clip_coef"]);
        let texts = [Some("0.2".to_owned()), Some("empty".to_owned())];
        assert_eq!(rows[0].texts, texts);
        assert_eq!(differences(&[vec![&first], vec![&first]]), []);
        assert_eq!(differences(&[]), []);
    }

    #[test]
    fn seeds_that_belong_together_are_one_column() {
        let seeds = [1, 2, 3].map(|seed| TrainConfig { seed, ..ppo() });
        let rows = differences(&[vec![&seeds[0]], seeds.iter().collect()]);
        assert_eq!(keys(&rows), ["seed"]);
        assert_eq!(rows[0].texts[1].as_deref(), Some("1, 2, 3"));
    }

    #[test]
    fn a_field_that_one_of_two_algorithms_reads_is_no_difference() {
        let vpg = (Preset::first_for(Algorithm::Vpg).config)();
        let rows = differences(&[vec![&ppo()], vec![&vpg]]);
        assert_eq!(rows[0].key, "algorithm");
        assert!(!keys(&rows).contains(&"norm_adv"));
    }

    #[test]
    fn a_run_is_called_what_it_changes() {
        let first = TrainConfig { seed: 1, ..ppo() };
        assert_eq!(name_of(&first, None), "PPO, seed 1");
        assert_eq!(name_of(&first, Some(&first)), "PPO, seed 1");
        let second = TrainConfig {
            clip_coef: None,
            gamma: 0.5,
            ..first.clone()
        };
        assert_eq!(name_of(&second, Some(&first)), "gamma 0.5, clip_coef empty");
        let far = TrainConfig {
            seed: 9,
            learning_rate: 0.5,
            ..second
        };
        assert_eq!(
            name_of(&far, Some(&first)),
            "seed 9, learning_rate 0.5, gamma 0.5, 1 more"
        );
    }

    #[test]
    fn the_form_says_what_the_run_had() {
        for preset in PRESETS {
            let config = TrainConfig {
                seed: 77,
                clip_coef: None,
                clip_vloss: false,
                hidden_sizes: vec![8, 9],
                ..(preset.config)()
            };
            let found = draft_of(&config).config().expect("valid settings");
            assert_eq!(differences(&[vec![&config], vec![&found]]), []);
            assert_eq!(found.algorithm, config.algorithm);
        }
        let plain = (PRESETS[2].config)();
        assert_eq!(draft_of(&plain), Draft::new(&PRESETS[2]));
    }
}
