//! The fixtures on the CPU: numbers recorded from PyTorch and Gymnasium. The browser's part is in
//! `browser.rs`.

use burn::tensor::Device;
use serde_json::Value;

use crate::suite::{self, source};

macro_rules! tests {
    ($($topic:ident in $module:ident, $file:literal $section:literal;)*) => {
        const SECTIONS: &[(&str, &str)] = &[$(($file, $section)),*];

        $(
            #[test]
            fn $topic() {
                match pollster::block_on(suite::$topic(&Device::flex())) {
                    Ok(compared) => assert!(compared > 0, "nothing to compare"),
                    Err(difference) => panic!("{difference}"),
                }
            }
        )*
    };
}

for_each_topic!(tests);

/// Files that other tests compare: bodies in `lander/tests/gymnasium.rs`, and with what the page's
/// Python computes `python/tests/grpo.rs` and `python/tests/toy_text.rs`.
const ELSEWHERE: [&str; 3] = ["13_lunar_lander", "15_grpo", "17_toy_text"];

#[test]
fn training_gives_what_burns_own_operations_give() {
    let compared = pollster::block_on(suite::generic::training());
    assert!(
        compared.as_ref().is_ok_and(|count| *count > 0),
        "{compared:?}"
    );
}

/// Every file of the folder must be listed, and every section of it must have a topic. A file's
/// text about itself is not compared.
#[test]
fn every_section_of_every_file_has_a_topic() {
    for entry in std::fs::read_dir(source::folder()).expect("a folder of fixtures") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if ELSEWHERE.contains(&name.as_str()) {
            continue;
        }
        assert!(
            source::FILES.contains(&name.as_str()),
            "{name} is not listed"
        );
        let file: Value = serde_json::from_str(&source::text(&name).expect("a readable file"))
            .expect("a JSON file");
        for (key, section) in file.as_object().expect("sections") {
            assert!(
                section.is_string() || SECTIONS.contains(&(name.as_str(), key.as_str())),
                "{name}: no topic covers {key}"
            );
        }
    }
}
