"""A mail server on loopback for tests: prints its port, then every message as one line of JSON. The first so many are put off."""

import asyncio
import email
import email.policy
import json
import sys

from aiosmtpd.smtp import SMTP


class Mailbox:
    def __init__(self, put_off):
        self.put_off = put_off

    async def handle_DATA(self, server, session, envelope):
        if self.put_off > 0:
            self.put_off -= 1
            return "451 try again later"
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        told = {
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "headers": {name.lower(): str(value) for name, value in message.items()},
            "kind": message.get_content_type(),
            "text": message.get_content(),
        }
        print(json.dumps(told), flush=True)
        return "250 OK"


async def serve():
    mailbox = Mailbox(int(sys.argv[1]))
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(mailbox, hostname="localhost"), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    # It ends with its input.
    await loop.run_in_executor(None, sys.stdin.read)


asyncio.run(serve())
