use crate::check::Library;
use crate::source::Source;

/// The definitions built into the program: the files of `variants/`.
#[derive(Clone, Copy, Default, Debug)]
pub struct Shipped;

const SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

impl Library for Shipped {
    fn find(&self, id: &str) -> Option<Source> {
        let (id, text) = SHIPPED.iter().find(|(known, _)| *known == id)?;
        Some(Source::new(format!("{id}.game"), *text))
    }

    fn names(&self) -> Vec<String> {
        SHIPPED.iter().map(|(id, _)| (*id).to_owned()).collect()
    }
}
