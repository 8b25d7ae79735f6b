//! A web server that can be cut off, refuse files and change its build while a page is open, and
//! copies of the built page for it.

use std::collections::HashSet;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use std::{env, fs, process};

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use futures::{StreamExt as _, stream};
use tokio::runtime::Builder;
use tower_http::services::ServeDir;

use crate::page::Page;
use crate::shared::fresh_port;
use crate::site::FOLDER;
use crate::{built_page, in_repository};

/// What a server is told while it runs, and what it has noted.
#[derive(Default)]
pub struct Orders {
    /// The folder that it serves.
    pub folder: PathBuf,
    /// Names of files that it does not have.
    pub missing: HashSet<String>,
    /// The speed of the line, which all answers share; none if they come at once.
    pub bytes_per_sec: Option<f64>,
    /// When the line is free for the next bytes.
    free_at: Option<Instant>,
    /// The path and the status of each answer.
    pub answers: Vec<(String, u16)>,
}

/// A web server in a thread with a runtime of its own, so that no connection outlives it.
pub struct Host {
    port: u16,
    orders: Arc<Mutex<Orders>>,
    is_stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Host {
    /// Starts serving a folder.
    pub fn serve(folder: &Path) -> Self {
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
                let listener = fresh_port().await;
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

    /// Ends the server, as a network that is gone does.
    pub fn stop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server ends");
        }
    }

    /// Returns its orders, to read or change.
    pub fn orders(&self) -> MutexGuard<'_, Orders> {
        self.orders.lock().expect("orders")
    }

    /// Serves another folder from now on.
    pub fn publish(&self, build: &Build) {
        self.orders().folder.clone_from(&build.0);
    }

    /// Answers 404 for files of this name from now on.
    pub fn lose(&self, file: &str) {
        self.orders().missing.insert(file.to_owned());
    }

    /// Has every file again.
    pub fn lose_nothing(&self) {
        self.orders().missing.clear();
    }

    /// Returns how often a file was sent whole.
    pub fn sent(&self, file: &str) -> usize {
        let orders = self.orders();
        let path = format!("{FOLDER}/{file}");
        let sent = orders.answers.iter();
        sent.filter(|(it, status)| *it == path && *status == 200)
            .count()
    }

    /// Opens the page that it serves with this query string.
    pub async fn open(&self, page: &Page, query: &str) {
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
            let mut files = ServeDir::new(folder).precompressed_br();
            let found = files.try_call(request).await;
            on_line(&orders, found.expect("a readable folder").into_response())
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    };
    let noted = (path, answer.status().as_u16());
    orders.lock().expect("orders").answers.push(noted);
    answer
}

/// Sends an answer at the speed of the line.
fn on_line(orders: &Arc<Mutex<Orders>>, answer: Response) -> Response {
    /// What a line carries before others have their turn.
    const CHUNK: usize = 4_096;
    if orders.lock().expect("orders").bytes_per_sec.is_none() {
        return answer;
    }
    let orders = Arc::clone(orders);
    let (head, body) = answer.into_parts();
    let pieces = body
        .into_data_stream()
        .flat_map(|bytes| {
            let bytes = bytes.expect("a readable file");
            let starts = (0..bytes.len()).step_by(CHUNK);
            let pieces: Vec<_> = starts
                .map(|start| bytes.slice(start..(start + CHUNK).min(bytes.len())))
                .collect();
            stream::iter(pieces)
        })
        .then(move |piece| {
            let turn = orders.lock().expect("orders").turn(piece.len());
            async move {
                tokio::time::sleep_until(turn.into()).await;
                Ok::<_, Infallible>(piece)
            }
        });
    Response::from_parts(head, Body::from_stream(pieces))
}

impl Orders {
    /// Returns when so many more bytes have gone through the line.
    fn turn(&mut self, bytes: usize) -> Instant {
        let now = Instant::now();
        let from = self.free_at.filter(|at| *at > now).unwrap_or(now);
        let secs = self.bytes_per_sec.map_or(0.0, |speed| bytes as f64 / speed);
        let until = from + Duration::from_secs_f64(secs);
        self.free_at = Some(until);
        until
    }
}

/// A copy of the built page, which goes with it.
pub struct Build(pub PathBuf);

impl Build {
    /// A copy of the same build.
    pub fn copy(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("policy-lab-offline-{}-{name}", process::id()));
        let dist = built_page();
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

    /// Packs what a first visit asks for, as many servers do with all files.
    pub fn pack(&self) {
        let files = fs::read_dir(&self.0).expect("the copy").flatten();
        let names = files.map(|file| file.path());
        let asked = names.filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_text = [".html", ".css", ".js", ".json", ".svg", ".wasm"]
                .iter()
                .any(|ending| name.ends_with(ending));
            is_text && !name.starts_with("python") && !name.starts_with("gpu")
        });
        let packed = Command::new("brotli")
            .args(["--quality=9", "--lgwin=24"])
            .args(asked)
            .status();
        assert!(packed.expect("brotli").success());
    }

    /// A copy that is another build: with another version, another page and other files of the
    /// workers.
    pub fn other(name: &str) -> Self {
        let build = Self::copy(name);
        build.change("index.html", |text| {
            let version = version(&text);
            text.replace(
                &format!("data-version=\"{version}\""),
                "data-version=\"77\"",
            )
            .replace("<head>", "<head><meta name=\"other-build\" />")
        });
        for file in ["host_loader.js", "python_loader.js"] {
            build.change(file, |text| format!("{text}\n// The other build.\n"));
        }
        let script = in_repository("scripts/offline");
        let made = Command::new(script).arg(&build.0).output().expect("bash");
        let said = String::from_utf8_lossy(&made.stderr);
        assert!(made.status.success(), "{said}");
        build
    }

    /// Changes the text of a file.
    pub fn change(&self, file: &str, change: impl FnOnce(String) -> String) {
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
pub fn version(page: &str) -> &str {
    let (_, rest) = page.split_once("data-version=\"").expect("a version");
    rest.split('"').next().expect("its end")
}
