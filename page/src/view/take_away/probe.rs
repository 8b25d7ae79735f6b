//! A probe environment as Python.

use policy_lab::config::EnvId;
use policy_lab::envs::{ActionSpace, Actions, Env};

/// What a class of Gymnasium's needs of a probe.
pub struct PythonProbe {
    /// The space of its actions.
    pub action_space: String,
    /// The two observations that an episode begins with.
    pub first_obs: String,
    /// The reward of a step, an expression of `self.obs`, `self.is_last` and `action`.
    pub reward: &'static str,
    /// True if an episode has a second step, with the observation 1.
    pub has_second_step: bool,
}

/// Returns a probe; `None` for other environments.
pub fn python(id: EnvId) -> Option<PythonProbe> {
    let probe = id.probe()?;
    let action_space = match id.spec().actions {
        ActionSpace::Discrete(names) => format!("gym.spaces.Discrete({})", names.len()),
        ActionSpace::Continuous(controls) => {
            let lows: Vec<f32> = controls.iter().map(|it| it.low).collect();
            let highs: Vec<f32> = controls.iter().map(|it| it.high).collect();
            format!(
                "gym.spaces.Box(np.array({lows:?}, np.float32), np.array({highs:?}, np.float32))"
            )
        }
    };
    let env = Env::new(id);
    let first = env.transition_by(
        &probe.first_obs[..1],
        match id.controls() {
            [] => Actions::Discrete(&[0]),
            _ => Actions::Continuous(&[0.0]),
        },
    );
    Some(PythonProbe {
        action_space,
        first_obs: format!("{:?}", probe.first_obs),
        reward: probe.python_reward,
        has_second_step: !first.terminated,
    })
}
