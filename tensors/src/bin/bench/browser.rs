//! The functions that JavaScript calls.

use std::cell::RefCell;
use std::rc::Rc;
use std::thread::LocalKey;

use burn::tensor::Device;
use policy_lab::device::{DeviceChoice, DeviceKind, ReadError};
use policy_lab::train::crew::Crew;
use policy_lab::worker::replica_crew::ReplicaCrew;
use policy_lab_tensors::device;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use super::workloads::{self, RolloutWorkload, UpdateWorkload, solve};
use super::{iterations, peak};

thread_local! {
    static DEVICE: RefCell<Option<Device>> = const { RefCell::new(None) };
    static CREW: RefCell<Option<Rc<ReplicaCrew>>> = const { RefCell::new(None) };
    static UPDATE: RefCell<Option<UpdateWorkload>> = const { RefCell::new(None) };
    static ROLLOUT: RefCell<Option<RolloutWorkload>> = const { RefCell::new(None) };
}

/// Opens the device `cpu` or `webgpu`, and returns its name.
#[wasm_bindgen]
pub async fn open_device(choice: String) -> Result<String, JsError> {
    let choice = DeviceChoice::from_key(&choice).ok_or_else(|| JsError::new("No such device"))?;
    let opened = device::open(choice, None).await;
    if opened.report.kind == DeviceKind::Cpu && choice == DeviceChoice::Webgpu {
        return Err(JsError::new(&opened.report.reason));
    }
    DEVICE.set(Some(opened.device));
    Ok(opened.report.name)
}

/// Lets the workloads that are prepared from now on use so many cores. Helpers start at once;
/// [`ready_cores`] tells when they are there.
#[wasm_bindgen]
pub fn use_cores(cores: usize) {
    let crew = ReplicaCrew::new(|_| {});
    crew.use_cores(cores);
    crew.start_helpers();
    CREW.set(Some(crew));
}

/// Returns the number of cores that can be used now.
#[wasm_bindgen]
pub fn ready_cores() -> usize {
    1 + crew().map_or(0, |crew| crew.helpers())
}

/// Creates the rows of an update, for a network whose hidden layers have these widths.
#[wasm_bindgen]
pub fn prepare_update(rows: usize, hidden: Vec<usize>) -> Result<(), JsError> {
    UPDATE.set(Some(UpdateWorkload::new(rows, &hidden, &device()?, crew())));
    Ok(())
}

/// Makes one update.
#[wasm_bindgen]
pub async fn run_update() -> Result<(), JsError> {
    with(&UPDATE, async |update| update.run().await).await
}

/// Creates the environments of a rollout.
#[wasm_bindgen]
pub fn prepare_rollout(num_envs: usize, num_steps: usize) -> Result<(), JsError> {
    ROLLOUT.set(Some(RolloutWorkload::new(
        num_envs,
        num_steps,
        &device()?,
        crew(),
    )));
    Ok(())
}

/// Makes one rollout. Returns the number of episodes that ended in it.
#[wasm_bindgen]
pub async fn run_rollout() -> Result<usize, JsError> {
    with(&ROLLOUT, async |rollout| rollout.run().await).await
}

/// Makes the part of a rollout that the device does. Returns false if the device does none.
#[wasm_bindgen]
pub async fn run_rollout_away() -> Result<bool, JsError> {
    with(&ROLLOUT, async |rollout| rollout.run_away().await).await
}

/// Trains until the task is solved. Returns JSON: `solved_secs` (or null) and `iterations`.
#[wasm_bindgen]
pub async fn train(preset: String) -> Result<String, JsError> {
    let solved = solve(&preset, &device()?)
        .await
        .map_err(|message| JsError::new(&message))?;
    Ok(match solved {
        Some((secs, iterations)) => {
            format!(r#"{{"solved_secs":{secs},"iterations":{iterations}}}"#)
        }
        None => r#"{"solved_secs":null,"iterations":null}"#.to_owned(),
    })
}

/// Trains to the end of a run, and returns the seconds.
#[wasm_bindgen]
pub async fn finish(run: String) -> Result<f64, JsError> {
    let secs = workloads::finish(&run, &device()?).await;
    secs.map_err(|message| JsError::new(&message))
}

/// Returns the seconds of each of `count` iterations of a run after its first. Calls `after` after
/// each, the first too.
#[wasm_bindgen]
pub async fn iterate(
    preset: String,
    count: usize,
    after: js_sys::Function,
) -> Result<Vec<f64>, JsError> {
    let tell = || drop(after.call0(&wasm_bindgen::JsValue::UNDEFINED));
    iterations::iterations(&preset, count, (&device()?, crew()), tell)
        .await
        .map_err(|message| JsError::new(&message))
}

/// Does what [`iterate`] does with the dispatches of a real GPU, on whichever adapter runs. Their
/// number is right, and not their time.
#[wasm_bindgen]
pub async fn iterate_as_hardware(
    preset: String,
    count: usize,
    after: js_sys::Function,
) -> Result<Vec<f64>, JsError> {
    let before = device::lay_out_for_software(false);
    let secs = iterate(preset, count, after).await;
    device::lay_out_for_software(before);
    secs
}

/// Returns the seconds of each of `count` iterations of so many runs side by side, after their
/// first. Calls `after` as [`iterate`] does.
#[wasm_bindgen]
pub async fn iterate_side_by_side(
    run: String,
    runs: usize,
    count: usize,
    after: js_sys::Function,
) -> Result<Vec<f64>, JsError> {
    let tell = || drop(after.call0(&wasm_bindgen::JsValue::UNDEFINED));
    iterations::side_by_side(&run, (runs, count), &device()?, tell)
        .await
        .map_err(|message| JsError::new(&message))
}

/// Returns the measured GFLOP/s of one core.
#[wasm_bindgen]
pub fn cpu_peak() -> f64 {
    peak::cpu_peak()
}

/// Works with what was prepared.
async fn with<W, T>(
    prepared: &'static LocalKey<RefCell<Option<W>>>,
    work: impl AsyncFnOnce(&mut W) -> Result<T, ReadError>,
) -> Result<T, JsError> {
    let workload = prepared.take();
    let mut workload = workload.ok_or_else(|| JsError::new("Prepare the workload first"))?;
    let done = work(&mut workload).await;
    prepared.set(Some(workload));
    Ok(done?)
}

fn crew() -> Option<Rc<dyn Crew>> {
    let crew = CREW.with_borrow(Clone::clone)?;
    Some(crew)
}

fn device() -> Result<Device, JsError> {
    DEVICE
        .with_borrow(Clone::clone)
        .ok_or_else(|| JsError::new("Open a device first"))
}
