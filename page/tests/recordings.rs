//! The recordings of question S2-Q2, against the shape that the page draws.

use std::collections::BTreeSet;

use policy_lab::envs::{EnvId, Expression};
use policy_lab_page::course::Recording;

/// The ends of an episode, m and rad.
const LIMITS: [f32; 2] = [2.4, 0.2095];
/// Largest change of position or angle in one step of 20 ms. A reset brings both near 0, and most
/// carts are further away.
const STRIDES: [f32; 2] = [0.05, 0.06];

#[test]
fn three_learners_are_filmed_for_as_long_as_each_other() {
    let all = Recording::all();
    let keys: BTreeSet<&str> = all.iter().map(|it| it.key.as_str()).collect();
    assert_eq!(keys, BTreeSet::from(["angle", "both", "position"]));
    assert_eq!(all.len(), 3);
    for recording in all {
        let size = (recording.num_carts, recording.num_steps);
        assert_eq!(size, (all[0].num_carts, 250), "{}", recording.key);
        assert_eq!(recording.iteration, all[0].iteration, "{}", recording.key);
        let numbers = recording.num_carts * recording.num_steps * 2;
        assert_eq!(recording.poses.len(), numbers, "{}", recording.key);
        assert!(recording.num_carts > 0 && recording.seed > 0);
        let reward = Expression::parse(&recording.reward, EnvId::Cartpole);
        assert!(reward.is_ok(), "{}: {reward:?}", recording.key);
    }
}

#[test]
fn no_film_shows_an_end_or_a_reset() {
    for recording in Recording::all() {
        for pose in recording.poses.chunks_exact(2) {
            let is_inside = pose[0].abs() <= LIMITS[0] && pose[1].abs() <= LIMITS[1];
            assert!(is_inside, "{}: {pose:?}", recording.key);
        }
        let row = recording.num_carts * 2;
        let later = &recording.poses[row..];
        for (at, (now, next)) in recording.poses.iter().zip(later).enumerate() {
            let moved = (next - now).abs();
            assert!(
                moved <= STRIDES[at % 2],
                "{}: {now} to {next}",
                recording.key
            );
        }
    }
}

/// Checks the statements of the question's explanations.
#[test]
fn each_film_shows_what_its_learner_was_paid_for() {
    let all = Recording::all();
    let mean = |key: &str, index: usize| {
        let recording = all.iter().find(|it| it.key == key).expect("a film");
        // The first second is spent on recovering from an episode's first state.
        let poses = &recording.poses[50 * recording.num_carts * 2..];
        let all = poses.iter().skip(index).step_by(2);
        all.map(|number| number.abs()).sum::<f32>() / (poses.len() / 2) as f32
    };
    let (place, angle) = (0, 1);
    assert!(mean("angle", place) > 3.0 * mean("both", place));
    assert!(mean("angle", place) > 3.0 * mean("position", place));
    assert!(mean("position", angle) > mean("both", angle));
    assert!(mean("position", angle) > mean("angle", angle));
}
