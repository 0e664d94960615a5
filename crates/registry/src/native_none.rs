//! Replaces `native.rs` with empty traits in browser builds.

pub trait NativeGame {}
pub trait NativeMatch {}
pub trait NativeSearch {}

impl<T> NativeGame for T {}
impl<T> NativeMatch for T {}
impl<T> NativeSearch for T {}
