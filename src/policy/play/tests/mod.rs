mod episodes;

use super::*;
use crate::config::presets::Preset;
use crate::envs::formula::FormulaOp;
use crate::envs::{Mover, Worlds};
use crate::ops::gaussian;
use crate::ops::rollout::host::sample;
use crate::protocol::Frame;

fn config(env_id: EnvId) -> TrainConfig {
    TrainConfig {
        env_id,
        seed: 7,
        hidden_sizes: Vec::new(),
        ..(Preset::first_for(crate::config::Algorithm::Reinforce).config)()
    }
}

fn with_parameters(config: &TrainConfig, parameters: Vec<f32>) -> Option<HostPolicy> {
    let frame = Frame {
        parameters,
        ..Frame::default()
    };
    HostPolicy::new(config, &frame)
}

/// Returns a policy of a cart without hidden layers: the logit of the right is `weights * state`,
/// that of the left 0.
fn policy(config: &TrainConfig, weights: [f32; 4]) -> Option<HostPolicy> {
    let rows = weights.iter().flat_map(|weight| [0.0, *weight]);
    with_parameters(config, rows.chain([0.0, 0.0]).collect())
}

/// Returns a policy of any environment, without hidden layers, whose numbers all differ.
fn any_policy(config: &TrainConfig) -> HostPolicy {
    let id = config.env_id;
    let count = (id.obs_size() + 1) * id.num_outputs() + id.controls().len();
    let parameters = (0..count).map(|at| (1.7 * at as f32 + 0.4).sin());
    with_parameters(config, parameters.collect()).expect("networks of this run")
}

fn drawn() -> impl Iterator<Item = EnvId> {
    EnvId::ALL.into_iter().filter(|id| id.is_drawn())
}

fn play(env_id: EnvId, driver: Driver) -> Play {
    let config = config(env_id);
    let mut play = Play::new(&config).expect("a picture");
    play.set_policy(match env_id.is_cart() {
        // Reacts to theta and omega, so it balances for a while.
        true => policy(&config, [0.1, 0.3, 4.0, 1.0]),
        false => Some(any_policy(&config)),
    });
    play.set_driver(driver);
    play
}

fn number(action: Option<&(PlayAction, Driver)>) -> u32 {
    match action {
        Some((PlayAction::Discrete(number), _)) => *number,
        other => panic!("no number of an action: {other:?}"),
    }
}

fn player() -> Play {
    play(EnvId::Cartpole, Driver::Player)
}

fn repeat(times: usize, mut act: impl FnMut() -> bool) {
    for _ in 0..times {
        act();
    }
}

#[test]
fn a_play_goes_through_the_states_of_the_worlds_that_train() {
    let custom = TrainConfig {
        reward: "1 - abs(x) + 0.1 * omega".to_owned(),
        max_episode_steps: 40,
        terminal_reward: 0.0,
        ..config(EnvId::Cartpole)
    };
    let plain = TrainConfig {
        terminal_reward: 0.0,
        ..config(EnvId::Cartpole)
    };
    for config in drawn().map(config).chain([custom, plain]) {
        let mut worlds = Worlds::new(3, env(&config), config.seed);
        let mut play = Play::new(&config).expect("a picture");
        play.set_policy(match config.env_id.is_cart() {
            true => policy(&config, [0.0, 0.0, 9.0, 2.0]),
            false => Some(any_policy(&config)),
        });
        let (mut total, mut ends) = (0.0, 0);
        for _ in 0..1_500 {
            assert_eq!(play.state, worlds.state(0));
            assert!(play.step());
            let (action, _) = play.taken.clone().expect("an action");
            let env = worlds.env();
            let led_to = env.transition_by(&worlds.state(0), action.actions());
            assert_eq!(play.state[..led_to.state.len()], led_to.state);
            let step = worlds.step_by(0, action.actions());
            total += f64::from(step.reward);
            assert_eq!(play.total_reward, total);
            let is_over = step.terminated || step.truncated;
            assert_eq!(play.ending.is_some(), is_over);
            assert_eq!(play.ending == Some(Ending::TimeLimit), step.truncated);
            if is_over {
                (total, ends) = (0.0, ends + 1);
                assert!(play.step(), "on to the next episode");
            }
        }
        assert!(ends >= 2, "{ends} episodes of {:?}", config.env_id);
    }
}

/// An angle is not what the policy of a pendulum sees.
#[test]
fn the_policy_sees_the_observation_of_the_state() {
    for id in drawn() {
        let mut play = play(id, Driver::Sampled);
        let mut mover = Mover::new(&env(&config(id)));
        for _ in 0..20 {
            if play.ending.is_some() {
                play.step();
            }
            let mut obs = Vec::new();
            mover.observe(&play.state, &mut obs);
            assert_eq!(obs.len(), id.obs_size());
            play.step();
            assert_eq!(play.seen, obs, "{id:?}");
            let policy = play.policy.as_ref().expect("a policy");
            let outputs = policy.actor(&obs).pop().expect("outputs");
            match play.outputs.clone().expect("outputs").odds {
                ActionOdds::Discrete(odds) => assert_eq!(Some(odds), policy.probabilities(&obs)),
                ActionOdds::Continuous(numbers) => {
                    let means: Vec<f32> = numbers.iter().map(|[mean, _]| *mean).collect();
                    assert_eq!(means, outputs);
                }
            }
        }
    }
    let pendulum = play(EnvId::Pendulum, Driver::Sampled);
    assert_eq!((pendulum.state.len(), pendulum.seen.len()), (2, 3));
}

#[test]
fn the_greedy_driver_takes_the_likeliest_action_and_draws_fall_as_in_training() {
    for id in drawn().filter(|id| id.num_actions() > 0) {
        let mut greedy = play(id, Driver::Greedy);
        let mut sampled = play(id, Driver::Sampled);
        let mut unlikely = 0;
        for _ in 0..300 {
            for play in [&mut greedy, &mut sampled] {
                if play.ending.is_some() {
                    play.step();
                }
            }
            greedy.step();
            let odds_of = |play: &Play| match play.outputs.clone().map(|outputs| outputs.odds) {
                Some(ActionOdds::Discrete(odds)) => odds,
                other => panic!("no probabilities: {other:?}"),
            };
            let odds = odds_of(&greedy);
            let taken = odds[number(greedy.taken.as_ref()) as usize];
            assert!(odds.iter().all(|other| *other <= taken), "{odds:?}");

            let draw = sampled.draws.uniforms([sampled.episode, sampled.steps])[0];
            sampled.step();
            let policy = sampled.policy.as_ref().expect("a policy");
            let logits = policy.actor(&sampled.seen).pop().expect("logits");
            let (action, log_prob) = sample(&logits, draw);
            assert_eq!(number(sampled.taken.as_ref()), action, "{id:?}");
            let probability = odds_of(&sampled)[action as usize];
            assert!((probability.ln() - log_prob).abs() < 1e-5);
            unlikely += u32::from(probability < 0.5);
        }
        // A pole that spins makes the policy of a cart sure of itself.
        let least = if id == EnvId::Cartpole { 20 } else { 0 };
        assert!(unlikely > least, "{unlikely} draws of {id:?}");
    }
}

#[test]
fn the_first_of_equally_likely_actions_is_the_greedy_one() {
    let greedy = |odds: &[f32]| super::greedy(&ActionOdds::Discrete(odds.to_vec()));
    assert_eq!(greedy(&[0.25, 0.25, 0.5]), PlayAction::Discrete(2));
    assert_eq!(greedy(&[0.2, 0.4, 0.4]), PlayAction::Discrete(1));
    assert_eq!(greedy(&[0.5, 0.5]), PlayAction::Discrete(0));
}

#[test]
fn numbers_are_drawn_as_in_training_and_the_greedy_driver_takes_their_means() {
    for id in drawn().filter(|id| id.num_actions() == 0) {
        let mut beyond = 0;
        for driver in [Driver::Sampled, Driver::Greedy] {
            let mut play = play(id, driver);
            for _ in 0..200 {
                let policy = play.policy.clone().expect("a policy");
                let deviations = policy.standard_deviations();
                let log_stds: Vec<f32> = deviations.iter().map(|it| it.ln()).collect();
                let normals: [f32; MAX_CONTROLS] =
                    play.draws.normals_at([play.episode, play.steps]);
                assert!(play.step());
                let means = policy.actor(&play.seen).pop().expect("means");
                let expected: Vec<f32> = match driver {
                    Driver::Greedy => means,
                    _ => gaussian::sample(&means, &log_stds, &normals).collect(),
                };
                let Some((PlayAction::Continuous(taken), _)) = &play.taken else {
                    panic!("numbers of an action: {:?}", play.taken);
                };
                assert_eq!(taken.len(), id.controls().len());
                for ((taken, expected), control) in taken.iter().zip(expected).zip(id.controls()) {
                    assert!((taken - expected).abs() < 1e-5, "{taken} and {expected}");
                    beyond += u32::from(!(control.low..=control.high).contains(taken));
                }
                if play.ending.is_some() {
                    play.step();
                }
            }
        }
        assert!(beyond > 0, "draws beyond the limits are kept as drawn");
    }
}

#[test]
fn the_same_seed_gives_the_same_play_and_all_drivers_the_same_first_states() {
    for id in drawn() {
        let states = |play: &mut Play| {
            let steps = (0..200).map(|_| {
                play.step();
                let action = play.taken.clone().map(|(action, _)| action);
                (play.state.clone(), action)
            });
            steps.collect::<Vec<_>>()
        };
        let mut one = play(id, Driver::Sampled);
        let first = one.state.clone();
        assert_eq!(first.len(), id.state_size());
        let seen = states(&mut one);
        assert_eq!(seen, states(&mut play(id, Driver::Sampled)));
        assert_ne!(seen, states(&mut play(id, Driver::Greedy)));
        one.restart();
        assert_eq!((&one.state, one.last), (&first, None));
        assert_eq!(seen, states(&mut one), "and again after a new start");
        let config = TrainConfig {
            seed: 8,
            ..config(id)
        };
        assert!(!one.is_of(&config));
        // On CliffWalking's firm ground every episode begins in the same cell.
        let dynamics = id.dynamics();
        let is_draw = |op: &FormulaOp| matches!(op, FormulaOp::Input(_));
        let by_chance = dynamics.step_draws > 0 || dynamics.first.ops.iter().any(is_draw);
        let is_other = Play::new(&config).expect("a picture").state != first;
        assert_eq!(is_other, by_chance, "{id:?}");
    }
}

/// Swings up by pushing the way the car rolls.
#[test]
fn a_reader_who_swings_up_reaches_the_goal() {
    let mut play = play(EnvId::Mountaincar, Driver::Player);
    assert_eq!(play.unpressed(), Unpressed::Takes(1));
    assert_eq!(play.wait(), Some(Wait::FirstPush));
    assert!(!play.step(), "the episode waits for the reader");
    play.hold(0, true);
    assert!(play.step());
    play.hold(0, false);
    assert!(play.step() && play.wait().is_none(), "and then goes on");
    assert_eq!(number(play.taken.as_ref()), 1, "without a push");
    while play.ending.is_none() {
        let is_right = play.state[1] > 0.0;
        play.hold(0, !is_right);
        play.hold(2, is_right);
        play.step();
        assert_eq!(number(play.taken.as_ref()), if is_right { 2 } else { 0 });
    }
    assert_eq!(play.ending, Some(Ending::Goal));
    assert!(
        play.state[0] >= 0.5 && play.steps < 200,
        "{} steps",
        play.steps
    );
    assert_eq!(play.total_reward, -f64::from(play.steps));
    assert_eq!(play.view().best, play.view().last);
    play.step();
    assert_eq!((play.steps, play.wait()), (0, Some(Wait::FirstPush)));
}

#[test]
fn a_reader_sets_the_numbers_of_a_continuous_action() {
    let short = TrainConfig {
        max_episode_steps: 5,
        ..config(EnvId::Pendulum)
    };
    let mut play = Play::new(&short).expect("a picture");
    play.set_driver(Driver::Player);
    assert_eq!(play.wait(), Some(Wait::FirstPush));
    let mut taken = Vec::new();
    let mut step = |play: &mut Play| {
        assert!(play.step());
        taken.push(play.taken.clone().expect("an action"));
    };
    play.slide(0, 0.5);
    step(&mut play);
    play.pull(0, SliderEnd::Low, true);
    step(&mut play);
    play.let_go();
    (0..3).for_each(|_| step(&mut play));
    let expected = [0.5, -2.0, 0.5, 0.5, 0.5];
    let expected = expected.map(|it| (PlayAction::Continuous(vec![it]), Driver::Player));
    assert_eq!(taken, expected);
    assert_eq!(play.ending, Some(Ending::TimeLimit));
    play.step();
    assert_eq!(
        (play.view().sliders, play.wait()),
        (vec![0.0], Some(Wait::FirstPush))
    );
}
