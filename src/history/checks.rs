//! The checks of the device.

use std::collections::BTreeMap;

use crate::protocol::CheckEvent;
use crate::protocol::check_report::{CheckReport, CheckState};

/// The results of the checks so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CheckHistory {
    /// Checks that were run or are under way, by id.
    pub reports: BTreeMap<String, CheckReport>,
    /// True while checks are under way.
    pub is_under_way: bool,
}

impl CheckHistory {
    /// Takes in one event.
    pub fn apply(&mut self, event: CheckEvent) {
        match event {
            CheckEvent::Report(report) => {
                self.is_under_way = true;
                self.reports.insert(report.id.clone(), report);
            }
            CheckEvent::Done => self.end(),
        }
    }

    /// No check is under way any more. One that was cut short says nothing.
    pub fn end(&mut self) {
        self.is_under_way = false;
        self.reports
            .retain(|_, report| report.state != CheckState::Running);
    }
}
