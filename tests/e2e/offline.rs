//! The page without a network, and with another build on the server than the one that it has kept. Served from a folder of
//! a server that can go away altogether, which a browser's own emulation does not do to service workers.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{env, fs, process};

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tower_http::services::ServeDir;

use crate::TINY;
use crate::browser::Adapter;
use crate::cells;
use crate::page::{Page, with_page};

/// The folder of the server in which the page lies.
const FOLDER: &str = "/some/path";

/// What a server is told while it runs, and what it has noted.
#[derive(Default)]
struct Orders {
    /// The folder that it serves.
    folder: PathBuf,
    /// Names of files that it does not have.
    missing: HashSet<String>,
    /// The path and the status of each answer.
    answers: Vec<(String, u16)>,
}

/// A web server in a thread with a runtime of its own, so that no connection outlives it.
struct Host {
    port: u16,
    orders: Arc<Mutex<Orders>>,
    is_stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Host {
    fn serve(folder: &Path) -> Self {
        let orders = Orders {
            folder: folder.to_owned(),
            ..Orders::default()
        };
        let orders = Arc::new(Mutex::new(orders));
        let is_stopped = Arc::new(AtomicBool::new(false));
        let (tell, told) = channel();
        let (noted, is_over) = (Arc::clone(&orders), Arc::clone(&is_stopped));
        let thread = thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build();
            let runtime = runtime.expect("a runtime");
            runtime.block_on(async {
                let listener = TcpListener::bind(("127.0.0.1", 0)).await;
                let listener = listener.expect("a free port");
                let address = listener.local_addr().expect("the port's number");
                tell.send(address.port()).expect("somebody waits for it");
                let site =
                    Router::new().fallback(move |request| answer(Arc::clone(&noted), request));
                tokio::spawn(async move { axum::serve(listener, site).await });
                while !is_over.load(Ordering::Relaxed) {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            });
        });
        Self {
            port: told.recv().expect("a server that listens"),
            orders,
            is_stopped,
            thread: Some(thread),
        }
    }

    fn stop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server ends");
        }
    }

    fn orders(&self) -> MutexGuard<'_, Orders> {
        self.orders.lock().expect("orders")
    }

    /// Serves another folder from now on.
    fn publish(&self, build: &Build) {
        self.orders().folder.clone_from(&build.0);
    }

    /// Answers 404 for files of this name from now on.
    fn lose(&self, file: &str) {
        self.orders().missing.insert(file.to_owned());
    }

    /// Has every file again.
    fn lose_nothing(&self) {
        self.orders().missing.clear();
    }

    /// Returns how often a file was sent whole.
    fn sent(&self, file: &str) -> usize {
        let orders = self.orders();
        let path = format!("{FOLDER}/{file}");
        let sent = orders.answers.iter();
        sent.filter(|(it, status)| *it == path && *status == 200)
            .count()
    }

    async fn open(&self, page: &Page, query: &str) {
        let url = format!("http://127.0.0.1:{}{FOLDER}/?{query}", self.port);
        page.driver.goto(&url).await.expect("the page opens");
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Answers a request as the orders say, and notes it.
async fn answer(orders: Arc<Mutex<Orders>>, mut request: Request) -> Response {
    let path = request.uri().path().to_owned();
    let (folder, is_missing) = {
        let orders = orders.lock().expect("orders");
        let is_missing = orders.missing.iter().any(|name| path.ends_with(name));
        (orders.folder.clone(), is_missing)
    };
    let answer = match path.strip_prefix(FOLDER) {
        Some(file) if !is_missing => {
            *request.uri_mut() = file.parse().expect("a path");
            let found = ServeDir::new(folder).try_call(request).await;
            found.expect("a readable folder").into_response()
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    };
    let noted = (path, answer.status().as_u16());
    orders.lock().expect("orders").answers.push(noted);
    answer
}

/// A copy of the built page, which goes with it.
struct Build(PathBuf);

impl Build {
    fn copy(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("policy-lab-offline-{}-{name}", process::id()));
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let dist = root.join(env::var_os("POLICY_LAB_DIST").unwrap_or_else(|| "dist".into()));
        let copied = Command::new("cp")
            .arg("-R")
            .arg(&dist)
            .arg(&folder)
            .status();
        assert!(
            copied.expect("cp").success(),
            "{} is missing",
            dist.display()
        );
        Self(folder)
    }

    /// A copy that is another build: with another version, another page and other files of the workers.
    fn other(name: &str) -> Self {
        let build = Self::copy(name);
        build.change("index.html", |text| {
            let version = version(&text);
            text.replace(
                &format!("data-version=\"{version}\""),
                "data-version=\"77\"",
            )
            .replace("<head>", "<head><meta name=\"other-build\" />")
        });
        for file in ["worker_loader.js", "python_loader.js"] {
            build.change(file, |text| format!("{text}\n// The other build.\n"));
        }
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/offline");
        let made = Command::new(script).arg(&build.0).output().expect("bash");
        let said = String::from_utf8_lossy(&made.stderr);
        assert!(made.status.success(), "{said}");
        build
    }

    fn change(&self, file: &str, change: impl FnOnce(String) -> String) {
        let path = self.0.join(file);
        let text = fs::read_to_string(&path).expect("a file of the page");
        fs::write(&path, change(text)).expect("a writable file");
    }
}

impl Drop for Build {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns the version by which a page asks for its files.
fn version(page: &str) -> &str {
    let (_, rest) = page.split_once("data-version=\"").expect("a version");
    rest.split('"').next().expect("its end")
}

/// Waits until the panel on the map says this, and returns all that it says.
async fn panel(page: &Page, words: &str) -> String {
    page.until(&format!("a panel that says {words:?}"), 90, || async {
        let said = page.text("offline-panel").await;
        said.contains(words).then_some(said)
    })
    .await
}

/// Opens the page with the network and waits until it is kept.
async fn keep(host: &Host, page: &Page) {
    host.open(page, "device=cpu&view=map").await;
    panel(page, "This page works without a network").await;
}

/// Returns the status with which the page's own request for a file is answered, and the text.
async fn fetched(page: &Page, address: &str) -> (i64, String) {
    let body = "const done = arguments[1];
        fetch(arguments[0]).then(async it => done([it.status, await it.text()])).catch(it => done([0, String(it)]))";
    let answer = page.driver.execute_async(body, vec![json!(address)]).await;
    let answer = answer.expect("an answer").json().clone();
    let text = answer[1].as_str().unwrap_or_default().to_owned();
    (answer[0].as_i64().unwrap_or_default(), text)
}

/// Returns true if the page on show is that of the other build.
async fn is_other(page: &Page) -> bool {
    let look = "return document.querySelector('meta[name=other-build]') !== null";
    page.script(look, vec![]).await == json!(true)
}

async fn version_of(page: &Page) -> String {
    let version = page.script("return document.documentElement.dataset.version", vec![]);
    version.await.as_str().expect("a version").to_owned()
}

async fn runs_python(page: &Page) {
    page.part("exercise-S0-E7").await;
    let (state, said) = cells::run(page, 120).await;
    // The starter is not the solution: Python has run it and says so.
    assert_eq!(state, "failed", "{said}");
    assert!(said.contains("still to be written"), "{said}");
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_second_visit_opens_reads_and_trains_without_a_network() {
    with_page(Adapter::None, "device=cpu&view=checks", async |page| {
        let build = Build::copy("second");
        let mut host = Host::serve(&build.0);
        keep(&host, page).await;
        let said = page.text("offline-panel").await;
        assert!(said.contains("all but Python"), "{said}");
        assert!(
            said.contains("keep") && said.contains("your work"),
            "{said}"
        );
        for file in [
            "worker_bg.wasm",
            "replica_bg.wasm",
            "worker.js",
            "course-en.json",
        ] {
            assert!(
                host.sent(file) <= 1,
                "{file} came {} times",
                host.sent(file)
            );
        }
        assert_eq!(host.sent("python_bg.wasm"), 0);
        host.stop();

        host.open(page, &format!("seed=11&algorithm=ppo&device=cpu&{TINY}"))
            .await;
        page.press("Train").await;
        page.iteration_past(9, 60).await;
        host.open(page, "device=cpu&lesson=baselines").await;
        page.part("lesson-nav").await;
        host.open(page, "device=cpu&exercise=S0-E7&view=write")
            .await;
        page.part("exercise-S0-E7").await;
        let (state, said) = cells::run(page, 60).await;
        assert_eq!(state, "ended", "{said}");
        assert!(said.contains("Check the connection"), "{said}");
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn python_is_kept_once_it_was_used() {
    with_page(Adapter::None, "device=cpu&view=checks", async |page| {
        let build = Build::copy("used");
        let mut host = Host::serve(&build.0);
        // Before the page is kept, and so without its service worker.
        host.open(page, "device=cpu&exercise=S0-E7&view=write")
            .await;
        runs_python(page).await;
        page.go("map").await;
        panel(page, "Python included").await;
        assert_eq!(host.sent("python_bg.wasm"), 1);
        host.stop();
        host.open(page, "device=cpu&exercise=S0-E7&view=write")
            .await;
        runs_python(page).await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn all_of_it_is_kept_when_the_reader_asks() {
    with_page(Adapter::None, "device=cpu&view=checks", async |page| {
        let build = Build::copy("asked");
        let mut host = Host::serve(&build.0);
        keep(&host, page).await;
        host.lose("python-library-more.txt");
        let ask = async || page.part("keep-all").await.click().await.expect("a click");
        ask().await;
        panel(page, "A file is missing on the server").await;
        assert!(page.text("offline-panel").await.contains("all but Python"));
        host.lose_nothing();
        ask().await;
        panel(page, "Python included").await;
        // What had come before the failure was not asked for again.
        assert_eq!(host.sent("python_bg.wasm"), 1);
        host.stop();
        host.open(page, "device=cpu&exercise=S0-E7&view=write")
            .await;
        runs_python(page).await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_new_build_waits_until_the_reader_asks_for_it() {
    with_page(Adapter::None, "device=cpu&view=checks", async |page| {
        let (old, new) = (Build::copy("old"), Build::other("new"));
        let host = Host::serve(&old.0);
        keep(&host, page).await;
        let old_version = version_of(page).await;
        host.publish(&new);

        // The old page goes on, with its own files, in two tabs.
        host.open(page, &format!("device=cpu&seed=11&algorithm=ppo&{TINY}"))
            .await;
        page.part("new-version").await;
        assert!(!is_other(page).await);
        assert_eq!(version_of(page).await, old_version);
        let loader = format!("worker_loader.js?{old_version}");
        let (status, text) = fetched(page, &loader).await;
        assert_eq!(status, 200);
        assert!(!text.contains("The other build"), "another build's file");
        // Python is not kept, and the server has only that of the other build.
        let (status, text) = fetched(page, &format!("python_loader.js?{old_version}")).await;
        assert_eq!(status, 0, "another build's file: {text}");
        let first = page.driver.window().await.expect("a tab");
        let second = page.driver.new_tab().await.expect("another tab");
        page.driver
            .switch_to_window(second.clone())
            .await
            .expect("the other tab");
        host.open(page, "device=cpu&view=map").await;
        panel(page, "A new version of this page is ready").await;
        assert!(!is_other(page).await);

        page.driver
            .switch_to_window(first.clone())
            .await
            .expect("the first tab");
        page.press("Train").await;
        page.iteration_past(1, 60).await;
        let said = page.text("new-version").await;
        assert!(
            said.contains("A new version of this page is ready"),
            "{said}"
        );
        page.press("Get the new version").await;
        page.until("the new build", 60, || async {
            is_other(page).await.then_some(())
        })
        .await;
        page.press("Train").await;
        page.iteration_past(1, 60).await;
        let (status, text) = fetched(page, "worker_loader.js?77").await;
        assert_eq!(status, 200);
        assert!(text.contains("The other build"), "{text}");

        // The tab of the old build is left alone, told about it, and gets no file of the new one.
        page.driver
            .switch_to_window(second)
            .await
            .expect("the other tab");
        assert!(!is_other(page).await);
        page.until("the notice", 30, || async {
            let said = page.text("new-version").await;
            said.contains("taken over in another tab").then_some(())
        })
        .await;
        let (status, text) = fetched(page, &loader).await;
        assert_eq!(status, 409, "{text}");
        assert!(text.contains("newer version"), "{text}");
        page.press("Reload").await;
        page.until("the new build", 60, || async {
            is_other(page).await.then_some(())
        })
        .await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_build_that_lacks_a_file_is_not_kept_and_the_page_works() {
    with_page(Adapter::None, "device=cpu&view=checks", async |page| {
        let build = Build::copy("lacking");
        let host = Host::serve(&build.0);
        host.lose("course-provided.json");
        host.open(page, "device=cpu&view=map").await;
        panel(page, "A file is missing on the server").await;
        let look = "const done = arguments[0];
            navigator.serviceWorker.getRegistration().then(it => done(it?.active?.state ?? 'none'))";
        let active = page
            .driver
            .execute_async(look, vec![])
            .await
            .expect("an answer");
        assert_eq!(active.json(), &json!("none"));
        page.go("lab").await;
        page.press("Train").await;
        page.iteration_past(1, 60).await;
        page.go("map").await;
        host.lose_nothing();
        page.part("keep-all").await.click().await.expect("a click");
        panel(page, "This page works without a network").await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn files_of_another_build_are_not_kept() {
    with_page(Adapter::None, "device=cpu&view=checks", async |page| {
        // As in the moment in which a server gets a new build: its list of files is still the old one.
        let build = Build::copy("mixed");
        build.change("worker_loader.js", |text| {
            format!("{text}\n// The other build.\n")
        });
        let host = Host::serve(&build.0);
        host.open(page, "device=cpu&view=map").await;
        panel(page, "belong to another version").await;
    });
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn without_simd_the_other_build_is_kept() {
    with_page(
        Adapter::NoneNorSimd,
        "device=cpu&view=checks",
        async |page| {
            let build = Build::copy("plain");
            let mut host = Host::serve(&build.0);
            keep(&host, page).await;
            assert_eq!(
                host.sent("worker_bg.wasm"),
                0,
                "a program that cannot run here"
            );
            host.stop();
            host.open(page, &format!("seed=11&algorithm=ppo&{TINY}"))
                .await;
            page.until("the other folder", 60, || async {
                let path = page.script("return location.pathname", vec![]).await;
                (path == format!("{FOLDER}/plain/")).then_some(())
            })
            .await;
            page.press("Train").await;
            page.iteration_past(9, 60).await;
        },
    );
}

#[test]
#[ignore = "needs dist/ and Chromium: scripts/test e2e"]
fn a_page_in_development_takes_the_place_of_a_kept_one() {
    with_page(Adapter::None, "device=cpu&view=checks", async |page| {
        let (old, new) = (Build::copy("published"), Build::other("served"));
        let host = Host::serve(&old.0);
        keep(&host, page).await;
        // As scripts/workers does for scripts/serve, whose page does not say that it is complete.
        let gone = Path::new(env!("CARGO_MANIFEST_DIR")).join("offline/gone.js");
        fs::copy(gone, new.0.join("sw.js")).expect("a file");
        new.change("index.html", |text| {
            text.replace("data-offline=\"sw.js\"", "")
        });
        host.publish(&new);
        host.open(page, "device=cpu&view=map").await;
        page.until("the new page", 60, || async {
            is_other(page).await.then_some(())
        })
        .await;
        let panel = panel(page, "does not work without a network").await;
        assert!(panel.contains("build for development"), "{panel}");
        let look = "const done = arguments[0];
            Promise.all([navigator.serviceWorker.getRegistrations(), caches.keys()]).then(it => done(it.map(them => them.length)))";
        let left = page
            .driver
            .execute_async(look, vec![])
            .await
            .expect("an answer");
        assert_eq!(left.json(), &json!([0, 0]));
    });
}
