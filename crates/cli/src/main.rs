//! The `entourage` command, with the page inside it.

use std::process::ExitCode;

/// The built page; a fresh clone has none yet.
#[cfg(feature = "server")]
#[derive(rust_embed::RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Page;

fn main() -> ExitCode {
    #[cfg(feature = "server")]
    entourage_server::embed_page(Page::get);
    entourage::run()
}
