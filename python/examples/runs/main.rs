//! Records runs that the course speaks of: those with a bug beside those without, those of a
//! chapter, and the loops that the reader writes. `scripts/learn runs` builds and calls it. Every
//! run is a line of the log, which is written as soon as the run is over, and what the log holds is
//! not run again.
//!
//! An example of this package, because it needs both the interpreter and the course, and no library
//! may know both.

#[cfg(not(target_arch = "wasm32"))]
mod claims;
#[cfg(not(target_arch = "wasm32"))]
mod measure;
#[cfg(not(target_arch = "wasm32"))]
mod play;
#[cfg(not(target_arch = "wasm32"))]
mod summary;
#[cfg(not(target_arch = "wasm32"))]
mod trials;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    match record() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("runs: {why}");
            std::process::ExitCode::FAILURE
        }
    }
}

/// Makes the runs that are missing, and then the file that the page reads.
#[cfg(not(target_arch = "wasm32"))]
fn record() -> Result<(), String> {
    use std::fs::OpenOptions;
    use std::io::Write as _;

    let trials = trials::trials();
    let mut arguments = std::env::args().skip(1);
    let (Some(log), Some(page)) = (arguments.next(), arguments.next()) else {
        return Err("usage: runs LOG.jsonl COMPARISONS.json [KEY...]".to_owned());
    };
    let wanted: Vec<String> = arguments.collect();
    let is_known = |key: &String| trials.iter().any(|it| it.key == key.as_str());
    if let Some(unknown) = wanted.iter().find(|key| !is_known(key)) {
        let mut keys: Vec<&str> = trials.iter().map(|it| it.key).collect();
        keys.dedup();
        return Err(format!(
            "no runs “{unknown}”; there are: {}",
            keys.join(", ")
        ));
    }
    for trial in &trials {
        if !wanted.is_empty() && !wanted.iter().any(|key| key == trial.key) {
            continue;
        }
        for seed in trial.seeds {
            // Read each time: another program may be at work on other keys.
            let is_done = summary::read(&log)?.iter().any(|it| it.is_of(trial, *seed));
            if is_done {
                continue;
            }
            let record = measure::run(trial, *seed)?;
            println!("{} {} {seed}: {:.0} s", trial.key, trial.arm, record.secs);
            let line = serde_json::to_string(&record).map_err(|why| why.to_string())?;
            let file = OpenOptions::new().create(true).append(true).open(&log);
            file.and_then(|mut file| writeln!(file, "{line}"))
                .map_err(|why| format!("{log}: {why}"))?;
        }
    }
    summary::write(&log, &page, &trials)
}

#[cfg(target_arch = "wasm32")]
fn main() {}
