//! Hand-ins that are dropped on the view or chosen for it.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::{DragEvent, File, HtmlInputElement};

use super::state::ClassState;
use crate::marking::{FileNews, clean, too_large};
use crate::ui::browser::files;

/// Takes in the files that were dropped.
pub fn take_dropped(class: ClassState, event: &DragEvent) {
    take(class, files::dropped(event), || {});
}

/// Takes in the files that were chosen, and clears the choice, so that the same ones can be chosen
/// again.
pub fn take_chosen(class: ClassState, event: &web_sys::Event) {
    let input = event_target::<HtmlInputElement>(event);
    take(class, files::listed(input.files()), move || {
        input.set_value("");
    });
}

fn take(class: ClassState, chosen: Vec<File>, then: impl FnOnce() + 'static) {
    if chosen.is_empty() {
        return class.tell("That was no file. Drop the .json files that your students have saved");
    }
    class.said.set(Vec::new());
    class.reading.update(|left| *left += chosen.len());
    spawn_local(async move {
        for file in chosen {
            let news = read(class, &file).await;
            class.said.update(|said| said.push(news));
            class.reading.update(|left| *left = left.saturating_sub(1));
        }
        then();
    });
}

/// Adds a file to the table. Returns a sentence about it.
async fn read(class: ClassState, file: &File) -> FileNews {
    let name = file.name();
    if let Some(why) = too_large(&name, file.size()) {
        return FileNews::refused(why);
    }
    let Some(bytes) = files::bytes(file).await else {
        return FileNews::refused(format!(
            "{} could not be read. A folder cannot be dropped, only the files in it",
            clean(&name)
        ));
    };
    let mut news = FileNews::refused(String::new());
    class.table.update(|table| news = table.add(&name, &bytes));
    news
}
