//! The files that are kept, and the groups of them that are kept only where they are wanted.

/// Files that are kept once they were used, or when the reader asks for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// What runs Python.
    Python,
    /// What trains on a GPU and runs the checks.
    Gpu,
}

impl Group {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Python, Self::Gpu];

    /// Returns the name of the group in the service worker (`offline/sw.js`).
    pub fn key(self) -> &'static str {
        match self {
            Self::Python => "python",
            Self::Gpu => "gpu",
        }
    }

    /// Returns the words for the group within a sentence.
    fn words(self) -> &'static str {
        match self {
            Self::Python => "Python",
            Self::Gpu => "what trains on a GPU and runs the checks",
        }
    }

    /// Says when the group is kept by itself.
    fn follows(self) -> &'static str {
        match self {
            Self::Python => "Python follows once you have run a cell",
            Self::Gpu => "What trains on a GPU and runs the checks follows once you have used it",
        }
    }
}

/// Lists groups within a sentence.
pub fn list(groups: &[Group]) -> String {
    let words: Vec<&str> = groups.iter().map(|group| group.words()).collect();
    words.join(" and ")
}

/// The files of a [`Group`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupFiles {
    /// Their size in bytes; 0 if this build has none.
    pub bytes: u64,
    /// True if they are kept.
    pub is_kept: bool,
}

/// The files that are kept, and those that may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeptFiles {
    /// Size of the page without the groups, in bytes.
    pub core_bytes: u64,
    /// The files of Python.
    pub python: GroupFiles,
    /// The files of what trains on a GPU and runs the checks.
    pub gpu: GroupFiles,
}

impl KeptFiles {
    /// Returns the groups that this build has and that are not kept.
    pub fn missing(self) -> Vec<Group> {
        let is_missing = |files: GroupFiles| files.bytes > 0 && !files.is_kept;
        let groups = Group::ALL.into_iter();
        groups.filter(|group| is_missing(self.of(*group))).collect()
    }

    /// Returns the files of a group.
    pub fn of(self, group: Group) -> GroupFiles {
        match group {
            Group::Python => self.python,
            Group::Gpu => self.gpu,
        }
    }

    /// Says which of them are kept.
    pub fn sentence(self) -> String {
        let missing = self.missing();
        let extent = match (missing.as_slice(), self.python.is_kept) {
            ([], true) => ", Python included".to_owned(),
            ([], false) => String::new(),
            (missing, _) => format!(", all but {}", list(missing)),
        };
        let groups = Group::ALL.map(|group| self.of(group)).into_iter();
        let more: u64 = groups.filter(|it| it.is_kept).map(|it| it.bytes).sum();
        let kept = megabytes(self.core_bytes + more);
        let mut said =
            format!("This page works without a network{extent}: {kept} are kept in this browser");
        for group in missing {
            said += ". ";
            said += group.follows();
        }
        said
    }
}

/// Groups that are being kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keeping {
    /// The groups.
    pub groups: Vec<Group>,
    /// Size of what is kept of them so far, in bytes.
    pub done_bytes: u64,
    /// Size of all of them, in bytes; 0 while it is unknown.
    pub all_bytes: u64,
}

impl Keeping {
    /// Says what is being kept, and how much of it is there.
    pub fn sentence(&self) -> String {
        let mut said = list(&self.groups);
        if let Some(first) = said.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        said += if self.groups.len() > 1 { " are" } else { " is" };
        said += " being kept";
        if self.all_bytes > 0 {
            let (done, all) = (megabytes(self.done_bytes), megabytes(self.all_bytes));
            said += &format!(": {done} of {all}");
        }
        said
    }
}

/// Formats a size in megabytes of a million bytes.
pub fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_in_millions_of_bytes() {
        assert_eq!(megabytes(32_440_000), "32.4 MB");
        assert_eq!(megabytes(0), "0.0 MB");
    }

    #[test]
    fn what_is_being_kept_is_named_with_its_size_once_it_is_known() {
        let keeping = Keeping {
            groups: vec![Group::Gpu],
            done_bytes: 0,
            all_bytes: 0,
        };
        assert_eq!(
            keeping.sentence(),
            "What trains on a GPU and runs the checks is being kept"
        );
        let keeping = Keeping {
            groups: Group::ALL.to_vec(),
            done_bytes: 5_000_000,
            all_bytes: 32_400_000,
        };
        let said = keeping.sentence();
        let end = "checks are being kept: 5.0 MB of 32.4 MB";
        assert!(said.starts_with("Python and what trains"), "{said}");
        assert!(said.ends_with(end), "{said}");
    }
}
