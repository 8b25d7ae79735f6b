//! Answers to questions about a class: where single steps, runs and resets lead, given the results
//! of its draws, and what the program's own draws give. The engine's interpreter of formulas
//! computes them.

use policy_lab::envs::OwnProgram;
use policy_lab::envs::block::{BLOCK, Input, Registers};
use policy_lab::envs::formula::Formula;
use policy_lab::random::{Purpose, Stream};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The seed of the draws.
const SEED: u32 = 1;

/// What is asked. A state is a list of numbers, of which the layout says which attributes they are.
#[derive(Debug, Deserialize)]
pub struct Questions {
    /// The layout, which Python reads.
    pub layout: Value,
    #[serde(default)]
    steps: Vec<StepQuestion>,
    #[serde(default)]
    runs: Vec<RunQuestion>,
    #[serde(default)]
    resets: Vec<ResetQuestion>,
    #[serde(default)]
    samples: Option<SampleQuestions>,
}

#[derive(Debug, Deserialize)]
struct StepQuestion {
    state: Vec<Value>,
    action: Value,
    #[serde(default)]
    draws: Vec<Drawn>,
}

#[derive(Debug, Deserialize)]
struct RunQuestion {
    state: Vec<Value>,
    actions: Vec<Value>,
    draws: Vec<Vec<Drawn>>,
}

#[derive(Debug, Deserialize)]
struct ResetQuestion {
    draws: Vec<Drawn>,
}

/// The result of a call of the generator: a number, or lists of them.
#[derive(Debug, Deserialize)]
struct Drawn {
    value: Value,
}

#[derive(Debug, Deserialize)]
struct SampleQuestions {
    reset: usize,
    steps: Vec<StepQuestion>,
}

/// The answers, in the order of the questions.
#[derive(Debug, Serialize)]
pub struct Answers {
    steps: Vec<StepAnswer>,
    runs: Vec<RunAnswer>,
    resets: Vec<ResetAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    samples: Option<SampleAnswers>,
}

#[derive(Debug, Serialize)]
struct StepAnswer {
    obs: Value,
    reward: f32,
    terminated: bool,
    truncated: bool,
}

#[derive(Debug, Default, Serialize)]
struct RunAnswer {
    obs: Vec<Value>,
    reward: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
}

#[derive(Debug, Serialize)]
struct ResetAnswer {
    obs: Value,
}

#[derive(Debug, Serialize)]
struct SampleAnswers {
    reset: Vec<Value>,
    steps: Vec<Vec<Value>>,
}

/// A class as it answers questions.
#[derive(Debug, Deserialize)]
pub struct Answering {
    /// The program that trains: its draws are uniform in [0, 1).
    program: Placed,
    /// The same, with the results of the class's draws in place of them.
    given: Placed,
}

/// A program, and where the numbers of its state stand in a question's.
#[derive(Debug, Deserialize)]
struct Placed {
    formulas: OwnProgram,
    places: Vec<Place>,
}

/// A number of the program's state.
#[derive(Debug, Deserialize)]
struct Place {
    /// Its place in a question's state.
    at: Option<usize>,
    /// True if it says whether the attribute there is None.
    is_none: bool,
    /// What it is where a question does not say.
    otherwise: f32,
}

/// Steps asked of a question for which the program draws its own numbers.
const SAMPLES: usize = 10_000;

impl Answering {
    /// Answers all questions.
    ///
    /// # Errors
    /// If a question does not fit the class.
    pub fn answer(&self, questions: &Questions) -> Result<Answers, String> {
        let Self { program, given } = self;
        program.check()?;
        given.check()?;
        let mut reader = Reader::new(&given.formulas);
        let mut steps = Vec::new();
        for asked in &questions.steps {
            let state = given.state(&asked.state);
            let (_, answer) = reader.step(&state, &asked.action, &asked.draws)?;
            steps.push(answer);
        }
        let mut runs = Vec::new();
        for asked in &questions.runs {
            let mut state = given.state(&asked.state);
            let mut run = RunAnswer::default();
            for (action, draws) in asked.actions.iter().zip(&asked.draws) {
                let (next, answer) = reader.step(&state, action, draws)?;
                state = next;
                run.obs.push(answer.obs);
                run.reward.push(answer.reward);
                run.terminated.push(answer.terminated);
                run.truncated.push(answer.truncated);
            }
            runs.push(run);
        }
        let mut resets = Vec::new();
        for asked in &questions.resets {
            let draws = drawn(&asked.draws, given.formulas.draws.first)?;
            let states = reader.results(&given.formulas.first, &[draws]);
            let obs = reader.seen(&states).remove(0);
            resets.push(ResetAnswer { obs });
        }
        let samples = questions.samples.as_ref();
        let samples = samples.map(|asked| program.samples(asked)).transpose()?;
        Ok(Answers {
            steps,
            runs,
            resets,
            samples,
        })
    }
}

impl Placed {
    fn check(&self) -> Result<(), String> {
        self.formulas.check().map_err(|error| error.to_string())
    }

    /// Returns what the program's own draws give.
    fn samples(&self, asked: &SampleQuestions) -> Result<SampleAnswers, String> {
        let program = &self.formulas;
        let mut reader = Reader::new(program);
        let stream = Stream::new(SEED, Purpose::Reset);
        let uniforms = |count: usize, question: usize, sample: usize| -> Vec<f32> {
            let words = (0..count.div_ceil(2)).flat_map(|counter| {
                stream.uniforms([question as u32, (sample * count + counter) as u32])
            });
            words.take(count).collect()
        };
        let draws: Vec<Vec<f32>> = (0..asked.reset)
            .map(|sample| uniforms(program.draws.first, 0, sample))
            .collect();
        let states = reader.results(&program.first, &draws);
        let reset = reader.seen(&states);
        let mut steps = Vec::new();
        for (question, step) in asked.steps.iter().enumerate() {
            let begin = [self.state(&step.state), reader.action(&step.action)?].concat();
            let rows: Vec<Vec<f32>> = (0..SAMPLES)
                .map(|sample| {
                    let draws = uniforms(program.draws.step, question + 1, sample);
                    [begin.as_slice(), &draws].concat()
                })
                .collect();
            let results = reader.results(&program.step, &rows);
            steps.push(reader.seen(&results));
        }
        Ok(SampleAnswers { reset, steps })
    }

    /// Returns the program's state for the state of a question.
    fn state(&self, asked: &[Value]) -> Vec<f32> {
        let numbers = self.places.iter().map(|place| {
            let value = place.at.and_then(|at| asked.get(at));
            match value {
                Some(value) if place.is_none => f32::from(u8::from(value.is_null())),
                Some(value) => number(value).unwrap_or(place.otherwise),
                None => place.otherwise,
            }
        });
        numbers.collect()
    }
}

/// Reads the formulas of a program, up to [`BLOCK`] rows at a time.
struct Reader<'a> {
    program: &'a OwnProgram,
    registers: Registers,
}

impl<'a> Reader<'a> {
    fn new(program: &'a OwnProgram) -> Self {
        Self {
            program,
            registers: Registers::default(),
        }
    }

    /// Returns a formula's results for rows of inputs.
    fn results(&mut self, formula: &Formula, rows: &[Vec<f32>]) -> Vec<Vec<f32>> {
        let mut found = Vec::with_capacity(rows.len());
        for block in rows.chunks(BLOCK) {
            let column = |input: usize| block.iter().map(|row| row[input]).collect();
            let columns: Vec<Vec<f32>> = (0..usize::from(formula.num_inputs)).map(column).collect();
            self.registers
                .run(formula, block.len(), |index| Input::Each(&columns[index]));
            for lane in 0..block.len() {
                let results = formula.outputs.iter();
                let results = results.map(|output| self.registers.of(*output)[lane]);
                found.push(results.collect());
            }
        }
        found
    }

    /// Returns what the policy sees of states, with which rows begin.
    fn seen(&mut self, rows: &[Vec<f32>]) -> Vec<Value> {
        let size = self.program.state.len();
        let states: Vec<Vec<f32>> = rows.iter().map(|row| row[..size].to_vec()).collect();
        let program = self.program;
        let is_number = program.observation.kind == "discrete";
        let seen = self.results(&program.observe, &states).into_iter();
        seen.map(|obs| match is_number {
            true => Value::from(obs[0]),
            false => Value::from(obs),
        })
        .collect()
    }

    /// Returns the numbers of an action.
    fn action(&self, action: &Value) -> Result<Vec<f32>, String> {
        let mut numbers = Vec::new();
        flatten(action, &mut numbers)?;
        if numbers.len() != self.program.action_size() {
            return Err(format!("an action has {} numbers here", numbers.len()));
        }
        if self.program.action.kind == "discrete" {
            numbers[0] -= self.program.action.start as f32;
        }
        Ok(numbers)
    }

    /// Returns the state that a step leads to, and what is asked of the step.
    fn step(
        &mut self,
        state: &[f32],
        action: &Value,
        draws: &[Drawn],
    ) -> Result<(Vec<f32>, StepAnswer), String> {
        let program = self.program;
        let action = self.action(action)?;
        let draws = drawn(draws, program.draws.step)?;
        let row = [state, &action, &draws].concat();
        let results = self.results(&program.step, &[row]).remove(0);
        let (next, outcome) = results.split_at(program.state.len());
        let answer = StepAnswer {
            obs: self.seen(&[next.to_vec()]).remove(0),
            reward: outcome[0],
            terminated: outcome[1] != 0.0,
            truncated: outcome[2] != 0.0,
        };
        Ok((next.to_vec(), answer))
    }
}

/// Returns the results of draws as `count` numbers: a way that draws less leaves the others unread.
fn drawn(draws: &[Drawn], count: usize) -> Result<Vec<f32>, String> {
    let mut numbers = Vec::new();
    for draw in draws {
        flatten(&draw.value, &mut numbers)?;
    }
    if numbers.len() > count {
        let given = numbers.len();
        return Err(format!(
            "{given} numbers were drawn, and the program draws {count}"
        ));
    }
    numbers.resize(count, 0.0);
    Ok(numbers)
}

fn flatten(value: &Value, numbers: &mut Vec<f32>) -> Result<(), String> {
    match value {
        Value::Array(parts) => parts.iter().try_for_each(|part| flatten(part, numbers)),
        value => {
            numbers.push(number(value).ok_or_else(|| format!("{value} is no number"))?);
            Ok(())
        }
    }
}

fn number(value: &Value) -> Option<f32> {
    match value {
        Value::Bool(truth) => Some(f32::from(u8::from(*truth))),
        value => value.as_f64().map(|number| number as f32),
    }
}
