//! Browsers that one test after the other uses: starting one takes longer than many a test. Each
//! test has a port of its own and so an origin of its own, so nothing that another left in storage,
//! in a cache or with a service worker is there.

use std::collections::HashSet;
use std::mem;
use std::sync::{LazyLock, Mutex, Once, PoisonError};

use thirtyfour::error::WebDriverResult;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

use crate::browser::{Adapter, Browser};

/// What all tests of a program run on: a browser outlives the test that started it, and so does its
/// connection.
pub static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    let mut runtime = Builder::new_multi_thread();
    let runtime = runtime.worker_threads(2).enable_all();
    runtime.build().expect("a runtime")
});

/// Browsers that no test uses at the moment.
static IDLE: Mutex<Vec<(Adapter, Browser)>> = Mutex::new(Vec::new());

/// Returns an idle browser.
pub(crate) fn take(adapter: Adapter) -> Option<Browser> {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    let at = idle.iter().position(|(with, _)| *with == adapter)?;
    Some(idle.swap_remove(at).1)
}

/// Keeps a browser for the next test, with one empty tab.
///
/// # Errors
/// If the browser does not do what it is told; then it is gone.
pub(crate) async fn give_back(adapter: Adapter, browser: Browser) -> WebDriverResult<()> {
    static AT_EXIT: Once = Once::new();
    AT_EXIT.call_once(end_at_exit);
    let driver = &browser.driver;
    let old = driver.windows().await?;
    let new = driver.new_tab().await?;
    for tab in old {
        driver.switch_to_window(tab).await?;
        driver.close_window().await?;
    }
    driver.switch_to_window(new).await?;
    let (width, height) = browser.size;
    driver.set_window_rect(0, 0, width, height).await?;
    // What was logged so far is not the next test's.
    driver.browser_log().await?;
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    idle.push((adapter, browser));
    Ok(())
}

/// Binds a port that no test of this program has had before.
pub(crate) async fn fresh_port() -> TcpListener {
    static HAD: Mutex<Option<HashSet<u16>>> = Mutex::new(None);
    loop {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await;
        let listener = listener.expect("a free port");
        let port = listener.local_addr().expect("the port's number").port();
        let mut had = HAD.lock().unwrap_or_else(PoisonError::into_inner);
        if had.get_or_insert_default().insert(port) {
            return listener;
        }
    }
}

/// Ends idle browsers when the program ends: nothing is dropped then, and the test harness has no
/// hook for it.
fn end_at_exit() {
    extern "C" fn end() {
        let idle = mem::take(&mut *IDLE.lock().unwrap_or_else(PoisonError::into_inner));
        for (_, browser) in idle {
            browser.kill();
        }
    }
    // SAFETY: `end` is a function without arguments that does not unwind.
    unsafe { libc::atexit(end) };
}
