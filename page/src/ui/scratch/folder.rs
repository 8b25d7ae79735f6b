//! Folders, archives and files of data, which lie beside the cells. `page/folder.js` reads, keeps
//! and shows them; it is loaded when there are some.

use js_sys::{Array, Promise, Uint8Array};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;

use super::state::ScratchState;
use crate::ui::browser::storage;
use crate::view::scratch::{commands, opened, saved};

/// The id of the element in which the files are shown.
pub const PLACE: &str = "scratch-files";
/// The key under which the browser stores that there are files.
const FLAG: &str = "policy-lab-files";
/// What a reader is told when `folder.js` fails.
const UNLOADED: &str =
    "What opens folders and archives could not be loaded. Check the connection and try again";

#[wasm_bindgen]
extern "C" {
    // Defined in page/boot.js. What was dropped can be asked for until the event is over.
    #[wasm_bindgen(catch, js_name = askFolder)]
    fn ask_folder(what: &str, given: &JsValue, hear: &JsValue) -> Result<Promise, JsValue>;
}

/// Returns true if the browser keeps files that lie beside the cells.
pub fn has_files() -> bool {
    storage::get(FLAG).is_some()
}

impl ScratchState {
    /// Opens what was dropped or chosen, an event or a list of files, and calls `then` at the end.
    pub(super) fn take_files(self, given: &JsValue, then: impl FnOnce() + 'static) {
        let taken = self.ask("take", given);
        spawn_local(async move {
            taken.await;
            then();
        });
    }

    /// Shows the files that are kept.
    pub(super) fn show_files(self) {
        self.tell_folder("show");
    }

    /// Removes all of them.
    pub(super) fn clear_files(self) {
        self.tell_folder("clear");
    }

    /// Returns the paths and contents of all of them, or `None` if they do not come.
    pub(super) fn files_beside(
        self,
    ) -> impl Future<Output = Option<Vec<(String, Vec<u8>)>>> + use<> {
        let asked = self.ask("files", &JsValue::UNDEFINED);
        async move {
            let files = Array::from(&asked.await?).into_iter();
            Some(files.map(|file| named(&file)).collect())
        }
    }

    fn tell_folder(self, what: &'static str) {
        if has_files() {
            let told = self.ask(what, &JsValue::UNDEFINED);
            spawn_local(async move {
                told.await;
            });
        }
    }

    /// Asks `folder.js`, at once. Says so if it fails.
    fn ask(self, what: &str, given: &JsValue) -> impl Future<Output = Option<JsValue>> + use<> {
        let hear = move |what: String, value: JsValue| self.hear(&what, &value);
        let hear = Closure::<dyn Fn(String, JsValue) -> JsValue>::new(hear);
        let asked = ask_folder(what, given, &hear.into_js_value());
        async move {
            let answer = match asked {
                Ok(promise) => JsFuture::from(promise).await,
                Err(error) => Err(error),
            };
            if answer.is_err() {
                self.said.set(vec![(true, UNLOADED.to_owned())]);
            }
            answer.ok()
        }
    }

    /// Takes what `folder.js` says: sentences, a program to open as cells, that the files are
    /// others now. Otherwise it asks for the cells, which it saves with them.
    fn hear(self, what: &str, value: &JsValue) -> JsValue {
        match what {
            "said" => {
                let said = Array::from(value).into_iter().map(|pair| {
                    let pair = Array::from(&pair);
                    let text = pair.get(1).as_string();
                    (pair.get(0).is_truthy(), text.unwrap_or_default())
                });
                self.said.set(said.collect());
            }
            "program" => {
                let (path, bytes) = named(value);
                let said = match opened::read(&path, &bytes, &self.names()) {
                    Ok(opened) => {
                        self.add(opened.cells);
                        (false, opened.said)
                    }
                    Err(why) => (true, why),
                };
                self.said.update(|all| all.push(said));
            }
            "changed" => self.has_new_files.set_value(true),
            _ => {
                let texts = self.texts();
                let cells = texts.iter().map(|cell| {
                    let (file, text) = (cell.file.as_str(), commands::without(&cell.text));
                    Array::of2(&file.into(), &JsValue::from(&*text))
                });
                let cells: Array = cells.collect();
                let path = saved::notebook_path(&texts);
                let notebook = saved::notebook_at(&path, &texts);
                return Array::of3(&cells, &path.into(), &notebook.into()).into();
            }
        }
        JsValue::UNDEFINED
    }
}

/// Reads a path and what is in its file.
fn named(pair: &JsValue) -> (String, Vec<u8>) {
    let pair = Array::from(pair);
    let path = pair.get(0).as_string().unwrap_or_default();
    (path, Uint8Array::new(&pair.get(1)).to_vec())
}
