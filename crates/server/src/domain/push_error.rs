//! What is not done for a browser that wants to be told.

/// Says why a browser is not told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PushError {
    /// The server tells none.
    NotOffered,
    /// The endpoint is none of a service that the server knows.
    Endpoint,
    /// What the browser's messages are to be closed with is no key, or no secret.
    Keys,
}

impl PushError {
    /// Returns the word for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::NotOffered => "no-push",
            Self::Endpoint => "endpoint",
            Self::Keys => "keys",
        }
    }
}
