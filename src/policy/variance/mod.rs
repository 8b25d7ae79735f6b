//! An environment so small that everything about a policy gradient is exact: the true gradient, and
//! the mean and the covariance of each estimator of it. Plain double precision; it knows neither
//! networks nor the page.
//!
//! The policy has two parameters, so a gradient is an arrow in a plane. The estimators discount
//! nothing, so the reward-to-go is unbiased without a factor `gamma^t`. What a discount would do
//! without it is in [`DiscountedDirections`].
//!
//! # Source
//! Williams, "Simple Statistical Gradient-Following Algorithms for Connectionist Reinforcement
//! Learning" (1992); Sutton and Barto, "Reinforcement Learning" (2018), chapter 13; Greensmith,
//! Bartlett and Baxter, "Variance Reduction Techniques for Gradient Estimates in Reinforcement
//! Learning" (2004); Schulman and others, "High-Dimensional Continuous Control Using Generalized
//! Advantage Estimation" (2016).

mod cloud;
mod corridor;
mod discount;
mod estimators;
mod moments;
#[cfg(test)]
mod tests;

pub use cloud::{batch_means, draw};
pub use corridor::{CELLS, Corridor, CorridorEpisode, CorridorStep, STEPS};
pub use discount::DiscountedDirections;
pub use estimators::{CriticSetting, GradientEstimator};
pub use moments::{Ellipse, Moments};
