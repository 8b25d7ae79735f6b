//! What only a browser knows: `navigator.gpu`, and how often this module's constructors ran.

use std::sync::atomic::{AtomicU32, Ordering};

use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::open::Adapter;

/// Asks the browser for its fastest adapter.
///
/// burn would ask too, but it panics or blocks where there is none, and it cannot say whether one is software.
pub(super) async fn look_for_adapter() -> Adapter {
    let navigator = get(&js_sys::global(), "navigator");
    let gpu = get(&navigator, "gpu");
    if gpu.is_undefined() || gpu.is_null() {
        return Adapter::Missing("This browser has no WebGPU".to_owned());
    }
    match request_adapter(&gpu).await {
        Ok(adapter) if !adapter.is_null() && !adapter.is_undefined() => {
            let info = get(&adapter, "info");
            let name = adapter_name(&info);
            let is_software = is_true(&info, "isFallbackAdapter")
                || is_true(&adapter, "isFallbackAdapter")
                || is_software_name(&name);
            Adapter::Found { name, is_software }
        }
        Ok(_) => {
            Adapter::Missing("This browser has WebGPU, but no graphics adapter answered".to_owned())
        }
        Err(error) => Adapter::Missing(format!(
            "This browser has WebGPU, but asking for an adapter failed: {}",
            get(&error, "message").as_string().unwrap_or_default()
        )),
    }
}

async fn request_adapter(gpu: &JsValue) -> Result<JsValue, JsValue> {
    let options = Object::new();
    Reflect::set(
        &options,
        &"powerPreference".into(),
        &"high-performance".into(),
    )?;
    let request: Function = get(gpu, "requestAdapter").dyn_into()?;
    let promise: Promise = request.call1(gpu, &options)?.dyn_into()?;
    JsFuture::from(promise).await
}

/// Vendor, architecture and description, as far as the browser tells.
fn adapter_name(info: &JsValue) -> String {
    let mut parts: Vec<String> = Vec::new();
    for key in ["description", "vendor", "architecture"] {
        let part = get(info, key).as_string().unwrap_or_default();
        if !part.is_empty() && !parts.iter().any(|known| known.contains(&part)) {
            parts.push(part);
        }
    }
    if parts.is_empty() {
        "an unnamed adapter".to_owned()
    } else {
        parts.join(" ")
    }
}

/// Software adapters that do not set the flag, by the names they go by.
fn is_software_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    [
        "swiftshader",
        "llvmpipe",
        "lavapipe",
        "softpipe",
        "software",
        "basic render",
        "warp",
    ]
    .iter()
    .any(|software| name.contains(software))
}

fn get(object: &JsValue, key: &str) -> JsValue {
    Reflect::get(object, &key.into()).unwrap_or(JsValue::UNDEFINED)
}

fn is_true(object: &JsValue, key: &str) -> bool {
    get(object, key).as_bool().unwrap_or(false)
}

unsafe extern "C" {
    /// Made by the linker: calls every registered constructor.
    fn __wasm_call_ctors();
}

/// Runs this module's constructors. Call it once, first thing in every binary.
///
/// cubecl registers thousands of items through constructors. While nobody refers to `__wasm_call_ctors`, the linker
/// makes every export run all of them again at every call from JavaScript: measured 1,450 ms an update instead of 11.
pub fn run_constructors() {
    // SAFETY: called once, before anything that a constructor sets up is used.
    unsafe { __wasm_call_ctors() }
}

static CONSTRUCTOR_RUNS: AtomicU32 = AtomicU32::new(0);

extern "C" fn count_constructor_run() {
    CONSTRUCTOR_RUNS.fetch_add(1, Ordering::Relaxed);
}

// SAFETY: the section holds pointers to functions of this very type, which the linker's `__wasm_call_ctors` calls.
#[unsafe(link_section = ".init_array")]
#[used]
static COUNT_CONSTRUCTOR_RUN: extern "C" fn() = count_constructor_run;

/// How often this module's constructors have run. More than once means that every call from JavaScript runs them.
pub fn constructor_runs() -> u32 {
    CONSTRUCTOR_RUNS.load(Ordering::Relaxed)
}
