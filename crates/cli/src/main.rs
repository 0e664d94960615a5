//! The `entourage` binary with the embedded web client.

use std::process::ExitCode;

/// The built files of the web client; missing in a fresh clone.
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
