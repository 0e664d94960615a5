pub(crate) mod connections;
pub(crate) mod paced;
