//! The right answers in a world whose states can be counted ([`Table`](super::Table)): values of a
//! policy, the return to expect of it, that return's gradient, and the best of all policies, by
//! dynamic programming in double precision. The model is read off the world's own formulas.
//!
//! A policy is `[states, actions]`, the probability of each action in each state. States are those
//! in which an episode can be, in the order of their cells.
//!
//! # Source
//! Sutton and Barto, "Reinforcement Learning" (2018), chapters 3, 4 and 13.

use super::block::Input;
use super::dynamics::is_terminated;
use super::{Actions, Env, Mover};

/// A step's way of going, by chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Way {
    /// Its probability.
    pub probability: f64,
    /// Its reward.
    pub reward: f64,
    /// The place of the state that it leads to; `None` if it ends the episode.
    pub next: Option<usize>,
    /// The cell that it leads to.
    pub cell: u16,
}

/// What can happen in each state by each action.
#[derive(Clone, Debug)]
pub struct Model {
    /// The cells that are states, in their order.
    pub cells: Vec<u16>,
    /// Number of actions.
    pub num_actions: usize,
    /// The place of the state with which an episode begins.
    pub start: usize,
    /// What the policy sees, `[states, obs_size]`.
    pub obs: Vec<f32>,
    /// `[states, actions]`.
    ways: Vec<Vec<Way>>,
}

/// What follows from a policy.
#[derive(Clone, Debug)]
pub struct Solution {
    /// `V(s)`, `[states]`.
    pub values: Vec<f64>,
    /// `Q(s, a)`, `[states, actions]`.
    pub action_values: Vec<f64>,
    /// How often an episode is in each state, where a step after `t` others counts as `gamma^t`:
    /// `[states]`.
    pub visits: Vec<f64>,
    /// `J`, the discounted return to expect of an episode.
    pub objective: f64,
}

impl Model {
    /// Reads the model of an environment off its formulas, with a reader's reward if it has one;
    /// `None` if its states cannot be counted.
    pub fn new(env: &Env) -> Option<Self> {
        let id = env.id;
        let table = id.task()?.table?;
        let mut mover = Mover::new(env);
        let num_actions = id.num_actions();
        let step_draws = mover.dynamics().step_draws;
        let first = &id.dynamics().first;
        // All episodes begin alike.
        let start = first.results(&vec![0.5; usize::from(first.num_inputs)])[0] as u16;
        let mut cells = vec![start];
        let mut outcomes: Vec<(u16, Vec<[f64; 4]>)> = Vec::new();
        // Each cell that can be reached, once.
        while let Some(&cell) = cells.get(outcomes.len() / num_actions) {
            for action in 0..num_actions {
                let mut ways = Vec::with_capacity(table.ways.len());
                for (draw, probability) in table.ways {
                    let state = |number| match number {
                        0 => Input::All(f32::from(cell)),
                        _ => Input::All(*draw),
                    };
                    debug_assert!(step_draws <= 1, "a way is one number");
                    mover.run(Actions::Discrete(&[action as u32]), 1, state);
                    let (to, reward) = (mover.state(0)[0], f64::from(mover.rewards()[0]));
                    let ends = f64::from(u8::from(is_terminated(mover.ends()[0])));
                    ways.push([*probability, reward, ends, f64::from(to)]);
                    if ends == 0.0 && !cells.contains(&(to as u16)) {
                        cells.push(to as u16);
                    }
                }
                outcomes.push((cell, ways));
            }
        }
        outcomes.sort_by_key(|(cell, _)| *cell);
        cells.sort_unstable();
        let place = |cell: u16| cells.binary_search(&cell).ok();
        let ways = outcomes.iter().map(|(_, ways)| {
            let ways = ways.iter().map(|[probability, reward, ends, to]| Way {
                probability: *probability,
                reward: *reward,
                next: place(*to as u16).filter(|_| *ends == 0.0),
                cell: *to as u16,
            });
            ways.collect()
        });
        let ways = ways.collect();
        let mut states = Vec::with_capacity(cells.len() * (1 + step_draws));
        for cell in &cells {
            states.push(f32::from(*cell));
            states.extend(std::iter::repeat_n(0.0, step_draws));
        }
        let mut obs = Vec::new();
        mover.observe(&states, &mut obs);
        Some(Self {
            num_actions,
            start: place(start)?,
            obs,
            ways,
            cells,
        })
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Returns true if there are no states.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Returns what an action can lead to.
    pub fn ways(&self, state: usize, action: usize) -> &[Way] {
        &self.ways[state * self.num_actions + action]
    }

    /// Returns what follows from a policy with this discount. `None` if the values are infinite,
    /// because without a discount some episodes never end, or because some reward is.
    pub fn solve(&self, policy: &[f64], gamma: f64) -> Option<Solution> {
        let count = self.len();
        // (I - gamma P) V = r, and for the visits the same of the transposed matrix.
        let mut matrix = vec![0.0; count * count];
        let mut rewards = vec![0.0; count];
        for state in 0..count {
            matrix[state * count + state] += 1.0;
            for action in 0..self.num_actions {
                let chosen = policy[state * self.num_actions + action];
                for way in self.ways(state, action) {
                    rewards[state] += chosen * way.probability * way.reward;
                    if let Some(next) = way.next {
                        matrix[state * count + next] -= gamma * chosen * way.probability;
                    }
                }
            }
        }
        let transposed = (0..count * count).map(|at| matrix[at % count * count + at / count]);
        let transposed: Vec<f64> = transposed.collect();
        let mut begins = vec![0.0; count];
        begins[self.start] = 1.0;
        let values = solved(matrix, rewards)?;
        let visits = solved(transposed, begins)?;
        // A reader's reward may be infinite somewhere.
        if !values.iter().all(|value| value.is_finite()) {
            return None;
        }
        Some(Solution {
            action_values: self.action_values(&values, gamma),
            objective: values[self.start],
            values,
            visits,
        })
    }

    /// Returns the gradient of `J` by the logits of a softmax policy, `[states, actions]`, by the
    /// policy gradient theorem: `d(s) pi(a|s) (Q(s, a) - V(s))`, with the discounted visits `d`.
    pub fn gradient(&self, policy: &[f64], solution: &Solution) -> Vec<f64> {
        let each = policy.iter().zip(&solution.action_values).enumerate();
        each.map(|(at, (chosen, worth))| {
            let state = at / self.num_actions;
            solution.visits[state] * chosen * (worth - solution.values[state])
        })
        .collect()
    }

    /// Returns the values of the best policy, `[states]`, by value iteration. `None` if they go on
    /// growing, because without a discount some policy is paid for ever.
    pub fn best_values(&self, gamma: f64) -> Option<Vec<f64>> {
        const SWEEPS: usize = 20_000;
        let mut values = vec![0.0; self.len()];
        for _ in 0..SWEEPS {
            let worth = self.action_values(&values, gamma);
            let best = worth.chunks(self.num_actions);
            let best: Vec<f64> = best
                .map(|row| row.iter().copied().fold(f64::NEG_INFINITY, f64::max))
                .collect();
            let moved = best.iter().zip(&values);
            let moved = moved.map(|(new, old)| (new - old).abs());
            let is_still = moved.fold(0.0, f64::max) < 1e-12;
            values = best;
            if is_still {
                return Some(values);
            }
        }
        None
    }

    /// Returns the undiscounted return to expect of an episode that is cut off after `time_limit`
    /// steps.
    pub fn episodic_return(&self, policy: &[f64], time_limit: usize) -> f64 {
        let mut here = vec![0.0; self.len()];
        here[self.start] = 1.0;
        let mut total = 0.0;
        for _ in 0..time_limit {
            if here.iter().sum::<f64>() < 1e-12 {
                break;
            }
            let mut there = vec![0.0; self.len()];
            for (state, share) in here.iter().enumerate().filter(|it| *it.1 > 0.0) {
                for action in 0..self.num_actions {
                    let chosen = share * policy[state * self.num_actions + action];
                    for way in self.ways(state, action) {
                        total += chosen * way.probability * way.reward;
                        if let Some(next) = way.next {
                            there[next] += chosen * way.probability;
                        }
                    }
                }
            }
            here = there;
        }
        total
    }

    fn action_values(&self, values: &[f64], gamma: f64) -> Vec<f64> {
        let worth = self.ways.iter().map(|ways| {
            let each = ways.iter().map(|way| {
                let rest = way.next.map_or(0.0, |next| values[next]);
                way.probability * (way.reward + gamma * rest)
            });
            each.sum()
        });
        worth.collect()
    }
}

/// Solves `matrix x = right` by elimination with the largest pivots. `None` if there is no single
/// solution.
fn solved(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let count = right.len();
    for column in 0..count {
        let size = |row: &usize| matrix[row * count + column].abs();
        let pivot = (column..count).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        // Not so either where something is NaN.
        let is_found = size(&pivot) > 1e-12;
        if !is_found {
            return None;
        }
        for other in 0..count {
            matrix.swap(column * count + other, pivot * count + other);
        }
        right.swap(column, pivot);
        for row in (0..count).filter(|row| *row != column) {
            let share = matrix[row * count + column] / matrix[column * count + column];
            if share != 0.0 {
                for other in column..count {
                    matrix[row * count + other] -= share * matrix[column * count + other];
                }
                right[row] -= share * right[column];
            }
        }
    }
    let diagonal = (0..count).map(|at| matrix[at * count + at]);
    Some(
        right
            .iter()
            .zip(diagonal)
            .map(|(it, own)| it / own)
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::super::{EnvId, Expression};
    use super::*;

    fn model(id: EnvId) -> Model {
        Model::new(&Env::new(id)).expect("a world of cells")
    }

    fn best_values(model: &Model, gamma: f64) -> Vec<f64> {
        model.best_values(gamma).expect("values")
    }

    /// Returns the policy that takes each action as often.
    fn at_random(model: &Model) -> Vec<f64> {
        vec![1.0 / model.num_actions as f64; model.len() * model.num_actions]
    }

    fn tables() -> impl Iterator<Item = EnvId> {
        EnvId::ALL
            .into_iter()
            .filter(|id| Model::new(&Env::new(*id)).is_some())
    }

    #[test]
    fn a_bandit_is_worth_the_mean_of_what_its_machines_pay() {
        let model = model(EnvId::Bandit);
        let policy = [0.1, 0.2, 0.3, 0.4];
        let solution = model.solve(&policy, 0.99).expect("values");
        // 0.1 · 0.2 + 0.2 · 0.4 + 0.3 · 0.6 + 0.4 · 0.8
        assert!((solution.objective - 0.6).abs() < 1e-9);
        // The gradient by the last logit: 0.4 · (0.8 - 0.6).
        assert!((model.gradient(&policy, &solution)[3] - 0.08).abs() < 1e-9);
        assert!((best_values(&model, 0.99)[0] - 0.8).abs() < 1e-9);
    }

    /// Without slips the values of the random walk are 1/6 to 5/6. Slips change nothing where each
    /// side is wanted as often.
    #[test]
    fn a_corridor_walked_at_random_has_the_values_of_the_book() {
        let model = model(EnvId::Corridor);
        let solution = model.solve(&at_random(&model), 1.0).expect("values");
        assert_eq!(model.cells, [1, 2, 3, 4, 5]);
        for (place, value) in solution.values.iter().enumerate() {
            assert!((value - (place + 1) as f64 / 6.0).abs() < 1e-9);
        }
        // A gambler who wins with 0.9: 1 / (1 + (1/9)^3) of the middle.
        let best = best_values(&model, 1.0)[2];
        assert!((best - 1.0 / (1.0 + 9_f64.powi(-3))).abs() < 1e-9, "{best}");
    }

    #[test]
    fn the_shortest_way_along_the_cliff_takes_thirteen_steps() {
        let model = model(EnvId::CliffWalking);
        // The cliff is never stood on, nor is the goal.
        assert_eq!(model.len(), 48 - 10 - 1);
        assert!((best_values(&model, 1.0)[model.start] + 13.0).abs() < 1e-9);
        let discounted = -(0..13).map(|step| 0.9_f64.powi(step)).sum::<f64>();
        assert!((best_values(&model, 0.9)[model.start] - discounted).abs() < 1e-9);
    }

    /// What is known of the best policy on this map: 0.8235 (14/17) without a time limit, and 0.74
    /// within a hundred steps.
    #[test]
    fn the_frozen_lake_is_crossed_as_often_as_is_known() {
        let model = model(EnvId::FrozenLake);
        assert_eq!(model.len(), 11);
        let best = best_values(&model, 1.0);
        assert!((best[model.start] - 14.0 / 17.0).abs() < 1e-6, "{best:?}");
        let worth = model.action_values(&best_values(&model, 0.9999), 0.9999);
        let mut policy = vec![0.0; worth.len()];
        for (state, row) in worth.chunks(4).enumerate() {
            let action = (0..4).max_by(|a, b| row[*a].total_cmp(&row[*b]));
            policy[state * 4 + action.expect("an action")] = 1.0;
        }
        let within = model.episodic_return(&policy, 100);
        assert!((within - 0.74).abs() < 0.01, "{within}");
        // Gymnasium's threshold can be reached.
        assert!(within > 0.7);
    }

    #[test]
    fn every_model_is_a_distribution_and_its_rewards_are_the_environments() {
        for id in tables() {
            let model = model(id);
            let table = id.task().and_then(|task| task.table).expect("a table");
            let env = Env::new(id);
            let draws = id.dynamics().step_draws;
            for (state, cell) in model.cells.iter().enumerate() {
                for action in 0..model.num_actions {
                    let ways = model.ways(state, action);
                    let sum: f64 = ways.iter().map(|way| way.probability).sum();
                    assert!((sum - 1.0).abs() < 1e-9, "{id:?}");
                    for (way, (draw, _)) in ways.iter().zip(table.ways) {
                        let before = [f32::from(*cell), *draw];
                        let moved = env.transition(&before[..1 + draws], action as u32);
                        assert_eq!(moved.state, [f32::from(way.cell)], "{id:?}");
                        assert_eq!(moved.terminated, way.next.is_none(), "{id:?}");
                        assert_eq!(f64::from(moved.reward), way.reward, "{id:?}");
                    }
                }
            }
            assert_eq!(model.obs.len(), model.len() * id.obs_size(), "{id:?}");
            assert!(usize::from(table.cells) >= model.len(), "{id:?}");
        }
        for id in [EnvId::Cartpole, EnvId::Acrobot] {
            assert!(Model::new(&Env::new(id)).is_none());
        }
    }

    /// By finite differences of `J` in each logit.
    #[test]
    fn the_gradient_is_that_of_the_objective() {
        for id in tables() {
            let model = model(id);
            let logits: Vec<f64> = (0..model.len() * model.num_actions)
                .map(|at| (at as f64 * 0.7).sin())
                .collect();
            let softmax = |logits: &[f64]| -> Vec<f64> {
                let rows = logits.chunks(model.num_actions);
                rows.flat_map(|row| {
                    let total: f64 = row.iter().map(|it| it.exp()).sum();
                    row.iter().map(move |it| it.exp() / total)
                })
                .collect()
            };
            let objective = |logits: &[f64]| {
                let solution = model.solve(&softmax(logits), 0.95);
                solution.expect("values").objective
            };
            let policy = softmax(&logits);
            let solution = model.solve(&policy, 0.95).expect("values");
            let gradient = model.gradient(&policy, &solution);
            for at in 0..logits.len() {
                let moved = |by: f64| {
                    let mut moved = logits.clone();
                    moved[at] += by;
                    objective(&moved)
                };
                let slope = (moved(1e-5) - moved(-1e-5)) / 2e-5;
                assert!((slope - gradient[at]).abs() < 1e-6, "{id:?}, logit {at}");
            }
            // Rewards times visits are the objective as well.
            let paid: f64 = (0..model.len())
                .flat_map(|state| (0..model.num_actions).map(move |action| (state, action)))
                .map(|(state, action)| {
                    let ways = model.ways(state, action).iter();
                    let reward: f64 = ways.map(|way| way.probability * way.reward).sum();
                    solution.visits[state] * policy[state * model.num_actions + action] * reward
                })
                .sum();
            assert!((paid - solution.objective).abs() < 1e-9, "{id:?}");
        }
    }

    /// A step that is paid 1 is worth 1 / (1 - gamma), for who stays for ever.
    #[test]
    fn a_readers_reward_is_part_of_the_model() {
        let reward = Expression::parse("1", EnvId::CliffWalking).expect("a reward");
        let env = Env {
            reward: Some(reward),
            ..Env::new(EnvId::CliffWalking)
        };
        let model = Model::new(&env).expect("a world of cells");
        let best = model.best_values(0.9).expect("values");
        assert!((best[model.start] - 10.0).abs() < 1e-6, "{best:?}");
        assert!(model.best_values(1.0).is_none());
    }

    #[test]
    fn a_policy_that_never_arrives_has_no_value_without_a_discount() {
        let model = model(EnvId::CliffWalking);
        let mut policy = vec![0.0; model.len() * 4];
        policy.iter_mut().step_by(4).for_each(|up| *up = 1.0);
        assert!(model.solve(&policy, 1.0).is_none());
        let solution = model.solve(&policy, 0.9).expect("values");
        assert!((solution.objective + 10.0).abs() < 1e-9);
    }
}
