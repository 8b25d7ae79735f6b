//! WebKitGTK, through its own WebDriver: the nearest to Safari that runs on Linux. It needs a
//! display.

use std::env;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::sleep;

use policy_lab_e2e::browser::{Browser, Engine, Server};

/// MiniBrowser, the small browser that comes with WebKitGTK: the program that `MINIBROWSER` names,
/// or else Debian's.
pub struct WebKitGtk;

impl Engine for WebKitGtk {
    async fn start(self) -> Browser {
        assert!(
            env::var_os("DISPLAY").is_some() || env::var_os("WAYLAND_DISPLAY").is_some(),
            "WebKitGTK needs a display: scripts/test engines gives it one, or put xvfb-run before the command"
        );
        let program = env::var("WEBKIT_DRIVER").unwrap_or_else(|_| "WebKitWebDriver".to_string());
        // It never prints the port, so it cannot be the one to pick it.
        let port = free_port();
        let settings = |command: &mut Command, folder: &Path| {
            command.arg(format!("--port={port}")).env("HOME", folder);
            // Version 2.50.6 can crash in its compositor's thread, without which it draws all the
            // same.
            command.env("WEBKIT_DISABLE_COMPOSITING_MODE", "1");
        };
        let listens = async |server: &mut Child| listens_on(server, port).await.then_some(port);
        let server = Server::start(&program, settings, listens).await;
        let browser = server.browse(capabilities().into()).await;
        // Its own window is narrower than a laptop's.
        let resized = browser.driver.set_window_rect(0, 0, 1280, 900);
        resized.await.expect("a window of another size");
        browser
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    listener.local_addr().expect("the port's number").port()
}

/// Waits until something listens on the port, and returns true if the server has not ended by then.
async fn listens_on(server: &mut Child, port: u16) -> bool {
    for _ in 0..600 {
        let is_there = TcpStream::connect(("127.0.0.1", port)).await.is_ok();
        if is_there || !is_running(server) {
            break;
        }
        sleep(Duration::from_millis(100)).await;
    }
    is_running(server)
}

fn is_running(server: &mut Child) -> bool {
    matches!(server.try_wait(), Ok(None))
}

fn capabilities() -> Map<String, Value> {
    let program = env::var("MINIBROWSER").unwrap_or_else(|_| minibrowser());
    let settings = json!({
        "webkitgtk:browserOptions": { "binary": program, "args": ["--automation"] },
        "timeouts": { "script": 900_000, "pageLoad": 900_000 },
    });
    settings.as_object().cloned().expect("an object")
}

/// Returns the path of MiniBrowser, which Debian keeps beside the library, in a folder for the
/// machine and the version.
fn minibrowser() -> String {
    let machines = fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let mut found: Vec<String> = machines
        .flat_map(|machine| fs::read_dir(machine.path()).into_iter().flatten().flatten())
        .filter(|entry| {
            entry
                .file_name()
                .to_string_lossy()
                .starts_with("webkit2gtk-")
        })
        .map(|entry| entry.path().join("MiniBrowser"))
        .filter(|path| path.exists())
        .map(|path| path.display().to_string())
        .collect();
    found.sort();
    found
        .pop()
        .expect("MiniBrowser is in no /usr/lib/*/webkit2gtk-*: run scripts/setup test, or set MINIBROWSER to its path")
}
