//! Typed access to what the page needs of a browser. It knows nothing of runs or lessons.

pub mod canvas;
pub mod chance;
pub mod database;
pub mod dialog;
pub mod element;
pub mod fatal;
pub mod files;
pub mod focus;
pub mod leaving;
pub mod link;
pub mod locks;
pub mod name;
pub mod offline;
pub mod packing;
pub mod pen;
pub mod rules;
pub mod scrolling;
pub mod storage;
pub mod texts;
pub mod theme;
