//! Many runs, natively: what they tell, on all cores, and where it is kept.

use std::sync::Mutex;

use futures::{Stream, StreamExt as _};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Returns what a run tells, as it comes.
pub fn told<T>(events: impl Stream<Item = T>) -> impl Iterator<Item = T> {
    let mut events = Box::pin(events);
    std::iter::from_fn(move || pollster::block_on(events.next()))
}

/// Does each piece of work once, one a core.
pub fn on_all_cores<T>(work: impl Iterator<Item = T> + Send, run: impl Fn(T) + Sync) {
    let work = Mutex::new(work);
    let next = || work.lock().ok().and_then(|mut work| work.next());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(piece) = next() {
                    run(piece);
                }
            });
        }
    });
}

/// Returns the results that a log holds. Lines that cannot be read are ignored.
pub fn known<T: DeserializeOwned>(log: &str) -> Vec<T> {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let lines = text.lines();
    lines
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

/// Writes the log, a line for each result, and the page.
pub fn keep(log: &str, results: &[impl Serialize], page: &str, text: String) {
    let lines = results
        .iter()
        .filter_map(|it| serde_json::to_string(it).ok());
    let lines: String = lines.map(|line| line + "\n").collect();
    for (path, text) in [(log, lines), (page, text)] {
        if let Err(error) = std::fs::write(path, text) {
            eprintln!("learn: {path}: {error}");
        }
    }
}

/// Mean and sample standard deviation.
pub fn moments(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|it| (it - mean).powi(2)).sum();
    (mean, (squares / (count - 1.0).max(1.0)).sqrt())
}
