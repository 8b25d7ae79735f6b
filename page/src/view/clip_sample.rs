//! The words about a sample of the clip lab: its action, and the state in which it was taken.

use crate::view::actions::{chosen, drawn, number_of};
use crate::view::format;
use policy_lab::envs::{ActionSpace, EnvId};
use policy_lab::protocol::clip_batch::ClipBatch;

/// Most numbers of an observation that are told: a reader's own world may have a hundred.
const MOST_NUMBERS: usize = 12;

/// Describes a sample and its state, such as `Sample 812, pushed to the right` and
/// `at x −0.03 m, v 0.41 m/s, θ 0.02 rad, ω −0.31 rad/s` of a cart, or `Sample 812, torque 0.53`
/// and `at cos_theta 0.91, sin_theta −0.4, omega 1.2`.
pub fn about(batch: &ClipBatch, index: usize, id: EnvId) -> (String, String) {
    let number = format::count(index as u64 + 1);
    let obs = row(batch, &batch.obs, index);
    let action = batch.actions.get(index).copied().unwrap_or_default();
    if let (true, [x, v, theta, omega]) = (id.is_cart(), obs) {
        let side = if action > 0.5 { "right" } else { "left" };
        let [x, v, theta, omega] =
            [x, v, theta, omega].map(|value| format!("{value:.2}").replace('-', "−"));
        return (
            format!("Sample {number}, pushed to the {side}"),
            format!("at x {x} m, v {v} m/s, θ {theta} rad, ω {omega} rad/s"),
        );
    }
    let spec = id.spec();
    let action = match spec.actions {
        ActionSpace::Discrete(_) => chosen(id, action as usize),
        ActionSpace::Continuous(controls) => drawn(controls, row(batch, &batch.controls, index)),
    };
    let seen = spec.obs.iter().zip(obs).take(MOST_NUMBERS);
    let seen = seen.map(|(name, value)| format!("{name} {}", number_of(*value)));
    let mut seen = seen.collect::<Vec<_>>().join(", ");
    if obs.len() > MOST_NUMBERS {
        seen += &format!(" and {} more", obs.len() - MOST_NUMBERS);
    }
    (format!("Sample {number}, {action}"), format!("at {seen}"))
}

/// Returns a sample's numbers in a column of the minibatch that has some for each; none if it has
/// not.
fn row<'a>(batch: &ClipBatch, column: &'a [f32], index: usize) -> &'a [f32] {
    let size = column.len() / batch.advantages.len().max(1);
    let row = column.get(index * size..(index + 1) * size);
    row.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(obs: &[f32], actions: &[f32], controls: &[f32]) -> ClipBatch {
        ClipBatch {
            obs: obs.to_vec(),
            actions: actions.to_vec(),
            controls: controls.to_vec(),
            advantages: vec![0.0; actions.len()],
            ..ClipBatch::default()
        }
    }

    #[test]
    fn a_cart_is_pushed_and_its_numbers_have_units() {
        let obs = [0.0, 0.0, 0.0, 0.0, -0.03, 0.41, 0.02, -0.31];
        let batch = batch(&obs, &[0.0, 1.0], &[]);
        let (action, state) = about(&batch, 1, EnvId::Cartpole);
        assert_eq!(action, "Sample 2, pushed to the right");
        let told = "at x −0.03 m, v 0.41 m/s, θ 0.02 rad, ω −0.31 rad/s";
        assert_eq!(state, told);
        let (action, _) = about(&batch, 0, EnvId::Cartpole);
        assert_eq!(action, "Sample 1, pushed to the left");
    }

    #[test]
    fn other_samples_have_the_names_of_their_environment() {
        let discrete = batch(&[-0.5, 0.01], &[2.0], &[]);
        let (action, state) = about(&discrete, 0, EnvId::Mountaincar);
        assert_eq!(action, "Sample 1, action “right”");
        assert_eq!(state, "at position −0.5, velocity 0.01");

        let obs = [1.0, 0.0, 0.5, 0.75, -0.25, 2.5];
        let continuous = batch(&obs, &[0.0; 2], &[0.5, -2.5]);
        let (action, state) = about(&continuous, 1, EnvId::Pendulum);
        assert_eq!(action, "Sample 2, torque −2.5, which counts as −2");
        assert_eq!(state, "at cos_theta 0.75, sin_theta −0.25, omega 2.5");

        let probe = batch(&[1.0], &[1.0], &[]);
        let (action, state) = about(&probe, 0, EnvId::Probe5);
        assert_eq!(
            (action.as_str(), state.as_str()),
            ("Sample 1, action 1", "at obs 1")
        );
    }
}
