//! Empty stand-in for `native.rs` in browsers.

pub trait NativeGame {}
pub trait NativeMatch {}
pub trait NativeSearch {}

impl<T> NativeGame for T {}
impl<T> NativeMatch for T {}
impl<T> NativeSearch for T {}
