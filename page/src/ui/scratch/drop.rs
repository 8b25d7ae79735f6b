//! Files that the reader drops on the scratchpad or chooses for it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast as _;
use web_sys::{DragEvent, File, FileList, HtmlInputElement, Node};

use super::state::ScratchState;
use crate::ui::browser::files;
use crate::view::scratch::opened;

/// Returns true if files are dragged, and not a piece of text.
pub fn has_files(event: &DragEvent) -> bool {
    let types = event.data_transfer().map(|it| it.types());
    types.is_some_and(|types| types.iter().any(|kind| kind == "Files"))
}

/// Returns true if what is dragged leaves the view, and does not only pass from one part of it to another.
pub fn leaves(event: &DragEvent) -> bool {
    let view = event
        .current_target()
        .and_then(|it| it.dyn_into::<Node>().ok());
    let to = event
        .related_target()
        .and_then(|it| it.dyn_into::<Node>().ok());
    view.is_none_or(|view| !view.contains(to.as_ref()))
}

/// Opens the files that were dropped.
pub fn open_dropped(scratch: ScratchState, event: &DragEvent) {
    let dropped = event.data_transfer().and_then(|it| it.files());
    open(scratch, listed(dropped), || {});
}

/// Opens the files that were chosen, and clears the choice, so that the same one can be chosen again.
pub fn open_chosen(scratch: ScratchState, event: &web_sys::Event) {
    let input = event_target::<HtmlInputElement>(event);
    open(scratch, listed(input.files()), move || input.set_value(""));
}

fn listed(list: Option<FileList>) -> Vec<File> {
    let list = list.into_iter();
    list.flat_map(|list| (0..list.length()).filter_map(move |at| list.get(at)))
        .collect()
}

fn open(scratch: ScratchState, chosen: Vec<File>, then: impl FnOnce() + 'static) {
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
    let bytes = bytes.ok_or_else(|| {
        format!("{name} could not be read. A folder cannot be opened, only files")
    })?;
    let opened = opened::read(&name, &bytes, &scratch.names())?;
    scratch.add(opened.cells);
    Ok(opened.said)
}
