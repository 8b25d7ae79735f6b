//! The order of the course: chapters, and the exercises in each.

use super::Catalogue;

/// A chapter. Its text is in the catalogue, under its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The value of the address's `lesson`.
    pub key: &'static str,
    /// Ids of its exercises.
    pub exercises: &'static [&'static str],
}

impl Chapter {
    /// Its title, as its text says.
    pub fn title(&self) -> &'static str {
        let page = Catalogue::english().chapters.get(self.key);
        page.map_or(self.key, |page| page.title.as_str())
    }

    /// The one with this key.
    pub fn find(key: &str) -> Option<&'static Self> {
        CHAPTERS.iter().find(|chapter| chapter.key == key)
    }

    /// The number and the chapter of an exercise.
    pub fn of(exercise: &str) -> Option<(usize, &'static Self)> {
        let chapters = CHAPTERS.iter().enumerate();
        let mut holds = chapters.filter(|(_, chapter)| chapter.exercises.contains(&exercise));
        holds.next().map(|(index, chapter)| (index + 1, chapter))
    }
}

/// All of them, in an order that teaches.
pub const CHAPTERS: &[Chapter] = &[
    Chapter {
        key: "warm-up",
        exercises: &[],
    },
    Chapter {
        key: "reinforce",
        exercises: &["S4-E1", "S4-E2", "S4-E3", "S4-E4", "S4-E6"],
    },
    Chapter {
        key: "vpg",
        exercises: &[
            "S0-E1", "S0-E2", "S0-E3", "S0-E4", "S0-E5", "S0-E6", "S0-E7", "S0-E8",
        ],
    },
    Chapter {
        key: "baselines",
        exercises: &["S1-E1", "S1-E2"],
    },
    Chapter {
        key: "actor-critic",
        exercises: &["S3-E1", "S3-E2", "S3-E3", "S3-E4"],
    },
    Chapter {
        key: "learning",
        exercises: &["L-E1", "L-E2", "L-E3"],
    },
    Chapter {
        key: "ppo",
        exercises: &["S2-E1a", "S2-E1b", "S2-E1c", "S1-E3", "S1-X"],
    },
    Chapter {
        key: "clip",
        exercises: &[],
    },
    Chapter {
        key: "shaping",
        exercises: &["S2-E2", "S2-E3", "S2-X"],
    },
    Chapter {
        key: "bugs",
        exercises: &["B-1", "B-2", "B-3", "B-4", "B-5", "B-6", "B-7", "B-8"],
    },
];

/// What the course says of an exercise beside its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Of five.
    pub difficulty: u8,
    /// Of five.
    pub importance: u8,
    /// Minutes to spend.
    pub minutes: &'static str,
}

/// The facts of an exercise, where the course tells them: the day of batched VPG does.
pub fn facts(id: &str) -> Option<Facts> {
    let (difficulty, importance, minutes) = match id {
        "S0-E1" => (3, 3, "20"),
        "S0-E2" | "S0-E3" | "S0-E4" => (3, 4, "10–15"),
        "S0-E5" => (2, 4, "10–15"),
        "S0-E6" | "S0-E7" => (1, 3, "5"),
        "S0-E8" => (5, 5, "45"),
        _ => return None,
    };
    Some(Facts {
        difficulty,
        importance,
        minutes,
    })
}
