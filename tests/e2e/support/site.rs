//! A web server for the built page on a free loopback port, which can be told to lose a file. The
//! page lies in a folder of it, as on most hosts.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::Router;
use axum::body::to_bytes;
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{Next, from_fn};
use axum::response::{Html, IntoResponse, Response};
use tokio::task::JoinHandle;
use tower_http::services::ServeDir;

use crate::shared::fresh_port;
use crate::{built_page, in_repository};

/// The folder of the server in which the page lies.
pub const FOLDER: &str = "/some/path";

/// The server's fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// None.
    None,
    /// Answers 404 for the page's own wasm.
    NoAppWasm,
    /// Answers 404 for the worker's wasm.
    NoWorkerWasm,
    /// Answers 404 for the script that loads the workers that train beside others.
    NoReplicaScript,
    /// Answers 404 for the script that loads the worker.
    NoWorkerScript,
    /// Answers 404 for the files whose names do not depend on their content, unless a build is
    /// named, because a browser's cache may hold an older version of them.
    OnlyByBuild,
    /// Has no Python until it has been requested three times, as while `scripts/serve` still builds
    /// it.
    PythonLater,
    /// Runs this script first in the workers that train, to imitate a browser with another GPU.
    Before(&'static str),
    /// Never answers for files with this in their path.
    Never(&'static str),
    /// Does not answer the first request for such a file.
    NeverOnce(&'static str),
    /// Serves files with this in their path but for their last tenth, as if that were all of them.
    BreaksOff(&'static str),
    /// Serves a page in place of files with this in their path, as hosts do that answer everything.
    PageInstead(&'static str),
    /// Serves this file as plain text, as a server does that does not know its type.
    AsText(&'static str),
    /// Sends the content security policy of the page's own meta element, and this after it, as a
    /// header with every file, so that it binds the workers too.
    Policy(&'static str),
}

/// The server.
pub struct Site {
    address: SocketAddr,
    server: JoinHandle<()>,
}

impl Site {
    /// Starts serving on the current runtime, until dropped.
    pub async fn serve(fault: Fault) -> Self {
        let folder = built_page();
        let index = folder.join("index.html");
        assert!(
            index.exists(),
            "{} is missing: run scripts/build",
            index.display()
        );
        let scripts = folder.clone();
        let looks = Arc::new(AtomicU32::new(0));
        let do_wrong = from_fn(move |request: Request, next: Next| {
            let path = request.uri().path().to_owned();
            let is_unanswered = match fault {
                Fault::Never(part) => path.contains(part),
                Fault::NeverOnce(part) => {
                    path.contains(part) && looks.fetch_add(1, Ordering::Relaxed) == 0
                }
                _ => false,
            };
            let wrong = match fault {
                Fault::PythonLater => python_later(&request, &looks),
                _ => wrong_answer(fault, request.uri(), &scripts),
            };
            async move {
                if is_unanswered {
                    std::future::pending::<()>().await;
                }
                match wrong {
                    Some(wrong) => wrong,
                    None => disturbed(fault, &path, next.run(request).await).await,
                }
            }
        });
        let page = Router::new()
            .fallback_service(ServeDir::new(folder))
            .layer(do_wrong);
        let site = Router::new().nest_service(FOLDER, page);
        let listener = fresh_port().await;
        let address = listener.local_addr().expect("the port's number");
        let server = tokio::spawn(async move {
            axum::serve(listener, site).await.expect("the server runs");
        });
        Self { address, server }
    }

    /// Returns the page's address.
    pub fn url(&self) -> String {
        format!("http://{}{FOLDER}/", self.address)
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// Returns the faulty answer for `uri`, if the fault concerns it.
fn wrong_answer(fault: Fault, uri: &Uri, scripts: &Path) -> Option<Response> {
    let path = uri.path();
    let is_wasm_of = |name: &str| path.contains(name) && path.ends_with(".wasm");
    let loader = ["host_loader.js", "gpu_loader.js"]
        .into_iter()
        .find(|loader| path.ends_with(&format!("/{loader}")));
    match fault {
        Fault::NoAppWasm if is_wasm_of("app") => Some(StatusCode::NOT_FOUND.into_response()),
        Fault::NoWorkerWasm if is_wasm_of("host") => Some(StatusCode::NOT_FOUND.into_response()),
        Fault::NoReplicaScript if path.ends_with("/replica_loader.js") => {
            Some(StatusCode::NOT_FOUND.into_response())
        }
        Fault::NoWorkerScript if loader.is_some() => Some(StatusCode::NOT_FOUND.into_response()),
        Fault::OnlyByBuild
            if ["/host", "/gpu", "/replica", "/python", "/editor", "/course"]
                .iter()
                .any(|start| path.starts_with(start))
                && uri
                    .query()
                    .is_none_or(|build| build.parse::<u32>().is_err()) =>
        {
            Some(StatusCode::NOT_FOUND.into_response())
        }
        Fault::Before(script) => {
            let own = fs::read_to_string(scripts.join(loader?)).expect("the worker's script");
            let headers = [("content-type", "text/javascript")];
            Some((headers, format!("{script}\n{own}")).into_response())
        }
        _ => None,
    }
}

/// Returns the server's answer as the fault changes it.
async fn disturbed(fault: Fault, path: &str, mut answer: Response) -> Response {
    let is_meant = |part: &str| path.contains(part);
    let headers = answer.headers_mut();
    match fault {
        Fault::BreaksOff(part) if is_meant(part) => {
            let body = to_bytes(answer.into_body(), usize::MAX)
                .await
                .expect("a file");
            // Within the last statement of a script: half of one may be a whole one.
            let begun = body.slice(..body.len() * 9 / 10);
            ([("content-type", "application/wasm")], begun).into_response()
        }
        Fault::PageInstead(part) if is_meant(part) => Html("<p>Not found").into_response(),
        Fault::AsText(part) if is_meant(part) => {
            headers.insert("content-type", HeaderValue::from_static("text/plain"));
            answer
        }
        Fault::Policy(more) => {
            let policy = HeaderValue::from_str(&(policy() + more)).expect("a header");
            headers.insert("content-security-policy", policy);
            answer
        }
        _ => answer,
    }
}

/// Returns the content security policy of the built page.
fn policy() -> String {
    let page = fs::read_to_string(built_page().join("index.html")).expect("the page");
    let (_, rest) = page
        .split_once("http-equiv=\"Content-Security-Policy\" content=\"")
        .expect("a policy");
    rest.split('"').next().unwrap_or_default().to_owned()
}

/// Returns the answer of `scripts/serve` while Python is being built.
fn python_later(request: &Request, looks: &AtomicU32) -> Option<Response> {
    let path = request.uri().path();
    if path.ends_with("/python_bg.wasm") && request.method() == Method::HEAD {
        let is_there = looks.fetch_add(1, Ordering::Relaxed) >= 2;
        return (!is_there).then(|| StatusCode::NOT_FOUND.into_response());
    }
    if path.ends_with("/python_loader.js") && looks.load(Ordering::Relaxed) < 3 {
        let waits = in_repository("python/python_waits.js");
        let text = fs::read_to_string(waits).expect("what stands in for the loader");
        return Some(([("content-type", "text/javascript")], text).into_response());
    }
    None
}
