//! Files that the reader drops on the scratchpad or chooses for it. Programs and notebooks become
//! cells; folders and all else lie beside them ([`folder`](super::folder)).

use js_sys::Array;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsValue;
use web_sys::{DragEvent, File, HtmlInputElement};

use super::state::ScratchState;
use crate::ui::browser::files;
use crate::view::scratch::opened;

/// Opens the files and folders that were dropped.
pub fn open_dropped(scratch: ScratchState, event: &DragEvent) {
    open(scratch, files::dropped(event), event, || {});
}

/// Opens the files that were chosen, and clears the choice, so that the same one can be chosen
/// again.
pub fn open_chosen(scratch: ScratchState, event: &web_sys::Event) {
    let input = event_target::<HtmlInputElement>(event);
    let chosen = files::listed(input.files());
    let list: Array = chosen.iter().collect();
    open(scratch, chosen, &list, move || input.set_value(""));
}

/// Opens the folder that was chosen, and clears the choice.
pub fn open_folder(scratch: ScratchState, event: &web_sys::Event) {
    let input = event_target::<HtmlInputElement>(event);
    let list: Array = files::listed(input.files()).iter().collect();
    scratch.take_files(&list, move || input.set_value(""));
}

/// Opens files: programs and notebooks at once. What else there is, `given` holds.
fn open(scratch: ScratchState, chosen: Vec<File>, given: &JsValue, then: impl FnOnce() + 'static) {
    if chosen.iter().all(|file| opened::is_program(&file.name())) {
        open_programs(scratch, chosen, then);
    } else {
        scratch.take_files(given, then);
    }
}

fn open_programs(scratch: ScratchState, chosen: Vec<File>, then: impl FnOnce() + 'static) {
    spawn_local(async move {
        let mut said = Vec::new();
        if chosen.is_empty() {
            said.push((
                true,
                "That was no file. Drop a .py or .ipynb file from your disk".to_owned(),
            ));
        }
        for file in chosen {
            match read(scratch, &file).await {
                Ok(text) => said.push((false, text)),
                Err(why) => said.push((true, why)),
            }
        }
        scratch.said.set(said);
        then();
    });
}

/// Adds the cells of a file. Returns a sentence about it.
async fn read(scratch: ScratchState, file: &File) -> Result<String, String> {
    let name = file.name();
    if let Some(said) = opened::too_large(&name, file.size()) {
        return Err(said);
    }
    let bytes = files::bytes(file).await;
    let bytes = bytes.ok_or_else(|| format!("{name} could not be read"))?;
    let opened = opened::read(&name, &bytes, &scratch.names())?;
    scratch.add(opened.cells);
    Ok(opened.said)
}
