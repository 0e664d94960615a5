//! What `native.rs` adds to the faces, in a browser: nothing.

pub trait NativeGame {}
pub trait NativeMatch {}
pub trait NativeSearch {}

impl<T> NativeGame for T {}
impl<T> NativeMatch for T {}
impl<T> NativeSearch for T {}
