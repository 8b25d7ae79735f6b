//! What is known of a program as of any environment: its names, its spaces, its picture, and the
//! Python of its exports. All of it is kept for ever, as that of the others is.

use super::program::{OwnPicture, OwnProgram};
use crate::envs::build::formula;
use crate::envs::spec::{
    ACTION, ActionSpace, Control, EnvKind, EnvSpec, Picture, Points, REWARD, TERMINATED, Task,
};

/// The time limit of an episode, in steps, where nobody has set one.
const TIME_LIMIT: u32 = 500;

impl OwnProgram {
    /// Returns the name in addresses: the same for the same program.
    fn key(&self) -> String {
        // As messages have it. A program always has such a form.
        let bytes = postcard::to_extend(self, Vec::new()).unwrap_or_default();
        // FNV-1a.
        let hash = bytes.iter().fold(0x811c_9dc5_u32, |hash, byte| {
            (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
        });
        format!("{PREFIX}{hash:08x}")
    }

    /// Returns names that a reader's reward may use, none twice: letters, digits and `_`.
    fn names(&self) -> Vec<&'static str> {
        let mut taken = [ACTION, REWARD, TERMINATED, "pi"]
            .map(str::to_owned)
            .to_vec();
        let names = self.state.iter().map(|name| {
            let parts = name.split(|it: char| !it.is_ascii_alphanumeric() && it != '_');
            let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
            let mut name = parts.join("_");
            if name.is_empty() || name.starts_with(|it: char| it.is_ascii_digit()) {
                name.insert(0, '_');
            }
            while taken.contains(&name) {
                name.push('_');
            }
            taken.push(name.clone());
            kept(name)
        });
        names.collect()
    }

    /// Returns Python that defines the class and `make_task()`, whose observations and actions are
    /// those of the policy.
    pub fn python(&self) -> String {
        let (source, name, seen) = (self.source.trim(), &self.name, &self.observation);
        let mut lines = format!("\n{source}\n\n\ndef make_task():\n    env = {name}()\n");
        if seen.kind == "discrete" {
            let (n, start) = (seen.n, seen.start);
            lines += &format!(
                "    one_hot = gym.spaces.Box(0, 1, ({n},))\n    env = gym.wrappers.TransformObservation(env, lambda seen: np.eye({n}, dtype=np.float32)[int(seen) - {start}], one_hot)\n"
            );
        } else if seen.kind == "box" && seen.shape.len() != 1 {
            lines += "    env = gym.wrappers.FlattenObservation(env)\n";
        }
        if self.action.kind == "discrete" && self.action.start != 0 {
            let (n, start) = (self.action.n, self.action.start);
            lines += &format!(
                "    env = gym.wrappers.TransformAction(env, lambda action: action + {start}, gym.spaces.Discrete({n}))\n"
            );
        } else if self.action.kind == "box" && self.action.shape.len() != 1 {
            lines += "    flat = gym.spaces.flatten_space(env.action_space)\n    env = gym.wrappers.TransformAction(env, lambda action: np.reshape(action, env.action_space.shape), flat)\n";
        }
        lines + "    return env\n"
    }

    /// Returns what is known of the environment, kept for ever.
    pub(super) fn spec(&self) -> EnvSpec {
        let actions = match self.controls().filter(|_| self.action.kind == "box") {
            Some(limits) => {
                let alone = limits.len() == 1;
                let controls = limits.into_iter().enumerate().map(|(place, [low, high])| {
                    let name = match alone {
                        true => ACTION,
                        false => kept(format!("{ACTION}{place}")),
                    };
                    Control { name, low, high }
                });
                ActionSpace::Continuous(controls.collect::<Vec<_>>().leak())
            }
            None => {
                let numbers = (0..self.action.n as i32).map(|place| self.action.start + place);
                let names = numbers.map(|number| kept(number.to_string()));
                ActionSpace::Discrete(names.collect::<Vec<_>>().leak())
            }
        };
        let obs = (0..self.obs_size()).map(|place| kept(format!("obs[{place}]")));
        let picture = match &self.picture {
            Some(picture) => picture.of(),
            None => bars(self.state.len()),
        };
        EnvSpec {
            key: kept(self.key()),
            label: kept(format!("{}: your own world", self.name)),
            state: self.names().leak(),
            obs: obs.collect::<Vec<_>>().leak(),
            actions,
            num_draws: self.draws.first,
            step_draws: self.draws.step,
            python_strengths: ["", ""],
            kind: EnvKind::Task(Task {
                gym_id: None,
                python: "",
                time_limit: self.time_limit.unwrap_or(TIME_LIMIT).max(1),
                solved: None,
                near_the_end: &[],
                step_secs: 1.0 / 20.0,
                picture,
                table: None,
            }),
        }
    }
}

/// How keys of programs begin.
const PREFIX: &str = "own-";

fn kept(text: String) -> &'static str {
    text.leak()
}

impl OwnPicture {
    fn of(&self) -> Picture {
        let discs: Vec<(usize, f32)> = self.discs.iter().map(|(at, it)| (*at, it.0)).collect();
        Picture {
            window: self.window.map(|it| it.0),
            points: Points::Read(Box::leak(Box::new(self.points.clone()))),
            rods: self.rods.clone().leak(),
            discs: discs.leak(),
            scenery: Vec::new,
        }
    }
}

/// Returns the picture of a state that nobody draws: a bar for each number, upwards above 0, and
/// the less it grows the larger the number is, so that all fit: `x / (1 + |x|)`.
fn bars(state_size: usize) -> Picture {
    let points = formula(state_size, |builder, state| {
        let mut points = vec![
            builder.constant(-0.5),
            builder.constant(0.0),
            builder.constant(state_size as f32 - 0.5),
            builder.constant(0.0),
        ];
        for (place, number) in state.iter().enumerate() {
            let (x, height) = (
                builder.constant(place as f32),
                *number / (number.abs() + 1.0),
            );
            points.extend([x, builder.constant(0.0), x, height]);
        }
        points
    });
    let joined = (0..=state_size).map(|bar| (2 * bar, 2 * bar + 1));
    let discs = (1..=state_size).map(|bar| (2 * bar + 1, 0.12));
    Picture {
        window: [-0.5, state_size as f32 - 0.5, -1.0, 1.0],
        points: Points::Read(Box::leak(Box::new(points))),
        rods: joined.collect::<Vec<_>>().leak(),
        discs: discs.collect::<Vec<_>>().leak(),
        scenery: Vec::new,
    }
}
