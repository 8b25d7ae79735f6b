//! Mean and covariance of an estimate of the gradient.

/// Mean and covariance of a random vector with two components.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    /// The expected vector.
    pub mean: [f64; 2],
    /// Variance of the first component, covariance of both, variance of the second.
    pub covariance: [f64; 3],
}

/// An ellipse around the mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipse {
    /// Half of the longer and of the shorter axis.
    pub radii: [f64; 2],
    /// Angle of the longer axis, in radians from the first component towards the second.
    pub angle_rad: f64,
}

impl Moments {
    /// Computes the moments of vectors with these probabilities, which add up to 1.
    pub fn new(vectors: impl Iterator<Item = (f64, [f64; 2])> + Clone) -> Self {
        let mut mean = [0.0; 2];
        for (probability, [x, y]) in vectors.clone() {
            mean = [mean[0] + probability * x, mean[1] + probability * y];
        }
        let mut covariance = [0.0; 3];
        for (probability, [x, y]) in vectors {
            let (x, y) = (x - mean[0], y - mean[1]);
            for (sum, product) in covariance.iter_mut().zip([x * x, x * y, y * y]) {
                *sum += probability * product;
            }
        }
        Self { mean, covariance }
    }

    /// Returns the moments of the mean over a batch of independent vectors: the mean stays, the
    /// covariance is divided by the size of the batch.
    #[must_use]
    pub fn of_batch(self, size: usize) -> Self {
        Self {
            mean: self.mean,
            covariance: self.covariance.map(|part| part / size.max(1) as f64),
        }
    }

    /// Returns the variance, `E|g - E[g]|^2`: the variances of both components together.
    pub fn variance(&self) -> f64 {
        self.covariance[0] + self.covariance[2]
    }

    /// Returns the length of the bias, `|E[g] - truth|`.
    pub fn bias(&self, truth: [f64; 2]) -> f64 {
        (self.mean[0] - truth[0]).hypot(self.mean[1] - truth[1])
    }

    /// Returns how far an estimate is from the truth,
    /// `sqrt(E|g - truth|^2) = sqrt(bias^2 + variance)`.
    pub fn error(&self, truth: [f64; 2]) -> f64 {
        self.bias(truth).hypot(self.variance().sqrt())
    }

    /// Returns the ellipse of one standard deviation. Its axes are the covariance's eigenvectors,
    /// and its radii the roots of the eigenvalues.
    pub fn ellipse(&self) -> Ellipse {
        let [xx, xy, yy] = self.covariance;
        let middle = (xx + yy) / 2.0;
        let apart = ((xx - yy) / 2.0).hypot(xy);
        // Rounding can make the smaller eigenvalue slightly negative.
        let radii = [middle + apart, middle - apart].map(|value| value.max(0.0).sqrt());
        Ellipse {
            radii,
            angle_rad: (2.0 * xy).atan2(xx - yy) / 2.0,
        }
    }
}
