//! The functions of the chapter on GRPO, against numbers recorded from PyTorch, and the model of
//! seven words that they train.

use std::path::{Path, PathBuf};

use policy_lab_page::course::Exercise;
use policy_lab_python::cell::Python;
use serde::Deserialize;
use serde_json::Value;

use crate::must;

/// Allowed differences of losses and advantages, and of gradients: relative and absolute (the
/// fixtures' README).
const VALUES: (f64, f64) = (1e-4, 1e-5);
const GRADIENTS: (f64, f64) = (3e-4, 2e-6);

/// The rule for the loss that our function follows; a case also has others.
const AGGREGATION: &str = "sequence_mean";
/// The rule for the advantages that our function follows.
const ADVANTAGE: &str = "std n-1, eps 1e-4";

/// Computes the loss of a run and its gradient. Each token has its row of logits: one of its own,
/// or that of the token before.
const LOSS: &str = "
def loss_and_gradient(inputs, advantages, clip_coef, beta):
    free = t.tensor(inputs.get('logits', inputs.get('theta')), requires_grad=True)
    logits = free[t.tensor(inputs['previous_tokens'])] if 'theta' in inputs else free
    new = Categorical(logits=logits).log_prob(t.tensor(inputs['tokens']))
    old, ref = t.tensor(inputs['old_logprobs']), t.tensor(inputs['ref_logprobs'])
    loss = grpo_loss(new, old, ref, advantages, t.tensor(inputs['mask']), clip_coef, beta)
    loss.backward()
    return loss.item(), free.grad
";

#[derive(Deserialize)]
struct Args {
    advantage: String,
    aggregation: String,
    clip_low: f64,
    clip_high: f64,
    beta: f64,
}

/// What Python printed of a run.
#[derive(Deserialize)]
struct Computed {
    loss: f64,
    gradient: Vec<f64>,
    /// The entries of the gradient at tokens that the mask leaves out.
    masked: Vec<f64>,
}

fn fixture() -> Value {
    let folder = std::env::var_os("POLICY_LAB_FIXTURES").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures"),
        PathBuf::from,
    );
    let text = std::fs::read_to_string(folder.join("15_grpo.json")).expect("the fixture");
    serde_json::from_str(&text).expect("a JSON file")
}

/// Returns an interpreter that knows our solutions.
fn solved() -> Python {
    let python = Python::new();
    must(&python, "from course import *");
    for id in ["G-E1", "G-E2"] {
        let exercise = Exercise::find(id).expect("an exercise");
        must(&python, exercise.solution());
    }
    must(&python, LOSS);
    python
}

/// Returns JSON as a literal of Python.
fn literal(value: &Value) -> String {
    match value {
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(literal).collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(entries) => {
            let entries = entries
                .iter()
                .map(|(key, value)| format!("{key:?}: {}", literal(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
    }
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// Returns all numbers of nested lists, in order.
fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(items) => items.iter().flat_map(numbers).collect(),
        other => vec![other.as_f64().expect("a number")],
    }
}

fn assert_close(what: &str, ours: &[f64], expected: &[f64], (relative, absolute): (f64, f64)) {
    assert_eq!(ours.len(), expected.len(), "{what}");
    for (place, (ours, expected)) in ours.iter().zip(expected).enumerate() {
        let is_close = (ours - expected).abs() <= relative * expected.abs() + absolute;
        assert!(is_close, "{what}, number {place}: {ours}, not {expected}");
    }
}

#[test]
fn group_advantages_are_those_of_pytorch() {
    let (python, fixture) = (solved(), fixture());
    let mut compared = 0;
    for case in list(&fixture, "advantages") {
        let rewards = &case["inputs"]["rewards"];
        let expected = match &case["expected"]["advantage_std_n_minus_1_eps_1e_4"] {
            // PyTorch has no std of a single number; with us such a group teaches nothing.
            Value::Null => vec![0.0; numbers(rewards).len()],
            expected => numbers(expected),
        };
        let source = format!(
            "print(compute_group_advantages(t.tensor({})).flatten().tolist())",
            literal(rewards)
        );
        let ours: Vec<f64> = serde_json::from_str(&must(&python, &source)).expect("numbers");
        assert_close(&case["name"].to_string(), &ours, &expected, VALUES);
        compared += 1;
    }
    assert!(compared >= 6, "{compared} cases");
}

#[test]
fn losses_and_their_gradients_are_those_of_pytorch() {
    let (python, fixture) = (solved(), fixture());
    let mut compared = 0;
    for case in list(&fixture, "cases")
        .iter()
        .chain(list(&fixture, "bigram"))
    {
        let is_table = case["inputs"].get("theta").is_some();
        must(&python, &format!("inputs = {}", literal(&case["inputs"])));
        must(
            &python,
            "advantages = compute_group_advantages(t.tensor(inputs['rewards']))",
        );
        let ours = must(&python, "print(advantages.flatten().tolist())");
        let ours: Vec<f64> = serde_json::from_str(&ours).expect("numbers");
        let expected = numbers(&case["expected"]["advantages_grpo"]);
        assert_close("the advantages", &ours, &expected, VALUES);
        for run in list(case, "runs") {
            let args: Args = serde_json::from_value(run["args"].clone()).expect("arguments");
            let is_ours = args.aggregation == AGGREGATION && args.advantage == ADVANTAGE;
            if !is_ours || args.clip_low != args.clip_high {
                continue;
            }
            // Every token of the table stands for many, so nothing of it is masked.
            let masked = match is_table {
                true => "[]",
                false => "gradient[~t.tensor(inputs['mask'])].flatten().tolist()",
            };
            let source = format!(
                "loss, gradient = loss_and_gradient(inputs, advantages, {}, {})\n\
                 print('{{\"loss\":', loss, ', \"gradient\":', gradient.flatten().tolist(), ', \"masked\":', {masked}, '}}')",
                args.clip_low, args.beta
            );
            let ours: Computed = serde_json::from_str(&must(&python, &source)).expect("a loss");
            let what = format!("{} {}", case["name"], run["name"]);
            let expected = &run["expected"];
            assert_close(&what, &[ours.loss], &numbers(&expected["loss"]), VALUES);
            assert_close(
                &what,
                &ours.gradient,
                &numbers(&expected["grad"]),
                GRADIENTS,
            );
            assert!(ours.masked.iter().all(|it| *it == 0.0), "{what}");
            assert_eq!(ours.masked.is_empty(), is_table, "{what}");
            compared += 1;
        }
    }
    assert_eq!(compared, 6, "two runs of three cases");
}

/// The text says how soon the mean reward passes 0.9 and where it ends.
#[test]
fn seven_words_are_learned_as_the_text_says() {
    let python = solved();
    must(
        &python,
        "means = []\ncheck = check_answers\n\
         def check_answers(*answers):\n    rewards = check(*answers)\n    means.append(rewards.mean().item())\n    return rewards",
    );
    for seed in [1, 2, 3] {
        let table = must(&python, &format!("means.clear()\ntrain_words(seed={seed})"));
        assert_eq!(table.lines().count(), 1 + 9 + 4, "{table}");
        let means: Vec<f64> =
            serde_json::from_str(&must(&python, "print(means)")).expect("numbers");
        let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
        assert!(means[0] < 0.15, "chance is 0.03: {means:?}");
        let is_learned = means[..48].windows(5).any(|five| mean(five) > 0.9);
        assert!(is_learned, "seed {seed}: {means:?}");
        assert!(mean(&means[71..]) > 0.92, "seed {seed}: {means:?}");
    }
}
