//! The parts of views that only compute: numbers as text, words about what is still to come, the
//! step of a rollout on show, the points of a curve, the sentences about a stage and about a run,
//! the reader's progress and predictions, settings that are put into the form, the file with the
//! reader's code, the places that Back leads to, what outlasts the page, the picture of a sweep,
//! the race of two devices, a learner beside the truth, the order of kept runs, the labels at the
//! ends of lines and of levels, the names of actions, pictures as tables, and worlds of the
//! reader's own. Plain data in, plain data out, on every target.

pub mod actions;
pub mod arrival;
pub mod axis;
pub mod beside;
pub mod body;
pub mod by_seed;
pub mod cart_field;
pub mod cart_room;
pub mod clip_before;
pub mod clip_picture;
pub mod clip_queue;
pub mod clip_sample;
pub mod clip_settings;
pub mod code_type;
pub mod cores;
pub mod curve;
pub mod doctor;
pub mod ends;
pub mod exact;
pub mod export;
pub mod fall;
pub mod film;
pub mod film_env;
pub mod fingerprint;
pub mod format;
pub mod jupyter;
pub mod kept_runs;
pub mod level_name;
pub mod needed;
pub mod offline;
pub mod once_more;
pub mod overlay;
pub mod place;
pub mod plain_table;
pub mod predict;
pub mod progress;
pub mod provided;
pub mod race;
pub mod rates;
pub mod run_order;
pub mod run_story;
pub mod score;
pub mod scratch;
pub mod search;
pub mod seed_comparison;
pub mod set_up;
pub mod settings;
pub mod sparkline;
pub mod stage_text;
pub mod steering;
pub mod sweep;
pub mod tabs;
pub mod take_away;
pub mod task_room;
pub mod term_card;
pub mod values;
pub mod versions;
pub mod world;

#[cfg(test)]
mod tests;
