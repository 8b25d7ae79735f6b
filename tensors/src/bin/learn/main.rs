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
mod runs;
#[cfg(not(target_arch = "wasm32"))]
mod table;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["curves"] => {
            curves::print();
            Ok(())
        }
        ["recordings", file] => recordings::write(file),
        ["paths", log, page, ref presets @ ..] => paths::write(log, page, presets),
        [log, page, ref experiments @ ..] => table::make(log, page, experiments),
        _ => Err(
            "usage: learn RESULTS.jsonl TABLE.md [EXPERIMENT...] | learn recordings FILE.json \
                  | learn curves | learn paths RESULTS.jsonl TABLE.md [PRESET...]"
                .to_owned(),
        ),
    };
    match done {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("learn: {why}");
            std::process::ExitCode::FAILURE
        }
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {}
