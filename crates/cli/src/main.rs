//! The `entourage` command with the embedded web page.

use std::process::ExitCode;

/// The built page; missing in a fresh clone.
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
