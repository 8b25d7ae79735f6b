//! The film of a rollout.

use crate::view::film::{Film, FrameEnding, Mode};
use policy_lab::envs::EnvId;
use policy_lab::protocol::{FIELD_CARTS, Frame, POSE};

/// Milliseconds between two refreshes of a 50 Hz screen: one environment step, and slightly
/// more so that rounding loses none.
const STEP_MILLIS: f64 = 20.01;

/// Returns a frame with one cart, whose position is the number of the step. `ends` gives the
/// steps at which an episode ends.
fn frame(iteration: usize, num_steps: usize, ends: &[(usize, f32)]) -> Frame {
    let flag = |step| {
        ends.iter()
            .find(|(end, _)| *end == step)
            .map_or(0.0, |(_, flag)| *flag)
    };
    Frame {
        iteration,
        num_steps,
        num_carts: 1,
        poses: (0..num_steps)
            .flat_map(|step| [step as f32, 0.0, 0.0, 0.0, flag(step)])
            .collect(),
        ..Frame::default()
    }
}

/// Turns the film `turns` times, by one environment step each. Returns the time at the end.
fn turn(film: &mut Film, from_millis: f64, turns: usize, newest: &Frame) -> f64 {
    film.note_newest(Some((newest.iteration, newest.num_steps)));
    let mut now = from_millis;
    for _ in 0..turns {
        now += STEP_MILLIS;
        film.turn(now, || Some(newest.clone()));
    }
    now
}

fn caption(film: &Film) -> String {
    film.shown().caption
}

#[test]
fn a_newer_rollout_waits_for_the_end_and_the_latest_wins() {
    let mut film = Film::new(false);
    let now = turn(&mut film, 0.0, 11, &frame(1, 100, &[]));
    assert_eq!(caption(&film), "Rollout of iteration 1 · step 11 of 100");
    let now = turn(&mut film, now, 20, &frame(2, 100, &[]));
    assert_eq!(caption(&film), "Rollout of iteration 1 · step 31 of 100");
    // Play to the end, through the pause there, and on.
    turn(&mut film, now, 95, &frame(9, 100, &[]));
    assert!(
        caption(&film).starts_with("Rollout of iteration 9"),
        "{}",
        caption(&film)
    );
}

#[test]
fn it_starts_again_when_nothing_is_newer() {
    let mut film = Film::new(false);
    turn(&mut film, 0.0, 125, &frame(1, 100, &[]));
    assert_eq!(film.shown().step, 5);
}

#[test]
fn a_long_rollout_plays_faster_and_says_so() {
    let mut film = Film::new(false);
    turn(&mut film, 0.0, 11, &frame(1, 500, &[]));
    assert_eq!(
        caption(&film),
        "Rollout of iteration 1 · step 21 of 500 · 2× speed"
    );
}

#[test]
fn a_watched_rollout_plays_in_its_time_and_gives_way_at_once() {
    let mut film = Film::new(false);
    film.hurry_secs = Some(0.8);
    let now = turn(&mut film, 0.0, 11, &frame(1, 200, &[]));
    // 4 seconds of steps in 0.8 seconds.
    assert_eq!(
        caption(&film),
        "Rollout of iteration 1 · step 51 of 200 · 5× speed"
    );
    let now = turn(&mut film, now, 40, &frame(1, 200, &[]));
    assert_eq!(film.shown().step, 200, "it waits at its end");
    let now = turn(&mut film, now, 1, &frame(2, 200, &[]));
    assert!(caption(&film).starts_with("Rollout of iteration 2 · step 1 "));
    turn(&mut film, now, 5, &frame(3, 200, &[]));
    assert!(caption(&film).starts_with("Rollout of iteration 3"));
    // A short one is not stretched.
    let now = turn(&mut film, now + 100.0, 1, &frame(4, 20, &[]));
    turn(&mut film, now, 10, &frame(4, 20, &[]));
    assert_eq!(caption(&film), "Rollout of iteration 4 · step 11 of 20");
}

#[test]
fn a_watched_film_that_is_held_stays() {
    let mut film = Film::new(false);
    film.hurry_secs = Some(0.8);
    let now = turn(&mut film, 0.0, 5, &frame(1, 100, &[]));
    film.mode = Mode::Held;
    turn(&mut film, now, 100, &frame(2, 100, &[]));
    assert!(caption(&film).starts_with("Rollout of iteration 1"));
}

/// Returns the frame with a pole that leans and falls to the right.
fn falling(num_steps: usize, ends: &[(usize, f32)]) -> Frame {
    let mut frame = frame(1, num_steps, ends);
    for pose in frame.poses.chunks_exact_mut(5) {
        [pose[0], pose[2], pose[3]] = [0.01 * pose[0], 0.2, 1.0];
    }
    frame
}

#[test]
fn a_pole_topples_before_the_next_episode_is_shown() {
    let mut film = Film::new(false);
    turn(&mut film, 0.0, 1, &falling(100, &[(10, 1.0), (40, 2.0)]));
    let mut at = |step: usize| {
        film.seek(step as f64 + 1.0);
        film.pose(0).expect("a cart")
    };
    assert_eq!(at(10).ending, None, "the last pose of the old episode");
    let falls: Vec<_> = (11..29).map(&mut at).collect();
    assert!(
        falls
            .iter()
            .all(|it| it.ending == Some(FrameEnding::Terminated))
    );
    assert!(falls.is_sorted_by(|one, next| one.theta_rad <= next.theta_rad));
    assert!(
        falls[0].theta_rad > 0.21 && falls[16].theta_rad > 1.57,
        "{falls:?}"
    );
    assert!(
        falls.iter().all(|it| (it.x - 0.1).abs() < 1e-6),
        "the cart stays"
    );
    // Then the film has caught up.
    let next = at(29);
    assert!(
        next.ending.is_none() && (next.x - 0.29).abs() < 1e-6,
        "{next:?}"
    );
    let stands = at(41);
    assert_eq!(stands.ending, Some(FrameEnding::Truncated));
    assert!((stands.theta_rad - 0.22).abs() < 1e-6);
    assert_eq!(at(59).ending, None);
}

#[test]
fn a_fall_takes_its_time_on_the_screen_however_fast_the_film_is() {
    let mut film = Film::new(false);
    film.hurry_secs = Some(0.8);
    let rollout = falling(200, &[(50, 1.0), (60, 1.0), (199, 1.0)]);
    let mut now = turn(&mut film, 0.0, 1, &rollout);
    let (mut marked, mut shown) = (0, Vec::new());
    for _ in 0..55 {
        now = turn(&mut film, now, 1, &rollout);
        let pose = film.pose(0).expect("a cart");
        marked += usize::from(pose.ending.is_some() && film.shown().step < 199);
        shown.push(pose);
    }
    // 18 refreshes of 20 ms; what falls meanwhile is not shown.
    assert!((17..=19).contains(&marked), "{marked}");
    // The last episode has no successor: its pole goes on lying.
    assert!(shown.last().is_some_and(|it| it.theta_rad > 1.57));
}

#[test]
fn a_cart_whose_rollout_is_over_lies_to_the_end_of_the_film() {
    let mut film = Film::new(false);
    let mut rollout = falling(100, &[(10, 1.0)]);
    // A shorter rollout is repeated to the length of the longest.
    let last = rollout.poses[50..55].to_vec();
    for pose in rollout.poses.chunks_exact_mut(5).skip(10) {
        pose.copy_from_slice(&last);
    }
    turn(&mut film, 0.0, 1, &rollout);
    for step in [30, 50, 100] {
        film.seek(f64::from(step));
        let pose = film.pose(0).expect("a cart");
        assert_eq!(pose.ending, Some(FrameEnding::Terminated));
        assert!(pose.theta_rad > 1.57, "step {step}: {pose:?}");
    }
}

#[test]
fn a_trace_belongs_to_the_episode_on_show() {
    let mut film = Film::new(false);
    turn(&mut film, 0.0, 1, &falling(100, &[(40, 1.0)]));
    let mut trace = |step: f64| {
        film.seek(step);
        film.trace(0)
    };
    assert!(trace(1.0).is_empty(), "nothing was before");
    let before: Vec<f64> = trace(21.0).iter().map(|it| it.1.x).collect();
    assert_eq!(before.len(), 3);
    assert!(
        before.is_sorted() && before.iter().all(|x| *x < 0.2),
        "{before:?}"
    );
    assert!(trace(52.0).iter().all(|it| it.1.theta_rad > 0.19));
    // The next episode begins where the fallen one gives way, after 18 steps.
    assert_eq!(trace(61.0).len(), 0);
    assert_eq!(trace(66.0).len(), 2);
}

#[test]
fn held_it_stands_still_whatever_arrives() {
    let mut film = Film::new(false);
    let now = turn(&mut film, 0.0, 11, &frame(1, 100, &[]));
    film.mode = Mode::Held;
    film.seek(40.0);
    turn(&mut film, now, 500, &frame(2, 100, &[]));
    assert_eq!(caption(&film), "Rollout of iteration 1 · step 40 of 100");
}

#[test]
fn without_motion_the_end_is_shown_every_two_seconds() {
    let mut film = Film::new(true);
    let now = turn(&mut film, 0.0, 1, &frame(1, 100, &[]));
    assert_eq!(caption(&film), "Rollout of iteration 1 · step 100 of 100");
    let now = turn(&mut film, now, 90, &frame(2, 100, &[]));
    assert!(caption(&film).starts_with("Rollout of iteration 1"));
    turn(&mut film, now, 20, &frame(3, 100, &[]));
    assert_eq!(caption(&film), "Rollout of iteration 3 · step 100 of 100");
}

#[test]
fn a_cleared_run_empties_the_projector() {
    let mut film = Film::new(false);
    turn(&mut film, 0.0, 5, &frame(1, 100, &[]));
    film.note_newest(None);
    assert_eq!(film.shown().num_steps, 0);
    assert_eq!(film.pose(0), None);
}

/// Two moments: every cart goes from the middle to one metre and half a radian.
#[test]
fn many_carts_are_shown_at_the_step_on_show() {
    let mut film = Film::new(false);
    assert!(!film.has_field() && film.field().next().is_none());
    let mut rollout = frame(1, 8, &[]);
    rollout.field = [vec![0.0; 2 * FIELD_CARTS], [1.0, 0.5].repeat(FIELD_CARTS)].concat();
    turn(&mut film, 0.0, 1, &rollout);
    assert!(film.has_field());
    for (step, expected) in [(1.0, [0.0, 0.0]), (3.0, [0.5, 0.25]), (9.0, [1.0, 0.5])] {
        film.seek(step);
        assert!(film.field().all(|cart| cart == expected), "step {step}");
    }
}

#[test]
fn a_step_on_show_gives_way_to_the_newest_rollout() {
    let frame = |num_steps| Frame {
        iteration: 3,
        num_steps,
        num_carts: 1,
        poses: vec![0.25; num_steps * POSE],
        ..Frame::default()
    };
    let mut film = Film::new(false);
    film.follow(Some((frame(1), (17, 128))));
    // No rollout is complete yet.
    film.note_newest(None);
    let turn = film.turn(1_000.0, || None);
    assert!(!turn.goes_on && film.shown().is_live);
    let caption = film.shown().caption;
    assert_eq!(
        caption,
        "Rollout of iteration 3, as it is made · step 17 of 128"
    );
    film.note_newest(Some((3, 100)));
    film.follow(None);
    film.turn(2_000.0, || Some(frame(100)));
    assert_eq!(
        film.shown().caption,
        "Rollout of iteration 3 · step 1 of 100"
    );
}

/// Returns a rollout of MountainCar: a position that grows with each step, and the ends of
/// episodes.
fn task(num_steps: usize, ends: &[(usize, f32)]) -> Frame {
    let carts = frame(1, num_steps, ends);
    let poses = carts.poses.chunks_exact(POSE);
    Frame {
        poses: poses
            .flat_map(|pose| [0.01 * pose[0], 0.02, pose[POSE - 1]])
            .collect(),
        ..carts
    }
}

#[test]
fn a_task_stays_at_its_end_as_it_was() {
    let mut film = Film::new(false);
    film.note_env(EnvId::Mountaincar);
    turn(&mut film, 0.0, 1, &task(100, &[(10, 1.0), (40, 2.0)]));
    assert_eq!(
        film.shown().summary,
        "Rollout of iteration 1: 1 environment over 100 steps; 1 episode reached the goal and 1 the time limit"
    );
    let mut at = |step: usize, position: f32, ending: Option<FrameEnding>| {
        film.seek(step as f64 + 1.0);
        let pose = film.task_pose(0).expect("an environment");
        assert_eq!((pose.state.len(), pose.ending), (2, ending), "{step}");
        assert!((pose.state[0] - position).abs() < 1e-6, "{step}: {pose:?}");
    };
    at(10, 0.1, None);
    at(11, 0.1, Some(FrameEnding::Terminated));
    // 0.36 seconds at 30 steps a second, then the film has caught up.
    at(21, 0.1, Some(FrameEnding::Terminated));
    at(22, 0.22, None);
    at(41, 0.4, Some(FrameEnding::Truncated));
}

#[test]
fn an_environment_without_a_goal_only_reaches_the_time_limit() {
    let mut film = Film::new(false);
    film.note_env(EnvId::Pendulum);
    turn(&mut film, 0.0, 1, &task(300, &[(199, 2.0)]));
    assert_eq!(
        film.shown().summary,
        "Rollout of iteration 1: 1 environment over 300 steps; 1 episode reached the time limit"
    );
}

#[test]
fn a_task_plays_in_its_own_time() {
    let mut film = Film::new(false);
    film.note_env(EnvId::Mountaincar);
    turn(&mut film, 0.0, 11, &task(100, &[]));
    // Ten times 20 ms, at 30 steps a second.
    assert_eq!(caption(&film), "Rollout of iteration 1 · step 7 of 100");
}

#[test]
fn a_film_of_another_environment_is_gone() {
    let mut film = Film::new(false);
    turn(&mut film, 0.0, 5, &frame(1, 100, &[]));
    film.note_env(EnvId::Cartpole);
    assert_eq!(film.num_carts(), 1, "it is the same");
    film.note_env(EnvId::Mountaincar);
    assert_eq!((film.num_carts(), film.task_pose(0)), (0, None));
    assert_eq!(caption(&film), "No environments to show");
    let first = film.env().first_state();
    assert!((first[0] + 0.5).abs() < 1e-6, "{first:?}");
    film.note_env(EnvId::Cartpole);
    assert_eq!(caption(&film), "No carts to show");
}
