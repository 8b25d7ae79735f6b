//! A learner beside the truth, in a world whose states can be counted: the exact values of its
//! policy, what its critic says, and how good the best policy would be.

use crate::view::actions;
use crate::view::format::score;
use policy_lab::config::TrainConfig;
use policy_lab::config::world::env;
use policy_lab::envs::exact::Model;
use policy_lab::policy::host_policy::HostPolicy;

/// What there is to show.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactView {
    /// How far the learner is from the truth, in sentences.
    pub said: Vec<String>,
    /// The cells in rows as they lie; `None` where an episode never stands.
    pub rows: Vec<Vec<Option<ExactCell>>>,
}

/// One cell.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactCell {
    /// The exact value.
    pub value: String,
    /// The critic's value, if there is a critic whose rewards are as the environment pays them.
    pub critic: Option<String>,
    /// The likeliest action, by an arrow where it is a direction, and its probability.
    pub action: String,
    /// The place of the value between the lowest, 0, and the highest, 1.
    pub share: f64,
}

/// Compares a policy with the truth; `None` where states cannot be counted, or where values are
/// infinite.
pub fn exact(config: &TrainConfig, policy: &HostPolicy) -> Option<ExactView> {
    let id = config.env_id;
    let table = id.task()?.table?;
    let model = Model::new(&env(config))?;
    let rows: Vec<&[f32]> = model.obs.chunks(id.obs_size()).collect();
    let probabilities: Vec<f64> = rows
        .iter()
        .filter_map(|obs| policy.probabilities(obs))
        .flatten()
        .map(f64::from)
        .collect();
    let solution = model.solve(&probabilities, config.gamma)?;
    // A critic of normalised rewards speaks in another unit.
    let critic: Option<Vec<f64>> = rows
        .iter()
        .map(|obs| {
            let units = policy.critic(obs).filter(|_| !config.norm_reward)?;
            Some(f64::from(*units.last()?.first()?))
        })
        .collect();
    let best = model.best_values(config.gamma)?[model.start];
    let per_episode = model.episodic_return(&probabilities, config.max_episode_steps);
    let mut said = vec![
        format!(
            "Expected return with gamma = {}: {} of at most {}",
            config.gamma,
            score(solution.objective),
            score(best)
        ),
        format!(
            "Without a discount an episode returns {} on average",
            score(per_episode)
        ),
    ];
    if let Some(critic) = &critic {
        let all: f64 = solution.visits.iter().sum();
        let off = critic.iter().zip(&solution.values).zip(&solution.visits);
        let off: f64 = off
            .map(|((it, value), visits)| (it - value).abs() * visits / all)
            .sum();
        said.push(format!(
            "Where the policy goes, the critic is {} off on average",
            score(off)
        ));
    }
    let (low, high) = (solution.values.iter())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |it, value| {
            (it.0.min(*value), it.1.max(*value))
        });
    let mut cells = vec![None; usize::from(table.cells)];
    for (state, cell) in model.cells.iter().enumerate() {
        let chosen = probabilities.chunks(model.num_actions).nth(state)?;
        let likeliest = (0..chosen.len()).max_by(|a, b| chosen[*a].total_cmp(&chosen[*b]))?;
        let value = solution.values[state];
        *cells.get_mut(usize::from(*cell))? = Some(ExactCell {
            value: score(value),
            critic: critic.as_ref().map(|critic| score(critic[state])),
            action: format!(
                "{} {:.0} %",
                actions::short(id, likeliest),
                100.0 * chosen[likeliest]
            ),
            share: match high > low {
                true => (value - low) / (high - low),
                false => 0.0,
            },
        });
    }
    let rows = cells.chunks(usize::from(table.columns));
    Some(ExactView {
        said,
        rows: rows.map(<[_]>::to_vec).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy_lab::config::presets::Preset;
    use policy_lab::config::{Algorithm, EnvId};
    use policy_lab::protocol::Frame;

    /// A policy without a hidden layer, whose parameters are all 0: each action as likely, and a
    /// critic that says 0 everywhere.
    fn untrained(env_id: EnvId) -> (TrainConfig, HostPolicy) {
        let config = TrainConfig {
            env_id,
            hidden_sizes: Vec::new(),
            gamma: 1.0,
            max_episode_steps: 1_000,
            ..(Preset::first_for(Algorithm::Ppo).config)()
        };
        let count = (env_id.obs_size() + 1) * (env_id.num_actions() + 1);
        let frame = Frame {
            parameters: vec![0.0; count],
            ..Frame::default()
        };
        let policy = HostPolicy::new(&config, &frame).expect("a policy");
        (config, policy)
    }

    #[test]
    fn a_corridor_shows_the_values_of_the_book_and_the_critics_error() {
        let (config, policy) = untrained(EnvId::Corridor);
        let view = exact(&config, &policy).expect("a world of cells");
        assert_eq!(view.rows.len(), 1);
        assert_eq!(view.rows[0].len(), 7);
        assert!(view.rows[0][0].is_none() && view.rows[0][6].is_none());
        let middle = view.rows[0][3].as_ref().expect("a cell");
        assert_eq!(middle.value, "0.5");
        assert_eq!(middle.critic.as_deref(), Some("0"));
        assert!((middle.share - 0.5).abs() < 1e-9);
        assert!(middle.action.ends_with("50 %"), "{}", middle.action);
        assert!(
            view.said[0].contains("0.5 of at most 0.9986"),
            "{:?}",
            view.said
        );
        // Visits by cell are 1, 2, 3, 2, 1 of 9, and the errors sixths.
        assert!(view.said[2].contains("0.5 off"), "{:?}", view.said);
    }

    #[test]
    fn rows_lie_as_in_the_world_and_normalised_rewards_have_no_critic() {
        let (config, policy) = untrained(EnvId::FrozenLake);
        let config = TrainConfig {
            norm_reward: true,
            ..config
        };
        let view = exact(&config, &policy).expect("a world of cells");
        assert_eq!(view.rows.len(), 4);
        let holes = [[1, 1], [1, 3], [2, 3], [3, 0], [3, 3]];
        for (row, cells) in view.rows.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                assert_eq!(cell.is_none(), holes.contains(&[row, column]));
                assert!(cell.as_ref().is_none_or(|cell| cell.critic.is_none()));
            }
        }
        assert_eq!(view.said.len(), 2);
        let cart = untrained(EnvId::Cartpole);
        assert_eq!(exact(&cart.0, &cart.1), None);
    }
}
