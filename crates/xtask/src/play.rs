use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::process::Command;

use crate::project::{Build, Project};
use crate::shell::{self, announce};
use crate::{Outcome, parallel, tools, web};

const PORT: u16 = 7878;

/// Builds the web client and the `entourage` binary, and replaces this process with the server.
pub fn play(project: &Project, options: &[String]) -> Outcome {
    check_options(options)?;
    tools::check_node(project)?;
    announce("web client and server (the first build takes a few minutes)");
    // Only the binary embeds the web client, so the library is compiled in parallel with the web client.
    parallel::both(|| web::build(project, Build::Play), || compile(project, &["--lib"]))?;
    compile(project, &[])?;
    let mut server = Command::new(project.command(Build::Play));
    server.arg("serve").args(options);
    if !options.iter().any(|option| option == "--games" || option.starts_with("--games=")) {
        server.arg("--games").arg(project.root.join("variants"));
    }
    become_process(&mut server)
}

fn compile(project: &Project, options: &[&str]) -> Outcome {
    let mut build = shell::cargo(project);
    build.args(["build", "--profile", Build::Play.native(), "--locked", "--package", "entourage"]);
    shell::run(build.args(options))
}

/// Checks the options before the build, so that errors appear immediately and not after minutes.
fn check_options(options: &[String]) -> Outcome {
    let mut address = IpAddr::from(Ipv4Addr::LOCALHOST);
    let mut port = PORT;
    let mut options = options.iter();
    while let Some(option) = options.next() {
        let (name, attached) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (option.as_str(), None),
        };
        let mut value = || {
            let value = attached.or_else(|| options.next().map(String::as_str));
            value.ok_or_else(|| format!("a value is missing after {name}"))
        };
        match name {
            "--no-open" if attached.is_none() => {}
            "--data" | "--games" => drop(value()?),
            "--host" => {
                let host = value()?;
                address = match host {
                    "localhost" => Ipv4Addr::LOCALHOST.into(),
                    host => host.parse().map_err(|_| format!("--host: \"{host}\" is not an IP address"))?,
                };
            }
            "--port" => {
                let number = value()?;
                port = number
                    .parse()
                    .map_err(|_| format!("--port: \"{number}\" is not a number from 0 to 65535"))?;
            }
            _ => return Err(format!("unknown option \"{option}\"; see `cargo xtask help`")),
        }
    }
    TcpListener::bind(SocketAddr::new(address, port)).map(drop).map_err(|error| {
        format!("cannot listen on port {port} of {address} ({error}); choose another port with --port")
    })
}

/// Replaces this process with the server, which then receives Ctrl-C and returns its own exit code.
#[cfg(unix)]
fn become_process(server: &mut Command) -> Outcome {
    use std::os::unix::process::CommandExt;
    Err(format!("cannot start the server: {}", server.exec()))
}

/// Runs the server as a child process; the console sends Ctrl-C to both processes.
#[cfg(not(unix))]
fn become_process(server: &mut Command) -> Outcome {
    shell::run(server)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(options: &[&str]) -> Outcome {
        check_options(&options.iter().map(|&option| option.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_refused_before_anything_is_built() {
        assert_eq!(check(&["--port", "0", "--no-open", "--data=here", "--host", "127.0.0.1"]), Ok(()));
        for (options, named) in [
            (&["--port"][..], "--port"),
            (&["--port=x"], "\"x\""),
            (&["--host", "nowhere"], "\"nowhere\""),
            (&["--bogus"], "\"--bogus\""),
            (&["--no-open=1"], "\"--no-open=1\""),
        ] {
            let problem = check(options).unwrap_err();
            assert!(problem.contains(named) && !problem.contains('\n'), "{problem}");
        }
    }

    #[test]
    fn a_taken_port_is_refused_before_anything_is_built() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port().to_string();
        assert!(check(&["--port", &port]).unwrap_err().contains(&port));
    }
}
