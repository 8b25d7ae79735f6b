//! The places of the names of levels.

use crate::view::level_name::place;
use policy_lab::history::Point;

/// Places a name of 60 by 10 pixels at a level across a chart of 400 by 100 pixels.
fn placed(level: f64, drawn: &[Vec<Point>]) -> Point {
    place(level, (60.0, 10.0), &(0.0..400.0, 0.0..100.0), drawn)
}

const LEFT: f64 = 5.0;
const RIGHT: f64 = 335.0;

#[test]
fn a_name_stands_above_the_left_end_where_nothing_is_drawn() {
    assert_eq!(placed(50.0, &[]), (LEFT, 41.5));
    // A curve that begins far below and has not come near.
    let low = vec![(0.0, 95.0), (200.0, 70.0)];
    assert_eq!(placed(50.0, &[low]), (LEFT, 41.5));
    // One that only ends there.
    let late = vec![(0.0, 95.0), (200.0, 95.0), (400.0, 41.0)];
    assert_eq!(placed(50.0, &[late]), (LEFT, 41.5));
}

/// PPO in Acrobot: the return rises soon, crosses the level and stays just above it.
#[test]
fn a_name_makes_room_for_a_curve_that_is_solved_early() {
    let early = vec![(0.0, 98.0), (30.0, 90.0), (55.0, 18.0), (400.0, 17.0)];
    assert_eq!(placed(25.0, &[early]), (RIGHT, 33.5));
    let at_once = vec![(0.0, 17.0), (400.0, 17.0)];
    assert_eq!(placed(25.0, &[at_once]), (LEFT, 33.5));
}

#[test]
fn a_name_stays_on_the_chart() {
    let at_once = vec![(0.0, 90.0), (100.0, 90.0), (400.0, 40.0)];
    assert_eq!(placed(98.0, &[at_once]), (RIGHT, 89.5));
    assert_eq!(placed(4.0, &[]), (LEFT, 12.5));
    // A chart too low for any: as where nothing is drawn.
    let room = (0.0..400.0, 0.0..8.0);
    assert_eq!(place(4.0, (60.0, 10.0), &room, &[]), (LEFT, -4.5));
    // A chart narrower than the name.
    let room = (0.0..40.0, 0.0..100.0);
    let across = vec![(0.0, 41.0), (40.0, 41.0)];
    assert_eq!(place(50.0, (60.0, 10.0), &room, &[across]), (LEFT, 58.5));
}

/// Where lines are everywhere, the name covers the shortest part of them.
#[test]
fn a_name_covers_as_little_as_it_can() {
    let line = |y: f64| vec![(0.0, y), (400.0, y)];
    let upright = |x: f64| vec![(x, 0.0), (x, 100.0)];
    let drawn = [line(41.0), line(58.0), upright(10.0), upright(20.0)];
    assert_eq!(placed(50.0, &drawn), (RIGHT, 41.5));
    let below = [line(41.0), upright(30.0), upright(350.0), upright(360.0)];
    assert_eq!(placed(50.0, &below), (LEFT, 58.5));
    // A line that turns within the name's place, and one that only touches its corner.
    let turns = vec![(40.0, 0.0), (40.0, 45.0), (40.0, 0.0)];
    let touches = vec![(0.0, 58.0), (5.0, 53.5), (0.0, 53.5)];
    assert_eq!(placed(50.0, &[turns, touches]), (LEFT, 58.5));
}
