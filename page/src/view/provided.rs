//! The files of Python that an export begins with. `build.rs` puts these very files among the texts of the course.

/// The files below `python/lib`, each after those that it imports. The last one defines the names that a cell sees.
pub const FILES: [&str; 16] = [
    "worlds.py",
    "reference.py",
    "recorded.py",
    "gymnasium/spaces.py",
    "gymnasium/core.py",
    "gymnasium/vector.py",
    "gymnasium/envs.py",
    "gymnasium/wrappers.py",
    "gymnasium/__init__.py",
    "gym/wrappers.py",
    "gym/__init__.py",
    "eindex.py",
    "jaxtyping.py",
    "tqdm.py",
    "wandb.py",
    "course.py",
];
