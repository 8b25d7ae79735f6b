//! What the page says of working without a network, of a new version, and of how long the browser
//! keeps the reader's work.

mod kept;

pub use self::kept::{Group, GroupFiles, Keeping, KeptFiles};
use self::kept::{list, megabytes};

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
            Self::Kept(files) => {
                let missing = files.missing();
                let more = megabytes(missing.iter().map(|group| files.of(*group).bytes).sum());
                let offer = || format!("Make available offline: {}, {more}", list(&missing));
                (!missing.is_empty()).then(offer)
            }
            Self::Unable(_) | Self::Keeping => None,
        }
    }
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
        python: GroupFiles {
            bytes: 19_960_000,
            is_kept: false,
        },
        gpu: GroupFiles {
            bytes: 12_400_000,
            is_kept: true,
        },
    };

    #[test]
    fn python_is_offered_until_it_is_kept() {
        let without = OfflineState::Kept(FILES);
        assert!(without.sentence().contains("all but Python: 44.8 MB"));
        assert!(
            without
                .sentence()
                .ends_with("Python follows once you have run a cell")
        );
        assert_eq!(
            without.offer().as_deref(),
            Some("Make available offline: Python, 20.0 MB")
        );
        let with = OfflineState::Kept(KeptFiles {
            python: kept(FILES.python),
            ..FILES
        });
        assert!(with.sentence().contains("Python included: 64.8 MB"));
        assert_eq!(with.offer(), None);
    }

    #[test]
    fn what_is_not_kept_is_listed_and_offered_together() {
        let gpu = GroupFiles {
            is_kept: false,
            ..FILES.gpu
        };
        let neither = OfflineState::Kept(KeptFiles { gpu, ..FILES });
        let said = neither.sentence();
        let both = "Python and what trains on a GPU and runs the checks";
        assert!(said.contains(&format!("all but {both}: 32.4 MB")), "{said}");
        assert!(said.contains("once you have run a cell. What trains on a GPU"));
        let label = format!("Make available offline: {both}, 32.4 MB");
        assert_eq!(neither.offer(), Some(label));
        let python = OfflineState::Kept(KeptFiles {
            python: kept(FILES.python),
            gpu,
            ..FILES
        });
        let said = python.sentence();
        let one = "all but what trains on a GPU and runs the checks: 52.4 MB";
        assert!(said.contains(one), "{said}");
        assert!(!said.contains("Python"), "{said}");
    }

    #[test]
    fn a_build_without_python_offers_none() {
        let plain = OfflineState::Kept(KeptFiles {
            python: GroupFiles::default(),
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

    fn kept(files: GroupFiles) -> GroupFiles {
        GroupFiles {
            is_kept: true,
            ..files
        }
    }
}
