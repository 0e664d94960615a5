use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use load::Outcome;
use load::service::Service;

/// The settings that are shipped, which are tried as they are.
const SHIPPED: &str = include_str!("../../../packaging/nginx.conf");
/// What of them differs where everything is on one machine: the ports.
const PLACES: [&str; 3] = ["server-1:7878", "server-2:7878", "listen 80;"];

/// Prepares nginx in front of two servers on a port, with all that it writes below a folder.
///
/// # Errors
/// It is not there, or refuses the settings.
pub fn prepare(below: &Path, port: u16, servers: [u16; 2]) -> Outcome<Service> {
    let own = below.join("proxy");
    let failed = |error: std::io::Error| format!("{}: {error}", own.display());
    fs::create_dir(&own).map_err(failed)?;
    fs::write(own.join("shipped.conf"), placed(port, servers)?).map_err(failed)?;
    let settings = own.join("nginx.conf");
    fs::write(&settings, around(&own)).map_err(failed)?;
    let make = move || {
        let mut command = Command::new("nginx");
        command.arg("-c").arg(&settings);
        command
    };
    let trial = make().arg("-t").stdin(Stdio::null()).output();
    let trial = trial.map_err(|error| format!("nginx: {error}; install it (Debian's package nginx-light)"))?;
    if !trial.status.success() {
        return Err(format!("nginx: {}", String::from_utf8_lossy(&trial.stderr).trim()));
    }
    Ok(Service::new(below.join("proxy.log"), make))
}

/// Writes the settings that are shipped with the ports of this machine.
fn placed(port: u16, servers: [u16; 2]) -> Outcome<String> {
    let [one, other] = servers.map(|port| format!("127.0.0.1:{port}"));
    let mut text = SHIPPED.to_owned();
    for (place, here) in PLACES.into_iter().zip([one, other, format!("listen 127.0.0.1:{port};")]) {
        if text.matches(place).count() != 1 {
            return Err(format!("packaging/nginx.conf does not say \"{place}\" once"));
        }
        text = text.replace(place, &here);
    }
    Ok(text)
}

/// Writes what stands around them. Everybody comes from this machine, and says in a header from where in truth, as if a balancer stood in
/// front: nginx takes that for the client's address.
fn around(own: &Path) -> String {
    let kept = own.display();
    let folders: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|kind| format!("    {kind}_temp_path {kept}/{kind};\n"))
        .concat();
    format!(
        "daemon off;\nuser root;\nworker_processes 1;\npid {kept}/pid;\nerror_log stderr error;\nevents {{ worker_connections 8192; }}\n\
         worker_rlimit_nofile 20000;\nhttp {{\n    access_log off;\n{folders}    set_real_ip_from 127.0.0.1;\n\
         \u{20}   real_ip_header X-Forwarded-For;\n    include {kept}/shipped.conf;\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_that_are_shipped_find_their_ports() {
        let text = placed(1, [2, 3]).unwrap();
        for line in ["server 127.0.0.1:2 ", "server 127.0.0.1:3 ", "listen 127.0.0.1:1;", "hash $remote_addr"] {
            assert!(text.contains(line), "{line}");
        }
        assert!(!text.contains("7878"));
    }
}
