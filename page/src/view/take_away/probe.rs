//! A probe environment as Python.

use policy_lab::config::EnvId;
use policy_lab::envs::ActionSpace;

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
    // Named one by one: a new probe must not leave with the reward of another.
    let reward = match id {
        EnvId::Probe1 | EnvId::Probe1Continuous => "1.0",
        EnvId::Probe2 | EnvId::Probe2Continuous => "float(self.obs)",
        EnvId::Probe3 | EnvId::Probe3Continuous => "float(self.is_last)",
        EnvId::Probe4 => "1.0 if action == 1 else -1.0",
        EnvId::Probe5 => "1.0 if action == self.obs else -1.0",
        EnvId::Probe4Continuous => "-(float(action[0]) - 0.5) ** 2",
        EnvId::Probe5Continuous => "-(float(action[0]) - float(self.obs) / 2) ** 2",
        EnvId::Cartpole
        | EnvId::Easycart
        | EnvId::Spincart
        | EnvId::SpincartCourse
        | EnvId::Mountaincar
        | EnvId::Acrobot
        | EnvId::Pendulum
        | EnvId::MountaincarContinuous => return None,
    };
    Some(PythonProbe {
        action_space,
        first_obs: format!("{:?}", probe.first_obs),
        reward,
        has_second_step: matches!(id, EnvId::Probe3 | EnvId::Probe3Continuous),
    })
}
