//! Where a card stands, and texts without the marks of terms.

use crate::view::term_card::{WordBox, card_place, unmarked};

const PHONE: (f64, f64) = (390.0, 700.0);

fn word(left: f64, top: f64) -> WordBox {
    let bottom = top + 20.0;
    WordBox { left, top, bottom }
}

#[test]
fn a_card_stands_below_its_word_and_within_the_window() {
    let card = (340.0, 120.0);
    assert_eq!(card_place(word(20.0, 100.0), card, PHONE), (20.0, 126.0));
    assert_eq!(card_place(word(300.0, 100.0), card, PHONE), (42.0, 126.0));
    assert_eq!(card_place(word(-5.0, 100.0), card, PHONE).0, 8.0);
}

#[test]
fn a_card_goes_above_where_there_is_no_room_below() {
    let card = (340.0, 120.0);
    assert_eq!(card_place(word(20.0, 600.0), card, PHONE).1, 474.0);
    // Neither fits: the whole card is in the window all the same.
    let low = (390.0, 150.0);
    assert_eq!(card_place(word(20.0, 60.0), card, low).1, 22.0);
    assert_eq!(
        card_place(word(20.0, 60.0), (380.0, 400.0), low),
        (8.0, 8.0)
    );
}

#[test]
fn a_text_without_its_marks_is_the_text_before_them() {
    let marked = r##"<p>The <a class="term" data-term="term-action" href="?view=map#term-action">action</a> of <a href="?lesson=vpg">VPG</a> &amp; an <a class="term" data-term="term-epoch" href="?view=map#term-epoch">epoch</a></p>"##;
    assert_eq!(
        unmarked(marked),
        r#"<p>The action of <a href="?lesson=vpg">VPG</a> &amp; an epoch</p>"#
    );
    assert_eq!(unmarked("<p>No term</p>"), "<p>No term</p>");
}
