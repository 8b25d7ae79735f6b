//! The page's view of the stages.

use policy_lab::history::{History, Phase};
use policy_lab::protocol::encoding::{decode, encode};
use policy_lab::protocol::stages::{Detail, Spread, StageReport};
use policy_lab::protocol::{Event, Frame, POSE, RunEvent, StopReason};

use crate::{looked_at, stage_report, tiny};
use policy_lab_page::view::film::Film;

#[test]
fn the_history_knows_the_newest_stage_while_somebody_looks() {
    let events = looked_at(tiny(), Detail::Stages);
    let stages: Vec<&Event> = events
        .iter()
        .filter(|it| stage_report(it).is_some())
        .collect();
    let mut history = History::default();
    history.apply(events[0].clone());
    assert_eq!(history.run.stage, None);
    for event in &stages[..2] {
        history.apply((*event).clone());
    }
    assert_eq!(history.run.stage.as_ref(), stage_report(stages[1]));
    history.apply(Event::Run(RunEvent::Paused));
    history.apply(Event::Run(RunEvent::Resumed));
    assert_eq!(
        (history.run.stage.as_ref(), &history.phase),
        (stage_report(stages[1]), &Phase::Running)
    );
    for end in [
        Event::Run(RunEvent::Unobserved),
        events[0].clone(),
        Event::Run(RunEvent::Stopped(StopReason::Requested)),
    ] {
        history.apply(stages[0].clone());
        assert!(history.run.stage.is_some());
        history.apply(end);
        assert_eq!(history.run.stage, None);
    }
}

#[test]
fn reports_of_stages_arrive_as_they_were_sent() {
    let events = looked_at(tiny(), Detail::Steps);
    let sent: Vec<&StageReport> = events.iter().filter_map(stage_report).collect();
    assert_eq!(sent.len(), 2 * (32 + 1 + 2 * 8));
    for report in sent {
        let bytes = encode(&Event::from(RunEvent::Stage(report.clone()))).expect("bytes");
        let got: Event = decode(&bytes).expect("an event");
        assert_eq!(stage_report(&got), Some(report));
    }
    assert_eq!(Spread::of(&[f32::INFINITY]), None, "nothing to say");
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
