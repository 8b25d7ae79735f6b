//! Environments that Python steps.

use policy_lab::envs::own::{OwnClass, OwnProgram, OwnSpace};

use super::*;

/// A world whose state grows is no program; each action but the first costs as much as it is high.
const GROWING: &str = r#"
import gymnasium as gym
import numpy as np

class Growing(gym.Env):
    def __init__(self):
        self.observation_space = gym.spaces.Box(-np.inf, np.inf, (2,), np.float32)
        self.action_space = gym.spaces.Discrete(2, start=1)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.past = [self.np_random.uniform()]
        return self.seen(), {}

    def seen(self):
        return np.array([len(self.past), self.past[-1]], dtype=np.float32)

    def step(self, action):
        assert action in (1, 2)
        self.past.append(self.np_random.uniform())
        return self.seen(), float(action), len(self.past) > 9, len(self.past) > 5 and self.past[0] > 0.5, {}
"#;

/// Whoever learns takes the second action, which pays two a step.
#[test]
fn python_steps_a_class_that_is_no_program() {
    let class = OwnClass {
        name: "Growing".to_owned(),
        source: GROWING.to_owned(),
        observation: OwnSpace {
            kind: "box".to_owned(),
            shape: vec![2],
            ..OwnSpace::default()
        },
        action: OwnSpace {
            kind: "discrete".to_owned(),
            n: 2,
            start: 1,
            ..OwnSpace::default()
        },
        time_limit: None,
    };
    let env_id = EnvId::own(OwnProgram::by_interpreter(class, 2, 1)).expect("a world");
    let config = TrainConfig {
        env_id,
        num_envs: 4,
        num_steps: 64,
        total_timesteps: 4 * 64 * 12,
        learning_rate: 0.02,
        ..(Preset::find("ppo-quick").expect("a preset").config)()
    };
    let python = Rc::new(Python::new());
    let hooks = ReaderHooks::new(python, &[], Vec::new(), &config);
    let session = Session {
        hooks: Some(Rc::new(
            hooks.unwrap_or_else(|failure| panic!("{failure:?}")),
        )),
        ..Session::new(config, RunDevice::Cpu)
    };
    let events: Vec<Event> = pollster::block_on(session.events().collect());
    let returns: Vec<f64> = (measured(&events).iter().flatten())
        .filter(|(metric, _)| *metric == Metric::EpisodicReturn)
        .map(|(_, value)| *value)
        .collect();
    assert_eq!(returns.len(), 12, "{:?}", events.last());
    // Episodes of 9 steps, and of 5 where the first number is above a half.
    assert!(returns[0] < 11.5 && returns[11] > 12.5, "{returns:?}");
}
