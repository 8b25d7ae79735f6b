//! The page without a network: what of it is kept, a new version that waits, and how long the
//! browser keeps the reader's work.

mod panel;
mod state;

pub use self::panel::{NewVersionNotice, OfflinePanel};
pub use self::state::{Offline, use_offline};
