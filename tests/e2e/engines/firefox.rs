//! Firefox, through geckodriver: its remote agent speaks BiDi by itself, but no WebDriver, in which
//! the tests are written.

use std::env;
use std::path::Path;

use serde_json::{Map, Value, json};
use tokio::process::{Child, Command};

use policy_lab_e2e::browser::{Browser, Engine, Server, announced_port};

/// A headless Firefox: the program that `FIREFOX` names, or else Debian's.
pub struct Firefox;

impl Engine for Firefox {
    async fn start(self) -> Browser {
        let program = env::var("GECKODRIVER").unwrap_or_else(|_| "geckodriver".to_string());
        let settings = |command: &mut Command, folder: &Path| {
            // Caches and crash reports lie in the reader's home, whatever the profile is.
            command.args(["--port", "0"]).env("HOME", folder);
        };
        let port =
            async |server: &mut Child| announced_port(server, "Listening on 127.0.0.1:").await;
        let server = Server::start(&program, settings, port).await;
        server.browse(capabilities().into()).await
    }
}

fn capabilities() -> Map<String, Value> {
    let program = env::var("FIREFOX").unwrap_or_else(|_| "/usr/bin/firefox-esr".to_string());
    let settings = json!({
        "browserName": "firefox",
        "moz:firefoxOptions": { "binary": program, "args": ["-headless"] },
        "timeouts": { "script": 900_000, "pageLoad": 900_000 },
    });
    settings.as_object().cloned().expect("an object")
}
