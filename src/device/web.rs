//! The browser's WebGPU adapter: `navigator.gpu`.
//!
//! Everything here is looked up by name, because web-sys has types for WebGPU only behind a
//! compiler flag for unstable interfaces (`--cfg web_sys_unstable_apis`).

use std::pin::pin;

use futures::future::{Either, select};
use js_sys::{Function, Object, Promise, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_time::Duration;

use super::{Adapter, AdapterInfo, rest};

/// Longest time that the browser has for an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Asks the browser for its fastest adapter.
///
/// burn would ask too, but it panics or blocks if there is none, and it cannot tell a software
/// adapter from a GPU.
pub async fn look_for_adapter() -> Adapter {
    let navigator = get(&js_sys::global(), "navigator");
    let gpu = get(&navigator, "gpu");
    if !is_there(&gpu) {
        return Adapter::Missing("This browser has no WebGPU".to_owned());
    }
    let answer = match select(pin!(answer(&gpu)), pin!(rest(PATIENCE))).await {
        Either::Left((answer, _)) => answer,
        Either::Right(_) => {
            return Adapter::Missing(format!(
                "This browser has WebGPU, but has not answered for {} seconds",
                PATIENCE.as_secs()
            ));
        }
    };
    match answer {
        Ok(adapter) if is_there(&adapter) => {
            let info = get(&adapter, "info");
            let name = adapter_name(&info);
            let is_software = is_true(&info, "isFallbackAdapter")
                || is_true(&adapter, "isFallbackAdapter")
                || is_software_name(&name);
            let limits = get(&adapter, "limits");
            let limit = |key| get(&limits, key).as_f64();
            Adapter::Found(AdapterInfo {
                name,
                is_software,
                max_buffer_bytes: limit("maxBufferSize").map(|bytes| bytes as u64),
                max_workgroup_invocations: limit("maxComputeInvocationsPerWorkgroup")
                    .map(|count| count as u32),
            })
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

/// Asks a second time where there was none: while the process that drives the GPU is starting
/// again, Chromium has no adapter for a moment (seen with version 156 on an H200, at the first
/// question of each start).
async fn answer(gpu: &JsValue) -> Result<JsValue, JsValue> {
    match request_adapter(gpu).await {
        Ok(adapter) if !is_there(&adapter) => request_adapter(gpu).await,
        answer => answer,
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

/// Returns vendor, architecture and description, as far as the browser reveals them.
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

/// Recognises software adapters that do not set the browser's flag by their names.
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

fn is_there(value: &JsValue) -> bool {
    !value.is_null() && !value.is_undefined()
}

fn is_true(object: &JsValue, key: &str) -> bool {
    get(object, key).as_bool().unwrap_or(false)
}
