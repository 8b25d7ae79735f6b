//! What the page says of its versions.

use crate::view::versions::{PARTS, own, parts};

#[test]
fn each_part_has_the_version_that_cargo_has_chosen() {
    let lock = include_str!("../../../../Cargo.lock");
    for (name, version) in PARTS {
        let package = match name {
            "RustPython" => "rustpython-vm".to_owned(),
            _ => name.to_lowercase(),
        };
        let line = format!("name = \"{package}\"\nversion = \"{version}\"");
        assert!(lock.contains(&line), "no {line}");
        assert!(
            parts().contains(&format!("{name} {version}")),
            "{}",
            parts()
        );
    }
}

#[test]
fn a_page_names_its_build_and_its_commit_if_it_knows_them() {
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(own("", ""), format!("Policy Lab {version}"));
    let all = format!("Policy Lab {version} (77), commit 1a2b3c4 of 2026-11-25");
    assert_eq!(own("77", "1a2b3c4 of 2026-11-25"), all);
}
