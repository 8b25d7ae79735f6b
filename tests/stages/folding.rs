//! The page's view of the stages.

use policy_lab::history::{History, Phase};
use policy_lab::protocol::stages::{Detail, Spread, StageView};
use policy_lab::protocol::{Event, Frame, POSE, StopReason};

use crate::{looked_at, moment, tiny};
use policy_lab_page::view::film::Film;

#[test]
fn the_history_knows_the_newest_stage_while_somebody_looks() {
    let events = looked_at(tiny(), Detail::Stages);
    let stages: Vec<&Event> = events.iter().filter(|it| moment(it).is_some()).collect();
    let mut history = History::default();
    history.apply(events[0].clone());
    assert_eq!(history.stage, None);
    for event in &stages[..2] {
        history.apply((*event).clone());
    }
    assert_eq!(history.stage.as_ref(), moment(stages[1]));
    history.apply(Event::Paused);
    history.apply(Event::Resumed);
    assert_eq!(
        (history.stage.as_ref(), &history.phase),
        (moment(stages[1]), &Phase::Running)
    );
    for end in [
        Event::Unwatched,
        events[0].clone(),
        Event::Stopped(StopReason::Requested),
    ] {
        history.apply(stages[0].clone());
        assert!(history.stage.is_some());
        history.apply(end);
        assert_eq!(history.stage, None);
    }
}

#[test]
fn moments_survive_their_journey_as_text() {
    let events = looked_at(tiny(), Detail::Steps);
    let mut count = 0;
    for sent in events.iter().filter_map(moment) {
        let text = serde_json::to_string(&Event::Stage(sent.clone())).expect("text");
        let back = serde_json::from_str(&text).expect("an event");
        let Event::Stage(got) = back else {
            panic!("{text}");
        };
        assert_eq!(got.place, sent.place);
        if let (Some(StageView::Step(got)), Some(StageView::Step(sent))) = (&got.seen, &sent.seen) {
            assert_eq!(got.poses, sent.poses);
        }
        count += 1;
    }
    assert_eq!(count, 2 * (32 + 1 + 2 * 8));
    assert_eq!(Spread::of(&[f32::INFINITY]), None, "which has no text");
}

#[test]
fn a_step_on_show_gives_way_to_the_newest_rollout() {
    let frame = |num_steps| Frame {
        iteration: 3,
        num_steps,
        num_carts: 1,
        poses: vec![0.25; num_steps * POSE],
        parameters: Vec::new(),
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
