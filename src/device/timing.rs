//! The speeds of both devices, and the choice between them.

use serde::{Deserialize, Serialize};

use super::DeviceKind;

/// The speed at which a device trained.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pace {
    /// Environment steps per second, learning included.
    pub steps_per_sec: f64,
    /// True if the measurement was cut short, so that the device is slower than `steps_per_sec`.
    pub is_bound: bool,
}

/// The speeds of both devices in a short run of the same training.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timing {
    /// The CPU's speed.
    pub cpu: Pace,
    /// The graphics adapter's speed.
    pub webgpu: Pace,
}

impl Timing {
    /// Returns the faster device. At equal speed it is the CPU, so that the GPU is free to draw.
    pub fn faster(&self) -> DeviceKind {
        if self.webgpu.steps_per_sec > self.cpu.steps_per_sec && !self.webgpu.is_bound {
            DeviceKind::Webgpu
        } else {
            DeviceKind::Cpu
        }
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    fn timing(cpu: f64, webgpu: f64, is_bound: bool) -> Timing {
        Timing {
            cpu: Pace {
                steps_per_sec: cpu,
                is_bound: false,
            },
            webgpu: Pace {
                steps_per_sec: webgpu,
                is_bound,
            },
        }
    }

    #[test]
    fn the_faster_one_is_taken_and_the_cpu_where_neither_is() {
        assert_eq!(timing(1.0, 2.0, false).faster(), DeviceKind::Webgpu);
        assert_eq!(timing(2.0, 1.0, false).faster(), DeviceKind::Cpu);
        assert_eq!(timing(1.0, 1.0, false).faster(), DeviceKind::Cpu);
        // Not even one iteration was done in time.
        assert_eq!(timing(1.0, 2.0, true).faster(), DeviceKind::Cpu);
    }
}
