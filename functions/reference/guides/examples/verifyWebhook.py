import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

# The webhook's secret, `whsec_…`; while one replaces another, both with a space between.
SECRETS = os.environ["WEBHOOK_SECRET"].split()
TOLERANCE_SECONDS = 300
# Keep the ids in your database: the same event may come again.
seen = set()


def verify(headers, body: bytes) -> None:
    """Raises a ValueError unless the delivery is genuine."""
    sent_at = headers.get("webhook-timestamp", "")
    if not sent_at.isdecimal() or abs(time.time() - int(sent_at)) > TOLERANCE_SECONDS:
        raise ValueError("The delivery is too old, or a clock is wrong")
    signed = f"{headers.get('webhook-id')}.{sent_at}.".encode() + body
    given = headers.get("webhook-signature", "").encode("latin-1").split(b" ")
    for secret in SECRETS:
        key = base64.b64decode(secret.removeprefix("whsec_"))
        expected = b"v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256))
        if any(hmac.compare_digest(expected, each) for each in given):
            return
    raise ValueError("No matching signature found")


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        # The body as it came: a parsed one can't be verified.
        body = self.rfile.read(int(self.headers["content-length"]))
        try:
            verify(self.headers, body)
        except ValueError as problem:
            self.answer(401)
            print("Refused:", problem, flush=True)
            return
        # Answer at once, and do the work afterwards.
        self.answer(204)
        if self.headers["webhook-id"] in seen:
            return
        seen.add(self.headers["webhook-id"])
        event = json.loads(body)
        print(event["type"], event["data"]["uuid"], flush=True)

    def answer(self, status: int):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "4100"))), Receiver)
print("Listening on port", server.server_port, flush=True)
server.serve_forever()
