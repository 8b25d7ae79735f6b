//! Tells whether this build of the page can run Python.

use leptos::prelude::document;

/// Returns true if this is the build for browsers without SIMD, which has no Python.
pub fn is_without_python() -> bool {
    let root = document().document_element();
    root.is_some_and(|root| root.get_attribute("data-build").as_deref() == Some("plain"))
}
