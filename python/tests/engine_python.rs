//! The Python that the page shows beside a run in slow motion: it runs, it computes what the engine
//! computes, and it learns.

mod recorder;

use std::rc::Rc;

use futures::StreamExt as _;
use policy_lab::config::presets::Preset;
use policy_lab::config::{Activation, Advantage, Algorithm, KlStop, TrainConfig};
use policy_lab::protocol::{Event, RunEvent};
use policy_lab::rollout::Rollout;
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::hooks::TrainHooks;
use policy_lab::train::session::Session;
use policy_lab::train::setup::{first_parameters, networks};
use policy_lab_page::course::running;
use policy_lab_python::cell::Python;
use policy_lab_python::functions::ReaderHooks;
use recorder::Recorder;

use crate::must;

/// Share of the way that the parameters went by which Python may end elsewhere. Both add up in
/// single precision in different orders, and Adam enlarges differences of small gradients.
const TOLERANCE: f64 = 2e-3;

/// What stands above the stages in each file.
const HEAD: &str = "import torch\nfrom collections import namedtuple\nfrom torch.distributions.categorical import Categorical\n\
                    from torch.nn.utils import clip_grad_norm_\n";

/// The run's networks, their optimiser, and one round of learning with the functions of the stages.
const ROUND: &str = r#"
import training
from worlds import CartPole
args = training._args

def begin(flat):
    """Makes the networks of the run, with these parameters, and the engine's optimiser."""
    global actor, critic, optimizer
    networks = training._Networks(torch.tensor(flat))
    actor, critic = networks.actor, networks.critic
    parameters = list(actor.parameters()) + (list(critic.parameters()) if critic else [])
    optimizer = torch.optim.AdamW(parameters, lr=args.learning_rate, eps=args.adam_eps, weight_decay=args.weight_decay)

def parameters():
    modules = [actor, critic] if critic else [actor]
    all = [p.T.flatten() if p.ndim == 2 else p for module in modules for p in module.parameters()]
    return torch.cat(all).tolist()

def learn_from(rollout):
    if args.algorithm == "reinforce":
        obs, actions, rewards, ended = rollout
        update(actor, optimizer, *batch(obs, actions, discounted_returns(rewards, ended, args)), args)
    elif args.advantage == "gae":
        learn(actor, critic, optimizer, rollout, *generalised_advantages(rollout, critic, args), args)
    else:
        learn(actor, critic, optimizer, rollout, *discounted_returns(rollout, args), args)
"#;

/// Returns small settings of an algorithm: 8 environments, 48 steps, episodes of 20 at most so that
/// some are truncated, and one minibatch, because PPO's order of samples is random.
fn small(algorithm: Algorithm) -> TrainConfig {
    TrainConfig {
        num_envs: 8,
        num_steps: 48,
        max_episode_steps: 20,
        total_timesteps: 8 * 48,
        hidden_sizes: vec![16],
        learning_rate: 3e-3,
        anneal_lr: false,
        num_minibatches: 1,
        early_stop: false,
        stop_when_solved: false,
        ..(Preset::first_for(algorithm).config)()
    }
}

/// Returns an interpreter that knows the stages as the page shows them, and the settings.
fn python_with(config: &TrainConfig) -> Rc<Python> {
    let python = Rc::new(Python::new());
    let nothing = ReaderHooks::new(Rc::clone(&python), &[], Vec::new(), config);
    assert!(nothing.is_ok(), "the settings are known");
    let stages = running(config, None);
    let shown: Vec<&str> = stages.iter().flatten().map(|it| it.code).collect();
    let text = format!(
        "{HEAD}{}\n{ROUND}args.algorithm = {:?}\n",
        shown.join("\n\n"),
        config.algorithm.key()
    );
    must(&python, &text);
    python
}

fn numbers(text: &str) -> Vec<f64> {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Returns the settings of every branch that the Python shows.
fn every_branch() -> Vec<(&'static str, TrainConfig)> {
    let [reinforce, vpg, ppo] = Algorithm::ALL.map(small);
    let unlike = |name, config: &TrainConfig, change: fn(&mut TrainConfig)| {
        let mut config = config.clone();
        change(&mut config);
        (name, config)
    };
    vec![
        unlike("REINFORCE", &reinforce, |_| {}),
        unlike(
            "REINFORCE with an entropy bonus and clipped gradients",
            &reinforce,
            |it| {
                it.ent_coef = 0.05;
                it.max_grad_norm = Some(0.1);
            },
        ),
        unlike("VPG", &vpg, |it| it.normalize_returns = true),
        unlike("VPG with weights, in groups", &vpg, |it| {
            it.normalize_returns = false;
            it.use_importance_weights = true;
            it.clip_coef = Some(0.01);
            it.update_epochs = 3;
            it.num_minibatches = 2;
        }),
        unlike("VPG with weights that nothing clips", &vpg, |it| {
            it.use_importance_weights = true;
            it.clip_coef = None;
            it.update_epochs = 2;
        }),
        unlike("VPG with a critic", &vpg, |it| {
            it.advantage = Advantage::Value;
            it.detach_advantage = true;
            it.ent_coef = 0.02;
        }),
        unlike("VPG with a critic and Huber's loss", &vpg, |it| {
            it.advantage = Advantage::Value;
            it.huber_delta = Some(0.5);
        }),
        unlike("VPG that pulls on its critic", &vpg, |it| {
            it.advantage = Advantage::Value;
            it.detach_advantage = false;
            it.normalize_returns = false;
        }),
        unlike("VPG with GAE", &vpg, |it| {
            it.advantage = Advantage::Gae;
            it.normalize_returns = false;
        }),
        unlike("PPO", &ppo, |_| {}),
        unlike("PPO without most of it", &ppo, |it| {
            it.norm_adv = false;
            it.clip_coef = None;
            it.max_grad_norm = None;
            it.update_epochs = 2;
        }),
        unlike("PPO that stops when it has moved far", &ppo, |it| {
            it.target_kl = Some(1e-4);
            it.update_epochs = 10;
        }),
        unlike("PPO that stops by CleanRL's rule", &ppo, |it| {
            it.target_kl = Some(1e-4);
            it.kl_stop = KlStop::Cleanrl;
            it.update_epochs = 10;
        }),
        unlike("PPO that stops by Stable-Baselines3's rule", &ppo, |it| {
            it.target_kl = Some(1e-3);
            it.kl_stop = KlStop::StableBaselines3;
            it.update_epochs = 10;
        }),
        unlike("PPO that stops by Spinning Up's rule", &ppo, |it| {
            it.target_kl = Some(1e-3);
            it.kl_stop = KlStop::SpinningUp;
            it.update_epochs = 10;
        }),
        unlike("PPO with held values and Huber's loss", &ppo, |it| {
            it.clip_coef = Some(0.01);
            it.clip_vloss = true;
            it.huber_delta = Some(2.0);
            it.update_epochs = 4;
        }),
        unlike("PPO with a critic's values", &ppo, |it| {
            it.advantage = Advantage::Value;
        }),
        unlike("PPO that pulls on its critic", &ppo, |it| {
            it.advantage = Advantage::Value;
            it.norm_adv = false;
            it.detach_advantage = false;
        }),
    ]
}

/// Each branch makes one iteration in the engine; Python learns from the very same rollout, and
/// must end with the same parameters. So targets, baselines, losses, epochs, clipped gradients and
/// Adam's steps are compared at once.
#[test]
fn what_is_shown_learns_from_a_rollout_what_the_engine_learns() {
    for (name, config) in every_branch() {
        let recorder = Rc::new(Recorder::default());
        let session = Session {
            hooks: Some(Rc::clone(&recorder) as Rc<dyn TrainHooks>),
            ..Session::new(config.clone(), RunDevice::Cpu)
        };
        let events: Vec<Event> = pollster::block_on(session.events().collect());
        let last = events.iter().find_map(|event| match event {
            Event::Run(RunEvent::LastGood(checkpoint)) => Some(checkpoint.parameters.clone()),
            _ => None,
        });
        let ours = last.unwrap_or_else(|| panic!("{name}: {events:?}"));
        let first = first_parameters(&config, &networks(&config));
        let rollout = recorder.0.borrow();
        let [rollout] = &rollout[..] else {
            panic!("{name}: {} rollouts", rollout.len());
        };
        assert!(
            rollout.terminated.contains(&true),
            "{name}: some poles fall"
        );
        let python = python_with(&config);
        must(
            &python,
            &format!("begin({first:?})\n{}", as_python(rollout, config.algorithm)),
        );
        let theirs = numbers(&must(&python, "learn_from(rollout)\nprint(parameters())"));

        assert_eq!(ours.len(), theirs.len(), "{name}");
        let norm = |squares: f64| squares.sqrt();
        let way = ours
            .iter()
            .zip(&first)
            .map(|(ours, first)| f64::from(ours - first).powi(2));
        let apart = ours
            .iter()
            .zip(&theirs)
            .map(|(ours, theirs)| (f64::from(*ours) - theirs).powi(2));
        let (way, apart) = (norm(way.sum()), norm(apart.sum()));
        assert!(way > 1e-3, "{name}: the engine has hardly learnt: {way}");
        assert!(
            apart < TOLERANCE * way,
            "{name}: {apart} apart after a way of {way}"
        );
    }
}

/// Returns the rollout as columns of the shown code. The states that steps led to come from the
/// page's CartPole, whose next states must be the engine's.
fn as_python(rollout: &Rollout, algorithm: Algorithm) -> String {
    let (steps, envs) = (rollout.num_steps, rollout.num_envs);
    let flags = |flags: &[bool]| flags.iter().map(|it| u8::from(*it)).collect::<Vec<_>>();
    let (terminated, truncated) = (flags(&rollout.terminated), flags(&rollout.truncated));
    let columns = format!(
        "def rows(numbers):\n    return torch.tensor(numbers).reshape({steps}, {envs})\n\
         obs = torch.tensor({:?}).reshape({steps}, {envs}, 4)\n\
         actions, log_prob, rewards = rows({:?}), rows({:?}), rows({:?})\n\
         terminated, truncated = rows({terminated:?}).bool(), rows({truncated:?}).bool()\n\
         ended = terminated | truncated\n",
        rollout.obs, rollout.actions, rollout.log_prob, rollout.rewards,
    );
    let rest = if algorithm == Algorithm::Reinforce {
        "rollout = obs, actions, rewards, ended\n"
    } else {
        "envs, next_obs = CartPole(len(obs[0])), []\n\
         for step in range(len(obs)):\n    \
             envs.state = obs[step]\n    \
             _, _, fell, _, info = envs.step(actions[step])\n    \
             assert fell.tolist() == terminated[step].tolist()\n    \
             next_obs.append(info['final_observation'])\n\
         next_obs = torch.stack(next_obs)\n\
         stays = ~ended[:-1].unsqueeze(-1)\n\
         assert torch.allclose(next_obs[:-1] * stays, obs[1:] * stays, atol=1e-5)\n\
         rollout = Rollout(obs, actions, log_prob, rewards, terminated, truncated, next_obs)\n"
    };
    columns + rest
}

/// The stages play and learn by themselves: after a few iterations, poles stand far longer than the
/// 22 steps of chance.
#[test]
fn what_is_shown_learns_to_balance() {
    for algorithm in Algorithm::ALL {
        let is_ppo = algorithm == Algorithm::Ppo;
        let config = TrainConfig {
            num_envs: 16,
            num_steps: 96,
            max_episode_steps: 500,
            total_timesteps: 100_000,
            learning_rate: 1e-2,
            activation: Activation::Tanh,
            full_reset: true,
            num_minibatches: if is_ppo { 4 } else { 1 },
            ..small(algorithm)
        };
        let first = first_parameters(&config, &networks(&config));
        let python = python_with(&config);
        let source = format!(
            "torch.manual_seed(1)\nbegin({first:?})\nenvs = CartPole(args.num_envs)\nobs, _ = envs.reset()\nlengths = []\n\
             for _ in range(30):\n    \
                 played = (envs, obs, actor, args)\n    \
                 rollout, obs = collect(*played)\n    \
                 ended = rollout[3] if len(rollout) == 4 else rollout.terminated | rollout.truncated\n    \
                 stands = torch.stack([~ended[:step + 1].any(dim=0) for step in range(len(ended))])\n    \
                 lengths.append(stands.float().sum(dim=0).mean().item())\n    \
                 learn_from(rollout)\n\
             print(lengths)"
        );
        let lengths = numbers(&must(&python, &source));
        let (before, last) = (lengths[0], &lengths[lengths.len() - 5..]);
        let after = last.iter().sum::<f64>() / last.len() as f64;
        assert!((10.0..35.0).contains(&before), "{algorithm:?}: {lengths:?}");
        assert!(after > 2.0 * before, "{algorithm:?}: {lengths:?}");
    }
}

#[test]
fn the_shown_rollouts_end_early_where_the_settings_say_so() {
    let collected = |config: TrainConfig, check: &str| {
        let first = first_parameters(&config, &networks(&config));
        let python = python_with(&config);
        must(
            &python,
            &format!(
                "torch.manual_seed(1)\nbegin({first:?})\nenvs = CartPole(args.num_envs)\n\
                 rollout, obs = collect(envs, envs.reset()[0], actor, args)\n{check}"
            ),
        );
    };
    let whole = TrainConfig {
        whole_episodes: true,
        num_envs: 1,
        num_steps: 400,
        max_episode_steps: 500,
        total_timesteps: 4_000,
        ..small(Algorithm::Reinforce)
    };
    collected(
        whole,
        "ended = rollout[3][:, 0].tolist()\nassert ended == [False] * (len(ended) - 1) + [True], ended",
    );
    let early = TrainConfig {
        early_stop: true,
        num_steps: 400,
        max_episode_steps: 500,
        total_timesteps: 4_000,
        ..small(Algorithm::Vpg)
    };
    collected(
        early,
        "steps = len(rollout.obs)\nassert steps % 16 == 0 and steps < 400, steps\n\
         assert rollout.terminated.any(dim=0).all() and not rollout.terminated[:-16].any(dim=0).all()",
    );
}

/// Every sample is in exactly one minibatch of an epoch: PPO's in random order, VPG's as whole
/// environments.
#[test]
fn the_shown_minibatches_hold_each_sample_once() {
    for algorithm in [Algorithm::Vpg, Algorithm::Ppo] {
        let config = TrainConfig {
            num_minibatches: 4,
            use_importance_weights: true,
            ..small(algorithm)
        };
        let python = python_with(&config);
        let said = must(
            &python,
            "torch.manual_seed(1)\nnumbers = torch.arange(6 * 8).reshape(6, 8)\n\
             rollout = Rollout(numbers.unsqueeze(-1), *[numbers] * 6)\n\
             epochs = [[m for m in minibatches(rollout, numbers, numbers, args)] for _ in range(2)]\n\
             assert all(part.flatten().tolist() == m[1].flatten().tolist() for e in epochs for m in e for part in m)\n\
             of = [[m[1].flatten().tolist() for m in epoch] for epoch in epochs]\n\
             assert all(sorted(sum(parts, [])) == list(range(48)) for parts in of)\n\
             assert all(len(part) == 12 for parts in of for part in parts)\n\
             print(of[0] == of[1], sorted(number % 8 for number in of[0][0]) == [0] * 6 + [1] * 6)",
        );
        let is_vpg = algorithm == Algorithm::Vpg;
        let expected = if is_vpg { "True True" } else { "False False" };
        assert_eq!(said.trim(), expected, "{algorithm:?}");
    }
}

/// What stands above the first stage in a file is what these tests put there.
#[test]
fn each_file_runs_as_it_stands() {
    for text in [
        include_str!("../../course/algorithms/reinforce.py"),
        include_str!("../../course/algorithms/vpg.py"),
        include_str!("../../course/algorithms/ppo.py"),
    ] {
        let head = text.split("# Stage: ").next().unwrap_or_default();
        for line in head.lines().filter(|line| !line.is_empty()) {
            assert!(HEAD.lines().any(|known| known == line), "{line}");
        }
        must(&Python::new(), text);
    }
}
