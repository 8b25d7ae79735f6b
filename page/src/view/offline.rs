//! What the page says of working without a network, of a new version, and of how long the browser
//! keeps the reader's work.

/// Whether the page is kept for use without a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfflineState {
    /// The page has not asked yet: it does so some seconds after it has opened.
    Unasked,
    /// The browser or the server does not allow it.
    Unable(Hindrance),
    /// The files of the page are being kept.
    Keeping,
    /// They could not be kept.
    NotKept(KeepFailure),
    /// They are kept.
    Kept(KeptFiles),
}

/// Why a page cannot be kept at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// The page has come over plain HTTP.
    Insecure,
    /// The page is no complete build, as under `scripts/serve`.
    Unpublished,
    /// The browser refuses, as in a private window or within a frame.
    Forbidden,
}

/// Why files could not be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeepFailure {
    /// The browser has no room for them.
    Full,
    /// The server has other files than those of this version.
    Newer,
    /// A file is not on the server.
    Missing,
    /// The server did not answer.
    Network,
}

impl KeepFailure {
    /// Returns the cause with this name in the service worker (`offline/sw.js`).
    pub fn named(name: &str) -> Self {
        match name {
            "full" => Self::Full,
            "newer" => Self::Newer,
            "missing" => Self::Missing,
            _ => Self::Network,
        }
    }

    /// Says what happened and what to do.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Full => {
                "This browser has no room for it, so nothing was kept. Free some space on the disk, or delete what other \
                 sites have stored, and try again"
            }
            Self::Newer => {
                "The files on the server belong to another version, so nothing was kept. Reload the page and try again"
            }
            Self::Missing => {
                "A file is missing on the server, so nothing was kept. The page works as long as there is a network; try \
                 again later, or tell whoever runs the server"
            }
            Self::Network => {
                "The server did not answer, so nothing was kept. Try again when the connection is back"
            }
        }
    }
}

/// The files that are kept, and those that may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeptFiles {
    /// Size of the page with all but Python, in bytes.
    pub core_bytes: u64,
    /// Size of Python, in bytes; 0 if this build has none.
    pub python_bytes: u64,
    /// True if Python is kept as well.
    pub is_python_kept: bool,
}

impl OfflineState {
    /// Says whether the page works without a network.
    pub fn sentence(self) -> String {
        match self {
            Self::Unasked => {
                "A few seconds after it has opened, the page is kept in this browser and works without a network".into()
            }
            Self::Unable(Hindrance::Insecure) => {
                "This page does not work without a network, because it came over plain HTTP. Open it at an address that \
                 begins with https"
                    .into()
            }
            Self::Unable(Hindrance::Unpublished) => {
                "This page does not work without a network, because it is a build for development. scripts/build makes \
                 one that does"
                    .into()
            }
            Self::Unable(Hindrance::Forbidden) => {
                "This page does not work without a network, because the browser keeps no files for it here. Open it in an \
                 ordinary window, not a private one"
                    .into()
            }
            Self::Keeping => "The page is being kept in this browser, to work without a network".into(),
            Self::NotKept(why) => format!("This page does not work without a network. {}", why.sentence()),
            Self::Kept(files) => files.sentence(),
        }
    }

    /// Returns the label of the button that makes all of the page work without a network, or `None`
    /// if nothing is left to do or nothing can be done.
    pub fn offer(self) -> Option<String> {
        match self {
            Self::Unasked => Some("Make available offline".to_owned()),
            Self::NotKept(_) => Some("Try again".to_owned()),
            Self::Kept(files) if files.lacks_python() => {
                let more = megabytes(files.python_bytes);
                Some(format!("Make available offline: Python, {more}"))
            }
            Self::Unable(_) | Self::Keeping | Self::Kept(_) => None,
        }
    }
}

impl KeptFiles {
    /// Returns true if there is Python and it is not kept.
    pub fn lacks_python(self) -> bool {
        self.python_bytes > 0 && !self.is_python_kept
    }

    fn sentence(self) -> String {
        let core = megabytes(self.core_bytes);
        match (self.python_bytes, self.is_python_kept) {
            (0, _) => format!("This page works without a network: {core} are kept in this browser"),
            (python, true) => format!(
                "This page works without a network, Python included: {} are kept in this browser",
                megabytes(self.core_bytes + python)
            ),
            (_, false) => format!(
                "This page works without a network, all but Python: {core} are kept in this browser. Python follows once \
                 you have run a cell"
            ),
        }
    }
}

/// Formats a size in megabytes of a million bytes.
pub fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

/// A version of the page other than the one that is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NewVersion {
    /// None is known.
    #[default]
    None,
    /// It is kept already and waits.
    Ready,
    /// It has taken the place of this one in the browser: another tab has asked for it.
    TakenOver,
    /// The server has it, and this browser does not yet.
    OnServer,
}

impl NewVersion {
    /// Says what there is and what follows from it.
    pub fn sentence(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Ready => Some("A new version of this page is ready"),
            Self::TakenOver => Some(
                "A new version of this page has taken over in another tab. This tab goes on, but cannot load more of its \
                 own files",
            ),
            Self::OnServer => Some(
                "A new version of this page is on the server, so this tab cannot load more of its own files. Reload to \
                 get it",
            ),
        }
    }

    /// Returns the label of the button that gets it.
    pub fn button(self) -> &'static str {
        match self {
            Self::Ready => "Get the new version",
            _ => "Reload",
        }
    }
}

/// What is under way in this tab, and ends when it is loaded again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnderWay {
    /// A run that is training or paused; `Some(true)` if it can go on from its newest networks.
    pub run: Option<bool>,
    /// Several runs at once: a sweep, or seeds.
    pub has_sweep: bool,
    /// A cell or a program in Python.
    pub has_python: bool,
    /// Texts or answers that the browser does not store.
    pub has_unkept: bool,
}

impl UnderWay {
    /// Says what ends, or `None` if nothing does.
    pub fn sentence(self) -> Option<String> {
        let mut parts = Vec::new();
        if let Some(can_go_on) = self.run {
            parts.push(match can_go_on {
                true => "The run ends, and can go on from its newest networks afterwards",
                false => "The run with your code ends",
            });
        }
        if self.has_sweep {
            parts.push("The sweep ends");
        }
        if self.has_python {
            parts.push("The Python that is running ends");
        }
        if self.has_unkept {
            parts
                .push("This browser does not store your work: save it as a file first, under “Your work” in the menu");
        }
        (!parts.is_empty()).then(|| parts.join(". "))
    }
}

/// How long the browser keeps what the reader has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// The browser does not say.
    #[default]
    Unknown,
    /// Until the reader deletes it.
    Lasting,
    /// Until the browser needs the space.
    BestEffort,
}

impl Durability {
    /// Says how long the browser keeps it.
    pub fn sentence(self) -> Option<&'static str> {
        match self {
            Self::Unknown => None,
            Self::Lasting => Some("This browser keeps your work until you delete it"),
            Self::BestEffort => {
                Some("This browser may delete your work when space is short. A file keeps it safe.")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILES: KeptFiles = KeptFiles {
        core_bytes: 32_440_000,
        python_bytes: 19_960_000,
        is_python_kept: false,
    };

    #[test]
    fn sizes_are_in_millions_of_bytes() {
        assert_eq!(megabytes(32_440_000), "32.4 MB");
        assert_eq!(megabytes(0), "0.0 MB");
    }

    #[test]
    fn python_is_offered_until_it_is_kept() {
        let without = OfflineState::Kept(FILES);
        assert!(without.sentence().contains("all but Python: 32.4 MB"));
        assert_eq!(
            without.offer().as_deref(),
            Some("Make available offline: Python, 20.0 MB")
        );
        let with = OfflineState::Kept(KeptFiles {
            is_python_kept: true,
            ..FILES
        });
        assert!(with.sentence().contains("Python included: 52.4 MB"));
        assert_eq!(with.offer(), None);
    }

    #[test]
    fn a_build_without_python_offers_none() {
        let plain = OfflineState::Kept(KeptFiles {
            python_bytes: 0,
            ..FILES
        });
        assert_eq!(plain.offer(), None);
        assert!(!plain.sentence().contains("Python"), "{}", plain.sentence());
    }

    #[test]
    fn every_hindrance_names_a_way_out_and_offers_no_button() {
        for (hindrance, way_out) in [
            (Hindrance::Insecure, "https"),
            (Hindrance::Unpublished, "scripts/build"),
            (Hindrance::Forbidden, "ordinary window"),
        ] {
            let state = OfflineState::Unable(hindrance);
            assert!(state.sentence().contains(way_out), "{}", state.sentence());
            assert_eq!(state.offer(), None);
        }
    }

    #[test]
    fn every_failure_is_told_apart_and_can_be_tried_again() {
        let names = ["full", "newer", "missing", "network"];
        let said = names.map(|name| OfflineState::NotKept(KeepFailure::named(name)).sentence());
        for (place, sentence) in said.iter().enumerate() {
            assert!(sentence.contains("nothing was kept"), "{sentence}");
            assert!(!said[..place].contains(sentence), "{sentence}");
        }
        let state = OfflineState::NotKept(KeepFailure::named("something else"));
        assert_eq!(state, OfflineState::NotKept(KeepFailure::Network));
        assert_eq!(state.offer().as_deref(), Some("Try again"));
    }

    #[test]
    fn what_ends_is_said_and_nothing_else() {
        assert_eq!(UnderWay::default().sentence(), None);
        let run = UnderWay {
            run: Some(true),
            has_python: true,
            ..UnderWay::default()
        };
        assert_eq!(
            run.sentence().as_deref(),
            Some(
                "The run ends, and can go on from its newest networks afterwards. The Python that is running ends"
            )
        );
        let own = UnderWay {
            run: Some(false),
            has_sweep: true,
            has_unkept: true,
            ..UnderWay::default()
        };
        let own = own.sentence().expect("a sentence");
        assert!(own.starts_with("The run with your code ends. The sweep ends. "));
        assert!(own.contains("save it as a file first"), "{own}");
    }
}
