//! The page as a SCORM package, in a frame of a learning platform that notes what it is told.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::{fs, process};

use serde_json::{Value, json};
use thirtyfour::By;

use policy_lab_e2e::browser::Adapter;
use policy_lab_e2e::host::{Build, Host};
use policy_lab_e2e::in_repository;
use policy_lab_e2e::page::{Page, with_page};
use policy_lab_e2e::reader;

const RETURNS: &str = include_str!("../../../course/exercises/S0-E3/solution.py");

/// Held by the test that packs: `scripts/scorm` installs the packager where it is missing, and two
/// at once break each other's.
static PACKING: Mutex<()> = Mutex::new(());

/// A folder with the platform's page and, in `package/`, what `scripts/scorm` has packed. It is
/// removed when dropped.
struct Platform(PathBuf);

impl Platform {
    fn new(name: &str) -> Self {
        let build = Build::copy(&format!("scorm-{name}"));
        {
            // Whoever comes first installs the packager, and a failure is that test's alone.
            let _turn = PACKING.lock().unwrap_or_else(PoisonError::into_inner);
            run(Command::new(in_repository("scripts/scorm")).arg(&build.0));
        }
        let archive = build.0.with_file_name(format!(
            "{}-scorm.zip",
            build.0.file_name().expect("a name").display()
        ));
        let folder =
            std::env::temp_dir().join(format!("policy-lab-platform-{}-{name}", process::id()));
        let platform = Self(folder);
        fs::create_dir_all(&platform.0).expect("a folder");
        run(Command::new("unzip")
            .arg("-q")
            .arg(&archive)
            .arg("-d")
            .arg(platform.package()));
        fs::remove_file(archive).expect("the archive was there");
        for file in [
            "tests/e2e/platform/index.html",
            "tests/e2e/platform/platform.js",
            "scorm/node_modules/scorm-again/dist/scorm12.min.js",
        ] {
            let file = in_repository(file);
            let copy = platform.0.join(file.file_name().expect("a name"));
            fs::copy(file, copy).expect("a file of the platform");
        }
        platform
    }

    fn package(&self) -> PathBuf {
        self.0.join("package")
    }
}

impl Drop for Platform {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(command: &mut Command) {
    let output = command.output().expect("a program");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
}

/// Returns the paths of all files in a folder.
fn files(folder: &Path, within: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let found = entries.flat_map(|entry| {
        let path = format!("{within}{}", entry.file_name().display());
        match entry.path().is_dir() {
            true => files(&entry.path(), &format!("{path}/")),
            false => BTreeSet::from([path]),
        }
    });
    found.collect()
}

/// Begins an attempt of a student, and waits until the page has opened in the frame, in which the
/// driver then is.
async fn launch(page: &Page, student: &str) {
    page.script("launch(arguments[0])", vec![json!(student)])
        .await;
    into_frame(page).await;
}

async fn into_frame(page: &Page) {
    for _ in 0..2 {
        let frame = page.until("a frame", 30, || async {
            page.driver.find(By::Css("iframe")).await.ok()
        });
        frame.await.enter_frame().await.expect("a frame to enter");
    }
    page.until("the page in the frame", 60, || async {
        let head = ".places a";
        page.driver.find(By::Css(head)).await.ok()
    })
    .await;
}

/// Goes from the page in its frame to the package's own page around it.
async fn out_of_page(page: &Page) {
    let parent = page.driver.enter_parent_frame().await;
    parent.expect("the package's page");
}

async fn into_page(page: &Page) {
    let frame = page.driver.find(By::Css("iframe")).await.expect("a frame");
    frame.enter_frame().await.expect("a frame to enter");
}

async fn out_of_frames(page: &Page) {
    let top = page.driver.enter_default_frame().await;
    top.expect("the platform's page");
}

/// Keeps work in the browser as the page in the frame does.
async fn keep(page: &Page, passed: &[&str]) {
    let body = "localStorage.setItem('policy-lab-course', JSON.stringify({ version: 2, answers: {}, uncovered: {}, passed: arguments[0] }))";
    page.script(body, vec![json!(passed)]).await;
}

/// Returns the values that the platform was told under a name, and none of which it refused, since
/// the last look.
async fn told(page: &Page, name: &str) -> Vec<String> {
    let calls = page.script("return calls", vec![]).await;
    let calls = calls.as_array().expect("calls").iter();
    let values = calls.filter_map(|call| {
        let parts: Vec<&Value> = call.as_array()?.iter().collect();
        assert_eq!(parts.last()?.as_i64(), Some(0), "refused: {call}");
        let is_it = parts[0] == "LMSSetValue" && parts[1] == name;
        is_it.then(|| parts[2].as_str().expect("a text").to_owned())
    });
    values.collect()
}

async fn count(page: &Page, call: &str) -> usize {
    let body = "return calls.filter(([name]) => name === arguments[0]).length";
    let number = page.script(body, vec![json!(call)]).await;
    number.as_u64().expect("a number") as usize
}

/// Waits until the newest value under a name is this one.
async fn until_told(page: &Page, name: &str, value: &str) {
    page.until(&format!("{name} is {value}"), 20, || async {
        (told(page, name).await.last()? == value).then_some(())
    })
    .await;
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn the_package_lists_its_files_and_what_to_launch() {
    let platform = Platform::new("files");
    let manifest = fs::read_to_string(platform.package().join("imsmanifest.xml"));
    let manifest = manifest.expect("a manifest");
    assert!(manifest.contains("<schema>ADL SCORM</schema>"));
    assert!(manifest.contains("<schemaversion>1.2</schemaversion>"));
    assert!(manifest.contains("href=\"scorm.html\" adlcp:scormtype=\"sco\""));
    // With one, a platform makes "failed" of a score below it.
    assert!(!manifest.contains("masteryscore"), "{manifest}");
    let listed = manifest.split("<file href=\"").skip(1);
    let listed = listed.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned()));
    let listed: BTreeSet<String> = listed.collect();
    let is_of_manifest = |file: &String| {
        file.ends_with(".xsd") || file.ends_with("metadata.xml") || file.starts_with("ims")
    };
    let mut there = files(&platform.package(), "");
    assert!(there.contains("imsmanifest.xml") && there.contains("metadata.xml"));
    there.retain(|file| !is_of_manifest(file));
    assert_eq!(listed, there);
    assert!(there.contains("index.html"));
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_platform_is_told_what_has_passed_in_its_frame() {
    with_page(Adapter::None, "device=cpu&view=checks", async |page| {
        let platform = Platform::new("told");
        let host = Host::serve(&platform.0);
        host.open(page, "").await;

        launch(page, "ada").await;
        let code = json!({ "S0-E3": RETURNS });
        let write = "localStorage.setItem('policy-lab-code', JSON.stringify(arguments[0]));
            location.search = '?device=cpu&exercise=S0-E3&view=write'";
        page.script(write, vec![code]).await;
        page.part("exercise-S0-E3").await;
        let (state, said) = reader::run_cell(page, 120).await;
        assert_eq!(state, "passed", "{said}");
        // Its service worker works in a frame as well.
        page.go("work").await;
        page.until("a page that is kept", 90, || async {
            let said = page.text("offline-panel").await;
            said.contains("This page works without a network")
                .then_some(())
        })
        .await;
        out_of_frames(page).await;
        // One of 48.
        until_told(page, "cmi.core.score.raw", "2").await;
        assert_eq!(told(page, "cmi.suspend_data").await, ["S0-E3"]);
        assert_eq!(told(page, "cmi.core.lesson_status").await, ["incomplete"]);
        assert_eq!(count(page, "LMSInitialize").await, 1);
        assert_eq!(count(page, "LMSFinish").await, 0);

        page.script("leave()", vec![]).await;
        page.until("the end of the session", 10, || async {
            (count(page, "LMSFinish").await == 1).then_some(())
        })
        .await;
        assert_eq!(told(page, "cmi.core.exit").await, ["suspend"]);
        let times = told(page, "cmi.core.session_time").await;
        assert_eq!(times.len(), 1);
        assert!(times[0].starts_with("00:0"), "{times:?}");

        // In another browser nothing of it is kept, and what the platform knows counts on.
        page.script("calls.length = 0", vec![]).await;
        keep(page, &[]).await;
        launch(page, "ada").await;
        keep(page, &["S0-E6", "no-exercise"]).await;
        out_of_frames(page).await;
        until_told(page, "cmi.core.score.raw", "4").await;
        assert_eq!(told(page, "cmi.suspend_data").await, ["S0-E3,S0-E6"]);
        assert!(told(page, "cmi.core.lesson_status").await.is_empty());

        into_frame(page).await;
        let all = "return fetch(`course-en.json?${document.documentElement.dataset.version}`)
            .then(it => it.json()).then(it => Object.keys(it.exercises))";
        let all = page.script(all, vec![]).await;
        let all: Vec<&str> = (all.as_array().expect("ids").iter())
            .filter_map(Value::as_str)
            .collect();
        keep(page, &all).await;
        out_of_frames(page).await;
        until_told(page, "cmi.core.lesson_status", "completed").await;
        until_told(page, "cmi.core.score.raw", "100").await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn work_of_another_student_in_the_same_browser_is_not_reported() {
    with_page(Adapter::None, "device=cpu&view=checks", async |page| {
        let platform = Platform::new("two");
        let host = Host::serve(&platform.0);
        host.open(page, "").await;
        launch(page, "ada").await;
        keep(page, &["S0-E3"]).await;
        out_of_frames(page).await;
        until_told(page, "cmi.suspend_data", "S0-E3").await;
        page.script("leave(); calls.length = 0", vec![]).await;

        launch(page, "ben").await;
        out_of_page(page).await;
        let said = page.body_text().await;
        assert!(said.contains("another student’s"), "{said}");
        assert!(said.contains("Forget everything"), "{said}");
        into_page(page).await;
        keep(page, &[]).await;
        out_of_page(page).await;
        page.until("no notice", 10, || async {
            let said = page.body_text().await;
            (!said.contains("another student’s")).then_some(())
        })
        .await;
        into_page(page).await;
        keep(page, &["S0-E6"]).await;
        out_of_frames(page).await;
        until_told(page, "cmi.suspend_data", "S0-E6").await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn without_a_platform_the_package_is_the_page() {
    with_page(Adapter::None, "device=cpu&view=checks", async |page| {
        let platform = Platform::new("none");
        let host = Host::serve(&platform.package());
        host.open(page, "").await;
        page.script("location.pathname += 'scorm.html'", vec![])
            .await;
        page.until("the package's own page", 30, || async {
            let frame = page.driver.find(By::Css("iframe")).await.ok()?;
            frame.enter_frame().await.ok()
        })
        .await;
        page.go("map").await;
        let log = page.driver.browser_log().await.unwrap_or_default();
        let log = format!("{log:?}");
        assert!(log.contains("there is no SCORM platform"), "{log}");
    });
}
