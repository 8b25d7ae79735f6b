//! Environments that a reader's class steps, because it is no program.

use std::cell::RefCell;

use super::*;
use policy_lab::envs::Actions;
use policy_lab::envs::own::{OwnClass, OwnProgram, OwnSpace};
use policy_lab::rollout::HookError;

/// Environments that count: an episode begins at ten times the number of episodes before it, and
/// each step adds one and pays the number that it led to. The first environment ends an episode
/// with its third step, and the second cuts it off.
#[derive(Default)]
struct Counting(RefCell<Vec<[f32; 2]>>);

impl StepHooks for Counting {
    fn begin_episodes(&self, which: &[bool]) -> Option<HookResult<Vec<f32>>> {
        let mut all = self.0.borrow_mut();
        all.resize(which.len(), [0.0, -10.0]);
        for ([steps, begins], is_meant) in all.iter_mut().zip(which) {
            if *is_meant {
                (*steps, *begins) = (0.0, *begins + 10.0);
            }
        }
        let first = all.iter().zip(which);
        Some(Ok(first
            .map(|([_, begins], is_meant)| if *is_meant { *begins } else { 0.0 })
            .collect()))
    }

    fn step_environments(
        &self,
        which: &[bool],
        actions: Actions<'_>,
    ) -> Option<HookResult<Vec<f32>>> {
        let Actions::Discrete(actions) = actions else {
            return Some(Err(HookError::Missing));
        };
        assert_eq!(actions.len(), which.len());
        let mut all = self.0.borrow_mut();
        let mut told = Vec::new();
        for (world, ([steps, begins], is_meant)) in all.iter_mut().zip(which).enumerate() {
            if *is_meant {
                *steps += 1.0;
            }
            let end = if *steps < 3.0 {
                0.0
            } else {
                world as f32 + 1.0
            };
            told.extend([*begins + *steps, *begins + *steps, end]);
        }
        Some(Ok(told))
    }
}

impl TrainHooks for Counting {
    fn has_rules(&self) -> bool {
        true
    }
}

fn counting() -> EnvId {
    let discrete = |n| OwnSpace {
        kind: "discrete".to_owned(),
        n,
        ..OwnSpace::default()
    };
    let class = OwnClass {
        name: "Counting".to_owned(),
        observation: OwnSpace {
            kind: "box".to_owned(),
            shape: vec![1],
            ..OwnSpace::default()
        },
        action: discrete(2),
        ..OwnClass::default()
    };
    EnvId::own(OwnProgram::by_interpreter(class, 1, 1)).expect("a world")
}

#[test]
fn a_class_that_is_no_program_is_stepped_and_recorded() {
    let id = counting();
    let networks = Networks::new((1, 2), &[4], Activation::Tanh, true);
    let parameters = networks.initial_parameters(1, Init::UniformFanIn);
    for (autoreset, obs, was_reset) in [
        (
            Autoreset::SameStep,
            [0.0, 1.0, 2.0, 10.0, 11.0, 12.0, 20.0],
            [false; 7],
        ),
        (
            Autoreset::NextStep,
            [0.0, 1.0, 2.0, 3.0, 10.0, 11.0, 12.0],
            [false, false, false, true, false, false, false],
        ),
    ] {
        let env = Env {
            autoreset,
            ..Env::new(id)
        };
        let mut collector = Collector::new(2, env, networks.clone(), 1);
        let mut rollout = collector.rollout(7);
        let hooks = Counting::default();
        for steps in [3, 4] {
            (collector.advance_by(&mut rollout, &parameters, steps, &hooks)).expect("steps");
        }
        collector.finish(&mut rollout, &parameters);
        let of = |world: usize| move |at: &usize| at % 2 == world;
        for world in [0, 1] {
            let samples = || (0..14).filter(of(world));
            let seen: Vec<f32> = samples().map(|at| rollout.obs[at]).collect();
            assert_eq!(seen, obs, "{autoreset:?}");
            for (step, at) in samples().enumerate() {
                assert_eq!(rollout.was_reset[at], was_reset[step]);
                let ends = !was_reset[step] && obs[step] % 10.0 == 2.0;
                assert_eq!(rollout.terminated[at], ends && world == 0, "{step}");
                assert_eq!(rollout.truncated[at], ends && world == 1, "{step}");
                let paid = if was_reset[step] {
                    0.0
                } else {
                    obs[step] + 1.0
                };
                assert_eq!(rollout.rewards[at], paid);
            }
        }
        // What the last steps of episodes led to, of which a value is asked.
        assert!(rollout.final_obs.iter().all(|obs| *obs % 10.0 == 3.0));
        assert_eq!(rollout.final_obs.len(), rollout.final_values.len());
        assert!(!rollout.final_obs.is_empty());
    }
}

#[test]
fn a_class_that_is_no_program_trains_with_its_hooks_and_not_without() {
    let config = TrainConfig {
        env_id: counting(),
        ..small("ppo-quick", 2)
    };
    let session = Session {
        hooks: Some(Rc::new(Counting::default())),
        ..Session::new(config.clone(), RunDevice::Cpu)
    };
    let trained: Vec<Event> = pollster::block_on(session.events().collect());
    assert_eq!(reports(&trained).len(), 2, "{trained:?}");
    let alone = events(config);
    let Some(Event::Failed(failure)) = alone.last() else {
        panic!("{alone:?}");
    };
    assert!(failure.message.contains("Python steps it"), "{failure:?}");
}
