use super::*;
use crate::config::EnvId;
use crate::config::presets::Preset;
use crate::envs::Worlds;
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

/// Returns a policy without hidden layers: the logit of the right is `weights * state`, that of the
/// left 0.
fn policy(config: &TrainConfig, weights: State) -> Option<HostPolicy> {
    let rows = weights.iter().flat_map(|weight| [0.0, *weight]);
    let frame = Frame {
        parameters: rows.chain([0.0, 0.0]).collect(),
        ..Frame::default()
    };
    HostPolicy::new(config, &frame)
}

fn play(env_id: EnvId, driver: Driver) -> Play {
    let config = config(env_id);
    let mut play = Play::new(&config).expect("a cart");
    // Reacts to theta and omega, so it balances for a while.
    play.set_policy(policy(&config, [0.1, 0.3, 4.0, 1.0]));
    play.set_driver(driver);
    play
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
    let carts = EnvId::ALL.into_iter().filter(|id| id.is_cart());
    let plain = TrainConfig {
        terminal_reward: 0.0,
        ..config(EnvId::Cartpole)
    };
    for config in carts.map(config).chain([custom, plain]) {
        let mut worlds = Worlds::new(3, env(&config), config.seed);
        let mut play = Play::new(&config).expect("a cart");
        play.set_policy(policy(&config, [0.0, 0.0, 9.0, 2.0]));
        let (mut total, mut ends) = (0.0, 0);
        for _ in 0..1_500 {
            assert_eq!(play.state[..], worlds.state(0));
            assert!(play.step());
            let (push, _) = play.taken.expect("a push");
            let led_to = worlds.env().transition(&worlds.state(0), push as u32);
            assert_eq!(play.state[..], led_to.state);
            let step = worlds.step(0, push as u32);
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

#[test]
fn the_greedy_driver_takes_the_likelier_push_and_draws_fall_as_in_training() {
    let mut greedy = play(EnvId::Cartpole, Driver::Greedy);
    let mut sampled = play(EnvId::Cartpole, Driver::Sampled);
    let mut unlikely = 0;
    for _ in 0..300 {
        for play in [&mut greedy, &mut sampled] {
            if play.ending.is_some() {
                play.step();
            }
        }
        greedy.step();
        let outputs = greedy.outputs.expect("a policy");
        let right = outputs.probabilities[1] > outputs.probabilities[0];
        assert_eq!(
            greedy.taken.map(|(push, _)| push == Push::Right),
            Some(right)
        );

        let draw = sampled.draws.uniforms([sampled.episode, sampled.steps])[0];
        let logits = sampled
            .policy
            .as_ref()
            .map(|policy| policy.actor(&sampled.state));
        let logits = logits
            .and_then(|units| units.last().cloned())
            .expect("logits");
        let (action, log_prob) = sample(&logits, draw);
        sampled.step();
        assert_eq!(sampled.taken.map(|(push, _)| push as u32), Some(action));
        let probabilities = sampled.outputs.expect("a policy").probabilities;
        assert!((probabilities[action as usize].ln() - log_prob).abs() < 1e-5);
        unlikely += u32::from(probabilities[action as usize] < 0.5);
    }
    assert!(unlikely > 20, "{unlikely} draws against the probabilities");
}

#[test]
fn the_same_seed_gives_the_same_play_and_all_drivers_the_same_first_states() {
    let states = |play: &mut Play| {
        let states: Vec<State> = (0..200).map(|_| (play.step(), play.state).1).collect();
        states
    };
    let mut one = play(EnvId::Cartpole, Driver::Sampled);
    let first = one.state;
    let seen = states(&mut one);
    assert_eq!(seen, states(&mut play(EnvId::Cartpole, Driver::Sampled)));
    assert_ne!(seen, states(&mut play(EnvId::Cartpole, Driver::Greedy)));
    one.restart();
    assert_eq!((one.state, one.last), (first, None));
    assert_eq!(seen, states(&mut one), "and again after a new start");
    let config = TrainConfig {
        seed: 8,
        ..config(EnvId::Cartpole)
    };
    assert!(!one.is_of(&config));
    assert_ne!(Play::new(&config).expect("a cart").state, first);
}

#[test]
fn a_nudge_changes_one_velocity_by_its_size() {
    let mut play = player();
    let [x, v, theta, omega] = play.state;
    play.nudge(Nudge {
        target: Target::Pole,
        change: -1.5,
    });
    assert_eq!(play.state, [x, v, theta, omega - 1.5]);
    play.nudge(Nudge {
        target: Target::Cart,
        change: 0.75,
    });
    assert_eq!(play.state, [x, v + 0.75, theta, omega - 1.5]);
    assert_eq!(play.outputs, play.outputs_for(play.state));
}

#[test]
fn a_great_nudge_ends_in_a_fall() {
    let mut play = play(EnvId::Cartpole, Driver::Greedy);
    play.nudge(Nudge {
        target: Target::Pole,
        change: 4.0,
    });
    let mut steps = 0;
    while play.ending.is_none() {
        play.step();
        steps += 1;
    }
    assert!(steps < 5, "{steps}");
    let outcome = play.view().outcome;
    assert_eq!(outcome, Some(NudgeOutcome::Ended(steps, Ending::Fell)));
    let fallen = play.state;
    play.nudge(Nudge {
        target: Target::Pole,
        change: 1.0,
    });
    assert_eq!(play.state, fallen, "what is over cannot be nudged");
    play.step();
    assert_eq!(play.view().outcome, outcome, "said until the next nudge");
}

#[test]
fn the_player_pushes_with_the_key_pressed_last_and_it_goes_on() {
    let mut play = player();
    assert_eq!(play.wait(), Some(Wait::FirstPush));
    assert!(!play.step());
    let pushes = |play: &mut Play, presses: &[(Push, bool)]| {
        presses
            .iter()
            .for_each(|(push, is_down)| play.hold(*push, *is_down));
        play.hands.push
    };
    let (left, right) = (Push::Left, Push::Right);
    assert_eq!(pushes(&mut play, &[(left, true)]), Some(left));
    assert_eq!(pushes(&mut play, &[(right, true)]), Some(right));
    assert_eq!(pushes(&mut play, &[(right, false)]), Some(left));
    assert_eq!(pushes(&mut play, &[(left, false)]), Some(left));
    let mut steps = 0;
    while play.ending.is_none() && steps < 500 {
        assert!(play.step());
        assert_eq!(play.taken, Some((left, Driver::Player)));
        steps += 1;
    }
    assert_eq!(play.ending, Some(Ending::Fell), "one push for ever falls");
    assert!((8..=12).contains(&steps), "{steps}");
    let view = play.view();
    assert_eq!(view.best, view.last);
    assert_eq!(view.best.map(|best| best.steps), Some(steps));
    play.step();
    assert_eq!((play.steps, play.wait()), (0, Some(Wait::FirstPush)));
}

#[test]
fn a_shared_episode_is_nobodys_best_and_what_a_policy_reached_goes_with_it() {
    let mut play = player();
    play.hold(Push::Right, true);
    play.step();
    play.set_driver(Driver::Greedy);
    repeat(1_000, || play.ending.is_none() && play.step());
    assert!(play.last.is_some() && play.best == [None; 3]);
    repeat(1_000, || play.step());
    assert!(play.view().best.is_some());
    play.set_policy(None);
    assert_eq!(play.view().best, None);
    assert_eq!(play.wait(), Some(Wait::Policy));
}

/// The pole of a player who pushes one way falls sooner than that of one who changes sides once.
#[test]
fn the_best_episode_stays_until_there_is_a_better_one() {
    let mut play = player();
    assert!(play.can_fall() && !self::play(EnvId::Spincart, Driver::Player).can_fall());
    let mut episode = |change_after: u32| {
        if play.ending.is_some() {
            play.step();
        }
        play.hold(Push::Right, true);
        while play.ending.is_none() {
            if play.steps == change_after {
                play.hold(Push::Right, false);
                play.hold(Push::Left, true);
            }
            play.step();
            assert_eq!(play.wait(), None, "the push goes on");
        }
        play.hold(Push::Left, false);
        play.hold(Push::Right, false);
        (play.steps, play.view().best.map(|best| best.steps))
    };
    let (short, best) = episode(1_000);
    assert_eq!(best, Some(short));
    let (long, best) = episode(5);
    assert!(long > short, "{long} and {short} steps");
    assert_eq!(best, Some(long), "a better one takes its place");
    let (last, best) = episode(1_000);
    assert!(last < long);
    assert_eq!(best, Some(long), "a worse one does not");
}

#[test]
fn there_are_no_carts_in_probes_and_no_odds_in_numbers_that_are_not_finite() {
    assert!(Play::new(&config(EnvId::Probe3)).is_none());
    let config = config(EnvId::Cartpole);
    let mut play = Play::new(&config).expect("a cart");
    play.set_policy(policy(&config, [f32::NAN; 4]));
    assert!(!play.step());
    assert_eq!(play.view().wait, Some(Wait::Policy));
    play.set_policy(policy(&config, [0.0; 4]));
    assert_eq!(
        play.outputs.map(|outputs| outputs.percent()),
        Some([50, 50])
    );
    play.nudge(Nudge {
        target: Target::Cart,
        change: f32::MAX,
    });
    repeat(3, || play.ending.is_none() && play.step());
    assert_eq!(play.ending, Some(Ending::LeftTrack));
    let outputs = Outputs {
        probabilities: [0.004, 0.996],
        value: None,
    };
    assert_eq!(outputs.percent(), [0, 100]);
}

#[test]
fn time_becomes_steps_and_an_end_rests_before_the_next_episode() {
    let mut play = player();
    let mut pace = PlayPace::default();
    // Four and a half steps, none of which are due when the push comes.
    assert!(!pace.turn(&mut play, 0.09, 1.0), "it waits for a push");
    play.hold(Push::Left, true);
    assert!(!pace.turn(&mut play, 0.015, 1.0));
    assert!(pace.turn(&mut play, 0.015, 1.0));
    assert_eq!(play.steps, 1);
    pace.turn(&mut play, 0.071, 0.25);
    assert_eq!(play.steps, 2);
    pace.turn(&mut play, 60.0, 1.0);
    assert_eq!(play.steps, 7, "a hidden tab costs a tenth of a second");
    repeat(5, || pace.turn(&mut play, 0.05, 1.0));
    let rested = play.clone();
    assert_eq!(rested.ending, Some(Ending::Fell));
    repeat(8, || pace.turn(&mut play, 0.1, 1.0));
    assert_eq!(play.state, rested.state);
    repeat(5, || pace.turn(&mut play, 0.1, 1.0));
    assert_eq!((play.episode, play.steps), (1, 0));
}
