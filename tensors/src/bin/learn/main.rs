//! Trains the course's settings on several seeds and writes the results beside PyTorch's.
//! `scripts/learn` builds and calls it. With `recordings FILE` it records the learners of a
//! question instead, with `curves` it prints a fingerprint of how each preset learns, and with
//! `paths` it compares the ways in which a learning phase is computed.

#[cfg(not(target_arch = "wasm32"))]
mod curves;
#[cfg(not(target_arch = "wasm32"))]
mod experiments;
#[cfg(not(target_arch = "wasm32"))]
mod measure;
#[cfg(not(target_arch = "wasm32"))]
mod paths;
#[cfg(not(target_arch = "wasm32"))]
mod recordings;
#[cfg(not(target_arch = "wasm32"))]
mod table;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    use std::io::Write as _;
    use std::sync::Mutex;

    use policy_lab::config::presets::Preset;

    let mut arguments = std::env::args().skip(1).peekable();
    if arguments.peek().is_some_and(|first| first == "curves") {
        curves::print();
        return std::process::ExitCode::SUCCESS;
    }
    let compares_paths = arguments.next_if(|first| first == "paths").is_some();
    let (Some(log), Some(page)) = (arguments.next(), arguments.next()) else {
        eprintln!(
            "usage: learn RESULTS.jsonl TABLE.md [EXPERIMENT...] | learn recordings FILE.json | learn curves\n       \
             | learn paths RESULTS.jsonl TABLE.md [PRESET...]"
        );
        return std::process::ExitCode::from(2);
    };
    if log == "recordings" {
        return match recordings::write(&page) {
            Ok(()) => std::process::ExitCode::SUCCESS,
            Err(why) => {
                eprintln!("learn: {why}");
                std::process::ExitCode::FAILURE
            }
        };
    }
    let wanted: Vec<String> = arguments.collect();
    if compares_paths {
        if let Some(unknown) = wanted.iter().find(|id| Preset::find(id).is_none()) {
            eprintln!("learn: no preset “{unknown}”");
            return std::process::ExitCode::from(2);
        }
        paths::write(&log, &page, &wanted);
        return std::process::ExitCode::SUCCESS;
    }
    let known = |id: &String| experiments::EXPERIMENTS.iter().any(|e| e.id == id.as_str());
    if let Some(unknown) = wanted.iter().find(|id| !known(id)) {
        let ids: Vec<&str> = experiments::EXPERIMENTS.iter().map(|e| e.id).collect();
        eprintln!(
            "learn: no experiment “{unknown}”; there are: {}",
            ids.join(", ")
        );
        return std::process::ExitCode::from(2);
    }
    // Known results are not computed again, so an interrupted program continues where it was.
    let kept: Vec<measure::Outcome> = table::read(&log);
    let is_wanted = |id: &str| wanted.is_empty() || wanted.iter().any(|w| w == id);
    let is_known = |id: &str, seed: u32| kept.iter().any(|o| o.experiment == id && o.seed == seed);
    let mut queue: Vec<_> = experiments::EXPERIMENTS
        .iter()
        .filter(|experiment| is_wanted(experiment.id))
        .flat_map(|experiment| experiment.seeds.iter().map(move |seed| (experiment, *seed)))
        .filter(|(experiment, seed)| !is_known(experiment.id, *seed))
        .collect();
    queue.reverse();
    table::write(&log, &page, &kept);
    let (queue, done) = (Mutex::new(queue), Mutex::new(kept));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().ok().and_then(|mut queue| queue.pop());
                    let Some((experiment, seed)) = next else {
                        break;
                    };
                    let outcome = measure::run(experiment, seed);
                    println!("{}", serde_json::to_string(&outcome).unwrap_or_default());
                    if let Ok(mut done) = done.lock() {
                        done.push(outcome);
                        table::write(&log, &page, &done);
                    }
                    drop(std::io::stdout().flush());
                }
            });
        }
    });
    std::process::ExitCode::SUCCESS
}

#[cfg(target_arch = "wasm32")]
fn main() {}
