//! The files of Python that what a reader saves is made of. `build.rs` puts these very files into `course-provided.json`.

/// The files below `python/lib`, each after those that it imports. The last one defines the names that a cell sees.
pub const FILES: [&str; 35] = [
    "_recorder.py",
    "worlds.py",
    "reference.py",
    "recorded.py",
    "gymnasium/error.py",
    "gymnasium/logger.py",
    "gymnasium/utils/seeding.py",
    "gymnasium/utils/__init__.py",
    "gymnasium/spaces.py",
    "gymnasium/_text.py",
    "gymnasium/core.py",
    "gymnasium/vector.py",
    "gymnasium/wrappers/common.py",
    "gymnasium/wrappers/__init__.py",
    "gymnasium/envs/classic_control/picture.py",
    "gymnasium/envs/classic_control/base.py",
    "gymnasium/envs/classic_control/cartpole.py",
    "gymnasium/envs/classic_control/__init__.py",
    "gymnasium/envs/probes.py",
    "gymnasium/envs/registration.py",
    "gymnasium/envs/__init__.py",
    "gymnasium/__init__.py",
    "gym/_api.py",
    "gym/core.py",
    "gym/envs/classic_control.py",
    "gym/envs/registration.py",
    "gym/envs/__init__.py",
    "gym/wrappers.py",
    "gym/vector.py",
    "gym/__init__.py",
    "eindex.py",
    "jaxtyping.py",
    "tqdm/__init__.py",
    "wandb.py",
    "course.py",
];

/// The templates of a run to take along, below `view/take_away/templates`: those of PyTorch, in their order.
pub const TRAINER: [&str; 6] = [
    "setup.py",
    "environment.py",
    "networks.py",
    "rollout.py",
    "loss.py",
    "learning.py",
];

/// Those of RLlib.
pub const RLLIB: [&str; 3] = ["rllib_setup.py", "environment.py", "rllib.py"];

/// Returns the name of a template in `course-provided.json`.
pub fn template_name(file: &str) -> String {
    format!("take_away/{file}")
}
