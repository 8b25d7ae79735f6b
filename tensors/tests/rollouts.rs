//! Rollouts as one operation on tensors, beside those that the host makes step by step.

use burn::tensor::{Device, Tensor};
use policy_lab::envs::{Autoreset, Env, EnvId, Expression};
use policy_lab::nn::{Activation, Init, Networks};
use policy_lab::ops::rollout::{RowSize, record_words};
use policy_lab::rollout::Collector;
use policy_lab_tensors::device::read_words;
use policy_lab_tensors::ops::rollout::rollout;

/// What a device is asked for at once: several runs, each with its own seed, parameters and
/// terminal reward.
#[test]
fn runs_side_by_side_take_the_steps_that_each_takes_alone() {
    let networks = Networks::new((4, 2), &[8], Activation::Tanh, false);
    for (reward, autoreset) in [
        ("", Autoreset::SameStep),
        ("", Autoreset::NextStep),
        ("1 - abs(theta)", Autoreset::SameStep),
        ("1 - abs(theta)", Autoreset::NextStep),
    ] {
        let mut alone = [(1, -1.0), (2, 5.0)].map(|(seed, terminal_reward)| {
            let env = Env {
                terminal_reward,
                reward: Expression::parse(reward, EnvId::Cartpole).ok(),
                max_episode_steps: 30,
                autoreset,
                ..Env::new(EnvId::Cartpole)
            };
            Collector::new(6, env, networks.clone(), seed)
        });
        let mut together = alone.clone();
        let parameters = [3, 4].map(|seed| networks.initial_parameters(seed, Init::UniformFanIn));
        let on_device = Tensor::<1>::from_floats(parameters.concat().as_slice(), &Device::flex());
        for num_steps in [25, 40] {
            let worlds = [together[0].run_worlds(), together[1].run_worlds()];
            let launched = rollout(&on_device, &worlds, together[0].plan(num_steps));
            let words = pollster::block_on(read_words(launched)).expect("the CPU answers");
            let row = RowSize::of(EnvId::Cartpole);
            assert_eq!(words.len(), 2 * record_words(row, (6, num_steps)));
            let records = words.chunks(words.len() / 2);
            let runs = alone.iter_mut().zip(&mut together);
            for ((alone, together), (words, parameters)) in runs.zip(records.zip(&parameters)) {
                let [mut expected, mut got] = [&alone, &together].map(|it| it.rollout(num_steps));
                alone.advance(&mut expected, parameters, num_steps);
                together.absorb(&mut got, words, num_steps);
                assert!(expected.terminated.contains(&true));
                assert_eq!(format!("{got:?}"), format!("{expected:?}"));
                assert_eq!(together.words_of(0..6), alone.words_of(0..6));
            }
        }
    }
}
