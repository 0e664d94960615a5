use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// An immutable string that is cheap to clone: static or reference-counted. Comparison and hashing use the text alone.
#[derive(Clone)]
pub struct SharedStr(Held);

#[derive(Clone)]
enum Held {
    Static(&'static str),
    Shared(Arc<str>),
}

impl SharedStr {
    /// The empty string.
    pub const EMPTY: Self = Self::new("");

    /// Creates a string from a static one, without allocation.
    pub const fn new(text: &'static str) -> Self {
        Self(Held::Static(text))
    }

    /// Returns the text as a string slice.
    #[inline]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Held::Static(text) => text,
            Held::Shared(text) => text,
        }
    }
}

impl Default for SharedStr {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Deref for SharedStr {
    type Target = str;
    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for SharedStr {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Borrow<str> for SharedStr {
    fn borrow(&self) -> &str {
        self
    }
}

impl From<&'static str> for SharedStr {
    #[inline]
    fn from(text: &'static str) -> Self {
        Self::new(text)
    }
}

impl From<String> for SharedStr {
    fn from(text: String) -> Self {
        Self(Held::Shared(text.into()))
    }
}

impl From<Arc<str>> for SharedStr {
    fn from(text: Arc<str>) -> Self {
        Self(Held::Shared(text))
    }
}

impl From<SharedStr> for String {
    fn from(text: SharedStr) -> Self {
        text.as_str().to_owned()
    }
}

macro_rules! compare {
    ($($left:ty, $right:ty;)*) => {$(
        impl PartialEq<$right> for $left {
            fn eq(&self, other: &$right) -> bool {
                let (left, right): (&str, &str) = (self, other);
                left == right
            }
        }
    )*};
}

compare! {
    SharedStr, SharedStr;
    SharedStr, str;
    SharedStr, &str;
    SharedStr, String;
    String, SharedStr;
    &str, SharedStr;
}

impl Eq for SharedStr {}

impl PartialOrd for SharedStr {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SharedStr {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for SharedStr {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Debug for SharedStr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for SharedStr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

/// Creates a static list of strings as a [`Cow`](std::borrow::Cow).
#[macro_export]
macro_rules! shared_strs {
    ($($text:expr),* $(,)?) => {{
        const LIST: &[$crate::SharedStr] = &[$($crate::SharedStr::new($text)),*];
        ::std::borrow::Cow::Borrowed(LIST)
    }};
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn strings_are_compared_by_text() {
        let made = SharedStr::from(String::from("pass") + "es");
        assert_eq!(made, SharedStr::new("passes"));
        assert_eq!(
            (made.cmp(&"passes".into()), &made[..4], made.to_string()),
            (std::cmp::Ordering::Equal, "pass", "passes".into())
        );
        let set: HashSet<SharedStr> = [made, "passes".into()].into_iter().collect();
        assert!(set.len() == 1 && set.contains("passes"));
    }

    #[test]
    fn shared_text_is_freed_with_its_last_clone() {
        let text: Arc<str> = "made while the program runs".into();
        let weak = Arc::downgrade(&text);
        let (one, other) = (SharedStr::from(text.clone()), SharedStr::from(text));
        drop(one);
        assert_eq!(weak.upgrade().as_deref(), Some(&*other));
        drop(other);
        assert!(weak.upgrade().is_none());
    }
}
