//! Tests e-mail over TLS to a real server on loopback with its own certificate.

use std::path::Path;
use std::process::Command;
use std::sync::mpsc::RecvTimeoutError;

use super::*;

#[path = "../../../tests/all/common/mailbox.rs"]
#[expect(dead_code, reason = "used by other tests")]
mod mailbox;
#[path = "../../../tests/all/common/python.rs"]
mod python;

use mailbox::Mailbox as MailServer;

const ORDER: &str = "ENTOURAGE_SMTP_TEST";

/// Not a test itself: runs in a child process and sends an e-mail. An environment variable makes the process trust
/// the test's certificate authority.
#[test]
fn handing_over() {
    let Ok(order) = std::env::var(ORDER) else { return };
    let (security, port) = order.split_once(' ').unwrap();
    let security = if security == "wrapped" { Security::Wrapped } else { Security::StartTls };
    // `localhost` without a security setting would be contacted without encryption.
    let (user, host) = (Some("ada".to_owned()), "localhost".to_owned());
    let server = SmtpAddress { security, user, host, port: Some(port.parse().unwrap()) };
    let smtp = Smtp { server, password: Some("secret".into()), from: "games@example.org".into() };
    let letter = Email { subject: "é".into(), text: "Your turn.\n".into(), stop: None };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let outcome = runtime.block_on(async {
        let mailer = Mailer::new(&smtp).map_err(MailError::Permanent)?;
        mailer.send("ada@example.org", "a.1", letter).await
    });
    println!("outcome: {outcome:?}");
}

fn hand_over(security: &str, port: u16, authority: &Path) -> String {
    // Test names do not include the crate.
    let (_, module) = module_path!().split_once("::").unwrap();
    let output = Command::new(std::env::current_exe().unwrap())
        .args([&format!("{module}::handing_over"), "--exact", "--nocapture"])
        .env(ORDER, format!("{security} {port}"))
        .env("SSL_CERT_FILE", authority)
        .env_remove("SSL_CERT_DIR")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let outcome =
        said.lines().find_map(|line| line.split_once("outcome: ").map(|(_, outcome)| outcome.to_owned()));
    outcome.unwrap_or_else(|| panic!("{said}"))
}

fn certificate(directory: &Path, name: &str) -> [String; 2] {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let files = [made.cert.pem(), made.signing_key.serialize_pem()];
    ["crt", "key"].map(|kind| directory.join(format!("{name}.{kind}")).to_str().unwrap().to_owned()).map(
        |path| {
            let text = &files[usize::from(path.ends_with("key"))];
            std::fs::write(&path, text).unwrap();
            path
        },
    )
}

#[test]
fn mail_is_sent_encrypted_and_only_to_trusted_servers() {
    let directory = tempfile::tempdir().unwrap();
    let [known, other] = ["known", "other"].map(|name| certificate(directory.path(), name));
    for security in ["starttls", "wrapped"] {
        let mut options = vec!["--password", "--certificate", &known[0], &known[1]];
        options.extend((security == "wrapped").then_some("--wrapped"));
        let Some(server) = MailServer::open(&options) else { return };
        let outcome = hand_over(security, server.port, Path::new(&other[0]));
        assert!(outcome.starts_with("Err(Temporary(") && outcome.contains("certificate"), "{outcome}");
        assert_eq!(server.letters.try_recv().ok(), None, "nothing is sent to an untrusted server");
        assert_eq!(hand_over(security, server.port, Path::new(&known[0])), "Ok(())");
        let [user, letter] = [(); 2].map(|()| server.letters.recv_timeout(TIMEOUT).unwrap());
        assert_eq!(user, serde_json::json!({ "user": "ada", "password": "secret", "encrypted": true }));
        assert_eq!(
            (&letter["encrypted"], letter["text"].as_str().unwrap().trim()),
            (&true.into(), "Your turn.")
        );
        assert_eq!(letter["headers"]["message-id"], "<a.1@example.org>");
    }
}

/// A man in the middle could remove the server's offer of STARTTLS.
#[test]
fn nothing_is_sent_without_encryption() {
    let directory = tempfile::tempdir().unwrap();
    let known = certificate(directory.path(), "known");
    let Some(server) = MailServer::open(&["--password"]) else { return };
    for security in ["starttls", "wrapped"] {
        let outcome = hand_over(security, server.port, Path::new(&known[0]));
        assert!(outcome.starts_with("Err(Temporary("), "{outcome}");
    }
    let heard = server.letters.recv_timeout(Duration::from_millis(500));
    assert_eq!(heard, Err(RecvTimeoutError::Timeout));
}
