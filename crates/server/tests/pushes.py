"""Runs a push service on loopback for tests. Prints the port and simulated browsers, then each decrypted message as a line of JSON.

Messages are decrypted by http_ece and signatures checked by cryptography, independently of the server's code.
"""

import argparse
import base64
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import http_ece
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def tell(told):
    with Service.lock:
        print(json.dumps(told), flush=True)


class Browser:
    """A simulated browser with the key pair and secret that decrypt its messages."""

    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.public = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.secret = os.urandom(16)

    def open(self, body):
        return http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")


def sender(header):
    """Checks a request's signature, and returns the sender's key and claims."""
    scheme, rest = header.split(" ", 1)
    assert scheme == "vapid", header
    fields = dict(field.strip().split("=", 1) for field in rest.split(","))
    signed, signature = fields["t"].rsplit(".", 1)
    head, claims = signed.split(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}, head
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(fields["k"]))
    raw = decoded(signature)
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    try:
        public.verify(pair, signed.encode(), ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        raise AssertionError("the signature is invalid") from None
    return fields["k"], json.loads(decoded(claims))


class Service(BaseHTTPRequestHandler):
    browsers = []
    # Status codes of the first responses; later responses have status 201.
    answers = []
    lock = threading.Lock()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        with self.lock:
            status = self.answers.pop(0) if self.answers else 201
        key, claims = sender(self.headers["authorization"])
        # The path ends with the number of the browser.
        number = int(self.path.rsplit("/", 1)[1])
        told = {"browser": number, "status": status, "key": key, "claims": claims}
        told |= {name: self.headers[name] for name in ("ttl", "topic", "urgency", "content-encoding", "host")}
        told["message"] = json.loads(self.browsers[number].open(body))
        tell(told)
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("location", f"http://{self.headers['host']}/elsewhere/{number}")
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *words):
        pass


def serve():
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--answers", default="", help="comma-separated status codes of the first responses")
    options = reader.parse_args()
    Service.browsers = [Browser() for _ in range(4)]
    Service.answers = [int(status) for status in options.answers.split(",") if status]
    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    port = server.server_address[1]
    made = [
        {"endpoint": f"http://127.0.0.1:{port}/push/{number}", "key": encoded(one.public), "secret": encoded(one.secret)}
        for number, one in enumerate(Service.browsers)
    ]
    tell({"port": port, "browsers": made})
    threading.Thread(target=server.serve_forever, daemon=True).start()
    # Runs until standard input is closed.
    sys.stdin.read()


serve()
