pub(crate) mod connections;
pub(crate) mod min_rate;
