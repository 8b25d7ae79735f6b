//! Tells whether this build of the page can run Python.

use leptos::prelude::document;

/// What there is to say where it cannot.
pub const WITHOUT_PYTHON: &str = "This browser’s WebAssembly has no SIMD instructions, which Python needs here. \
     Chrome 91, Edge 91, Firefox 89 and Safari 16.4 are the first that have; everything else on this page works";

/// Returns true if this is the build for browsers without SIMD, which has no Python.
pub fn is_without_python() -> bool {
    let root = document().document_element();
    root.is_some_and(|root| root.get_attribute("data-build").as_deref() == Some("plain"))
}
