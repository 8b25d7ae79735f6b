//! Which term's card is open, and what opens and closes it.

use std::time::Duration;

use js_sys::{Function, Object, Reflect};
use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, HtmlElement};

use crate::course::{Catalogue, Term};
use crate::view::term_card::{WordBox, card_place};

/// The id of the card, and that of the meaning in it.
pub const CARD: &str = "term-card";
pub const MEANING: &str = "term-meaning";
/// The words that have a card.
const WORD: &str = "a.term";
/// How long the pointer rests on a word before its card opens, and how long it may be away before
/// the card closes.
const OPEN_AFTER: Duration = Duration::from_millis(350);
const CLOSE_AFTER: Duration = Duration::from_millis(300);
/// What the page is listened to for. `scroll` does not rise from the element that is scrolled.
const EVENTS: [(&str, bool); 7] = [
    ("pointerover", false),
    ("pointerdown", false),
    ("pointercancel", false),
    ("click", false),
    ("focusin", false),
    ("keydown", false),
    ("scroll", true),
];

/// A card that is open.
#[derive(Clone)]
pub struct OpenTerm {
    /// The term.
    pub term: &'static Term,
    /// The word beside which the card stands.
    word: HtmlElement,
}

/// What waits for its time.
#[derive(Clone, Copy)]
struct Waiting {
    handle: TimeoutHandle,
    is_closing: bool,
}

/// The state of the card. A copyable handle.
#[derive(Clone, Copy)]
pub struct TermCardState {
    /// The card that is open.
    pub shown: RwSignal<Option<OpenTerm>, LocalStorage>,
    /// Left and top of the card in the window, in CSS pixels; `None` before it is laid out.
    pub place: RwSignal<Option<(f64, f64)>>,
    waiting: StoredValue<Option<Waiting>>,
    /// The word on which a finger is, and whether its card was open already.
    tapped: StoredValue<Option<(HtmlElement, bool)>, LocalStorage>,
    /// True while the page itself moves the focus.
    is_moving_focus: StoredValue<bool>,
}

impl TermCardState {
    /// Listens to the page for as long as the component is mounted.
    pub fn listen() -> Self {
        let state = Self {
            shown: RwSignal::new_local(None),
            place: RwSignal::new(None),
            waiting: StoredValue::new(None),
            tapped: StoredValue::new_local(None),
            is_moving_focus: StoredValue::new(false),
        };
        // On the document, which hears a click before the window does, where the page's links are
        // followed, and a key before a presentation does.
        let closure = Closure::<dyn Fn(Event)>::new(move |event: Event| state.hear(&event));
        let hear: Function = closure.as_ref().unchecked_ref::<Function>().clone();
        for (kind, captures) in EVENTS {
            let target = document();
            // Without one of them the links still lead to the meanings.
            let _ = target.add_event_listener_with_callback_and_bool(kind, &hear, captures);
        }
        let on_resize = window_event_listener(leptos::ev::resize, move |_| state.put());
        let kept = StoredValue::new_local((closure, hear));
        on_cleanup(move || {
            on_resize.remove();
            state.stop();
            kept.try_with_value(|(_, hear)| {
                for (kind, captures) in EVENTS {
                    let target = document();
                    let _ =
                        target.remove_event_listener_with_callback_and_bool(kind, hear, captures);
                }
            });
        });
        state
    }

    /// Closes the card. A focus that is in it goes back to the word.
    pub fn close(self) {
        self.stop();
        let Some(shown) = self.shown.try_get_untracked().flatten() else {
            return;
        };
        // A word that was taken off the page has no description to lose.
        let _ = shown.word.remove_attribute("aria-describedby");
        if is_in_card(document().active_element().as_ref()) {
            self.move_focus(&shown.word);
        }
        self.shown.set(None);
        self.place.set(None);
    }

    fn hear(self, event: &Event) {
        let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
        match event.type_().as_str() {
            "pointerover" => self.point(event, target.as_ref()),
            "pointerdown" => self.press(event, target.as_ref()),
            "pointercancel" => self.tapped.set_value(None),
            "click" => self.click(event, target.as_ref()),
            "focusin" => self.focus(target.as_ref()),
            "keydown" => self.key(event),
            _ if is_in_card(target.as_ref()) => {}
            _ => self.put(),
        }
    }

    /// Opens the card of a word on which a mouse rests, and closes it when the mouse has left both.
    fn point(self, event: &Event, target: Option<&Element>) {
        if is_touch(event) {
            return;
        }
        match word_of(target) {
            Some(word) if !self.is_shown(&word) => {
                self.start(OPEN_AFTER, false, move || self.open(&word));
            }
            None if !is_in_card(target) && self.shown.with_untracked(Option::is_some) => {
                let is_closing = self.waiting.get_value().is_some_and(|it| it.is_closing);
                if !is_closing {
                    self.start(CLOSE_AFTER, true, move || self.leave());
                }
            }
            _ => self.stop(),
        }
    }

    /// Closes the card, unless the keyboard has opened it.
    fn leave(self) {
        let has_focus = self.shown.with_untracked(|shown| {
            let word = shown.as_ref().map(|shown| &shown.word);
            word.is_some_and(|word| word.matches(":focus-visible") == Ok(true))
        });
        if !has_focus {
            self.close();
        }
    }

    fn press(self, event: &Event, target: Option<&Element>) {
        let word = word_of(target);
        if word.is_none() && !is_in_card(target) {
            self.close();
        }
        let tapped = word.filter(|_| is_touch(event));
        let tapped = tapped.map(|word| (word.clone(), self.is_shown(&word)));
        self.tapped.set_value(tapped);
    }

    /// Opens the card with a first tap. Every other click on a word, and one on a link in the card,
    /// is followed as any link.
    fn click(self, event: &Event, target: Option<&Element>) {
        let tapped = self.tapped.try_update_value(Option::take).flatten();
        let word = word_of(target);
        match (word, tapped) {
            (Some(word), Some((tapped, was_shown))) if word == tapped && !was_shown => {
                event.prevent_default();
                self.open(&word);
                // A screen reader reads the card where there is no keyboard to bring it to the
                // description of the word.
                request_animation_frame(move || {
                    if let Some(card) = card() {
                        self.move_focus(&card);
                    }
                });
            }
            (Some(_), _) => self.close(),
            (None, _) => {
                let link = target.and_then(|it| it.closest("a[href]").ok().flatten());
                if is_in_card(link.as_ref()) {
                    self.close();
                }
            }
        }
    }

    fn focus(self, target: Option<&Element>) {
        if self.is_moving_focus.get_value() {
            return;
        }
        match word_of(target) {
            // A press with the mouse focuses the link too, and follows it.
            Some(word) if word.matches(":focus-visible") == Ok(true) => self.open(&word),
            Some(_) => {}
            None if is_in_card(target) => {}
            None => self.close(),
        }
    }

    fn key(self, event: &Event) {
        let key = event.dyn_ref::<KeyboardEvent>().map(KeyboardEvent::key);
        let is_shown = self.shown.with_untracked(Option::is_some);
        if is_shown && key.as_deref() == Some("Escape") {
            // The same key leaves a presentation.
            event.prevent_default();
            self.close();
        }
    }

    fn open(self, word: &HtmlElement) {
        self.stop();
        if self.is_shown(word) {
            return;
        }
        self.close();
        let id = word.get_attribute("data-term").unwrap_or_default();
        let mut terms = Catalogue::english().glossary.iter();
        let Some(term) = terms.find(|term| term.id() == id) else {
            return;
        };
        // The link works without it.
        let _ = word.set_attribute("aria-describedby", MEANING);
        let word = word.clone();
        self.shown.set(Some(OpenTerm { term, word }));
        request_animation_frame(move || self.put());
    }

    /// Puts the card beside its word, or closes it if the word is out of sight.
    fn put(self) {
        let Some(shown) = self.shown.try_get_untracked().flatten() else {
            return;
        };
        let Some(card) = card() else { return };
        let size = |length: Result<JsValue, JsValue>| length.ok().and_then(|it| it.as_f64());
        let window = (size(window().inner_width()), size(window().inner_height()));
        let (Some(word), (Some(width), Some(height))) = (box_of(&shown.word), window) else {
            return self.close();
        };
        if word.bottom < 0.0 || word.top > height {
            return self.close();
        }
        let card = (
            f64::from(card.offset_width()),
            f64::from(card.offset_height()),
        );
        self.place
            .set(Some(card_place(word, card, (width, height))));
    }

    fn is_shown(self, word: &HtmlElement) -> bool {
        self.shown
            .with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.word == *word))
    }

    /// Moves the focus without scrolling and without opening a card.
    fn move_focus(self, element: &HtmlElement) {
        let options = Object::new();
        let is_set = Reflect::set(&options, &"preventScroll".into(), &JsValue::TRUE);
        let focus = Reflect::get(element, &"focus".into());
        if let (Ok(true), Ok(Ok(focus))) = (is_set, focus.map(|it| it.dyn_into::<Function>())) {
            self.is_moving_focus.set_value(true);
            // An element that cannot take the focus leaves it where it is.
            let _ = focus.call1(element, &options);
            self.is_moving_focus.set_value(false);
        }
    }

    fn start(self, after: Duration, is_closing: bool, act: impl FnOnce() + 'static) {
        self.stop();
        let handle = set_timeout_with_handle(act, after).ok();
        let waiting = handle.map(|handle| Waiting { handle, is_closing });
        self.waiting.set_value(waiting);
    }

    fn stop(self) {
        let waiting = self.waiting.try_update_value(Option::take).flatten();
        if let Some(waiting) = waiting {
            waiting.handle.clear();
        }
    }
}

fn is_touch(event: &Event) -> bool {
    let pointer = event.dyn_ref::<PointerEvent>();
    pointer.is_some_and(|pointer| pointer.pointer_type() == "touch")
}

fn word_of(target: Option<&Element>) -> Option<HtmlElement> {
    target?.closest(WORD).ok()??.dyn_into().ok()
}

fn card() -> Option<HtmlElement> {
    let card = document().get_element_by_id(CARD);
    card.and_then(|card| card.dyn_into().ok())
}

fn is_in_card(element: Option<&Element>) -> bool {
    let card = element.and_then(|it| it.closest(&format!("#{CARD}")).ok().flatten());
    card.is_some()
}

/// Returns where a word stands, which may be broken over lines: from the left of the first one to
/// the bottom of the last. `None` if it is not on the page.
fn box_of(word: &HtmlElement) -> Option<WordBox> {
    let lines = Reflect::get(word, &"getClientRects".into()).ok()?;
    let lines = lines.dyn_into::<Function>().ok()?.call0(word).ok()?;
    let count = Reflect::get(&lines, &"length".into()).ok()?.as_f64()?;
    let length = |line: f64, name: &str| {
        let line = Reflect::get(&lines, &line.into()).ok()?;
        Reflect::get(&line, &name.into()).ok()?.as_f64()
    };
    if count == 0.0 {
        return None;
    }
    Some(WordBox {
        left: length(0.0, "left")?,
        top: length(0.0, "top")?,
        bottom: length(count - 1.0, "bottom")?,
    })
}
