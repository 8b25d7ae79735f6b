//! Terms of the glossary in the texts: what marks them, and where the card with a meaning stands.

/// How the mark of a term begins. `build/course` writes it.
const MARK: &str = "<a class=\"term\"";
/// CSS pixels between a word and its card, and between the card and the edge of the window.
const GAP: f64 = 6.0;
const EDGE: f64 = 8.0;

/// Where a word stands in the window, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WordBox {
    /// Distance of its left edge from that of the window.
    pub left: f64,
    /// Distance of its upper edge from that of the window.
    pub top: f64,
    /// Distance of its lower edge from the upper one of the window.
    pub bottom: f64,
}

/// Returns HTML of the course without the marks of terms, so that a new term in the glossary
/// changes no fingerprint.
pub fn unmarked(html: &str) -> String {
    let mut parts = html.split(MARK);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (word, rest) = part.split_once("</a>").unwrap_or((part, ""));
        out.push_str(word.split_once('>').map_or("", |(_, word)| word));
        out.push_str(rest);
    }
    out
}

/// Returns left and top of a card of this width and height: below the word if there is room, else
/// above it, and always within the window of this width and height. All in CSS pixels.
pub fn card_place(word: WordBox, card: (f64, f64), window: (f64, f64)) -> (f64, f64) {
    let left = word.left.min(window.0 - EDGE - card.0).max(EDGE);
    let lowest = window.1 - EDGE - card.1;
    let below = word.bottom + GAP;
    let above = word.top - GAP - card.1;
    let top = match below <= lowest {
        true => below,
        false if above >= EDGE => above,
        false => lowest.max(EDGE),
    };
    (left, top)
}
