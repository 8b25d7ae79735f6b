//! Nudges, the reader's keys, the best episodes, and the pace.

use super::*;

#[test]
fn only_a_cart_is_nudged() {
    for id in drawn() {
        let mut play = play(id, Driver::Player);
        let before = play.state.clone();
        play.nudge(Nudge {
            target: Target::Pole,
            change: 1.0,
        });
        assert_eq!(play.state != before, id.is_cart(), "{id:?}");
        assert_eq!(play.view().outcome.is_some(), id.is_cart(), "{id:?}");
    }
}

#[test]
fn a_nudge_changes_one_velocity_by_its_size() {
    let mut play = player();
    let [x, v, theta, omega] = *play.state.first_chunk().expect("a cart");
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
    assert_eq!(play.outputs, play.outputs_for(&play.state));
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
    let fallen = play.state.clone();
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
    let pushes = |play: &mut Play, presses: &[(u32, bool)]| {
        presses
            .iter()
            .for_each(|(push, is_down)| play.hold(*push, *is_down));
        play.hands.action()
    };
    let (left, right) = (0, 1);
    let pushed = |push| Some(PlayAction::Discrete(push));
    assert_eq!(pushes(&mut play, &[(left, true)]), pushed(left));
    assert_eq!(pushes(&mut play, &[(right, true)]), pushed(right));
    assert_eq!(pushes(&mut play, &[(right, false)]), pushed(left));
    assert_eq!(pushes(&mut play, &[(left, false)]), pushed(left));
    let mut steps = 0;
    while play.ending.is_none() && steps < 500 {
        assert!(play.step());
        assert_eq!(
            play.taken,
            Some((PlayAction::Discrete(left), Driver::Player))
        );
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
    play.hold(1, true);
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
        play.hold(1, true);
        while play.ending.is_none() {
            if play.steps == change_after {
                play.hold(1, false);
                play.hold(0, true);
            }
            play.step();
            assert_eq!(play.wait(), None, "the push goes on");
        }
        play.hold(0, false);
        play.hold(1, false);
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
fn there_is_nothing_to_play_in_probes_and_no_odds_in_numbers_that_are_not_finite() {
    assert!(Play::new(&config(EnvId::Probe3)).is_none());
    let config = config(EnvId::Cartpole);
    let mut play = Play::new(&config).expect("a cart");
    play.set_policy(policy(&config, [f32::NAN; 4]));
    assert!(!play.step());
    assert_eq!(play.view().wait, Some(Wait::Policy));
    play.set_policy(policy(&config, [0.0; 4]));
    let outputs = play.outputs.as_ref().expect("a policy");
    assert_eq!(outputs.odds.percent(), [50, 50]);
    play.nudge(Nudge {
        target: Target::Cart,
        change: f32::MAX,
    });
    repeat(3, || play.ending.is_none() && play.step());
    assert_eq!(play.ending, Some(Ending::LeftTrack));
}

#[test]
fn time_becomes_steps_and_an_end_rests_before_the_next_episode() {
    let mut play = player();
    let mut pace = PlayPace::default();
    // Four and a half steps, none of which are due when the push comes.
    assert!(!pace.turn(&mut play, 0.09, 1.0), "it waits for a push");
    play.hold(0, true);
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

/// Thirty steps of a MountainCar are a second, fifteen of an Acrobot.
#[test]
fn a_task_has_the_pace_of_its_pictures() {
    for (id, steps) in [(EnvId::Mountaincar, 30), (EnvId::Acrobot, 15)] {
        let mut play = play(id, Driver::Sampled);
        let mut pace = PlayPace::default();
        repeat(16, || pace.turn(&mut play, 1.0 / 16.0 + 1e-9, 1.0));
        assert_eq!(play.steps, steps, "{id:?}");
    }
}
