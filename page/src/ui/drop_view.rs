//! A view that takes files which are dropped on it.

use leptos::prelude::*;
use web_sys::DragEvent;

use super::browser::files::{has_files, leaves};

/// Shows a view that files can be dropped on.
#[component]
pub fn DropView(
    /// Its classes.
    class: &'static str,
    /// The id of its heading.
    title: &'static str,
    /// What is told while files are over it.
    told: &'static str,
    /// Takes the files of a drop.
    take: impl Fn(&DragEvent) + 'static,
    children: Children,
) -> impl IntoView {
    let is_over = RwSignal::new(false);
    let over = move |event: DragEvent| {
        if has_files(&event) {
            event.prevent_default();
            event.stop_propagation();
            is_over.set(true);
        }
    };
    let leave = move |event: DragEvent| {
        if leaves(&event) {
            is_over.set(false);
        }
    };
    let drop = move |event: DragEvent| {
        is_over.set(false);
        if has_files(&event) {
            event.prevent_default();
            event.stop_propagation();
            take(&event);
        }
    };
    view! {
        // On their way down, because an editor would take files for text.
        <section
            class=class
            class:over=is_over
            aria-labelledby=title
            on:dragover:capture=over
            on:dragleave:capture=leave
            on:drop:capture=drop
        >
            {children()}
            <p class="drop-target" hidden=move || !is_over.get()>{told}</p>
        </section>
    }
}
