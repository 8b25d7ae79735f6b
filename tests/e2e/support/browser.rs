//! Starts a WebDriver server and, through it, a browser: here a headless Chromium with or without a
//! WebGPU adapter.

use std::env;
use std::fs;
use std::mem;
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Map, Value, json};
use thirtyfour::{Capabilities, WebDriver};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

use crate::in_repository;

/// The answer of `navigator.gpu.requestAdapter()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adapter {
    /// None.
    None,
    /// One by software, SwiftShader.
    Software,
    /// No adapter, on a processor without the instructions behind WebAssembly's SIMD.
    NoneNorSimd,
    /// No adapter, and a reader who lets no page store anything.
    NoneNorStorage,
}

/// A browser that the tests can drive, with its settings.
#[expect(async_fn_in_trait, reason = "only this package implements it")]
pub trait Engine {
    /// Starts the browser with an empty profile.
    async fn start(self) -> Browser;

    /// Returns what a browser of this kind is told apart by if one test after the other may use it.
    fn shared(&self) -> Option<Adapter> {
        None
    }
}

/// A browser session; its WebDriver server ends with it.
pub struct Browser {
    /// What it is driven by.
    pub driver: WebDriver,
    /// The window's width and height at the start, in pixels.
    pub(crate) size: (u32, u32),
    server: Server,
}

impl Browser {
    /// Ends the browser without asking it: where nobody waits for an answer any more.
    pub(crate) fn kill(self) {
        drop(self.server);
        // It would ask the server to end the session.
        mem::forget(self.driver);
    }
}

/// A WebDriver server that listens on a loopback port. When dropped it ends, with all that it has
/// started: a browser outlives a server that is only killed.
pub struct Server {
    port: u16,
    _group: Group,
    _process: Child,
    _leavings: Leavings,
}

/// A process with its descendants. They end when this is dropped.
struct Group(i32);

impl Drop for Group {
    fn drop(&mut self) {
        // SAFETY: a signal; no process of this one is in the group.
        unsafe { libc::kill(-self.0, libc::SIGKILL) };
    }
}

/// The folder of the browser's profile: tens of megabytes that a browser does not always remove.
struct Leavings(PathBuf);

impl Leavings {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = env::temp_dir().join(format!("policy-lab-e2e-{}-{number}", process::id()));
        fs::create_dir_all(&folder).expect("a folder for the browser");
        Self(folder)
    }
}

impl Drop for Leavings {
    fn drop(&mut self) {
        // A browser that is closing may still write.
        for _ in 0..20 {
            if fs::remove_dir_all(&self.0).is_ok() {
                return;
            }
            thread::sleep(Duration::from_millis(100));
        }
    }
}

impl Server {
    /// Starts `program` with a folder for temporary files. `port` returns the port once the server
    /// listens on it, or `None` if it ended: another program may take a port that the server has
    /// just picked, so it may pick again.
    pub async fn start(
        program: &str,
        settings: impl Fn(&mut Command, &Path),
        port: impl AsyncFn(&mut Child) -> Option<u16>,
    ) -> Self {
        for _ in 0..3 {
            let leavings = Leavings::new();
            let mut command = Command::new(program);
            command
                .env("TMPDIR", &leavings.0)
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .process_group(0)
                .kill_on_drop(true);
            settings(&mut command, &leavings.0);
            let mut process = command
                .spawn()
                .unwrap_or_else(|error| panic!("cannot start {program}: {error}"));
            let id = process.id().expect("a server that runs");
            let group = Group(id.try_into().expect("the number of a process"));
            if let Some(port) = port(&mut process).await {
                return Self {
                    port,
                    _group: group,
                    _process: process,
                    _leavings: leavings,
                };
            }
        }
        panic!("{program} listens on no port");
    }

    /// Starts a browser with these capabilities.
    pub async fn browse(self, capabilities: Capabilities) -> Browser {
        let driver = WebDriver::builder(format!("http://127.0.0.1:{}", self.port), capabilities)
            .request_timeout(Duration::from_secs(300))
            .await
            .unwrap_or_else(|error| panic!("the browser does not start: {error}"));
        let window = driver.get_window_rect().await.expect("a window");
        let size = [window.width, window.height].map(|it| u32::try_from(it).expect("a size"));
        Browser {
            driver,
            size: size.into(),
            server: self,
        }
    }
}

/// Returns the port that a server picked and printed after `words`, or `None` if it ended without
/// one.
pub async fn announced_port(server: &mut Child, words: &str) -> Option<u16> {
    let output = server.stdout.take().expect("its output is piped");
    let mut lines = BufReader::new(output).lines();
    let port = timeout(Duration::from_secs(60), async {
        while let Ok(Some(line)) = lines.next_line().await {
            if let Some((_, port)) = line.rsplit_once(words) {
                return port.trim_end_matches('.').parse().ok();
            }
        }
        None
    })
    .await
    .ok()
    .flatten()?;
    // Keep reading: a full pipe would stop the server.
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    Some(port)
}

impl Engine for Adapter {
    async fn start(self) -> Browser {
        let program = env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_string());
        let settings = |command: &mut Command, _: &Path| {
            command.arg("--port=0");
        };
        let port = async |server: &mut Child| {
            announced_port(server, "started successfully on port ").await
        };
        let server = Server::start(&program, settings, port).await;
        server.browse(capabilities(self)).await
    }

    fn shared(&self) -> Option<Adapter> {
        Some(*self)
    }
}

/// Returns Chromium's flags. Their one home is the files that `wasm-pack test` reads too.
fn capabilities(adapter: Adapter) -> Capabilities {
    let file = match adapter {
        Adapter::None | Adapter::NoneNorSimd | Adapter::NoneNorStorage => {
            "webdriver-no-adapter.json"
        }
        Adapter::Software => "webdriver.json",
    };
    let path = in_repository(file);
    let text = fs::read_to_string(&path).expect("the WebDriver settings");
    let mut settings: Map<String, Value> = serde_json::from_str(&text).expect("JSON");
    if let Ok(chromium) = env::var("CHROMIUM") {
        settings["goog:chromeOptions"]["binary"] = Value::String(chromium);
    }
    let flags = settings["goog:chromeOptions"]["args"].as_array_mut();
    let flags = flags.expect("a list of flags");
    // The tests of components ask for roles all the time. Kept up to date for a whole page that
    // trains, the tree takes 4 % of these tests' time.
    flags.retain(|flag| flag != "--force-renderer-accessibility");
    if adapter == Adapter::NoneNorSimd {
        flags.push(json!("--js-flags=--no-enable-sse4-1"));
    }
    if adapter == Adapter::NoneNorStorage {
        // 2: nobody may.
        settings["goog:chromeOptions"]["prefs"] =
            json!({ "profile.default_content_setting_values.cookies": 2 });
    }
    settings.insert("browserName".to_string(), json!("chrome"));
    settings.insert("goog:loggingPrefs".to_string(), json!({ "browser": "ALL" }));
    settings.into()
}
