use crate::model::{MAX_CARDS, Model};

const SHAPES: [&str; MAX_CARDS] = [
    "M-11 0A11 11 0 1 0 11 0A11 11 0 1 0 -11 0ZM-5 0A5 5 0 1 1 5 0A5 5 0 1 1 -5 0Z",
    "M-9 -10H9V1C9 6 5 10 0 12C-5 10 -9 6 -9 1Z",
    "M-4 -12H7L1 -3H8L-5 12L-1 1H-8Z",
    "M0 -12L12 0L0 12L-12 0ZM0 -5L-5 0L0 5L5 0Z",
    "M-12 8L0 -10L12 8H5L0 0L-5 8Z",
    "M-3 -11H3V-3H11V3H3V11H-3V3H-11V-3H-3Z",
    "M0 -12L3 -4H12L5 2L8 11L0 5L-8 11L-5 2L-12 -4H-3Z",
    "M-2 -12H2V3C6 3 8 1 9 -2L12 1C11 8 6 12 0 12C-6 12 -11 8 -12 1L-9 -2C-8 1 -6 3 -2 3Z",
    "M-11 -11H11V-5H-11ZM-11 5H11V11H-11Z",
    "M-11 -11H-5V11H-11ZM5 -11H11V11H5Z",
    "M-11 -11H11V11H-11ZM-5 -5V5H5V-5Z",
    "M-12 -8H12L0 12Z",
    "M-11 11V-11L11 0Z",
    "M-8 -12L0 -4L8 -12L12 -8L4 0L12 8L8 12L0 4L-8 12L-12 8L-4 0L-12 -8Z",
    "M0 -12A12 12 0 0 1 0 12Z",
    "M-12 0A12 12 0 0 1 12 0ZM-12 5H12V10H-12Z",
];

pub(crate) fn badge(model: &Model, mark: &str) -> Option<&'static str> {
    match mark {
        super::relations::MAY_GO_ON => Some("M-7 -10L10 0L-7 10Z"),
        super::relations::TO_COME => Some("M-8 -11H8L1 0L8 11H-8L-1 0Z"),
        card => {
            let index = model.cards.as_ref()?.list.iter().position(|known| known.name == card)?;
            SHAPES.get(index).copied()
        }
    }
}
