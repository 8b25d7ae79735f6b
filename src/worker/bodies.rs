//! Loads the program that steps bodies, beside the page: it comes when an environment needs it, and
//! costs nobody else a byte.

use std::rc::Rc;

use js_sys::{Float32Array, Function, Object, Reflect, WebAssembly};
use wasm_bindgen::{JsCast as _, JsValue};

use super::channel::compile;
use crate::envs::EnvId;
use crate::envs::bodies::{BodyProgram, install, is_ready};

/// The program's file.
const PROGRAM: &str = "lander.wasm";

/// Sees to it that an environment can be stepped here: loads the program that steps its bodies, if
/// it has any and none has come yet.
///
/// # Errors
/// A sentence for the reader, if the program did not come.
pub async fn ready_for(id: EnvId) -> Result<(), String> {
    if !id.is_of_bodies() || is_ready() {
        return Ok(());
    }
    match load().await {
        Ok(program) => {
            install(Rc::new(program));
            Ok(())
        }
        Err(why) => {
            let why = match why.dyn_ref::<js_sys::Error>() {
                Some(error) => String::from(error.message()),
                None => why.as_string().unwrap_or_default(),
            };
            Err(format!(
                "The program that moves the bodies of {} did not arrive ({why}). Try again when the network is back, or choose another env_id",
                id.spec().name()
            ))
        }
    }
}

async fn load() -> Result<Loaded, JsValue> {
    let module: WebAssembly::Module = compile(PROGRAM).await?.dyn_into()?;
    let exports = WebAssembly::Instance::new(&module, &Object::new())?.exports();
    let exported = |name: &str| Reflect::get(&exports, &name.into());
    let function = |name: &str| -> Result<Function, JsValue> { exported(name)?.dyn_into() };
    Ok(Loaded {
        memory: exported("memory")?.dyn_into()?,
        room: function("room")?,
        begin: function("begin")?,
        step: function("step")?,
    })
}

/// The program once it is here.
struct Loaded {
    memory: WebAssembly::Memory,
    room: Function,
    begin: Function,
    step: Function,
}

impl Loaded {
    /// Has the program change rows in its own memory.
    fn change(
        &self,
        rows: &mut [f32],
        act: impl FnOnce() -> Result<JsValue, JsValue>,
    ) -> Result<(), JsValue> {
        let count = rows.len() as u32;
        let at = self.room.call1(&JsValue::UNDEFINED, &count.into())?;
        let at = at.as_f64().unwrap_or_default() as u32;
        // Anew each time: memory that has grown has another buffer.
        let there =
            || Float32Array::new_with_byte_offset_and_length(&self.memory.buffer(), at, count);
        there().copy_from(rows);
        act()?;
        there().copy_to(rows);
        Ok(())
    }

    /// Numbers that are not finite end a run, and say so.
    fn change_or_break(&self, rows: &mut [f32], act: impl FnOnce() -> Result<JsValue, JsValue>) {
        if let Err(error) = self.change(rows, act) {
            web_sys::console::error_1(&error);
            rows.fill(f32::NAN);
        }
    }
}

impl BodyProgram for Loaded {
    fn begin(&self, rows: &mut [f32]) {
        self.change_or_break(rows, || self.begin.call0(&JsValue::UNDEFINED));
    }

    fn step(&self, rows: &mut [f32], width: usize) {
        let width = width as u32;
        self.change_or_break(rows, || self.step.call1(&JsValue::UNDEFINED, &width.into()));
    }
}
