//! What `scripts/foreign` says of a file, by what the program that runs it reports: here the
//! program is a stand-in, and each file of a small repository holds the report on itself.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files, and what is said of them.
const FILES: [(&str, &str, &str); 8] = [
    (
        "whole.ipynb",
        "cells\t2\nran\t1.2\t\nran\t2.1\t\n",
        "whole whole 3",
    ),
    (
        "long.py",
        "cells\t1\nstopped\t60.0\t\n",
        "slow works, still at it after the limit 60",
    ),
    (
        "fails.py",
        "cells\t1\nfailed\t0.4\tNameError: no x\n",
        "fails fails: NameError: no x 0",
    ),
    (
        "a part.ipynb",
        "cells\t3\nran\t1\t\nfailed\t1\tNameError: no x\nran\t1\t\n",
        "lost loses 1 of 3 cells: NameError: no x 3",
    ),
    // What an interrupted cell would have made is missing, and a cell is there to be filled in.
    (
        "stopped.ipynb",
        "cells\t3\nstopped\t60\t\nfailed\t0\tNameError: no x\nfailed\t0\tSyntaxError: no\n",
        "slow works, still at it after the limit 60",
    ),
    (
        "ended.ipynb",
        "cells\t3\nran\t1\t\n",
        "lost loses 2 of 3 cells: it ended Python: a word 1",
    ),
    ("refused.py", "", "fails fails: a word 0"),
    ("folder/beside.py", "cells\t1\nran\t1\t\n", "whole whole 1"),
];

/// Copies the file to the report, if what belongs beside it is there, and says a word.
const STAND_IN: &str = "#!/usr/bin/env bash
while [[ $1 == --* ]]; do
  if [[ $1 == --report ]]; then report=$2; fi
  if [[ $1 == --in ]]; then [[ -e $2/inner/part.py ]] || exit 3; fi
  shift 2
done
if [[ $# != 3 || $2 != --some || $3 != words ]]; then exit 3; fi
if [[ -s $1 ]]; then cp \"$1\" \"$report\"; fi
echo 'a word' >&2
";

fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .args([
            "-c",
            "user.name=nobody",
            "-c",
            "user.email=nobody@localhost",
        ])
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("git");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a writable folder");
}

#[test]
fn what_is_said_of_a_file_is_what_came_of_it() {
    let root = std::env::temp_dir().join(format!("policy-lab-foreign-{}", std::process::id()));
    let project = root.join("mirrors/owner+project/repo");
    for (path, report, _) in FILES {
        write(&project.join(path), report);
    }
    write(&project.join("folder/inner/part.py"), "");
    git(&project, &["init", "--quiet"]);
    git(&project, &["add", "."]);
    git(&project, &["commit", "--quiet", "--message", "all"]);
    let commit = git(&project, &["rev-parse", "HEAD"]);
    let lines = FILES.map(|(path, ..)| {
        let beside = match path.starts_with("folder") {
            true => ", folder/inner",
            false => "",
        };
        format!("owner/project {commit} {path}{beside} -- --some words ; needs nothing\n")
    });
    write(
        &root.join("list.txt"),
        &format!("# All.\n\n[one]\n{}", lines.concat()),
    );
    let program: PathBuf = root.join("script");
    write(&program, STAND_IN);
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("its permissions");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/foreign");
    let output = Command::new("bash")
        .arg(script)
        .env("CARGO_TARGET_DIR", &root)
        .env("LIST", root.join("list.txt"))
        .env("POLICY_LAB_MIRRORS", root.join("mirrors"))
        .env("SCRIPT", &program)
        .output()
        .expect("bash");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let expected = FILES.map(|(path, _, said)| format!("owner/project {path}: {said}\n"));
    assert_eq!(said, expected.concat(), "{output:?}");
    assert!(output.status.success(), "{output:?}");
    drop(fs::remove_dir_all(&root));
}
