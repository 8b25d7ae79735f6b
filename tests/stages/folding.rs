//! What the history and the protocol keep of the stages.

use policy_lab::history::{History, Phase};
use policy_lab::protocol::encoding::{decode, encode};
use policy_lab::protocol::stages::{Detail, Spread, StageReport};
use policy_lab::protocol::{Event, RunEvent, StopReason};

use super::{looked_at, stage_report, tiny};

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
