//! The body that trains a run, in words.

use policy_lab::protocol::Body;

/// Returns what trains a run, as a sentence.
pub fn trained_by(body: Body) -> String {
    match body {
        Body::Host { cores: 0 | 1 } => "The CPU’s loop trains this run, on one core".to_owned(),
        Body::Host { cores } => format!("The CPU’s loop trains this run, on {cores} cores"),
        Body::Kernels => "The GPU’s kernels train this run".to_owned(),
        Body::Reader => "Your own code trains this run, on the CPU".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_body_has_its_sentence() {
        let one = trained_by(Body::Host { cores: 1 });
        assert_eq!(one, "The CPU’s loop trains this run, on one core");
        let three = trained_by(Body::Host { cores: 3 });
        assert_eq!(three, "The CPU’s loop trains this run, on 3 cores");
        assert!(trained_by(Body::Kernels).contains("kernels"));
        assert!(trained_by(Body::Reader).contains("Your own code"));
    }
}
