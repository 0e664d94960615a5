use entourage_kernel::{Kind, WEIGHT_UNIT};

use crate::terms::WORTH;
use crate::weights::WEIGHTS;

pub(crate) fn worth(kind: Kind) -> i32 {
    WEIGHTS[WORTH + kind.index()] / WEIGHT_UNIT
}
