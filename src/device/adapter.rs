//! Which device a reader's choice comes to, as far as it can be known before a GPU is opened: the
//! GPU if there is a real one, otherwise the CPU, always with a sentence that gives the reason.

use super::{AdapterInfo, DeviceChoice, DeviceKind, DeviceReport, cpu_report};

/// The result of the search for a graphics adapter.
pub enum Adapter {
    /// A usable adapter.
    Found(AdapterInfo),
    /// No adapter, with the reason as a sentence.
    Missing(String),
}

/// What a choice comes to.
pub enum Wanted {
    /// The CPU, with its report.
    Cpu(DeviceReport),
    /// The GPU of this adapter.
    Gpu(AdapterInfo),
}

/// Returns the device that `choice` comes to on a machine with this adapter. `because` is the
/// reason why another device failed before, if one did.
pub async fn wanted(
    choice: DeviceChoice,
    because: Option<String>,
    look_for_adapter: impl AsyncFnOnce() -> Adapter,
) -> Wanted {
    // After a failure the GPU is not offered again in this visit: it would fail again.
    if let (DeviceChoice::Cpu, Some(reason)) = (choice, because) {
        return Wanted::Cpu(instead(reason));
    }
    let asked = || "You asked for the CPU".to_owned();
    match (look_for_adapter().await, choice) {
        (Adapter::Found(adapter), DeviceChoice::Cpu) => Wanted::Cpu(beside(adapter, asked())),
        (Adapter::Missing(_), DeviceChoice::Cpu) => Wanted::Cpu(cpu_report(asked())),
        (Adapter::Missing(why), DeviceChoice::Webgpu) => Wanted::Cpu(instead(why)),
        (Adapter::Missing(why), DeviceChoice::Auto) => Wanted::Cpu(cpu_report(why)),
        (Adapter::Found(adapter), DeviceChoice::Auto) if adapter.is_software => {
            let why = format!(
                "The only WebGPU adapter, {}, is software, and the CPU is faster without it",
                adapter.name
            );
            Wanted::Cpu(beside(adapter, why))
        }
        (Adapter::Found(adapter), _) => Wanted::Gpu(adapter),
    }
}

/// Returns the report of the CPU beside an adapter that could be used as well.
fn beside(adapter: AdapterInfo, reason: String) -> DeviceReport {
    DeviceReport {
        alternative: Some(DeviceKind::Webgpu),
        adapter: Some(adapter),
        ..cpu_report(reason)
    }
}

/// Returns the report of the CPU in place of another device, for this reason.
pub fn instead(reason: String) -> DeviceReport {
    DeviceReport {
        is_fallback: true,
        ..cpu_report(reason)
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    fn report(choice: DeviceChoice, adapter: Option<AdapterInfo>) -> DeviceReport {
        let found = adapter.map_or(Adapter::Missing("None answered".to_owned()), Adapter::Found);
        match pollster::block_on(wanted(choice, None, async || found)) {
            Wanted::Cpu(report) => report,
            Wanted::Gpu(adapter) => panic!("{choice:?} comes to {adapter:?}"),
        }
    }

    #[test]
    fn the_report_of_the_cpu_tells_of_the_adapter_beside_it() {
        let software = AdapterInfo {
            name: "llvmpipe".to_owned(),
            is_software: true,
            ..AdapterInfo::default()
        };
        for choice in [DeviceChoice::Auto, DeviceChoice::Cpu] {
            let with = report(choice, Some(software.clone()));
            assert_eq!(with.alternative, Some(DeviceKind::Webgpu), "{choice:?}");
            assert_eq!(with.adapter, Some(software.clone()), "{choice:?}");
            let without = report(choice, None);
            assert_eq!((without.alternative, without.adapter), (None, None));
        }
    }
}
