//! The shuffles of a run, some of which are drawn before their turn.

use std::cell::RefCell;

use crate::random::{Purpose, Stream};
use crate::rollout::{BadArgument, shuffled};

/// The shuffles of a run's samples. Each depends on the seed and its epoch alone, so it can be
/// drawn while a device still works on the epochs before it.
#[derive(Debug)]
pub struct Shuffles {
    stream: Stream,
    /// Drawn and not yet asked for.
    ahead: RefCell<Vec<Drawn>>,
}

#[derive(Debug)]
struct Drawn {
    epoch: u32,
    /// Samples, and the minibatches that they are split into.
    split: (usize, usize),
    minibatches: Vec<Vec<usize>>,
}

impl Shuffles {
    /// Returns the shuffles of a seed, none of them drawn.
    pub fn new(seed: u32) -> Self {
        Self {
            stream: Stream::new(seed, Purpose::Shuffle),
            ahead: RefCell::default(),
        }
    }

    /// Returns the minibatches of an epoch: `batch_size` samples, shuffled and split into
    /// `num_minibatches` equal parts.
    ///
    /// # Errors
    /// The errors of [`shuffled`].
    pub fn minibatches(
        &self,
        epoch: u32,
        batch_size: usize,
        num_minibatches: usize,
    ) -> Result<Vec<Vec<usize>>, BadArgument> {
        let split = (batch_size, num_minibatches);
        let drawn = self.ahead.take().into_iter();
        let (mut wanted, rest): (Vec<_>, Vec<_>) =
            drawn.partition(|it| (it.epoch, it.split) == (epoch, split));
        self.ahead.replace(rest);
        match wanted.pop() {
            Some(drawn) => Ok(drawn.minibatches),
            None => shuffled(&self.stream, epoch, batch_size, num_minibatches),
        }
    }

    /// Draws the next `count` epochs from `epoch` on, if they are not drawn yet, and forgets all
    /// others.
    ///
    /// # Errors
    /// The errors of [`shuffled`].
    pub fn draw_ahead(
        &self,
        (epoch, count): (u32, usize),
        batch_size: usize,
        num_minibatches: usize,
    ) -> Result<(), BadArgument> {
        let epochs = (0..count as u32).map(|further| epoch.wrapping_add(further));
        let drawn = epochs.map(|epoch| {
            Ok(Drawn {
                epoch,
                split: (batch_size, num_minibatches),
                minibatches: self.minibatches(epoch, batch_size, num_minibatches)?,
            })
        });
        let drawn = drawn.collect::<Result<_, _>>()?;
        self.ahead.replace(drawn);
        Ok(())
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    #[test]
    fn an_epoch_drawn_ahead_is_the_one_drawn_in_its_turn() {
        let ahead = Shuffles::new(3);
        ahead.draw_ahead((4, 3), 12, 2).expect("a split");
        let epochs: Vec<u32> = ahead.ahead.borrow().iter().map(|it| it.epoch).collect();
        assert_eq!(epochs, [4, 5, 6]);
        let stream = Stream::new(3, Purpose::Shuffle);
        for (epoch, of) in [
            (5, (12, 2)),
            (5, (12, 2)),
            (4, (12, 3)),
            (6, (10, 2)),
            (7, (12, 2)),
        ] {
            let drawn = ahead.minibatches(epoch, of.0, of.1);
            assert_eq!(
                drawn,
                shuffled(&stream, epoch, of.0, of.1),
                "{epoch} {of:?}"
            );
        }
        // Epoch 5 was taken; the two that were asked for in other splits wait.
        let epochs: Vec<u32> = ahead.ahead.borrow().iter().map(|it| it.epoch).collect();
        assert_eq!(epochs, [4, 6]);
        ahead.draw_ahead((u32::MAX, 2), 12, 2).expect("a split");
        let epochs: Vec<u32> = ahead.ahead.borrow().iter().map(|it| it.epoch).collect();
        assert_eq!(epochs, [u32::MAX, 0]);
    }

    #[test]
    fn what_cannot_be_split_is_not_drawn() {
        let shuffles = Shuffles::new(3);
        assert!(shuffles.draw_ahead((0, 1), 12, 5).is_err());
        assert!(shuffles.minibatches(0, 12, 5).is_err());
    }
}
