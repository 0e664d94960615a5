use entourage_kernel::{FixedWeights, Kind, WEIGHT_UNIT};

use crate::terms::WORTH;
use crate::weights::WEIGHTS;

pub(crate) fn worth(kind: Kind) -> i32 {
    WEIGHTS[WORTH + kind.index()] / WEIGHT_UNIT
}

pub(crate) struct InUse;

impl FixedWeights for InUse {
    const VALUES: &'static [i32] = &WEIGHTS;
}
