//! Runs that outlast the page, in the browser's database: the kept ones, and the newest one with
//! its newest networks.

mod offer;
mod state;

pub use self::offer::{LastRunOffer, StoreNotice};
pub use self::state::RunStore;
