//! Where a workgroup is among those of its dispatch. The sides of a dispatch are limited, so its
//! workgroups are folded ([`crate::ops::workgroups`]): a kernel reads its place from here, and
//! never from the grid.

use burn::cubecl::{self, prelude::*};

use super::sums::THREADS;
use crate::ops::workgroups::Workgroups;

/// The workgroups of a dispatch, as its kernel counts them.
#[derive(CubeType, CubeLaunch, Clone, Copy)]
pub struct GroupExtent {
    /// How many there are along x.
    pub x: u32,
    /// How many there are along y.
    pub y: u32,
    /// How many there are altogether.
    pub all: u32,
}

/// The place of a workgroup in an [`GroupExtent`].
#[derive(CubeType, Clone, Copy)]
pub struct GroupPlace {
    /// Along x.
    pub x: u32,
    /// Along y.
    pub y: u32,
    /// Along z.
    pub z: u32,
}

impl Workgroups {
    /// Returns the size of the dispatch.
    pub fn count(&self) -> CubeCount {
        let [x, y, z] = self.folded();
        CubeCount::new_3d(x, y, z)
    }

    /// Returns what the kernel is told of it.
    pub fn extent(&self) -> GroupExtentLaunch {
        let [x, y, z] = self.along();
        GroupExtentLaunch::new(x, y, x * y * z)
    }
}

/// Returns the place of this workgroup. One after the last ends here.
#[cube]
pub fn place(of: &GroupExtent) -> GroupPlace {
    let at = CUBE_POS as u32;
    if at >= of.all {
        terminate!();
    }
    GroupPlace {
        x: at % of.x,
        y: (at / of.x) % of.y,
        z: at / (of.x * of.y),
    }
}

/// Returns the number that belongs to this thread, where workgroups of [`THREADS`] threads lie
/// along x.
#[cube]
pub fn number_at(place: &GroupPlace) -> usize {
    place.x as usize * THREADS + UNIT_POS as usize
}
