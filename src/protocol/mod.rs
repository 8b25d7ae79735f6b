//! The messages between the page and the worker: commands one way, events the other. All are plain
//! data, so tests need no browser.

pub mod arrival;
pub mod check_report;
pub mod checkpoint;
pub mod clip_batch;
mod command;
pub mod encoding;
mod event;
pub mod failure;
pub mod metrics;
pub mod moments;
mod raw;
pub mod replica;
pub mod run_control;
mod run_events;
mod run_report;
pub mod schedule;
pub mod score;
pub mod share;
pub mod stages;

pub use command::Command;
pub use event::{CheckEvent, ClipEvent, DeviceEvent, Event, ManyEvent, RunEvent};
pub use failure::{Failure, FailureKind};
pub use run_report::{
    Body, FIELD_CARTS, FIELD_MOMENTS, Frame, IterationReport, POSE, RunInfo, StopReason,
};
pub use stages::{Tempo, Unit};

pub use crate::device::{
    AdapterInfo, DeviceChoice, DeviceKind, DeviceReport, Pace, Timing, cpu_report,
};
