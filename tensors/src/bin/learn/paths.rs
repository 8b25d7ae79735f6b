//! How each preset learns by the oracle, by the host's loop and by a GPU's kernels. The oracle is
//! what the bodies are held against: seed by seed until a draw falls on another action, and over
//! all seeds after that.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::rc::Rc;
use std::sync::Mutex;

use policy_lab::config::TrainConfig;
use policy_lab::config::presets::{PRESETS, Preset};
use policy_lab::device::DeviceChoice;
use policy_lab::protocol::metrics::{Metric, Metrics};
use policy_lab::protocol::score::ScoreKind;
use policy_lab::protocol::{Event, RunEvent};
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::lockstep::Lockstep;
use policy_lab::train::session::Session;
use policy_lab_tensors::device::open;
use policy_lab_tensors::oracle::Oracle;
use policy_lab_tensors::train::run_device;
use serde::{Deserialize, Serialize};

use super::runs::{keep, known, moments, on_all_cores, told};

/// Each preset is trained from the seeds 1 to this.
const SEEDS: usize = 20;
/// A run is followed for so many environment steps, but for so many iterations at least.
const MOST_STEPS: u64 = 100_000;
const FEWEST_ITERATIONS: usize = 6;
/// Iterations are equal while no metric differs by more than so much of 1 plus its size.
const TOLERANCE: f64 = 1e-3;
/// What the paths have in common after chance has decided: two samples of 20 come from one
/// distribution in 95 of 100 cases if their cumulative distributions are nowhere further apart
/// (Kolmogorov and Smirnov, `1.36 sqrt(2 / 20)`).
const FAR_APART: f64 = 0.43;

/// The metrics of each iteration of each seed.
type Curves = Vec<Vec<Metrics>>;

/// A preset on one path, beside burn's graphs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PathResult {
    preset: String,
    path: String,
    /// Iterations followed, of the seed with the most.
    iterations: usize,
    /// Equal iterations of each seed, from the first one on.
    equal: Vec<usize>,
    /// Largest difference within the equal iterations, and the median over the seeds of that in the
    /// iteration behind them, both as parts of 1 plus the size.
    until: f64,
    then: Option<f64>,
    /// Mean of the last third of the iterations for each seed: on burn's path, and on this one.
    ends: BTreeMap<String, (Vec<f64>, Vec<f64>)>,
}

/// Compares the presets with these ids, or all, and writes the log and the table. What the log
/// holds of them is replaced.
///
/// # Errors
/// If there is no such preset.
pub fn write(log: &str, page: &str, wanted: &[&str]) -> Result<(), String> {
    if let Some(unknown) = wanted.iter().find(|id| Preset::find(id).is_none()) {
        return Err(format!("no preset “{unknown}”"));
    }
    let mut known: Vec<PathResult> = known(log);
    let is_wanted = |preset: &&Preset| wanted.is_empty() || wanted.contains(&preset.id);
    for preset in PRESETS.iter().filter(is_wanted) {
        let compared = compare(preset);
        known.retain(|old| compared.iter().all(|new| !new.replaces(old)));
        known.extend(compared);
        known.sort_by_key(|it| {
            let place = PRESETS.iter().position(|preset| preset.id == it.preset);
            (place, it.path.clone())
        });
        keep(log, &known, page, page_of(&known));
    }
    Ok(())
}

impl PathResult {
    fn new(preset: &Preset, path: &str, burn: &Curves, other: &Curves) -> Self {
        let mut equal = Vec::new();
        let (mut until, mut then) = (0.0_f64, Vec::new());
        for (burn, other) in burn.iter().zip(other) {
            let differences = burn.iter().zip(other).map(|(a, b)| difference(a, b));
            let differences: Vec<f64> = differences.collect();
            let same = differences.iter().take_while(|it| **it <= TOLERANCE);
            until = same.clone().fold(until, |most, it| most.max(*it));
            let same = same.count();
            then.extend(differences.get(same));
            equal.push(same);
        }
        then.sort_by(f64::total_cmp);
        let of = |metric: Metric| {
            let ends = |curves: &Curves| curves.iter().filter_map(|it| end(it, metric)).collect();
            (metric.key().to_owned(), (ends(burn), ends(other)))
        };
        Self {
            preset: preset.id.to_owned(),
            path: path.to_owned(),
            iterations: burn.iter().map(Vec::len).max().unwrap_or(0),
            equal,
            until,
            then: then.get(then.len() / 2).copied(),
            ends: BTreeMap::from([of(score(preset)), of(Metric::Entropy)]),
        }
    }

    fn replaces(&self, other: &Self) -> bool {
        (&self.preset, &self.path) == (&other.preset, &other.path)
    }
}

/// The largest difference of two metrics, as a part of 1 plus the size; infinite if one lacks what
/// the other has.
fn difference(one: &Metrics, other: &Metrics) -> f64 {
    if one.iter().count() != other.iter().count() {
        return f64::INFINITY;
    }
    let differences = one.iter().map(|(metric, a)| {
        let b = other.get(metric).unwrap_or(f64::INFINITY);
        (a - b).abs() / (1.0 + a.abs())
    });
    differences.fold(0.0, f64::max)
}

/// The mean of a metric over the last third of a run.
fn end(curve: &[Metrics], metric: Metric) -> Option<f64> {
    let values: Vec<f64> = curve.iter().filter_map(|it| it.get(metric)).collect();
    let last = &values[values.len() - values.len().div_ceil(3)..];
    (!last.is_empty()).then(|| last.iter().sum::<f64>() / last.len() as f64)
}

fn compare(preset: &Preset) -> Vec<PathResult> {
    let settings: Vec<TrainConfig> = (1..=SEEDS as u32)
        .map(|seed| TrainConfig {
            seed,
            ..(preset.config)()
        })
        .collect();
    let burn = on_threads(&settings, true);
    let host = on_threads(&settings, false);
    let on_host = PathResult::new(preset, "host", &burn, &host);
    let on_gpu = curves_on_gpu(&settings).map(|(adapter, gpu)| {
        let path = format!("GPU: {adapter}");
        PathResult::new(preset, &path, &burn, &gpu)
    });
    let compared: Vec<PathResult> = std::iter::once(on_host).chain(on_gpu).collect();
    for it in &compared {
        println!("{}", row_of(it));
    }
    compared
}

/// True if a run is followed no further.
fn is_enough(iteration: usize, steps: u64) -> bool {
    iteration >= FEWEST_ITERATIONS && steps >= MOST_STEPS
}

/// The runs on the CPU, one a core.
fn on_threads(settings: &[TrainConfig], by_oracle: bool) -> Curves {
    let curves = Mutex::new(vec![Vec::new(); settings.len()]);
    on_all_cores(settings.iter().enumerate(), |(place, config)| {
        let mut session = Session::new(config.clone(), RunDevice::Cpu);
        if by_oracle {
            session.hooks = Some(Rc::new(Oracle::new(config)));
        }
        let curve = curve_of(session);
        if let Ok(mut curves) = curves.lock() {
            curves[place] = curve;
        }
    });
    curves.into_inner().unwrap_or_default()
}

fn curve_of(session: Session) -> Vec<Metrics> {
    let mut curves = curves_of(told(session.events()).map(|event| (0, event)), 1);
    curves.remove(0)
}

/// Follows some runs until the last of them has gone far enough. All runs of a shape make equally
/// many steps.
fn curves_of(events: impl Iterator<Item = (usize, Event)>, runs: usize) -> Curves {
    let mut curves = vec![Vec::new(); runs];
    for (run, event) in events {
        match event {
            Event::Run(RunEvent::Iteration(report)) => {
                curves[run].push(report.metrics);
                if run + 1 == runs && is_enough(report.iteration, report.global_step) {
                    break;
                }
            }
            Event::Failed(failure) => eprintln!("learn: {}", failure.message),
            _ => {}
        }
    }
    curves
}

/// Returns the name of the GPU and the runs on it, side by side where their settings allow it.
/// None without a GPU.
fn curves_on_gpu(settings: &[TrainConfig]) -> Option<(String, Curves)> {
    let opened = pollster::block_on(open(DeviceChoice::Webgpu, None));
    let device = run_device(&opened.device);
    let Some(gpu) = device.gpu() else {
        eprintln!("learn: {}", opened.report.reason);
        return None;
    };
    let runs = settings.iter().cloned().enumerate().collect();
    let (how, curves) = match pollster::block_on(Lockstep::begin(runs, &**gpu)) {
        Ok(lockstep) => {
            let curves = curves_of(told(lockstep.events()), settings.len());
            ("side by side", curves)
        }
        Err(why) => {
            eprintln!("learn: {why}");
            let sessions = settings.iter().cloned();
            let sessions = sessions.map(|config| Session::new(config, device.clone()));
            ("one by one", sessions.map(curve_of).collect())
        }
    };
    Some((format!("{}, {how}", opened.report.name), curves))
}

fn page_of(compared: &[PathResult]) -> String {
    let mut page = format!(
        "# The paths of a learning phase, side by side\n\n\
         Made by `scripts/learn paths [PRESET...]` from `docs/paths.jsonl`. Each preset is trained from the seeds 1 to {SEEDS} by the \
         oracle, which is graphs of burn's tensors on the CPU, by the host's loop, and by a GPU's kernels; followed for {},000 environment steps, but for at least \
         {FEWEST_ITERATIONS} iterations.\n\n\
         - **Equal**: iterations in which no metric differs from burn's by more than {TOLERANCE} of 1 plus its size: the fewest, the median \
         and the most of the seeds, of how many were followed. \"All\" means that no seed parted.\n\
         - **Until, then**: the largest difference within the equal iterations, and the median one in the iteration behind them. Rounding \
         errors grow from step to step, because a cart that nothing balances doubles them every few steps, until one is larger than the \
         distance of a draw from a probability: that draw falls on the other action, and from there on another episode is learned from.\n\
         - **Length, entropy**: mean and standard deviation over the seeds, of the means of the last third of the iterations, burn's and this \
         path's; *D* is the largest distance of their cumulative distributions. Two samples of one distribution exceed {FAR_APART} in one of \
         twenty cases (Kolmogorov and Smirnov).\n\n\
         | preset | path | equal | until, then | length: burn, path | *D* | entropy: burn, path | *D* |\n\
         |---|---|---|---|---|---|---|---|\n",
        MOST_STEPS / 1_000
    );
    for it in compared {
        page += &row_of(it);
        page.push('\n');
    }
    let distances = compared.iter().flat_map(|it| it.ends.values());
    let distances = distances.filter(|(burn, path)| !burn.is_empty() && !path.is_empty());
    let distances: Vec<f64> = distances.map(|(burn, path)| distance(burn, path)).collect();
    let far = distances.iter().filter(|it| **it > FAR_APART).count();
    let _ = writeln!(
        page,
        "\nOf {} distances, {far} exceed {FAR_APART}.",
        distances.len()
    );
    page
}

fn row_of(it: &PathResult) -> String {
    let mut equal = it.equal.clone();
    equal.sort_unstable();
    let median = equal.get(equal.len() / 2).copied().unwrap_or(0);
    let [fewest, most] = [equal.first(), equal.last()].map(|it| it.copied().unwrap_or(0));
    let (equal, jump) = match it.then {
        None => ("all".to_owned(), format!("{:.0e}", it.until)),
        Some(then) => (
            format!("{fewest}, {median}, {most} of {}", it.iterations),
            format!("{:.0e}, {then:.0e}", it.until),
        ),
    };
    let mut row = format!("| {} | {} | {equal} | {jump} |", it.preset, it.path);
    let score = Preset::find(&it.preset).map_or(Metric::EpisodicLength, score);
    for metric in [score, Metric::Entropy] {
        let (burn, path) = it.ends.get(metric.key()).cloned().unwrap_or_default();
        if burn.is_empty() || path.is_empty() {
            row += " – | – |";
            continue;
        }
        let digits = if metric == Metric::Entropy { 3 } else { 0 };
        let [burns, paths] = [&burn, &path].map(|values| {
            let (mean, deviation) = moments(values);
            format!("{mean:.digits$} ± {deviation:.digits$}")
        });
        let _ = write!(row, " {burns}, {paths} | {:.2} |", distance(&burn, &path));
    }
    row
}

/// Returns the metric that a preset's runs are scored by.
fn score(preset: &Preset) -> Metric {
    ScoreKind::of((preset.config)().env_id).metric()
}

/// The largest distance of two samples' cumulative distributions.
fn distance(one: &[f64], other: &[f64]) -> f64 {
    let below = |values: &[f64], at: f64| {
        values.iter().filter(|it| **it <= at).count() as f64 / values.len() as f64
    };
    let points = one.iter().chain(other);
    let distances = points.map(|at| (below(one, *at) - below(other, *at)).abs());
    distances.fold(0.0, f64::max)
}
