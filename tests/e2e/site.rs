//! A web server for `dist/` on a free loopback port, which can be told to lose a file.

use std::net::SocketAddr;
use std::path::PathBuf;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::response::IntoResponse;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tower_http::services::ServeDir;

/// What the server does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    None,
    /// Answers 404 for the page's own wasm.
    NoAppWasm,
    /// Answers 404 for the worker's wasm.
    NoWorkerWasm,
}

pub struct Site {
    pub address: SocketAddr,
    server: JoinHandle<()>,
}

impl Site {
    /// Starts serving on the current runtime, until dropped.
    pub async fn serve(fault: Fault) -> Self {
        let folder = dist();
        let index = folder.join("index.html");
        assert!(
            index.exists(),
            "{} is missing: run scripts/build",
            index.display()
        );
        let lose = from_fn(move |request: Request, next: Next| async move {
            let path = request.uri().path();
            let lost = match fault {
                Fault::None => false,
                Fault::NoAppWasm => path.contains("app") && path.ends_with(".wasm"),
                Fault::NoWorkerWasm => path.contains("worker") && path.ends_with(".wasm"),
            };
            if lost {
                return StatusCode::NOT_FOUND.into_response();
            }
            next.run(request).await
        });
        let site = Router::new()
            .fallback_service(ServeDir::new(folder))
            .layer(lose);
        let listener = TcpListener::bind(("127.0.0.1", 0))
            .await
            .expect("a free port");
        let address = listener.local_addr().expect("the port's number");
        let server = tokio::spawn(async move {
            axum::serve(listener, site).await.expect("the server runs");
        });
        Self { address, server }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.server.abort();
    }
}

fn dist() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("dist")
}
