//! Files that the reader drops on the scratchpad or chooses for it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::{DragEvent, File, HtmlInputElement};

use super::state::ScratchState;
use crate::ui::browser::files;
use crate::view::scratch::opened;

/// Opens the files that were dropped.
pub fn open_dropped(scratch: ScratchState, event: &DragEvent) {
    open(scratch, files::dropped(event), || {});
}

/// Opens the files that were chosen, and clears the choice, so that the same one can be chosen
/// again.
pub fn open_chosen(scratch: ScratchState, event: &web_sys::Event) {
    let input = event_target::<HtmlInputElement>(event);
    open(scratch, files::listed(input.files()), move || {
        input.set_value("");
    });
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
