//! Light or dark, by the system's settings or by the reader's choice; reduced motion; and the
//! canvas colours of the style sheet.

use leptos::prelude::*;
use plotters::style::RGBColor;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::MediaQueryList;

use super::storage;
use policy_lab::history::compare::MOST_SHOWN;

/// The key of the reader's choice in the browser's storage. `page/boot.js` knows it too.
const KEY: &str = "policy-lab-colours";

/// The choices: what is stored, and the names on the page.
pub const COLOURS: [(&str, &str); 3] = [("", "System"), ("light", "Light"), ("dark", "Dark")];

/// Colours and motion as the reader wants them, kept up to date.
#[derive(Clone, Copy)]
pub struct Theme {
    /// The current colours, light or dark.
    pub palette: Memo<Palette>,
    /// The chosen colours, one of [`COLOURS`].
    pub chosen: RwSignal<&'static str>,
    /// True if nothing should move by itself.
    pub reduced_motion: RwSignal<bool>,
}

impl Theme {
    /// Reads the settings and follows their changes.
    pub fn watch() -> Self {
        let stored = storage::get(KEY).unwrap_or_default();
        let stored = COLOURS.iter().find(|(colours, _)| *colours == stored);
        let chosen = RwSignal::new(stored.map_or("", |(colours, _)| *colours));
        mark("data-theme", chosen.get_untracked());
        let is_system_dark = watch_query("(prefers-color-scheme: dark)");
        let dark = Memo::new(move |_| match chosen.get() {
            "" => is_system_dark.get(),
            colours => colours == "dark",
        });
        // Paper is light, and a canvas stays as it was drawn (styles/print.css).
        Effect::new(move || mark("data-drawn", if dark.get() { "dark" } else { "light" }));
        Self {
            palette: Memo::new(move |_| {
                dark.track();
                Palette::read()
            }),
            chosen,
            reduced_motion: watch_query("(prefers-reduced-motion: reduce)"),
        }
    }

    /// Shows these colours from now on, also on later visits.
    pub fn choose(self, colours: &'static str) {
        // First, because the palette is read as soon as the choice is known.
        mark("data-theme", colours);
        self.chosen.set(colours);
        // Without storage the next visit asks the system.
        storage::set(KEY, colours);
    }
}

/// Writes an attribute of the page for the style sheets.
fn mark(name: &str, value: &str) {
    if let Some(root) = document().document_element() {
        // Without it colours are the system's, and a picture is printed darker than it need be.
        let _ = root.set_attribute(name, value);
    }
}

fn watch_query(query: &str) -> RwSignal<bool> {
    let matches = RwSignal::new(false);
    let Ok(Some(list)) = window().match_media(query) else {
        return matches;
    };
    matches.set(list.matches());
    let now = list.clone();
    let on_change = Closure::<dyn Fn()>::new(move || matches.set(MediaQueryList::matches(&now)));
    list.set_onchange(Some(on_change.as_ref().unchecked_ref()));
    // The page listens until it is closed.
    on_change.forget();
    matches
}

/// The colours for drawing on a canvas, from the custom properties in `styles/tokens.css`.
#[derive(Clone, Debug, PartialEq)]
pub struct Palette {
    /// The page's background.
    pub paper: String,
    /// Text and poles.
    pub ink: String,
    /// Labels of axes.
    pub muted: String,
    /// Grid lines and frames.
    pub hairline: String,
    /// The background of a cart's cell.
    pub cell: String,
    /// Curves and carts.
    pub accent: String,
    /// Background of the cell of a cart whose pole has just fallen.
    pub fallen: String,
    /// The mark on such a cell.
    pub fallen_mark: String,
    /// Background of the cell of a cart that has just reached the time limit.
    pub survived: String,
    /// The mark on such a cell.
    pub survived_mark: String,
    /// Curve of the last run, and samples before the last change.
    pub ghost: String,
    /// Curves of runs kept for comparison, by slot.
    pub series: [String; MOST_SHOWN],
}

impl Palette {
    /// Reads the current colours.
    pub fn read() -> Self {
        let style = document()
            .document_element()
            .and_then(|root| window().get_computed_style(&root).ok().flatten());
        let colour = |name: &str| {
            style
                .as_ref()
                .and_then(|style| style.get_property_value(name).ok())
                .map(|value| value.trim().to_owned())
                .filter(|value| !value.is_empty())
                // A grey that is legible on light and dark, in case the style sheet is missing.
                .unwrap_or_else(|| "#808080".to_owned())
        };
        Self {
            paper: colour("--paper"),
            ink: colour("--ink"),
            muted: colour("--muted"),
            hairline: colour("--hairline"),
            cell: colour("--cell"),
            accent: colour("--accent"),
            fallen: colour("--fallen"),
            fallen_mark: colour("--fallen-mark"),
            survived: colour("--survived"),
            survived_mark: colour("--survived-mark"),
            ghost: colour("--control-edge"),
            series: std::array::from_fn(|slot| colour(&format!("--series-{}", slot + 1))),
        }
    }
}

/// Parses `#rrggbb`, the only notation that `tokens.css` uses for canvas colours. An unreadable
/// channel becomes 128.
pub fn rgb(colour: &str) -> RGBColor {
    let channel = |at: usize| {
        colour
            .get(at..at + 2)
            .and_then(|digits| u8::from_str_radix(digits, 16).ok())
            .unwrap_or(128)
    };
    RGBColor(channel(1), channel(3), channel(5))
}
