//! The page as a test sees it. Every method waits for what it needs and, if that does not come,
//! fails with the page's own message.

use std::cell::Cell;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::{Duration, Instant};
use std::{fs, thread};

use serde_json::{Value, json};
use thirtyfour::{By, WebDriver, WebElement};

use crate::browser::Engine;
use crate::in_repository;
use crate::shared::{self, RUNTIME};
use crate::site::{Fault, Site};

/// A page that is open in a browser, and the server that it comes from.
pub struct Page {
    /// What it is driven by.
    pub driver: WebDriver,
    site: Site,
    /// False if another test could not use this browser.
    is_usable: Cell<bool>,
}

/// Opens the page in a browser with this query string and runs `test` on it. When the test fails,
/// its screenshot and console are left in `target/e2e`.
pub fn with_page(engine: impl Engine, query: &str, test: impl AsyncFnOnce(&Page)) {
    with_faulty_page(Fault::None, engine, query, test);
}

/// Does the same with a server that does something wrong.
pub fn with_faulty_page(
    fault: Fault,
    engine: impl Engine,
    query: &str,
    test: impl AsyncFnOnce(&Page),
) {
    let shared = engine.shared();
    let idle = shared.and_then(shared::take);
    let browser = idle.unwrap_or_else(|| RUNTIME.block_on(engine.start()));
    let page = Page {
        driver: browser.driver.clone(),
        site: RUNTIME.block_on(Site::serve(fault)),
        is_usable: Cell::new(true),
    };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        RUNTIME.block_on(async {
            page.open(query).await;
            test(&page).await;
        });
    }));
    RUNTIME.block_on(async {
        if outcome.is_err() {
            page.leave_evidence().await;
        }
        let kept_as = shared.filter(|_| outcome.is_ok() && page.is_usable.get());
        drop(page);
        let ended = match kept_as {
            Some(adapter) => shared::give_back(adapter, browser).await,
            None => browser.driver.clone().quit().await,
        };
        match outcome {
            Ok(()) => ended.expect("the browser closes what the test has opened"),
            Err(panic) => resume_unwind(panic),
        }
    });
}

impl Page {
    /// Ends the browser's GPU process, and with the test the browser: it counts such ends, and
    /// stops giving a GPU to pages.
    pub async fn end_gpu_process(&self) {
        self.is_usable.set(false);
        let cdp = self.driver.cdp();
        cdp.send_raw("Browser.crashGpuProcess", json!({}))
            .await
            .expect("the GPU process ends");
    }

    /// Opens the page anew with this query string.
    pub async fn open(&self, query: &str) {
        self.open_in("", query).await;
    }

    /// Opens the page in a folder of `dist/`: empty, or ending in a slash.
    pub async fn open_in(&self, folder: &str, query: &str) {
        let url = format!("{}{folder}?{query}", self.site.url());
        self.driver.goto(&url).await.expect("the page opens");
    }

    /// Goes to a view by its keys, which lead to each of them from everywhere.
    pub async fn go(&self, view: &str) {
        let letter = match view {
            "scratch" => "p",
            "sweep" => "e",
            "checks" => "k",
            "work" => "y",
            "world" => "o",
            view => &view[..1],
        };
        let press = "for (const key of ['g', arguments[0]]) dispatchEvent(new KeyboardEvent('keydown', { key }));
            return new Promise(done => setTimeout(() => done(document.querySelector(arguments[1]) !== null), 50))";
        let arguments = [json!(letter), json!(format!(".view-{view}"))];
        self.until(&format!("the view {view}"), 60, || async {
            let is_shown = self.script(press, arguments.to_vec()).await;
            (is_shown == json!(true)).then_some(())
        })
        .await;
    }

    /// Unfolds whatever holds the element of this id.
    pub async fn unfold(&self, id: &str) {
        let body = "for (let it = document.getElementById(arguments[0]); it; it = it.parentElement)
            if (it.tagName === 'DETAILS') it.open = true";
        self.script(body, vec![json!(id)]).await;
    }

    /// Asks `probe` every tenth of a second until it returns something.
    pub async fn until<T, F>(&self, what: &str, seconds: u64, probe: impl Fn() -> F) -> T
    where
        F: Future<Output = Option<T>>,
    {
        let deadline = Instant::now() + Duration::from_secs(seconds);
        loop {
            if let Some(found) = probe().await {
                return found;
            }
            if Instant::now() > deadline {
                let said = self.body_text().await;
                panic!("not within {seconds} s: {what}. The page says:\n{said}");
            }
            self.pause(100).await;
        }
    }

    /// Waits. Only for what no condition tells: that nothing happens.
    pub async fn pause(&self, millis: u64) {
        tokio::time::sleep(Duration::from_millis(millis)).await;
    }

    /// Waits until two looks a tenth of a second apart find the same elements and texts, or until
    /// ten did not: some views never rest.
    pub async fn at_rest(&self) {
        let look = "return document.documentElement.outerHTML";
        let mut before = self.script(look, vec![]).await;
        for _ in 0..10 {
            self.pause(100).await;
            let now = self.script(look, vec![]).await;
            if now == before {
                return;
            }
            before = now;
        }
    }

    /// Runs a function body in the page.
    pub async fn script(&self, body: &str, arguments: Vec<Value>) -> Value {
        let answer = self.driver.execute(body, arguments).await;
        answer
            .unwrap_or_else(|error| panic!("{body}: {error}"))
            .json()
            .clone()
    }

    /// Returns all text that is in view.
    pub async fn body_text(&self) -> String {
        let text = self.script("return document.body.innerText", vec![]).await;
        text.as_str().unwrap_or_default().to_string()
    }

    /// Returns the query string of the address.
    pub async fn query_string(&self) -> String {
        let text = self.script("return location.search", vec![]).await;
        text.as_str().unwrap_or_default().to_string()
    }

    /// Returns the element with this `data-testid`.
    pub async fn part(&self, test_id: &str) -> WebElement {
        let css = format!("[data-testid=\"{test_id}\"]");
        self.until(&css, 60, || async {
            self.driver.find(By::Css(css.as_str())).await.ok()
        })
        .await
    }

    /// Returns the text of the element with this `data-testid`, even if it is not in view.
    pub async fn text(&self, test_id: &str) -> String {
        let css = format!("[data-testid=\"{test_id}\"]");
        self.text_of(&css).await.unwrap_or_default()
    }

    /// Returns the joined text of all elements that match, or `None` if none does.
    pub async fn text_of(&self, css: &str) -> Option<String> {
        let body = "const found = [...document.querySelectorAll(arguments[0])]; \
                    return found.length ? found.map(e => e.textContent).join(' ') : null";
        let text = self.script(body, vec![json!(css)]).await;
        text.as_str()
            .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// Returns the text of the file that pressing a part saves.
    pub async fn saved(&self, test_id: &str) -> String {
        self.part(test_id).await;
        self.saved_by(&format!("[data-testid='{test_id}']")).await
    }

    /// Returns the text of the file that pressing the element saves.
    pub async fn saved_by(&self, css: &str) -> String {
        let press = format!(
            "{SAVING}; const done = arguments[1];
            document.querySelector(arguments[0]).click();
            saved.then(file => file.text()).then(done);"
        );
        let text = self
            .driver
            .execute_async(press, vec![json!(css)])
            .await
            .expect("a file");
        text.json().as_str().unwrap_or_default().to_owned()
    }

    /// Returns the first number in the text of a part: for "Iteration 1,024 of 2,000" it is 1024.
    pub async fn number(&self, test_id: &str) -> Option<f64> {
        first_number(&self.text(test_id).await)
    }

    /// Returns the number of the newest iteration, 0 before the first.
    pub async fn iteration(&self) -> u64 {
        self.number("iteration").await.unwrap_or(0.0) as u64
    }

    /// Returns the text of the status region.
    pub async fn status(&self) -> String {
        self.text_of("[role=status]").await.unwrap_or_default()
    }

    /// Returns the button of this name, enabled or disabled, if there is one. One script finds it:
    /// asking each of a page's many buttons takes longer than some of the runs that are to be
    /// stopped.
    pub async fn find_button(&self, name: &str) -> Option<WebElement> {
        let find = "const named = button => (button.getAttribute('aria-label') ?? button.textContent).trim();
            const shown = [...document.querySelectorAll('button')].filter(button => button.checkVisibility());
            return shown.find(button => named(button) === arguments[0]) ?? null;";
        let found = self.driver.execute(find, vec![json!(name)]).await;
        found.ok()?.element().ok()
    }

    /// Returns true if a button of this name can be pressed now.
    pub async fn offers(&self, name: &str) -> bool {
        let Some(button) = self.find_button(name).await else {
            return false;
        };
        button.is_enabled().await.unwrap_or(false)
            && button.attr("aria-disabled").await.ok().flatten().as_deref() != Some("true")
    }

    /// Waits until the button can be pressed, and presses it as a mouse does.
    pub async fn press(&self, name: &str) {
        self.until(&format!("button {name:?}, enabled"), 60, || async {
            if !self.offers(name).await {
                return None;
            }
            self.find_button(name).await?.click().await.ok()
        })
        .await;
    }

    /// Waits until the iteration count passes `count`, and returns it.
    pub async fn iteration_past(&self, count: u64, seconds: u64) -> u64 {
        self.until(&format!("an iteration after {count}"), seconds, || async {
            let iteration = self.iteration().await;
            (iteration > count).then_some(iteration)
        })
        .await
    }

    async fn leave_evidence(&self) {
        let name = thread::current()
            .name()
            .unwrap_or("unknown")
            .replace("::", "-");
        let folder = in_repository("target/e2e");
        let _ = fs::create_dir_all(&folder);
        let _ = self
            .driver
            .screenshot(&folder.join(format!("{name}.png")))
            .await;
        for entry in self.driver.browser_log().await.unwrap_or_default() {
            eprintln!("console: {entry:?}");
        }
        eprintln!(
            "screenshot: {}",
            folder.join(format!("{name}.png")).display()
        );
    }
}

/// Makes `saved` a promise of the next file that the page saves, which then goes nowhere else. The
/// page makes an address for it and follows a link there; its content security policy lets nobody
/// fetch from that address.
pub const SAVING: &str = "const saved = new Promise(resolve => {
    const make = URL.createObjectURL;
    const follow = HTMLAnchorElement.prototype.click;
    let made = null;
    URL.createObjectURL = file => make.call(URL, made = file);
    HTMLAnchorElement.prototype.click = function () {
        URL.createObjectURL = make;
        HTMLAnchorElement.prototype.click = follow;
        resolve(made);
    };
})";

/// Returns the first number in a text, ignoring thousands separators.
pub fn first_number(text: &str) -> Option<f64> {
    let start = text.find(|c: char| c.is_ascii_digit())?;
    let digits: String = text[start..]
        .chars()
        .take_while(|c| c.is_ascii_digit() || matches!(c, ',' | '.' | '\u{202f}' | '\u{a0}'))
        .filter(|c| c.is_ascii_digit() || *c == '.')
        .collect();
    digits.trim_end_matches('.').parse().ok()
}
