//! Starts ChromeDriver and, through it, a headless Chromium with or without a WebGPU adapter.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{self, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::{Map, Value, json};
use thirtyfour::{Capabilities, WebDriver};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::time::timeout;

/// The answer of `navigator.gpu.requestAdapter()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adapter {
    None,
    Software,
    /// No adapter, on a processor without the instructions behind WebAssembly's SIMD.
    NoneNorSimd,
}

/// A browser session; its ChromeDriver ends with it.
pub struct Browser {
    pub driver: WebDriver,
    _chromedriver: Child,
    _leavings: Leavings,
}

/// The folder of Chromium's profile: tens of megabytes that Chromium does not always remove.
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
        // Files that a closing browser still holds cannot be removed.
        let _ = fs::remove_dir_all(&self.0);
    }
}

impl Browser {
    pub async fn start(adapter: Adapter) -> Self {
        let leavings = Leavings::new();
        let (chromedriver, port) = chromedriver(&leavings).await;
        let driver = WebDriver::builder(format!("http://127.0.0.1:{port}"), capabilities(adapter))
            .request_timeout(Duration::from_secs(300))
            .await
            .expect("Chromium starts");
        Self {
            driver,
            _chromedriver: chromedriver,
            _leavings: leavings,
        }
    }
}

/// Starts ChromeDriver, and returns it with its port. It ends at once if another program has taken the port that it
/// picked, so it may pick again.
async fn chromedriver(leavings: &Leavings) -> (Child, u16) {
    let program = env::var("CHROMEDRIVER").unwrap_or_else(|_| "chromedriver".to_string());
    for _ in 0..3 {
        let mut chromedriver = Command::new(&program)
            .arg("--port=0")
            .env("TMPDIR", &leavings.0)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start {program}: {error}"));
        if let Some(port) = announced_port(&mut chromedriver).await {
            return (chromedriver, port);
        }
    }
    panic!("{program} announces no port");
}

/// Returns the port that ChromeDriver picked and printed, or `None` if it ended without one.
async fn announced_port(chromedriver: &mut Child) -> Option<u16> {
    let output = chromedriver.stdout.take().expect("its output is piped");
    let mut lines = BufReader::new(output).lines();
    let port = timeout(Duration::from_secs(60), async {
        while let Ok(Some(line)) = lines.next_line().await {
            if let Some((_, port)) = line.rsplit_once("started successfully on port ") {
                return port.trim_end_matches('.').parse().ok();
            }
        }
        None
    })
    .await
    .ok()
    .flatten()?;
    // Keep reading: a full pipe would stop ChromeDriver.
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    Some(port)
}

/// Returns the browser's flags. Their one home is the files that `wasm-pack test` reads too.
fn capabilities(adapter: Adapter) -> Capabilities {
    let file = match adapter {
        Adapter::None | Adapter::NoneNorSimd => "webdriver-no-adapter.json",
        Adapter::Software => "webdriver.json",
    };
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = fs::read_to_string(&path).expect("the WebDriver settings");
    let mut settings: Map<String, Value> = serde_json::from_str(&text).expect("JSON");
    if let Ok(chromium) = env::var("CHROMIUM") {
        settings["goog:chromeOptions"]["binary"] = Value::String(chromium);
    }
    if adapter == Adapter::NoneNorSimd {
        settings["goog:chromeOptions"]["args"]
            .as_array_mut()
            .expect("a list of flags")
            .push(json!("--js-flags=--no-enable-sse4-1"));
    }
    settings.insert("browserName".to_string(), json!("chrome"));
    settings.insert("goog:loggingPrefs".to_string(), json!({ "browser": "ALL" }));
    settings.into()
}
