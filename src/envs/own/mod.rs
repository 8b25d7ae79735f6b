//! Environments that a reader wrote in Python, as the programs that the interpreter makes of their
//! classes (docs/python.md). A program is plain data from elsewhere, so it is looked at before it
//! runs; then it is an environment like any other.

mod described;
mod program;
#[cfg(test)]
mod tests;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{LazyLock, Mutex, PoisonError};

use super::EnvId;
use super::dynamics::Dynamics;
use super::spec::EnvSpec;
pub use program::{
    Bound, DrawCounts, MAX_ACTIONS, MAX_OBS, MAX_STATE, MAX_STEP_OPS, OwnClass, OwnError,
    OwnPicture, OwnProgram, OwnSpace,
};

/// Most programs of one visit.
const MAX_PROGRAMS: usize = 1_000;

/// A program as an environment.
#[derive(Debug)]
pub struct OwnWorld {
    /// What is known of it.
    pub spec: EnvSpec,
    /// The program.
    pub program: OwnProgram,
    /// Its formulas.
    pub dynamics: Dynamics,
}

/// The programs of this visit. They are kept for ever, so that an [`EnvId`] can be copied.
static KNOWN: LazyLock<Mutex<Vec<&'static OwnWorld>>> = LazyLock::new(Mutex::default);

/// One of the programs of this visit.
#[derive(Clone, Copy)]
pub struct OwnId(pub(super) &'static OwnWorld);

/// As its name: a program is long.
impl fmt::Debug for OwnId {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        text.write_str(&self.0.program.name)
    }
}

impl PartialEq for OwnId {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for OwnId {}

impl Hash for OwnId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::from_ref(self.0).hash(state);
    }
}

impl EnvId {
    /// Returns a program as an environment: the same one for the same program.
    ///
    /// # Errors
    /// Says why a policy cannot be trained in it.
    pub fn own(program: OwnProgram) -> Result<Self, OwnError> {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(world) = known.iter().find(|world| world.program == program) {
            return Ok(Self::Own(OwnId(world)));
        }
        program.check_for_training()?;
        let (what, most, found) = ("programs before it", MAX_PROGRAMS, known.len());
        if found >= most {
            return Err(OwnError::TooMany { what, most, found });
        }
        let spec = program.spec();
        let dynamics = Dynamics::of_program(&spec, &program, None);
        let world = Box::leak(Box::new(OwnWorld {
            spec,
            program,
            dynamics,
        }));
        known.push(world);
        Ok(Self::Own(OwnId(world)))
    }

    /// Returns the program of a reader's own world.
    pub const fn own_program(self) -> Option<&'static OwnProgram> {
        match self {
            Self::Own(OwnId(world)) => Some(&world.program),
            _ => None,
        }
    }

    /// Returns true if Python steps the environment, because its class is no program: it trains
    /// where an interpreter is, and nowhere else.
    pub const fn is_stand_in(self) -> bool {
        matches!(self.own_program(), Some(program) if program.is_stand_in)
    }

    /// Returns true if a reader can steer it: it is drawn, and no interpreter is asked for its
    /// steps.
    pub const fn can_be_steered(self) -> bool {
        self.is_drawn() && !self.is_stand_in()
    }

    /// Returns the programs of this visit, in the order in which they came.
    pub fn known_own() -> Vec<Self> {
        let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().map(|world| Self::Own(OwnId(world))).collect()
    }
}
