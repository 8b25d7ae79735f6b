//! Prints how many steps a second one core takes, with a random policy, through words as in
//! training: `cargo run --release -p policy-lab-lander --example speed`.

use std::time::Instant;

use policy_lab_lander::{Action, Begin, FIRST_DRAWS, Lander, Rules};

/// Steps of an episode at most.
const TIME_LIMIT: u32 = 1000;
/// Steps that are timed.
const STEPS: u32 = 200_000;

fn main() {
    let mut state = 1_u32;
    let mut draw = move || {
        // Numerical Recipes' generator, whose upper bits are random enough here.
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1_u32 << 24) as f32
    };
    let mut begin = move || {
        let draws: [f32; FIRST_DRAWS] = std::array::from_fn(|_| draw());
        Lander::begin(Rules::default(), &Begin::of_draws(&draws)).words()
    };
    let (mut words, mut episodes, mut late) = (begin(), 0, 0);
    let (started, mut steps) = (Instant::now(), 0);
    for step in 0..STEPS {
        let mut lander = Lander::of_words(Rules::default(), &words);
        // Well mixed bits of the step's number.
        let action = (step.wrapping_mul(2_654_435_761) ^ step.wrapping_mul(40_503)) >> 30;
        let ends = lander.step(Action::Discrete(action), [0.1, -0.2]).ending;
        words = lander.words();
        steps += 1;
        if ends.is_some() || steps == TIME_LIMIT {
            late += u32::from(steps == TIME_LIMIT);
            (words, episodes, steps) = (begin(), episodes + 1, 0);
        }
    }
    let a_second = f64::from(STEPS) / started.elapsed().as_secs_f64();
    println!("{a_second:.0} steps a second, {episodes} episodes, {late} of them to the time limit");
}
