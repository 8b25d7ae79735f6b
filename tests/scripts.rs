//! The messages of `scripts/setup` and `scripts/serve` if something is missing, old, full or in
//! use. The scripts run with stand-ins: a folder of programs that is all they find.
#![cfg(unix)]

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The programs that the scripts are written with.
const PLAIN: [&str; 23] = [
    "awk", "bash", "cat", "cp", "cut", "dirname", "env", "grep", "head", "id", "ln", "ls", "mkdir",
    "mktemp", "mv", "rm", "sed", "sleep", "sort", "tail", "tee", "touch", "xargs",
];

/// A machine on which everything is present in the right version; tests take programs away.
struct Machine {
    folder: PathBuf,
}

impl Machine {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("policy-lab-{name}-{}", std::process::id()));
        let machine = Self { folder };
        fs::create_dir_all(machine.folder.join("cargo")).expect("a folder");
        fs::create_dir_all(machine.bin()).expect("a folder");
        for program in PLAIN {
            let real = ["/usr/bin", "/bin"]
                .iter()
                .map(|folder| Path::new(folder).join(program))
                .find(|path| path.exists())
                .unwrap_or_else(|| panic!("no {program} here"));
            symlink(real, machine.bin().join(program)).expect("a link");
        }
        for program in ["cc", "node", "npm", "rustfmt"] {
            machine.has(program, "");
        }
        machine.has(
            "rustup",
            "case $1 in
              --version) echo 'rustup 1.29.0 (28d1352db 2026-03-05)' ;;
              component) printf 'rustfmt-x86\\nclippy-x86\\nrust-std-wasm32-unknown-unknown\\n' ;;
            esac",
        );
        machine.has("rustc", "echo rustc");
        machine.has("df", "printf 'h\\nd 900 1 999999999 1%% /\\n'");
        machine.has("wasm-bindgen", &format!("echo wasm-bindgen {}", bindgen()));
        machine.has("trunk", "echo trunk 0.22.1");
        machine
    }

    fn bin(&self) -> PathBuf {
        self.folder.join("bin")
    }

    /// Adds a program, as a text for bash.
    fn has(&self, program: &str, text: &str) {
        let path = self.bin().join(program);
        fs::write(&path, format!("#!/usr/bin/env bash\n{text}\n")).expect("a writable folder");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("its permissions");
    }

    fn lacks(&self, program: &str) {
        fs::remove_file(self.bin().join(program)).expect("it was there");
    }

    /// Runs one of our scripts with environment variables.
    fn run(&self, script: &str, variables: &[(&str, &str)]) -> Output {
        self.run_for(script, &[], variables)
    }

    /// Runs one of our scripts with arguments and environment variables.
    fn run_for(&self, script: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        Command::new("/bin/bash")
            .arg(root.join("scripts").join(script))
            .args(arguments)
            .env_clear()
            .env("PATH", self.bin())
            .env("HOME", &self.folder)
            .env("CARGO_HOME", self.folder.join("cargo"))
            .env("CARGO_TARGET_DIR", self.folder.join("target"))
            .env("TMPDIR", &self.folder)
            .envs(variables.iter().copied())
            .output()
            .expect("bash")
    }

    /// Returns a script's message when it refuses to continue.
    fn refusal(&self, script: &str, variables: &[(&str, &str)]) -> String {
        let output = self.run(script, variables);
        let said = both(&output);
        assert!(!output.status.success(), "it went on: {said}");
        said
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.folder));
    }
}

fn both(output: &Output) -> String {
    let out = String::from_utf8_lossy(&output.stdout);
    format!("{out}{}", String::from_utf8_lossy(&output.stderr))
}

/// Returns the version of wasm-bindgen in Cargo.lock.
fn bindgen() -> String {
    let lock = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock"));
    let lock = lock.expect("Cargo.lock");
    let after = lock.split("name = \"wasm-bindgen\"\nversion = \"").nth(1);
    after
        .and_then(|rest| rest.split('"').next())
        .expect("wasm-bindgen in Cargo.lock")
        .to_owned()
}

#[test]
fn where_all_is_there_setup_says_nothing() {
    let machine = Machine::new("complete");
    let output = machine.run("setup", &[]);
    assert!(output.status.success(), "{}", both(&output));
    assert_eq!(both(&output), "");
}

#[test]
fn without_rustup_setup_says_where_it_is() {
    let machine = Machine::new("no-rustup");
    machine.lacks("rustup");
    assert!(machine.refusal("setup", &[]).contains("https://rustup.rs"));
}

#[test]
fn an_old_rustup_is_to_be_updated() {
    let machine = Machine::new("old-rustup");
    machine.has("rustup", "echo 'rustup 1.26.0 (5af9b9484 2023-04-05)'");
    let said = machine.refusal("setup", &[]);
    assert!(said.contains("1.26.0 is too old"), "{said}");
    assert!(said.contains("rustup self update"), "{said}");
}

#[test]
fn without_npm_and_apt_setup_says_what_to_install() {
    let machine = Machine::new("no-npm");
    machine.lacks("npm");
    let said = machine.refusal("setup", &[]);
    assert!(said.contains("please install Node.js"), "{said}");
}

#[test]
fn a_full_disk_is_noticed_before_anything_is_installed() {
    let machine = Machine::new("full-disk");
    machine.lacks("trunk");
    machine.has("df", "printf 'h\\nd 900 1 2097152 99%% /home\\n'");
    machine.has("cargo", "echo installed >>\"$HOME/cargo-was-called\"");
    let said = machine.refusal("setup", &[]);
    assert!(said.contains("free on /home"), "{said}");
    assert!(said.contains("CARGO_TARGET_DIR"), "{said}");
    assert!(!machine.folder.join("cargo-was-called").exists());
}

/// Imitates cargo without a network: each call fails after getting as far as the previous one.
#[test]
fn what_was_broken_off_goes_on() {
    let machine = Machine::new("no-network");
    machine.lacks("trunk");
    machine.lacks("wasm-bindgen");
    machine.has(
        "cargo",
        "echo 'error: failed to download from the registry' >&2; exit 101",
    );
    let said = machine.refusal("setup", &[]);
    assert!(said.contains("step 1 of 2: wasm-bindgen-cli"), "{said}");
    assert!(said.contains("failed to download"), "{said}");
    assert!(said.contains("run this again"), "{said}");

    // The network is back, and fails again after the first tool.
    let bin = machine.bin().display().to_string();
    machine.has(
        "cargo",
        &format!(
            "if [[ $2 == trunk ]]; then echo 'error: spurious network error' >&2; exit 101; fi
            printf '#!/usr/bin/env bash\\necho wasm-bindgen {}\\n' >{bin}/wasm-bindgen
            /bin/chmod +x {bin}/wasm-bindgen",
            bindgen()
        ),
    );
    let said = machine.refusal("setup", &[]);
    assert!(said.contains("step 2 of 2: trunk"), "{said}");
    let said = machine.refusal("setup", &[]);
    assert!(said.contains("step 1 of 1: trunk"), "{said}");
}

#[test]
fn a_tool_of_another_version_is_replaced() {
    let machine = Machine::new("old-tool");
    machine.has("trunk", "echo trunk 0.21.0");
    machine.has("cargo", "echo \"$*\" >\"$HOME/asked-for\"");
    let output = machine.run("setup", &[]);
    assert!(output.status.success(), "{}", both(&output));
    let asked = fs::read_to_string(machine.folder.join("asked-for")).expect("cargo was called");
    assert!(
        asked.starts_with("install trunk --version 0.22.1 --force"),
        "{asked}"
    );
}

#[test]
fn prebuilt_tools_are_taken_where_cargo_binstall_is() {
    let machine = Machine::new("binstall");
    machine.lacks("trunk");
    machine.has("cargo-binstall", "");
    machine.has("cargo", "echo \"$*\" >>\"$HOME/asked-for\"");
    let said = both(&machine.run("setup", &[]));
    assert!(said.contains("trunk 0.22.1 is a prebuilt one"), "{said}");
    let asked = fs::read_to_string(machine.folder.join("asked-for")).expect("cargo was called");
    assert!(asked.starts_with("binstall"), "{asked}");
    assert!(!asked.contains("install trunk"), "{asked}");
}

/// Where this machine keeps a Vulkan driver is none of these tests.
const VULKAN: (&str, &str) = ("VK_DRIVER_FILES", "driver.json");

#[test]
fn the_tests_ask_for_each_program_that_is_missing() {
    let machine = Machine::new("browsers");
    machine.has("wasm-pack", "echo wasm-pack 0.15.1");
    machine.has(
        "geckodriver",
        "printf 'geckodriver 0.37.1 (8be4ec5e 2026)\\n\\nIts source code is available.\\n'",
    );
    let of_a_change = [
        ("chromium", "chromium"),
        ("chromedriver", "chromium-driver"),
        ("unzip", "unzip"),
        ("brotli", "brotli"),
    ];
    let of_a_release = [
        ("firefox-esr", "firefox-esr"),
        ("WebKitWebDriver", "webkit2gtk-driver"),
        ("xvfb-run", "xvfb xauth"),
        ("xauth", "xvfb xauth"),
    ];
    for (purpose, programs) in [("test", of_a_change), ("all", of_a_release)] {
        let set_up = || machine.run_for("setup", &[purpose], &[VULKAN]);
        for (program, package) in programs {
            let output = set_up();
            let said = both(&output);
            assert!(!output.status.success(), "without {program}: {said}");
            let advice = format!("(on Debian: apt-get install {package})");
            assert!(said.contains(&advice), "without {program}: {said}");
            machine.has(program, "");
        }
        assert_eq!(both(&set_up()), "", "{purpose}");
    }
}

#[test]
fn a_browser_elsewhere_is_left_alone() {
    let machine = Machine::new("elsewhere");
    for program in [
        "chromium",
        "chromedriver",
        "xvfb-run",
        "xauth",
        "unzip",
        "brotli",
        "my-fox",
        "my-webkit",
        "my-gecko",
    ] {
        machine.has(program, "");
    }
    machine.has("wasm-pack", "echo wasm-pack 0.15.1");
    let elsewhere = [
        ("FIREFOX", "my-fox"),
        ("WEBKIT_DRIVER", "my-webkit"),
        ("GECKODRIVER", "my-gecko"),
        VULKAN,
    ];
    let said = both(&machine.run_for("setup", &["all"], &elsewhere));
    assert_eq!(said, "");
}

#[test]
fn a_port_in_use_is_noticed_before_the_build() {
    let machine = Machine::new("port");
    let taken = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let port = taken.local_addr().expect("its address").port().to_string();
    let said = machine.refusal("serve", &[("PORT", &port)]);
    assert!(
        said.contains(&format!("127.0.0.1:{port} already")),
        "{said}"
    );
    assert!(said.contains("another port"), "{said}");
    assert!(!said.contains("building"), "{said}");
}

#[test]
fn a_port_that_is_none_is_refused() {
    let machine = Machine::new("no-port");
    for port in ["eighty", "0", "65536"] {
        let said = machine.refusal("serve", &[("PORT", port)]);
        assert!(said.contains("a number from 1 to 65535"), "{said}");
    }
}

#[test]
fn unknown_arguments_name_the_known_ones() {
    let machine = Machine::new("arguments");
    for (script, known) in [
        ("serve", "--release"),
        ("build", "--release"),
        ("release", "--dev"),
        ("cold", "crates"),
        ("mutants", "since"),
    ] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let output = Command::new("/bin/bash")
            .arg(root.join("scripts").join(script))
            .arg("--nonsense")
            .env("PATH", machine.bin())
            .output()
            .expect("bash");
        assert_eq!(output.status.code(), Some(2), "{script}");
        assert!(both(&output).contains(known), "{script}: {}", both(&output));
    }
}

#[test]
fn a_stage_that_does_not_exist_is_refused_with_those_that_do() {
    let machine = Machine::new("stages");
    for stages in [&["clipy"][..], &["fmt", "all"]] {
        let output = machine.run_for("test", stages, &[]);
        let said = both(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("there are: setup fmt docs"), "{said}");
        assert!(!said.contains("passed"), "{said}");
    }
}

/// What a run of the tests says last is written from a log that is longer than a pipe holds.
#[test]
fn the_last_lines_of_a_long_run_are_the_slowest_tests_and_the_count() {
    let machine = Machine::new("long-run");
    machine.has(
        "cargo",
        "for number in {1..3000}; do
          printf 'test a_module_with_a_name::a_test_that_is_number_%s ... ok <%s.5s>\\n' $number $number
        done
        echo 'test result: ok. 3000 passed; 0 failed; 2 ignored; 0 measured; 0 filtered out'",
    );
    let output = machine.run_for("test", &["fmt"], &[]);
    let said = both(&output);
    assert!(output.status.success(), "{}: {said}", output.status);
    let end: Vec<&str> = said.lines().rev().take(24).collect();
    assert_eq!(end[0], "3000 passed, 0 failed, 2 skipped");
    assert!(end[1].starts_with("fmt "), "{}", end[1]);
    assert!(end[3].ends_with("a_test_that_is_number_2981"), "{}", end[3]);
    assert!(
        end[22].ends_with("a_test_that_is_number_3000"),
        "{}",
        end[22]
    );
}

/// cargo itself ends well with a warning.
#[test]
fn a_stage_with_a_warning_has_failed() {
    let machine = Machine::new("warning");
    machine.has(
        "cargo",
        "echo 'warning: `page` (lib) generated 1 warning' >&2",
    );
    let output = machine.run_for("test", &["fmt"], &[]);
    let said = both(&output);
    assert!(said.contains("warnings are errors"), "{said}");
    assert_eq!(said.lines().last(), Some("0 passed, 1 failed, 0 skipped"));
    assert!(!output.status.success());
}

/// A name that no test has would be left out of both kinds of runs without a word.
#[test]
fn what_is_tested_for_a_release_alone_exists() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/e2e");
    let listed = fs::read_to_string(folder.join("release.txt")).expect("the list");
    let mut named = 0;
    for line in listed.lines().filter(|line| !line.starts_with('#')) {
        let (test, reason) = line.split_once(' ').expect("a test and its reason");
        let (file, name) = test.split_once("::").expect("a module and a test");
        let source = fs::read_to_string(folder.join(format!("chromium/{file}.rs"))).expect(line);
        assert!(source.contains(&format!("\nfn {name}()")), "{line}");
        assert!(reason.trim().len() > 20, "{line}");
        named += 1;
    }
    assert!(named > 0);
}
