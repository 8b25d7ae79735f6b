//! What the tests of the built page drive it with: browsers, servers, a reader's keyboard. The
//! tests are `chromium.rs` and `engines.rs`; `scripts/test` builds the page and runs them.
#![cfg(not(target_arch = "wasm32"))]

use std::env;
use std::path::{Path, PathBuf};

#[path = "support/browser.rs"]
pub mod browser;
#[path = "support/host.rs"]
pub mod host;
#[path = "support/page.rs"]
pub mod page;
#[path = "support/reader.rs"]
pub mod reader;
#[path = "support/shared.rs"]
pub mod shared;
#[path = "support/site.rs"]
pub mod site;

/// Returns a path in this repository.
pub fn in_repository(path: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// Returns the folder of the built page: `dist/`, or the one that `POLICY_LAB_DIST` names.
pub fn built_page() -> PathBuf {
    in_repository(env::var_os("POLICY_LAB_DIST").unwrap_or_else(|| "dist".into()))
}
