//! What the file of a run has of its environment: forces, a reader's reward, and the class of a
//! probe.

use policy_lab::config::{EnvId, TrainConfig};
use policy_lab::envs::{Actions, Env};
use policy_lab_python::cell::Python;

use super::{file, preset};

/// Forces are set where Gymnasium's environments have an attribute for them, and named where not.
#[test]
fn other_forces_are_written_where_the_environment_is_made() {
    let written = |env_id, gravity, force| {
        file(&TrainConfig {
            env_id,
            gravity,
            force,
            ..preset("ppo-quick")
        })
    };
    for (env_id, lines) in [
        (
            EnvId::Cartpole,
            "    env.unwrapped.gravity *= 2.0\n    env.unwrapped.force_mag *= 0.5\n    \
             return gym.wrappers.TimeLimit(env, args.max_episode_steps)\n",
        ),
        (
            EnvId::Pendulum,
            "    env.unwrapped.g *= 2.0\n    # Gymnasium has no setting for this: force of 0.5 times its own\n",
        ),
        (
            EnvId::Spincart,
            "    env = Cart()\n    env.unwrapped.gravity *= 2.0\n",
        ),
    ] {
        let text = written(env_id, 2.0, 0.5);
        assert!(text.contains(lines), "{text}");
    }
    for env_id in [EnvId::Cartpole, EnvId::Pendulum] {
        assert!(!written(env_id, 1.0, 1.0).contains("unwrapped"));
    }
    assert!(!written(EnvId::FrozenLake, 2.0, 0.5).contains("unwrapped"));
}

/// What Gymnasium's environments do not pay stands in the file, made of the names of their states.
#[test]
fn a_readers_reward_is_written_where_the_step_is_taken() {
    let written = |env_id, reward: &str| {
        file(&TrainConfig {
            env_id,
            reward: reward.to_owned(),
            ..preset("ppo-quick")
        })
    };
    let pendulum = written(EnvId::Pendulum, "reward + cos(θ) - torque ^ 2");
    let lines = "        obs, reward, terminated, truncated, info = self.env.step(action)\n        \
                 theta, omega = map(float, self.unwrapped.state)\n        (torque,) = map(float, action)\n        \
                 reward = float(reward + cos(theta) - torque ** 2)\n        \
                 return obs, reward, terminated, truncated, info\n";
    assert!(pendulum.contains(lines), "{pendulum}");
    assert!(pendulum.contains("from numpy import cos\n"), "{pendulum}");
    let cart = written(EnvId::Cartpole, "reward - abs(x)");
    let lines = "        x, v, theta, omega = map(float, self.state)\n        \
                 reward = args.terminal_reward if terminated else 1.0\n        \
                 reward = float(reward - abs(x))\n";
    assert!(cart.contains(lines), "{cart}");
    let spinning = written(EnvId::Spincart, "reward + 1");
    let lines = "        reward = float(min(0.1 * abs(omega), 1) - 0.5 * min(abs(x / 2.5) + abs(v / 10), 1))\n        \
                 reward = float(reward + 1)\n";
    assert!(spinning.contains(lines), "{spinning}");
}

/// Returns the text of a Python table: for each number of an observation and of an action what a
/// step pays, and whether it ends the episode, as the engine has them.
fn steps_of_probe(id: EnvId, numbers: &[f32]) -> String {
    let env = Env::new(id);
    let known = id.probe().expect("a probe").solution.iter();
    let rows = known.flat_map(|known| numbers.iter().map(move |number| (known.obs, *number)));
    let rows = rows.map(|(obs, number)| {
        let (action, drawn) = ([number as u32], [number]);
        let action = match id.controls() {
            [] => Actions::Discrete(&action),
            _ => Actions::Continuous(&drawn),
        };
        let moved = env.transition_by(&[obs], action);
        let ends = u8::from(moved.terminated);
        format!("({obs:?}, {number:?}): ({:?}, {ends})", moved.reward)
    });
    format!("{{{}}}", rows.collect::<Vec<_>>().join(", "))
}

/// The class of a probe pays and ends as the engine's environment does, from each observation.
#[test]
fn the_class_of_a_probe_takes_the_engines_steps() {
    let python = Python::new();
    for env_id in EnvId::ALL.into_iter().filter(|id| id.probe().is_some()) {
        let config = TrainConfig {
            env_id,
            ..preset("ppo-probe")
        };
        let file = file(&config);
        let class = file.find("class Probe").expect("a class");
        let end = file.find("def make_env").expect("where it is made");
        let (numbers, action) = match env_id.num_actions() {
            0 => (vec![-1.0, 0.25, 0.5], "np.array([number], np.float32)"),
            1 => (vec![0.0], "int(number)"),
            _ => (vec![0.0, 1.0], "int(number)"),
        };
        let expected = steps_of_probe(env_id, &numbers);
        let class = &file[class..end];
        let played = python.run(&format!(
            "import gymnasium as gym
import numpy as np

{class}

expected = {expected}
seen = set()
for number in {numbers:?}:
    for seed in range(16):
        env = Probe()
        obs, _ = env.reset(seed=seed)
        ended = False
        while not ended:
            row = (float(obs[0]), number)
            action = {action}
            assert env.action_space.contains(action), action
            assert env.observation_space.contains(obs), obs
            obs, reward, ended, _, _ = env.step(action)
            assert abs(reward - expected[row][0]) < 1e-6, (row, reward)
            assert int(ended) == expected[row][1], (row, ended)
            seen.add(row)
assert seen == set(expected), seen
"
        ));
        assert_eq!(played.failure, None, "{env_id:?}\n{class}\n{expected}");
    }
}
