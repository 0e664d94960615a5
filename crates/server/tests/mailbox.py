"""Runs a mail server on loopback for tests. Prints the port, then every message and every login as a line of JSON."""

import argparse
import asyncio
import email
import email.policy
import json
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult


def tell(told):
    print(json.dumps(told), flush=True)


def is_encrypted(server):
    return server.transport.get_extra_info("sslcontext") is not None


class Mailbox:
    def __init__(self, put_off):
        self.put_off = put_off

    async def handle_DATA(self, server, session, envelope):
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        headers = {name.lower(): str(value) for name, value in message.items()}
        if self.put_off > 0:
            self.put_off -= 1
            return "451 try again later"
        told = {
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "headers": headers,
            "kind": message.get_content_type(),
            "text": message.get_content(),
            "encrypted": is_encrypted(server),
        }
        tell(told)
        return "250 OK"


def authenticate(server, session, envelope, mechanism, given):
    tell({"user": given.login.decode(), "password": given.password.decode(), "encrypted": is_encrypted(server)})
    return AuthResult(success=True)


async def serve():
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--put-off", type=int, default=0, help="number of messages to reject temporarily before accepting any")
    reader.add_argument("--certificate", nargs=2, metavar=("CERTIFICATE", "KEY"), help="certificate and key for TLS; without them, connections are not encrypted")
    reader.add_argument("--wrapped", action="store_true", help="use TLS from the start of the connection instead of STARTTLS")
    reader.add_argument("--password", action="store_true", help="accept any password, even on unencrypted connections")
    options = reader.parse_args()
    context = None
    if options.certificate:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(*options.certificate)
    starttls = context is not None and not options.wrapped
    mailbox = Mailbox(options.put_off)

    def session():
        given = {"authenticator": authenticate, "auth_require_tls": False} if options.password else {}
        return SMTP(mailbox, hostname="localhost", tls_context=context if starttls else None, require_starttls=starttls, **given)

    loop = asyncio.get_running_loop()
    server = await loop.create_server(session, "127.0.0.1", 0, ssl=context if options.wrapped else None)
    print(server.sockets[0].getsockname()[1], flush=True)
    # Runs until standard input is closed.
    await loop.run_in_executor(None, sys.stdin.read)


asyncio.run(serve())
