//! Counts what the page draws, frame by frame. Counts are the same on any machine, however busy it
//! is; times are not.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::{Value, json};

use policy_lab_e2e::page::Page;

/// Begins to list the frames in which something is drawn.
const LIST: &str = "
    window.drawn = [];
    const kept = CanvasRenderingContext2D.prototype;
    const canvases = new Set();
    let calls = {};
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(kept))) {
        if (typeof value !== 'function' || name === 'constructor') continue;
        kept[name] = function (...given) {
            canvases.add(this.canvas);
            calls[name] = (calls[name] ?? 0) + 1;
            return value.apply(this, given);
        };
    }
    const frame = () => {
        if (canvases.size > 0) drawn.push({ canvases: canvases.size, calls });
        canvases.clear();
        calls = {};
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);";

/// Changes a slider step by step, and resolves to the frames that each change draws. A change is
/// over when nothing was drawn for three frames.
const SLIDE: &str = "
    const [id, values, done] = arguments;
    const slider = document.getElementById(id);
    const frame = () => new Promise(requestAnimationFrame);
    (async () => {
        const changes = [];
        for (const value of values) {
            drawn.length = 0;
            slider.value = value;
            slider.dispatchEvent(new Event('input', { bubbles: true }));
            for (let quiet = 0, seen = 0; quiet < 3 || seen === 0; ) {
                await frame();
                quiet = drawn.length === seen ? quiet + 1 : 0;
                seen = drawn.length;
            }
            changes.push(drawn.slice());
        }
        return changes;
    })().then(done);";

/// A frame in which something was drawn.
#[derive(Debug, Deserialize)]
pub struct Drawn {
    /// Number of canvases, hidden ones too.
    pub canvases: usize,
    /// Number of calls by the names of the methods.
    pub calls: HashMap<String, usize>,
}

impl Drawn {
    /// Returns the number of all calls.
    pub fn num_calls(&self) -> usize {
        self.calls.values().sum()
    }
}

/// Begins to list the frames in which the page draws something.
pub async fn list_frames(page: &Page) {
    page.script(LIST, vec![]).await;
}

/// Returns the frames that were listed since this was last asked.
pub async fn frames(page: &Page) -> Vec<Drawn> {
    read(page.script("return drawn.splice(0)", vec![]).await)
}

/// Gives a slider one value after another, and returns the frames that each change drew. Needs
/// [`list_frames`].
pub async fn slide(page: &Page, id: &str, values: &[f64]) -> Vec<Vec<Drawn>> {
    let given = vec![json!(id), json!(values)];
    let found = page.driver.execute_async(SLIDE, given).await;
    read(found.expect("frames").json().clone())
}

fn read<T: serde::de::DeserializeOwned>(found: Value) -> T {
    serde_json::from_value(found).expect("frames")
}
