//! How a worker's program arrives: what there is to say before the worker itself can say anything.

use serde::{Deserialize, Serialize};

/// How far a worker's program has come.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Arrival {
    /// `scripts/serve` is still building it.
    Building,
    /// It is loading: sizes in bytes as the line carries them, packed if the server packs.
    Loading {
        /// Bytes so far.
        loaded: f64,
        /// Bytes in total, if the server or the build says.
        total: Option<f64>,
    },
    /// Nothing has come for a while. It may still come.
    Late,
}

impl Arrival {
    /// Returns true if all of it is here, and is about to begin.
    pub fn is_complete(self) -> bool {
        match self {
            Self::Loading { loaded, total } => total.is_some_and(|total| loaded >= total),
            Self::Building | Self::Late => false,
        }
    }
}

/// A message from the script that loads a worker, as JSON, before the program runs.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum LoaderNews {
    /// The program is on its way.
    Arriving(Arrival),
    /// The worker has ended, or cannot begin: the reason in a sentence.
    Ended(String),
}

impl LoaderNews {
    /// Reads a message.
    ///
    /// # Errors
    /// A text that no loader sends: what is wrong with it.
    pub fn read(json: &str) -> Result<Self, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `page/arriving.js` and the loaders write them.
    #[test]
    fn the_messages_of_loaders_are_read() {
        let read = LoaderNews::read(r#"{"Arriving":{"Loading":{"loaded":5,"total":null}}}"#);
        let some = Arrival::Loading {
            loaded: 5.0,
            total: None,
        };
        assert_eq!(read, Ok(LoaderNews::Arriving(some)));
        assert!(!some.is_complete());
        let read = LoaderNews::read(r#"{"Arriving":{"Loading":{"loaded":5,"total":5}}}"#);
        assert!(matches!(read, Ok(LoaderNews::Arriving(all)) if all.is_complete()));
        let read = LoaderNews::read(r#"{"Arriving":"Building"}"#);
        assert_eq!(read, Ok(LoaderNews::Arriving(Arrival::Building)));
        let read = LoaderNews::read(r#"{"Ended":"gone"}"#);
        assert_eq!(read, Ok(LoaderNews::Ended("gone".to_owned())));
        assert!(LoaderNews::read("gone").is_err());
    }
}
