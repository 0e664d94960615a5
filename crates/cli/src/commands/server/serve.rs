use entourage_kernel::{Language, Problem};
use entourage_registry::Registry;
use entourage_server::{Config, DatabaseAddress, Smtp};

use crate::arguments::Serve;
use crate::definition;
use crate::failure::Failure;
use crate::log;

/// Serves the page until Ctrl-C.
///
/// # Errors
/// A folder of games cannot be read, or one of them cannot be offered; the port or the data directory cannot be used.
pub fn run(registry: &Registry, options: &Serve, language: Language) -> Result<(), Failure> {
    if let Some(folder) = &options.games {
        definition::offer(registry, folder, language)?;
    }
    if options.nats.is_some() && !matches!(options.database, Some(DatabaseAddress::Postgres(_))) {
        return Err(Failure::Wrong(Problem::new(
            "--nats: a database in a file has one process alone; name one on a server with --database",
            "--nats : une base dans un fichier n'a qu'un seul processus ; nommez-en une sur un serveur avec --database",
        )));
    }
    log::begin(options.log, options.log_format);
    let config = Config {
        host: options.host.clone(),
        port: options.port,
        data: options.data.clone(),
        database: options.database.clone(),
        nats: options.nats.clone(),
        nats_prefix: options.nats_prefix.clone(),
        open: !options.no_open,
        limits: options.limits.unwrap_or_default(),
        proxies: options.behind_proxy.clone().unwrap_or_default(),
        address: options.address.clone(),
        forget_after: options.forget_after.0,
        metrics: options.metrics,
        mail: mail(options)?,
        push_services: options.push_service.clone(),
        language,
        ..Config::default()
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(entourage_server::serve(config, registry.clone()));
    served.map_err(|error| Failure::Wrong(error.sentence(language).into()))
}

/// Says how players are told by e-mail, the password read from where nobody else sees it.
fn mail(options: &Serve) -> Result<Option<Smtp>, Failure> {
    let Some(server) = options.smtp.clone() else { return Ok(None) };
    let password = match &options.smtp_password_file {
        Some(file) => {
            let text = std::fs::read_to_string(file).map_err(|error| {
                Failure::Wrong(format!("--smtp-password-file: cannot read {}: {error}", file.display()).into())
            })?;
            Some(text.trim_end_matches(['\r', '\n']).to_owned())
        }
        None => std::env::var("ENTOURAGE_SMTP_PASSWORD").ok(),
    };
    let user = server.user().filter(|user| user.contains('@')).map(str::to_owned);
    let from = options.mail_from.clone().or(user);
    let from = from.ok_or_else(|| {
        Failure::Wrong("--smtp needs --mail-from EMAIL, whom messages come from".to_owned().into())
    })?;
    Ok(Some(Smtp { server, password, from }))
}
