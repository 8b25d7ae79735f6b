//! One drawing a frame: several canvases painted at once would keep a key press waiting.

use std::cell::RefCell;
use std::collections::VecDeque;

use leptos::prelude::request_animation_frame;

type Drawing = Box<dyn FnOnce()>;

thread_local! {
    static WAITING: RefCell<VecDeque<Drawing>> = const { RefCell::new(VecDeque::new()) };
}

/// Runs `draw` in a frame of its own, after those that wait already.
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
    // It stays in front while it runs, so that one that comes meanwhile does not ask for a frame as well.
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
