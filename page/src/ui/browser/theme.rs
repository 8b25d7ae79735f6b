//! What the reader's system asks for: light or dark, motion or none. Colours for canvases come from the style sheet.

use leptos::prelude::*;
use plotters::style::RGBColor;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::MediaQueryList;

use policy_lab::history::compare::MOST_SHOWN;

/// The reader's wishes, kept current.
#[derive(Clone, Copy)]
pub struct Theme {
    /// The colours that hold now, light or dark.
    pub palette: Memo<Palette>,
    /// Whether nothing should move by itself.
    pub reduced_motion: RwSignal<bool>,
}

impl Theme {
    /// Asks the browser, and goes on listening.
    pub fn watch() -> Self {
        let dark = watch_query("(prefers-color-scheme: dark)");
        Self {
            palette: Memo::new(move |_| {
                dark.track();
                Palette::read()
            }),
            reduced_motion: watch_query("(prefers-reduced-motion: reduce)"),
        }
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
    // The page listens for as long as it lives.
    on_change.forget();
    matches
}

/// The colours of a canvas, from the custom properties of `styles/tokens.css`.
#[derive(Clone, Debug, PartialEq)]
pub struct Palette {
    /// The page's background.
    pub paper: String,
    /// Text and poles.
    pub ink: String,
    /// Labels of axes.
    pub muted: String,
    /// Lines that guide the eye.
    pub hairline: String,
    /// The background of a cart's cell.
    pub cell: String,
    /// Curves and carts.
    pub accent: String,
    /// Behind a cart whose pole has just fallen.
    pub fallen: String,
    /// The mark on such a cell.
    pub fallen_mark: String,
    /// Behind a cart that has just lived to the time limit.
    pub survived: String,
    /// The mark on such a cell.
    pub survived_mark: String,
    /// Curves of runs that are kept for comparison.
    pub series: [String; MOST_SHOWN],
}

impl Palette {
    /// Reads the colours that hold now.
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
                // Legible on light and dark, should the style sheet be missing.
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
            series: std::array::from_fn(|slot| colour(&format!("--series-{}", slot + 1))),
        }
    }
}

/// Reads `#rrggbb`, the only notation that `tokens.css` uses for colours that a canvas needs.
pub fn rgb(colour: &str) -> RGBColor {
    let channel = |at: usize| {
        colour
            .get(at..at + 2)
            .and_then(|digits| u8::from_str_radix(digits, 16).ok())
            .unwrap_or(128)
    };
    RGBColor(channel(1), channel(3), channel(5))
}
