//! An element on the page, found and used by role and accessible name, as the browser computes
//! both.

use js_sys::{Array, Function, Promise, Reflect};
use leptos::prelude::*;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlCanvasElement, HtmlElement};

/// Milliseconds between two attempts, and the number of attempts before a test gives up.
const LOOK_EVERY_MILLIS: i32 = 20;
const LOOKS: usize = 250;

/// An element of the page, with its contents.
#[derive(Clone)]
pub struct Part(pub HtmlElement);

impl Part {
    /// Returns all parts with this role, in the order of the page.
    pub fn all(&self, role: &str) -> Vec<Part> {
        let mut parts = self.select("*");
        parts.retain(|part| part.role() == role);
        parts
    }

    /// Returns the part with this role and this name, if there is one.
    pub fn seek(&self, role: &str, name: &str) -> Option<Part> {
        let mut all = self.all(role).into_iter();
        all.find(|part| part.name() == name)
    }

    /// Returns the part with this role and this name.
    ///
    /// # Panics
    /// If there is none; the message lists the names that there are.
    pub fn find(&self, role: &str, name: &str) -> Part {
        self.seek(role, name).unwrap_or_else(|| {
            let names: Vec<String> = self.all(role).iter().map(Part::name).collect();
            panic!("no {role} “{name}” among {names:?} in: {}", self.text())
        })
    }

    /// Returns the line that folds and unfolds a section, by its heading.
    pub fn summary(&self, heading: &str) -> Part {
        let mut all = self.select("summary").into_iter();
        let found = all.find(|summary| summary.text().starts_with(heading));
        found.unwrap_or_else(|| panic!("nothing to unfold called “{heading}”"))
    }

    /// Returns the part with this `data-testid`.
    pub fn by_test_id(&self, id: &str) -> Option<Part> {
        let found = self.0.query_selector(&format!("[data-testid='{id}']"));
        found
            .expect("a selector")
            .map(|it| Part(it.unchecked_into()))
    }

    /// Returns the element with this id, and panics if it is not here.
    pub fn by_id(&self, id: &str) -> Self {
        let found = self.select(&format!("#{id}")).into_iter().next();
        found.unwrap_or_else(|| panic!("no #{id}"))
    }

    /// Returns the visible text, with runs of white space replaced by single spaces.
    pub fn text(&self) -> String {
        single_spaced(&self.0.inner_text())
    }

    /// Returns the role, as the browser computes it.
    fn role(&self) -> String {
        let role = self.get("computedRole").as_string();
        role.expect("Chromium with --enable-blink-features=ComputedAccessibilityInfo")
    }

    /// Returns the accessible name, as the browser computes it.
    pub fn name(&self) -> String {
        let name = self.get("computedName").as_string().unwrap_or_default();
        // Chromium puts a space after an underscore at which a long name may break.
        single_spaced(&name).replace("_ ", "_")
    }

    /// Returns the texts that `aria-describedby` names. Each of them must exist.
    pub fn description(&self) -> String {
        let ids = self.attribute("aria-describedby").unwrap_or_default();
        let texts = ids.split_whitespace().map(|id| {
            let element = document().get_element_by_id(id);
            let element = element.unwrap_or_else(|| panic!("nothing has the id {id}"));
            single_spaced(&element.unchecked_into::<HtmlElement>().inner_text())
        });
        texts.collect::<Vec<_>>().join(" ")
    }

    /// Returns the parts that a selector finds. Calls the function by name, because web-sys would
    /// have to be compiled again for the typed call.
    pub fn select(&self, selector: &str) -> Vec<Part> {
        let select: Function = self.get("querySelectorAll").unchecked_into();
        let found = select.call1(&self.0, &selector.into()).expect("a selector");
        let found = Array::from(&found).into_iter();
        found
            .filter_map(|it| it.dyn_into().ok())
            .map(Part)
            .collect()
    }

    /// Returns an attribute.
    pub fn attribute(&self, name: &str) -> Option<String> {
        self.0.get_attribute(name)
    }

    /// Returns a property of the element.
    pub fn get(&self, property: &str) -> JsValue {
        Reflect::get(&self.0, &property.into()).expect("an object")
    }

    /// Returns the text in a field, or the value of the chosen option.
    pub fn value(&self) -> String {
        self.get("value").as_string().expect("a field")
    }

    /// Returns true if the part is ticked or chosen.
    pub fn is_checked(&self) -> bool {
        self.get("checked") == JsValue::TRUE
    }

    /// Returns true if the part can be pressed.
    pub fn is_enabled(&self) -> bool {
        self.get("disabled") != JsValue::TRUE
    }

    /// Returns true if the part is rendered. Chromium gives a role also to what a folded section
    /// hides.
    pub fn is_in_sight(&self) -> bool {
        let look: Function = self.get("checkVisibility").unchecked_into();
        let seen = look.call0(&self.0).expect("an element");
        seen == JsValue::TRUE
    }

    /// Returns true if the part has the keyboard's focus.
    pub fn has_focus(&self) -> bool {
        let holder = document().active_element();
        holder.as_ref() == Some(self.0.unchecked_ref())
    }

    /// Returns the text of whatever has the keyboard's focus.
    pub fn focused(&self) -> Option<String> {
        let holder = document().active_element()?;
        Some(Part(holder.unchecked_into()).text())
    }

    /// Returns the picture of the part's canvas as text, after waiting for it to be drawn.
    pub async fn picture(&self) -> String {
        // Charts are drawn one a frame.
        for _ in 0..3 {
            let frame = Promise::new(&mut |resolve: Function, _: Function| {
                let asked = window().request_animation_frame(&resolve);
                asked.expect("a frame");
            });
            JsFuture::from(frame).await.expect("a frame that comes");
        }
        let canvas = self.0.query_selector("canvas").expect("a selector");
        let canvas: HtmlCanvasElement = canvas.expect("a canvas").unchecked_into();
        canvas.to_data_url().expect("a picture")
    }

    /// Presses the part, which the keyboard must reach and which must be enabled.
    pub async fn press(&self) {
        self.focus();
        assert!(self.is_enabled(), "“{}” cannot be pressed", self.name());
        self.0.click();
        settle().await;
    }

    /// Replaces the text of a field, which keeps the focus.
    pub async fn write(&self, text: &str) {
        self.focus();
        Reflect::set(&self.0, &"value".into(), &text.into()).expect("a field");
        let event = web_sys::Event::new("input").expect("an event");
        event.init_event_with_bubbles("input", true);
        self.0.dispatch_event(&event).expect("a dispatched event");
        settle().await;
    }

    /// Replaces the text of a field and leaves the field.
    pub async fn fill(&self, text: &str) {
        self.focus();
        Reflect::set(&self.0, &"value".into(), &text.into()).expect("a field");
        for kind in ["input", "change"] {
            let event = web_sys::Event::new(kind).expect("an event");
            event.init_event_with_bubbles(kind, true);
            self.0.dispatch_event(&event).expect("a dispatched event");
        }
        self.0.blur().expect("a field that is left");
        settle().await;
    }

    /// Presses a key while the part has the focus.
    pub async fn key(&self, key: &str) {
        self.press_key(key, false).await;
    }

    /// Presses a key that an input method takes, such as that of Japanese: its Enter chooses a
    /// spelling.
    pub async fn key_of_an_input_method(&self, key: &str) {
        self.press_key(key, true).await;
    }

    async fn press_key(&self, key: &str, is_composing: bool) {
        let body = "it.dispatchEvent(new KeyboardEvent('keydown', { key, isComposing, bubbles: true, cancelable: true }))";
        let press = Function::new_with_args("it, key, isComposing", body);
        let pressed = press.call3(&JsValue::NULL, &self.0, &key.into(), &is_composing.into());
        pressed.expect("a dispatched event");
        settle().await;
    }

    /// Lets the pointer do something at this distance from the part's left edge, in CSS pixels.
    pub async fn point(&self, kind: &str, x: f64) {
        let body = "const box = it.getBoundingClientRect();
            const at = { clientX: box.left + x, clientY: box.top + 1, isPrimary: true, bubbles: true };
            it.dispatchEvent(new PointerEvent(kind, at))";
        let point = Function::new_with_args("it, kind, x", body);
        let pointed = point.call3(&JsValue::NULL, &self.0, &kind.into(), &x.into());
        pointed.expect("a dispatched event");
        settle().await;
    }

    /// Chooses the option with this name.
    pub async fn choose(&self, name: &str) {
        let value = self.find("option", name).value();
        self.fill(&value).await;
    }

    /// Moves the keyboard's focus to the part, which Tab must reach.
    fn focus(&self) {
        self.0.focus().expect("an element");
        let is_on_the_way = self.0.tab_index() >= 0;
        assert!(
            self.has_focus() && is_on_the_way,
            "no key leads to “{}”",
            self.name()
        );
    }
}

/// Waits until `look` returns something.
///
/// # Panics
/// After five seconds; the message says what was expected.
pub async fn until<T>(what: &str, look: impl Fn() -> Option<T>) -> T {
    for _ in 0..LOOKS {
        if let Some(seen) = look() {
            return seen;
        }
        sleep(LOOK_EVERY_MILLIS).await;
    }
    panic!("waited in vain for {what}")
}

/// Waits until the page shows what follows from the last change, because effects run before the
/// next task.
pub async fn settle() {
    sleep(0).await;
}

/// Waits for this many milliseconds.
pub async fn sleep(millis: i32) {
    let wake = move |resolve: Function, _: Function| {
        let timer =
            window().set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, millis);
        timer.expect("a timer");
    };
    let slept = JsFuture::from(Promise::new(&mut { wake })).await;
    slept.expect("a timer that wakes");
}

/// Returns the text of HTML, as a reader sees it.
pub fn plain(html: &str) -> String {
    let element = document().create_element("div").expect("an element");
    element.set_inner_html(html);
    single_spaced(&element.text_content().unwrap_or_default())
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
