use crate::bits::{Bits, written_as_bits};

/// Stands in the links of messages to an address: 128 random bits that confirm it or stop the messages, and open nothing else.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MailToken(Bits);

written_as_bits!(MailToken);
