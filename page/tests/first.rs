//! The recording that `index.html` plays before the page's program is there: a run with the
//! settings of Start, as its film shows it. `scripts/learn first` writes `page/recording.js`.

use std::fmt::Write as _;
use std::{env, fs, iter};

use futures::StreamExt as _;
use policy_lab::config::draft::Draft;
use policy_lab::protocol::metrics::Metric;
use policy_lab::protocol::{Event, Frame, RunEvent};
use policy_lab::train::gpu::RunDevice;
use policy_lab::train::session::Session;
use policy_lab_page::view::film::{CartPose, Film};

/// The script with the recording, from the package's folder.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/recording.js");
/// Names, for `scripts/learn`, that the file is to be written.
const WRITE: &str = "POLICY_LAB_RECORD";
/// The carts on show, of the first of the run.
const CARTS: usize = 8;
/// Bytes that a newcomer's line has time for before anything else.
const MOST_BYTES: usize = 12_000;
/// The farthest position that a byte can tell, in metres, and the widest angle in radians: that of
/// a pole on the ground.
const FARTHEST: f64 = 2.56;
const WIDEST: f64 = 1.8;

/// An iteration of the run.
struct Iteration {
    frame: Frame,
    length: f64,
}

/// Runs with the settings of Start until the task is solved.
fn iterations() -> Vec<Iteration> {
    let config = Draft::default().config().expect("the settings of Start");
    let goal = config.solved_length().expect("a task that can be solved");
    let mut events = Box::pin(Session::new(config, RunDevice::Cpu).events());
    let events = iter::from_fn(move || pollster::block_on(events.next()));
    let (mut all, mut newest) = (Vec::new(), Frame::default());
    for event in events {
        match event {
            Event::Run(RunEvent::Frame(frame)) => newest = frame,
            Event::Run(RunEvent::Iteration(report)) => {
                let length = report.metrics.get(Metric::EpisodicLength);
                let length = length.expect("an episode that ended");
                let frame = std::mem::take(&mut newest);
                all.push(Iteration { frame, length });
                if length >= goal {
                    break;
                }
            }
            _ => {}
        }
    }
    all
}

/// Writes a pose as two bytes. Small angles are told more finely than large ones.
fn bytes_of(pose: CartPose) -> [u8; 2] {
    let byte = |part: f64| (128.0 + 127.0 * part.clamp(-1.0, 1.0)).round() as u8;
    let lean = pose.theta_rad / WIDEST;
    [
        byte(pose.x / FARTHEST),
        byte(lean.signum() * lean.abs().sqrt()),
    ]
}

/// Returns the poses of a film, cart by cart within each step.
fn poses(frame: &Frame) -> Vec<u8> {
    let mut film = Film::new(false);
    film.note_newest(Some((frame.iteration, frame.num_steps)));
    film.turn(0.0, || Some(frame.clone()));
    let mut bytes = Vec::new();
    for step in 1..=frame.num_steps {
        film.seek(step as f64);
        let poses = (0..CARTS).map(|cart| film.pose(cart).expect("a cart"));
        bytes.extend(poses.flat_map(bytes_of));
    }
    // Base64 takes three at a time; nobody reads the rest.
    bytes.resize(bytes.len().next_multiple_of(3), 0);
    bytes
}

/// Writes bytes as base64. Their number is a multiple of three.
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (threes, []) = bytes.as_chunks::<3>() else {
        panic!("{} bytes", bytes.len());
    };
    let letters = threes.iter().flat_map(|&[a, b, c]| {
        let all = u32::from_be_bytes([0, a, b, c]);
        [18, 12, 6, 0].map(|by| char::from(LETTERS[(all >> by) as usize % 64]))
    });
    letters.collect()
}

fn script() -> String {
    let all = iterations();
    let lengths: Vec<String> = all.iter().map(|it| format!("{:.0}", it.length)).collect();
    // The first, one on the way, and the one that solves it.
    let shown = [0, all.len() / 2, all.len() - 1];
    let mut text = format!(
        "// Carts of a run with the settings of Start, for page/first.js. `scripts/learn first` makes it; \
         page/tests/first.rs says how.\n\
         const recording = {{\n  carts: {CARTS},\n  farthest: {FARTHEST},\n  widest: {WIDEST},\n  \
         // The mean length of episodes at each iteration.\n  lengths: [{}],\n  films: [\n",
        lengths.join(", ")
    );
    for place in shown {
        let Iteration { frame, .. } = &all[place];
        let poses = base64(&poses(frame));
        let _ = writeln!(
            text,
            "    {{ iteration: {}, poses: \"{poses}\" }},",
            frame.iteration
        );
    }
    text + "  ],\n};\n"
}

#[test]
fn the_recording_is_what_the_engine_trains() {
    let script = script();
    if env::var_os(WRITE).is_some() {
        fs::write(FILE, &script).expect("page/recording.js");
    }
    let kept = fs::read_to_string(FILE).expect("page/recording.js");
    assert!(kept.len() <= MOST_BYTES, "{} bytes", kept.len());
    let differs = kept.lines().zip(script.lines()).position(|(a, b)| a != b);
    assert!(
        kept == script,
        "line {differs:?} differs: scripts/learn first writes it anew"
    );
}
