//! The statistics that claims are made of.
//!
//! `source name | number of each run | numbers of all runs`, for example
//! `runs clip/changed | episodic_length, mean of last 10 | each`.
//!
//! | number of each run | is |
//! |---|---|
//! | `METRIC, at 20`, `METRIC, last` | the value of an iteration, counted from 1, or of the last one |
//! | `METRIC, mean of last 10`, `METRIC, mean from 30` | the mean over the last iterations, or from one to the end |
//! | `METRIC, min`, `METRIC, max`, `METRIC, max from 30`, `METRIC, min to 10` | the smallest or largest value |
//! | `METRIC, first at least 475`, `METRIC, first five at least 0.9` | the first iteration at whose end the value, or the mean of five in a row, is that large |
//! | `METRIC, count` | the number of iterations |
//! | `curve, …` | the same of the mean lengths in `learning` |
//! | `iteration at 200`, `steps at 475` | when `learning` first had that length |
//! | `sampled`, `greedy`, `omega`, `played abs_v` | the final networks at play |
//! | `mean x`, `max x`, `end x`, `mean theta`, `max theta`, `min lean` | of a film: |x| in metres, |θ| in degrees |
//!
//! | numbers of all runs | are |
//! |---|---|
//! | `each`, `sorted` | one number for each run |
//! | `first 3 …` | the same of the first runs |
//! | `range` | the smallest and the largest |
//! | `mean`, `median`, `min`, `max`, `std`, `spread`, `mean std` | one number, or two; `spread` is the largest less the smallest |
//! | `count >= 475`, `count < 20`, `all`, `none` | how many runs; all of them; those that have no number |

use serde_json::Value;

use super::records::Records;

/// Computes what an item of the list says.
///
/// # Errors
/// If there are no such records, or the words are not among those above.
pub fn compute(records: &Records, item: &str) -> Result<Vec<f64>, String> {
    let parts: Vec<&str> = item.split(" | ").collect();
    let [named, number, all] = parts[..] else {
        return Err("not of the form `source name | number | numbers`".to_owned());
    };
    let (source, name) = named.split_once(' ').ok_or("no source")?;
    let runs = records.named(source, name);
    if runs.is_empty() {
        return Err("no such records".to_owned());
    }
    let numbers: Result<Vec<Option<f64>>, String> =
        runs.iter().map(|run| of_run(run, number)).collect();
    of_all(&numbers?, all)
}

/// Returns the number of one run; `None` if it never came to it.
fn of_run(run: &Value, number: &str) -> Result<Option<f64>, String> {
    if let Some((metric, what)) = number.split_once(", ") {
        let curve = match metric {
            "curve" => &run["curve"],
            metric => &run["curves"][metric],
        };
        let curve = curve.as_array().ok_or(format!("no curve {metric}"))?;
        let curve: Vec<Option<f64>> = curve.iter().map(Value::as_f64).collect();
        return of_curve(&curve, what);
    }
    let words: Vec<&str> = number.split(' ').collect();
    match words[..] {
        ["sampled"] => Ok(run["sampled"][0].as_f64()),
        ["greedy"] => Ok(run["greedy"][0].as_f64()),
        ["omega"] => Ok(run["mean_omega"].as_f64()),
        ["played", what] => Ok(run["played"][what].as_f64()),
        [what @ ("iteration" | "steps"), "at", length] => {
            let length = parsed(length)?;
            let reached = run["reached"].as_array().ok_or("no lengths reached")?;
            let reached = reached.iter().find(|it| it[0].as_f64() == Some(length));
            // There iterations are counted from 0.
            let (index, first) = if what == "steps" { (2, 0.0) } else { (1, 1.0) };
            Ok(reached.and_then(|it| Some(it[index].as_f64()? + first)))
        }
        [what @ ("mean" | "max" | "end"), which] => of_film(run, what, which),
        _ => Err(format!("unknown: {number}")),
    }
}

fn parsed(word: &str) -> Result<f64, String> {
    word.parse().map_err(|why| format!("{word}: {why}"))
}

fn of_curve(curve: &[Option<f64>], what: &str) -> Result<Option<f64>, String> {
    let words: Vec<&str> = what.split(' ').collect();
    let place = |word: &str| parsed(word).map(|it| (it as usize).min(curve.len()));
    let mean = |some: &[Option<f64>]| {
        let some: Vec<f64> = some.iter().copied().flatten().collect();
        (!some.is_empty()).then(|| some.iter().sum::<f64>() / some.len() as f64)
    };
    let most = |some: &[Option<f64>]| some.iter().copied().flatten().reduce(f64::max);
    let least = |some: &[Option<f64>]| some.iter().copied().flatten().reduce(f64::min);
    let first = |width: usize, goal: f64| {
        let at = |end: &usize| mean(&curve[end - width..*end]).is_some_and(|it| it >= goal);
        (width..=curve.len()).find(at).map(|end| end as f64)
    };
    Ok(match words[..] {
        ["at", iteration] => curve
            .get(place(iteration)?.saturating_sub(1))
            .copied()
            .flatten(),
        ["last"] => curve.iter().rev().copied().flatten().next(),
        ["count"] => Some(curve.len() as f64),
        ["mean", "of", "last", count] => mean(&curve[curve.len() - place(count)?..]),
        ["mean", "from", begin] => mean(&curve[place(begin)?.saturating_sub(1)..]),
        ["mean", "to", end] => mean(&curve[..place(end)?]),
        ["max"] => most(curve),
        ["max", "from", begin] => most(&curve[place(begin)?.saturating_sub(1)..]),
        ["max", "to", end] => most(&curve[..place(end)?]),
        ["min"] => least(curve),
        ["min", "from", begin] => least(&curve[place(begin)?.saturating_sub(1)..]),
        ["min", "to", end] => least(&curve[..place(end)?]),
        ["first", "at", "least", goal] => first(1, parsed(goal)?),
        ["first", "five", "at", "least", goal] => first(5, parsed(goal)?),
        _ => return Err(format!("unknown: {what}")),
    })
}

/// Returns a number of a film's poses, `[num_steps, num_carts, 2]`.
fn of_film(film: &Value, what: &str, which: &str) -> Result<Option<f64>, String> {
    let poses = film["poses"].as_array().ok_or("no film")?;
    let (index, unit) = match which {
        "x" => (0, 1.0),
        "theta" => (1, 180.0 / std::f64::consts::PI),
        _ => return Err(format!("unknown: {which}")),
    };
    let all = poses
        .iter()
        .skip(index)
        .step_by(2)
        .filter_map(Value::as_f64);
    let all: Vec<f64> = all.map(|number| number.abs() * unit).collect();
    let carts = film["num_carts"].as_u64().ok_or("no carts")? as usize;
    let mean = |some: &[f64]| some.iter().sum::<f64>() / some.len() as f64;
    Ok(Some(match what {
        "mean" => mean(&all),
        "end" => mean(&all[all.len() - carts..]),
        _ => all.into_iter().fold(0.0, f64::max),
    }))
}

fn of_all(numbers: &[Option<f64>], what: &str) -> Result<Vec<f64>, String> {
    if let Some((count, what)) = what
        .strip_prefix("first ")
        .and_then(|it| it.split_once(' '))
    {
        let count = parsed(count)? as usize;
        return of_all(&numbers[..count.min(numbers.len())], what);
    }
    let some: Vec<f64> = numbers.iter().copied().flatten().collect();
    let count = some.len() as f64;
    match what {
        "all" => return Ok(vec![count]),
        "none" => return Ok(vec![numbers.len() as f64 - count]),
        _ => {}
    }
    if let Some(rule) = what.strip_prefix("count ") {
        let (sign, bound) = rule.split_once(' ').ok_or("no bound")?;
        let bound = parsed(bound)?;
        let holds = |it: &&f64| {
            if sign == ">=" {
                **it >= bound
            } else {
                **it < bound
            }
        };
        return Ok(vec![some.iter().filter(holds).count() as f64]);
    }
    if some.len() < numbers.len() {
        return Err(format!(
            "{} of {} runs have a number",
            some.len(),
            numbers.len()
        ));
    }
    let mut sorted = some.clone();
    sorted.sort_by(f64::total_cmp);
    let (least, most) = (sorted[0], sorted[sorted.len() - 1]);
    let mean = some.iter().sum::<f64>() / count;
    let std = || {
        let squares = some.iter().map(|it| (it - mean).powi(2)).sum::<f64>();
        (squares / (count - 1.0).max(1.0)).sqrt()
    };
    Ok(match what {
        "std" => vec![std()],
        "mean std" => vec![mean, std()],
        "each" => some,
        "sorted" => sorted,
        "range" => vec![least, most],
        "mean" => vec![mean],
        "median" => vec![(sorted[(sorted.len() - 1) / 2] + sorted[sorted.len() / 2]) / 2.0],
        "min" => vec![least],
        "max" => vec![most],
        "spread" => vec![most - least],
        _ => return Err(format!("unknown: {what}")),
    })
}
