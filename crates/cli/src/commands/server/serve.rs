use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

use entourage_jobs::{Timeouts, work};
use entourage_kernel::Language;
use entourage_kernel::sentence::counted;
use entourage_server::{Config, DatabaseAddress, Signals, Smtp};

use crate::arguments::{Serve, Worker};
use crate::commands::threads;
use crate::failure::{Console, Failure, Outcome};
use crate::{definition, log};

pub fn serve(console: &Console<'_>, options: &Serve) -> Outcome {
    let &Console { registry, language, .. } = console;
    if let Some(folder) = &options.games {
        definition::offer(registry, folder, language)?;
    }
    if options.nats.is_some() && !matches!(options.storage.database, Some(DatabaseAddress::Postgres(_))) {
        return Err(Failure::message(
            "--nats requires a PostgreSQL database; specify one with --database",
            "--nats nécessite une base PostgreSQL ; indiquez-la avec --database",
        ));
    }
    log::begin(options.log, options.log_format);
    let config = Config {
        host: options.host.clone(),
        port: options.port,
        data: options.storage.data.clone(),
        database: options.storage.database.clone(),
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
    served.map_err(|error| Failure::Message(error.sentence(language).into()))
}

/// Returns the e-mail settings. A password argument would be visible to other users of the machine.
fn mail(options: &Serve) -> Outcome<Option<Smtp>> {
    let Some(server) = options.smtp.clone() else { return Ok(None) };
    let password = match &options.smtp_password_file {
        Some(file) => {
            let text = std::fs::read_to_string(file).map_err(|error| {
                Failure::Message(
                    format!("--smtp-password-file: cannot read \"{}\": {error}", file.display()).into(),
                )
            })?;
            Some(text.trim_end_matches(['\r', '\n']).to_owned())
        }
        None => std::env::var("ENTOURAGE_SMTP_PASSWORD").ok(),
    };
    let user = server.user().filter(|user| user.contains('@')).map(str::to_owned);
    let from = options.mail_from.clone().or(user);
    let from = from.ok_or_else(|| {
        Failure::Message("--smtp requires --mail-from EMAIL, the sender address".to_owned().into())
    })?;
    Ok(Some(Smtp { server, password, from }))
}

const HEALTH_TIMEOUT: Duration = Duration::from_secs(6);
const MAX_RESPONSE: u64 = 16 * 1024;

pub fn health(console: &mut Console<'_>, port: u16) -> Outcome {
    let out = &mut *console.out;
    let (status, body) = request_health(port).map_err(|error| {
        let fr = format!("aucun serveur ne répond sur le port {port} : {error}");
        Failure::message(format!("no server answers on port {port}: {error}"), fr)
    })?;
    writeln!(out, "{body}")?;
    if status == "200" {
        return Ok(());
    }
    out.flush()?;
    Err(Failure::message("the server is unhealthy", "le serveur est défaillant"))
}

fn request_health(port: u16) -> io::Result<(String, String)> {
    let mut stream =
        TcpStream::connect_timeout(&SocketAddr::from((Ipv4Addr::LOCALHOST, port)), HEALTH_TIMEOUT)?;
    stream.set_read_timeout(Some(HEALTH_TIMEOUT))?;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.take(MAX_RESPONSE).read_to_string(&mut answer)?;
    let status = answer.split(' ').nth(1).unwrap_or_default().to_owned();
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    Ok((status, body.to_owned()))
}

pub fn worker(console: &mut Console<'_>, options: &Worker) -> Outcome {
    let out = &mut *console.out;
    log::begin(options.log, options.log_format);
    let jobs = threads(options.jobs);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let (address, prefix) = (&options.nats, &options.nats_prefix);
    writeln!(out, "waiting for jobs on {address:?} (prefix {prefix}, {jobs} concurrent)")?;
    out.flush()?;
    let worked = runtime.block_on(async {
        let end = Signals::listen().told_to_end();
        work(address, prefix, Timeouts::default(), jobs, end).await
    });
    // Unfinished jobs are redelivered to other workers.
    runtime.shutdown_timeout(Duration::ZERO);
    let worked = worked.map_err(|why| Failure::about("--nats", why.clone(), why))?;
    writeln!(out, "{} completed", counted(Language::English, worked.jobs, "job", "jobs"))?;
    Ok(())
}
