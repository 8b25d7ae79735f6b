//! The cores that training uses, of those that the machine has.

use super::format::plural;
use policy_lab::protocol::DeviceKind;
use policy_lab::protocol::DeviceReport;

/// Returns the number of cores that are used unless the reader chooses: all but one, which is left
/// for the page and the reader's other work, and both of two.
pub fn usual_cores(machine: usize) -> usize {
    match machine {
        0..=2 => machine.max(1),
        _ => machine - 1,
    }
}

/// Returns the cores that are used, as words: `4 of 8 cores`, or `one core` of several.
pub fn cores_used(used: usize, machine: usize) -> String {
    match used {
        0 | 1 => "one core".to_owned(),
        _ => format!("{used} of {}", plural(machine.max(used), "core")),
    }
}

/// Returns the name of a device as the badge shows it, with the cores of the CPU that share the
/// run.
pub fn device_name(report: &DeviceReport, used: usize, machine: usize) -> String {
    let label = report.kind.label();
    match report.kind {
        _ if report.name.is_empty() => label.to_owned(),
        DeviceKind::Cpu => {
            let name = report.name.replace("one core", &cores_used(used, machine));
            format!("{label} · {name}")
        }
        DeviceKind::Webgpu => format!("{label} · {}", report.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy_lab::protocol::DeviceReport;

    #[test]
    fn a_core_is_left_where_there_are_more_than_two() {
        assert_eq!([0, 1, 2, 3, 8].map(usual_cores), [1, 1, 2, 2, 7]);
    }

    #[test]
    fn the_badge_names_the_cores_that_share_the_run() {
        let cpu = DeviceReport {
            kind: DeviceKind::Cpu,
            name: "one core, SIMD".to_owned(),
            reason: String::new(),
            timing: None,
            is_fallback: false,
            distrusted: Vec::new(),
            alternative: None,
            adapter: None,
        };
        assert_eq!(device_name(&cpu, 1, 8), "CPU · one core, SIMD");
        assert_eq!(device_name(&cpu, 4, 8), "CPU · 4 of 8 cores, SIMD");
        let gpu = DeviceReport {
            kind: DeviceKind::Webgpu,
            name: "Apple M2".to_owned(),
            ..cpu
        };
        assert_eq!(device_name(&gpu, 4, 8), "WebGPU · Apple M2");
    }
}
