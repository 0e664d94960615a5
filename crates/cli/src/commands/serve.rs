use entourage_kernel::Language;
use entourage_server::Config;

use crate::arguments::Serve;
use crate::failure::Failure;

/// Serves the page until Ctrl-C.
///
/// # Errors
/// The port or the data directory cannot be used.
pub fn run(options: &Serve, language: Language) -> Result<(), Failure> {
    let config = Config {
        host: options.host.clone(),
        port: options.port,
        data: options.data.clone(),
        open: !options.no_open,
        limits: options.limits.unwrap_or_default(),
        behind_proxy: options.behind_proxy,
        language,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(entourage_server::serve(config));
    served.map_err(|error| Failure::Wrong(error.sentence(language).into()))
}
