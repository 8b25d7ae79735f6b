//! The two workers that train, with stand-ins that note what they are sent: who gets a command, and
//! whose device is on show.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::{Array, Function, Reflect};
use policy_lab::config::TrainConfig;
use policy_lab::protocol::checkpoint::Checkpoint;
use policy_lab::protocol::{
    CheckEvent, Command, DeviceChoice, DeviceEvent, DeviceKind, DeviceReport, Event, Failure,
    FailureKind, RunEvent, StopReason, cpu_report,
};
use policy_lab::worker::transport::{from_js, to_js};
use policy_lab_page::workers::training::TrainingClient;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::part::sleep;

/// In the place of the browser's workers: `began` has all that were started.
const STAND_INS: &str = "const began = [];
    window.Worker = class {
        constructor(address) {
            this.address = address;
            this.sent = [];
            this.isOver = false;
            began.push(this);
        }
        postMessage(message) { this.sent.push(message); }
        terminate() { this.isOver = true; }
    };
    return began;";

struct Stage {
    client: TrainingClient,
    heard: Rc<RefCell<Vec<Event>>>,
    began: Array,
}

impl Stage {
    fn new(choice: DeviceChoice) -> Self {
        let began = Function::new_no_args(STAND_INS).call0(&JsValue::NULL);
        let heard: Rc<RefCell<Vec<Event>>> = Rc::default();
        let ears = Rc::clone(&heard);
        Self {
            client: TrainingClient::new(choice, move |event| ears.borrow_mut().push(event)),
            heard,
            began: began.expect("a list").unchecked_into(),
        }
    }

    /// The newest worker of this program that has not ended.
    fn worker(&self, program: &str) -> Option<JsValue> {
        let of = |worker: &JsValue, key: &str| Reflect::get(worker, &key.into()).expect("a worker");
        let mut all = self.began.iter().filter(|worker| {
            let address = of(worker, "address").as_string().expect("an address");
            address.contains(program) && !of(worker, "isOver").is_truthy()
        });
        all.next_back()
    }

    /// What a worker says.
    async fn says(&self, program: &str, event: impl Into<Event>) {
        let worker = self.worker(program).expect(program);
        let (data, _) = to_js(&event.into()).expect("a message");
        let message = js_sys::Object::new();
        Reflect::set(&message, &"data".into(), &data).expect("a message");
        let hear: Function = Reflect::get(&worker, &"onmessage".into())
            .expect("it is heard")
            .unchecked_into();
        hear.call1(&JsValue::NULL, &message).expect("no error");
        sleep(1).await;
    }

    /// What a worker was sent since the last look.
    fn sent(&self, program: &str) -> Vec<Command> {
        let Some(worker) = self.worker(program) else {
            return Vec::new();
        };
        let sent: Array = Reflect::get(&worker, &"sent".into())
            .expect("a list")
            .unchecked_into();
        let commands = sent.iter().map(|it| from_js(&it).expect("a command"));
        let commands = commands.collect();
        sent.set_length(0);
        commands
    }

    /// The devices that were told of since the last look.
    fn devices(&self) -> Vec<DeviceKind> {
        let heard = self.heard.take();
        let devices = heard.into_iter().filter_map(|event| match event {
            Event::Device(DeviceEvent::Opened(report)) => Some(report.kind),
            _ => None,
        });
        devices.collect()
    }

    fn starts(&self) {
        self.client.send(Command::Start {
            config: Box::default(),
            from: None,
        });
    }
}

fn on(kind: DeviceKind) -> DeviceEvent {
    DeviceEvent::Opened(DeviceReport {
        kind,
        ..cpu_report(String::new())
    })
}

fn is_start(command: &Command) -> bool {
    matches!(command, Command::Start { .. })
}

#[wasm_bindgen_test]
async fn a_run_on_the_cpu_ends_there_before_the_gpu_has_the_next_one() {
    let stage = Stage::new(DeviceChoice::Auto);
    assert!(stage.worker("gpu_loader").is_none(), "no GPU was found yet");
    stage.says("host_loader", Event::Ready).await;
    stage.says("host_loader", DeviceEvent::FoundGpu).await;
    stage.says("host_loader", on(DeviceKind::Cpu)).await;
    assert_eq!(stage.devices(), [DeviceKind::Cpu]);
    stage.starts();
    assert!(stage.sent("host_loader").iter().any(is_start));

    stage.says("gpu_loader", Event::Ready).await;
    stage.says("gpu_loader", on(DeviceKind::Webgpu)).await;
    assert_eq!(stage.devices(), [], "the run under way is the CPU's");
    stage.client.send(Command::Pause);
    assert_eq!(stage.sent("host_loader"), [Command::Pause]);
    let over = RunEvent::Stopped(StopReason::Finished);
    stage.says("host_loader", over).await;
    assert_eq!(stage.devices(), [DeviceKind::Webgpu]);
    stage.sent("gpu_loader");
    stage.starts();
    assert!(stage.sent("gpu_loader").iter().any(is_start));
    assert!(!stage.sent("host_loader").iter().any(is_start));
}

#[wasm_bindgen_test]
async fn what_no_gpu_was_found_for_comes_for_the_checks_and_goes() {
    let stage = Stage::new(DeviceChoice::Auto);
    stage.says("host_loader", Event::Ready).await;
    stage.says("host_loader", on(DeviceKind::Cpu)).await;
    assert!(stage.worker("gpu_loader").is_none());
    let checks = Command::RunChecks(vec!["tanh".to_owned()]);
    stage.client.send(checks.clone());
    stage.says("gpu_loader", Event::Ready).await;
    let sent = stage.sent("gpu_loader");
    assert!(matches!(sent[2], Command::Open { .. }), "{sent:?}");
    assert_eq!(sent.last(), Some(&checks));
    stage.devices();
    stage.says("gpu_loader", on(DeviceKind::Cpu)).await;
    assert_eq!(stage.devices(), [], "what trains has not changed");
    stage.says("gpu_loader", CheckEvent::Done).await;
    assert!(stage.heard.take().contains(&CheckEvent::Done.into()));
    assert!(stage.worker("gpu_loader").is_none(), "nothing needs it");

    // Beside a run, and stopped: the check under way is not waited for.
    stage.starts();
    stage.client.send(checks);
    stage.says("gpu_loader", Event::Ready).await;
    stage.heard.take();
    stage.client.send(Command::RunChecks(Vec::new()));
    sleep(1).await;
    assert_eq!(stage.heard.take(), [CheckEvent::Done.into()]);
    assert!(stage.worker("gpu_loader").is_none());
    assert!(stage.worker("host_loader").is_some(), "its run goes on");
}

#[wasm_bindgen_test]
async fn a_run_whose_gpu_is_lost_goes_on_in_the_hosts_worker() {
    let stage = Stage::new(DeviceChoice::Webgpu);
    assert!(stage.worker("host_loader").is_none(), "it is not asked for");
    stage.says("gpu_loader", Event::Ready).await;
    stage.says("gpu_loader", on(DeviceKind::Webgpu)).await;
    stage.starts();
    let checkpoint = Checkpoint {
        iteration: 7,
        ..Checkpoint::default()
    };
    let saved = RunEvent::Checkpoint(checkpoint.clone());
    stage.says("gpu_loader", saved).await;
    let lost = Failure {
        kind: FailureKind::Device,
        message: "The GPU was lost".to_owned(),
    };
    stage.says("gpu_loader", lost).await;
    assert!(stage.worker("gpu_loader").is_none());
    stage.says("host_loader", Event::Ready).await;
    let sent = stage.sent("host_loader");
    let because = Some("The GPU was lost".to_owned());
    let choice = DeviceChoice::Cpu;
    assert!(
        sent.contains(&Command::Open { choice, because }),
        "{sent:?}"
    );
    let config: Box<TrainConfig> = Box::default();
    let from = Some(Box::new(checkpoint));
    assert_eq!(sent.last(), Some(&Command::Start { config, from }));
}

#[wasm_bindgen_test]
async fn the_clip_lab_stays_with_the_host() {
    let stage = Stage::new(DeviceChoice::Webgpu);
    let step = policy_lab::protocol::clip_batch::ClipStep::Rollout;
    let clip = Command::Clip {
        config: Box::default(),
        step,
    };
    stage.client.send(clip.clone());
    stage.says("host_loader", Event::Ready).await;
    assert_eq!(stage.sent("host_loader").last(), Some(&clip));
}
