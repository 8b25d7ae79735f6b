//! `device=auto`: a short burst of the run's own settings on both devices, then the run on the
//! faster one.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::rc::Rc;
use std::task::Poll;

use async_stream::stream;
use futures::Stream;
use web_time::{Duration, Instant};

use super::crew::{Crew, cores_of, gathered, is_worth_sharing};
use super::gpu::{Operation, RunDevice};
use super::run::Run;
use super::session::Session;
use crate::config::draft::print;
use crate::config::fields::{FIELDS, Value};
use crate::config::{TrainConfig, validate};
use crate::device::{Pace, Timing, cpu_report};
use crate::protocol::{DeviceEvent, DeviceKind, DeviceReport, Event, Failure, FailureKind};

/// Iterations are timed until they have taken so long together: the clock of a browser is coarse.
pub const LONG_ENOUGH: Duration = Duration::from_millis(300);
/// The first iteration on a GPU compiles its programs. One that takes longer is not waited for.
pub const LONGEST_WARM_UP: Duration = Duration::from_secs(20);

/// The GPU that a run takes if it is faster than the CPU.
#[derive(Clone)]
pub struct Candidate {
    /// The device.
    pub device: RunDevice,
    /// Its report.
    pub report: DeviceReport,
}

/// Names the work of a run on this adapter and so many cores: runs with the same key take about the
/// same time.
///
/// The key is made of the fields whose change touches the work, as far as the algorithm reads them.
pub fn key(adapter: &str, cores: usize, config: &TrainConfig) -> String {
    let fields = FIELDS
        .iter()
        .filter(|field| field.touches.work && field.is_used_by(config.algorithm));
    let fields = fields.map(|field| {
        let text = match (field.get)(config) {
            // Whatever it says, it takes about as long.
            Value::Expression(text) => (!text.is_empty()).to_string(),
            value => print(field, value),
        };
        format!("{} {text}", field.key)
    });
    let work: Vec<String> = std::iter::once(config.algorithm.key().to_owned())
        .chain(fields)
        .collect();
    format!("{adapter}, cores {cores}: {}", work.join(", "))
}

/// Returns the number of cores on which a session's run would train if the CPU took it.
pub fn cores(session: &Session) -> usize {
    cores_of(session.crew.as_deref(), &session.config)
}

/// The events of `session`, run on the faster of the CPU and `gpu`, whatever its own device is.
/// Where it is not `known` which that is, both are timed first.
///
/// Before the session's own events come [`DeviceEvent::Timing`] and [`DeviceEvent::Timed`], if they
/// are timed, and [`DeviceEvent::Opened`] with the device that was taken.
pub fn session_on_faster(
    session: Session,
    gpu: Candidate,
    known: Option<Timing>,
) -> impl Stream<Item = Event> {
    stream! {
        let config = &session.config;
        let mut device = RunDevice::Cpu;
        // The session itself says what is wrong with settings.
        if validate::problems(config).is_empty() {
            let timing = match known {
                Some(timing) => Ok(timing),
                None => {
                    yield DeviceEvent::Timing.into();
                    time(config, &gpu.device, session.crew.as_ref()).await
                }
            };
            let report = match timing {
                Ok(timing) => {
                    if known.is_none() {
                        let key = key(&gpu.report.name, cores(&session), config);
                        yield DeviceEvent::Timed(key, timing).into();
                    }
                    taken(&gpu.report, timing)
                }
                Err(failure) => DeviceReport {
                    is_fallback: true,
                    ..cpu_report(format!("WebGPU failed when it was timed: {}", failure.message))
                },
            };
            if report.kind == DeviceKind::Webgpu {
                device = gpu.device;
            }
            yield DeviceEvent::Opened(report).into();
        }
        for await event in (Session { device, ..session }).events() {
            yield event;
        }
    }
}

/// The report of the faster device.
fn taken(gpu: &DeviceReport, timing: Timing) -> DeviceReport {
    match timing.faster() {
        DeviceKind::Webgpu => DeviceReport {
            reason: "Faster than the CPU with these settings".to_owned(),
            timing: Some(timing),
            ..gpu.clone()
        },
        DeviceKind::Cpu => DeviceReport {
            timing: Some(timing),
            alternative: Some(DeviceKind::Webgpu),
            adapter: gpu.adapter.clone(),
            ..cpu_report(format!(
                "Faster than WebGPU on {} with these settings",
                gpu.name
            ))
        },
    }
}

/// Times both devices, one after the other.
///
/// # Errors
/// When the run itself fails on one of them.
pub async fn time(
    config: &TrainConfig,
    gpu: &RunDevice,
    crew: Option<&Rc<dyn Crew>>,
) -> Result<Timing, Failure> {
    let cpu = pace_on_cpu(config, crew).await?;
    let config = endless(config);
    let iteration = (config.batch_size() * config.rollouts_per_iteration) as f64;
    let mut run = Run::new(config, gpu).helped_by(crew.cloned());
    if run.self_test().await.contains(&Operation::Learning) {
        return Err(Failure {
            kind: FailureKind::Device,
            message: format!("its {} failed a test", Operation::Learning.name()),
        });
    }
    let webgpu = match within(LONGEST_WARM_UP, run.iterate()).await {
        None => slower_than(iteration, LONGEST_WARM_UP),
        Some(first) => {
            first?;
            // Twice as slow is slower, however long one waits.
            let longest = Duration::from_secs_f64(2.0 * iteration / cpu.steps_per_sec);
            burst(&mut run, iteration, longest + LONG_ENOUGH).await?
        }
    };
    Ok(Timing { cpu, webgpu })
}

/// Times a run on the CPU, on one core or on those of its crew, which is waited for where the run
/// would share its work.
///
/// # Errors
/// When the run itself fails.
pub async fn pace_on_cpu(
    config: &TrainConfig,
    crew: Option<&Rc<dyn Crew>>,
) -> Result<Pace, Failure> {
    if let Some(crew) = crew.filter(|_| is_worth_sharing(config)) {
        gathered(&**crew).await;
    }
    let config = endless(config);
    let iteration = (config.batch_size() * config.rollouts_per_iteration) as f64;
    let mut run = Run::new(config, &RunDevice::Cpu).helped_by(crew.cloned());
    burst(&mut run, iteration, Duration::from_secs(3_600)).await
}

/// Returns the settings of a run that does not end before its burst is long enough.
fn endless(config: &TrainConfig) -> TrainConfig {
    TrainConfig {
        total_timesteps: u32::MAX as usize,
        ..config.clone()
    }
}

/// The pace of whole iterations of this many steps, or what it is below when one takes too long.
async fn burst(run: &mut Run, iteration: f64, longest: Duration) -> Result<Pace, Failure> {
    let begun = Instant::now();
    let (steps_before, secs_before) = run.spent();
    while begun.elapsed() < LONG_ENOUGH {
        match within(longest, run.iterate()).await {
            Some(done) => drop(done?),
            None => return Ok(slower_than(iteration, longest)),
        }
    }
    let (steps, secs) = run.spent();
    Ok(Pace {
        steps_per_sec: (steps - steps_before) as f64 / (secs - secs_before).max(1e-6),
        is_bound: false,
    })
}

fn slower_than(steps: f64, limit: Duration) -> Pace {
    Pace {
        steps_per_sec: steps / limit.as_secs_f64(),
        is_bound: true,
    }
}

/// Returns the future's output, or none once it has taken longer than `limit`. The clock is read
/// whenever the future waits.
pub async fn within<T>(limit: Duration, future: impl Future<Output = T>) -> Option<T> {
    let begun = Instant::now();
    let mut future = pin!(future);
    poll_fn(|context| match future.as_mut().poll(context) {
        Poll::Ready(result) => Poll::Ready(Some(result)),
        Poll::Pending if begun.elapsed() > limit => Poll::Ready(None),
        Poll::Pending => Poll::Pending,
    })
    .await
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use crate::config::Algorithm;
    use crate::config::presets::Preset;
    use crate::protocol::RunEvent;
    use crate::protocol::share::Share;
    use crate::train::crew::{ShareAnswer, compute};
    use futures::FutureExt as _;
    use std::cell::Cell;

    fn tiny() -> TrainConfig {
        TrainConfig {
            num_envs: 4,
            num_steps: 8,
            update_epochs: 1,
            total_timesteps: 64,
            ..(Preset::first_for(Algorithm::Ppo).config)()
        }
    }

    fn events(known: Option<Timing>) -> Vec<Event> {
        let gpu = Candidate {
            device: RunDevice::Cpu,
            report: DeviceReport {
                kind: DeviceKind::Webgpu,
                name: "a stand-in".to_owned(),
                ..cpu_report(String::new())
            },
        };
        let session = session_on_faster(Session::new(tiny(), RunDevice::Cpu), gpu, known);
        pollster::block_on(futures::StreamExt::collect(session))
    }

    fn opened(events: &[Event]) -> Option<&DeviceReport> {
        events.iter().find_map(|event| match event {
            Event::Device(DeviceEvent::Opened(report)) => Some(report),
            _ => None,
        })
    }

    #[test]
    fn both_are_timed_and_then_the_run_begins() {
        let events = events(None);
        assert_eq!(events[0], Event::Device(DeviceEvent::Timing));
        let Event::Device(DeviceEvent::Timed(key, timing)) = &events[1] else {
            panic!("{:?}", events[1]);
        };
        assert!(key.starts_with("a stand-in"), "{key}");
        assert!(timing.cpu.steps_per_sec > 0.0 && timing.webgpu.steps_per_sec > 0.0);
        let report = opened(&events);
        assert_eq!(report.map(|report| report.kind), Some(timing.faster()));
        assert_eq!(report.and_then(|report| report.timing), Some(*timing));
        assert!(matches!(events[3], Event::Run(RunEvent::Started(_))));
    }

    #[test]
    fn what_is_known_is_not_timed_again() {
        let pace = |steps_per_sec| Pace {
            steps_per_sec,
            is_bound: false,
        };
        for (cpu, webgpu, faster) in [(1.0, 2.0, DeviceKind::Webgpu), (2.0, 1.0, DeviceKind::Cpu)] {
            let timing = Timing {
                cpu: pace(cpu),
                webgpu: pace(webgpu),
            };
            let events = events(Some(timing));
            assert!(
                matches!(&events[0], Event::Device(DeviceEvent::Opened(report)) if report.kind == faster)
            );
            assert!(matches!(events[1], Event::Run(RunEvent::Started(_))));
        }
    }

    #[test]
    fn a_future_that_takes_too_long_is_left() {
        let two = async { 2 };
        let found = pollster::block_on(within(Duration::from_secs(60), two));
        assert_eq!(found, Some(2));
        let never = std::future::pending::<()>();
        assert_eq!(pollster::block_on(within(Duration::ZERO, never)), None);
    }

    #[test]
    fn settings_that_make_other_work_have_another_key() {
        let config = tiny();
        let wider = TrainConfig {
            hidden_sizes: vec![8],
            ..config.clone()
        };
        let reseeded = TrainConfig {
            seed: 7,
            learning_rate: 0.1,
            ..config.clone()
        };
        assert_ne!(key("a", 1, &config), key("a", 1, &wider));
        assert_ne!(key("a", 1, &config), key("b", 1, &config));
        assert_ne!(key("a", 1, &config), key("a", 4, &config));
        assert_eq!(key("a", 1, &config), key("a", 1, &reseeded));
    }

    /// Three helpers, of which the last is ready only once somebody has asked a few times how many
    /// there will be.
    #[derive(Default)]
    struct Late {
        looks: Cell<usize>,
        asked: Cell<[usize; 3]>,
    }

    impl Crew for Late {
        fn helpers(&self) -> usize {
            if self.looks.get() < 4 { 2 } else { 3 }
        }

        fn cores(&self) -> usize {
            self.looks.set(self.looks.get() + 1);
            4
        }

        fn ask(&self, helper: usize, share: Share) -> ShareAnswer {
            let mut asked = self.asked.get();
            asked[helper] += 1;
            self.asked.set(asked);
            futures::future::ready(Some(compute(share))).boxed_local()
        }
    }

    /// A run of 16,384 samples is shared, so its pace is that of all cores that the reader lends,
    /// and so is its key.
    #[test]
    fn the_cpu_is_timed_with_the_cores_that_the_run_would_have() {
        let shared = TrainConfig {
            num_envs: 128,
            num_steps: 128,
            ..tiny()
        };
        let crew = Rc::new(Late::default());
        let of = |config: &TrainConfig| Session {
            crew: Some(Rc::clone(&crew) as Rc<dyn Crew>),
            ..Session::new(config.clone(), RunDevice::Cpu)
        };
        assert_eq!((cores(&of(&shared)), cores(&of(&tiny()))), (4, 1));
        let session = of(&shared);
        let pace = pace_on_cpu(&shared, session.crew.as_ref());
        assert!(pollster::block_on(pace).is_ok_and(|pace| pace.steps_per_sec > 0.0));
        let asked = crew.asked.get();
        assert!(asked.iter().all(|times| *times > 0), "{asked:?}");
    }
}
