//! Draws one canvas in each frame. Several at once would delay the answer to a key press.

use std::cell::RefCell;
use std::collections::VecDeque;

use leptos::prelude::request_animation_frame;

type Drawing = Box<dyn FnOnce()>;

thread_local! {
    static WAITING: RefCell<VecDeque<Drawing>> = const { RefCell::new(VecDeque::new()) };
}

/// Runs `draw` in a frame of its own, after the drawings that are already waiting.
pub fn queue_drawing(draw: impl FnOnce() + 'static) {
    let is_first = WAITING.with_borrow_mut(|waiting| {
        waiting.push_back(Box::new(draw));
        waiting.len() == 1
    });
    if is_first {
        request_animation_frame(next);
    }
}

fn next() {
    // An empty drawing keeps its place at the front while it runs, so that one added meanwhile does
    // not request a second frame.
    let draw = WAITING.with_borrow_mut(|waiting| {
        (waiting.front_mut()).map(|front| std::mem::replace(front, Box::new(|| {})))
    });
    if let Some(draw) = draw {
        draw();
    }
    let is_more = WAITING.with_borrow_mut(|waiting| {
        waiting.pop_front();
        !waiting.is_empty()
    });
    if is_more {
        request_animation_frame(next);
    }
}
