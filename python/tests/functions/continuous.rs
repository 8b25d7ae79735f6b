//! A reader's functions where actions are continuous: the same losses over a Gaussian policy.

use policy_lab::envs::build::formula;
use policy_lab::envs::own::{Bound, DrawCounts, OwnClass, OwnProgram, OwnSpace};

use super::*;

/// A point in a plane that two numbers push, and that is paid for staying near the middle.
fn plane() -> EnvId {
    let space = |low: f32, high: f32| OwnSpace {
        kind: "box".to_owned(),
        shape: vec![2],
        low: vec![Some(Bound(low)); 2],
        high: vec![Some(Bound(high)); 2],
        ..OwnSpace::default()
    };
    let class = OwnClass {
        name: "Plane".to_owned(),
        observation: space(-9.0, 9.0),
        action: space(-1.0, 1.0),
        time_limit: Some(20),
        ..OwnClass::default()
    };
    let program = OwnProgram {
        draws: DrawCounts { first: 2, step: 0 },
        first: formula(2, |_, draws| vec![draws[0] - 0.5, draws[1] - 0.5]),
        step: formula(4, |builder, inputs| {
            let [x, y] = [inputs[0] + inputs[2] * 0.3, inputs[1] + inputs[3] * 0.1];
            let ends = x.abs().more(2.0);
            vec![x, y, -(x * x) - y * y, ends, builder.constant(0.0)]
        }),
        is_stand_in: false,
        ..OwnProgram::by_interpreter(class, 2, 2)
    };
    EnvId::own(program).expect("a world")
}

const VPG: &str = "from torch.distributions import Independent, Normal

def compute_logprobs_and_entropy(tau, pi):
    dist = Independent(Normal(pi(tau.obs), pi.log_std.exp()), 1)
    return dist.log_prob(tau.actions), dist.entropy()

class VPGTrainer:
    def compute_loss(self, tau):
        returns = compute_returns(tau.rewards, tau.dones, self.args.gamma)
        logprobs, entropy = compute_logprobs_and_entropy(tau, self.policy_network)
        joy = compute_reinforce_loss(returns, logprobs, t.ones_like(logprobs))
        return joy + self.args.ent_coef * entropy.mean(), {}
";

const PPO: &str = "from torch.distributions import Normal

def compute_ppo_objective(self, minibatch):
    dist = Normal(self.actor(minibatch.obs), self.actor.log_std.exp())
    ratio = (dist.log_prob(minibatch.actions).sum(-1) - minibatch.logprobs).exp()
    adv = minibatch.advantages
    adv = (adv - adv.mean()) / (adv.std() + 1e-8)
    clip = self.args.clip_coef
    surrogate = t.min(ratio * adv, ratio.clamp(1 - clip, 1 + clip) * adv).mean()
    values = self.critic(minibatch.obs).squeeze(-1)
    value_loss = calc_value_function_loss(values, minibatch.returns, self.args.vf_coef)
    return surrogate - value_loss + self.args.ent_coef * dist.entropy().sum(-1).mean()
";

/// A function that gets the distribution is the one that trains carts; one that makes it makes a
/// Gaussian here.
#[test]
fn a_readers_loss_trains_a_gaussian_policy_as_ours_does() {
    for env_id in [EnvId::Pendulum, plane()] {
        for part in Part::ALL.into_iter().filter(|part| part.is_of_loss()) {
            let source = match part {
                Part::LogProbs | Part::VpgObjective => VPG.to_owned(),
                Part::PpoObjective => PPO.to_owned(),
                part => format!("from reference import {}", part.name()),
            };
            let config = TrainConfig {
                env_id,
                ..fitting(part)
            };
            assert_eq!(
                part.never_called_because(&config, &source),
                None,
                "{part:?}"
            );
            train_alike(&source, part, config);
        }
    }
}

/// Observations come as the networks see them, and the rewards are scaled, both by running moments.
#[test]
fn a_readers_loss_gets_what_moments_have_normalised() {
    let config = TrainConfig {
        env_id: EnvId::Pendulum,
        norm_obs: true,
        norm_reward: true,
        ..fitting(Part::PpoObjective)
    };
    train_alike(PPO, Part::PpoObjective, config);
}

#[test]
fn a_readers_policy_chooses_continuous_actions() {
    let source = |actions: &str| {
        format!(
            "from torch.distributions import Independent, Normal\n\nclass VPGAgent:\n    \
             def get_actions(self, obs):\n        \
             pi = self.policy_network\n        \
             dist = Independent(Normal(pi(obs), pi.log_std.exp()), 1)\n        \
             actions = dist.sample()\n        \
             return {actions}, dist.log_prob(actions), dist.entropy()\n"
        )
    };
    let played = |actions: &str| {
        let config = TrainConfig {
            env_id: plane(),
            max_episode_steps: 20,
            ..fitting(Part::Actions)
        };
        run(&source(actions), Part::Actions, config)
    };
    let events = played("actions");
    let done = Some(&Event::Run(RunEvent::Stopped(StopReason::Finished)));
    assert_eq!(events.last(), done);
    assert_eq!(measured(&events).len(), 2);
    // Both numbers arrive, each in its place: the second costs more with each step, and the first
    // ends episodes.
    let mean = |push: &str, wanted| {
        let events = played(&format!("actions * 0 + t.tensor({push})"));
        let found = measured(&events).into_iter().flatten();
        let found: Vec<f64> = (found.filter(|(metric, _)| *metric == wanted))
            .map(|(_, value)| value)
            .collect();
        found[0]
    };
    let cost = |push| mean(push, Metric::EpisodicReturn);
    let (still, second) = (cost("[0.0, 0.0]"), cost("[0.0, 1.0]"));
    assert!(still > -10.0 && second < still - 15.0, "{still}, {second}");
    let length = |push| mean(push, Metric::EpisodicLength);
    let (first, second) = (length("[1.0, 0.0]"), length("[0.0, 1.0]"));
    assert!(
        first < 10.0 && (second - 20.0).abs() < 1e-6,
        "{first}, {second}"
    );

    let said = failure(&played("actions[:, 0]"));
    assert!(said.contains("(8,), and (8, 2) was expected"), "{said}");
    let said = failure(&played("actions / 0"));
    assert!(said.contains("not finite"), "{said}");
}
