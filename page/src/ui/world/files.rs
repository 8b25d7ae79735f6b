//! Files of Python that are dropped on the view or chosen for it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::{DragEvent, File, HtmlInputElement};

use super::state::WorldState;
use crate::ui::browser::files;
use crate::view::world::opened;

/// Opens the file that was dropped.
pub fn open_dropped(world: WorldState, event: &DragEvent) {
    open(world, files::dropped(event), || {});
}

/// Opens the file that was chosen, and clears the choice, so that the same one can be chosen again.
pub fn open_chosen(world: WorldState, event: &web_sys::Event) {
    let input = event_target::<HtmlInputElement>(event);
    open(world, files::listed(input.files()), move || {
        input.set_value("");
    });
}

fn open(world: WorldState, mut chosen: Vec<File>, then: impl FnOnce() + 'static) {
    let Some(file) = chosen.pop() else {
        world.tell(true, "That was no file. Drop the .py file with your class");
        return then();
    };
    if !chosen.is_empty() {
        world.tell(
            true,
            "One class at a time, please: drop one .py file. Nothing was changed",
        );
        return then();
    }
    spawn_local(async move {
        match read(&file).await {
            Ok(text) => {
                world.open(&text);
                world.tell(false, format!("{} is open", file.name()));
            }
            Err(why) => world.tell(true, format!("{why}. Nothing was changed")),
        }
        then();
    });
}

async fn read(file: &File) -> Result<String, String> {
    let name = file.name();
    if let Some(why) = opened::too_large(&name, file.size()) {
        return Err(why);
    }
    let bytes = files::bytes(file).await;
    let bytes =
        bytes.ok_or_else(|| format!("{name} could not be read. A folder cannot be opened here"))?;
    opened::read(&name, &bytes)
}
