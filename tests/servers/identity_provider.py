"""An OpenID Connect provider on the loopback, well-behaved or not: discovery, authorize, token and keys over HTTP."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey, OctKey, RSAKey

CLIENT, SECRET = "attest", "brisk-lagoon-teapot-41"
Query = dict[str, str]


class IdentityProvider(ThreadingHTTPServer):
    """`subject` is who is logged in there. What it does wrong is set by a test, and forgotten by `behave`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.issuer = f"http://127.0.0.1:{self.server_address[1]}/realm"
        self.behave()

    def behave(self) -> None:
        """As a provider should, with a key of its own, for nobody yet."""
        self.subject = "sub-1"
        self.key: RSAKey | ECKey = ECKey.generate_key("P-256", {"kid": "first", "use": "sig", "alg": "ES256"})
        self.signs_with: RSAKey | ECKey | OctKey | None = None  # another key than it publishes
        self.algorithm = "ES256"
        self.document: dict[str, Any] = {}  # in place of what discovery says
        self.claims: dict[str, Any] = {}  # in place of what an ID token says; None leaves one out
        self.error = ""  # what authorize answers
        self.status = 200  # of every answer
        self.iss: str | None = self.issuer  # in the answer of authorize (RFC 9207)
        self.codes: dict[str, Query] = {}  # code -> what authorize was asked with; each holds once
        self.asked: list[str] = []

    def authorize(self, address: str) -> str:
        """What a browser does that is sent to an address of authorize: the address that it is sent back to."""
        asked = dict(parse_qsl(urlsplit(address).query))
        assert asked["response_type"] == "code" and asked["scope"] == "openid" and asked["client_id"] == CLIENT
        assert asked["code_challenge_method"] == "S256" and len(asked["nonce"]) >= 20 and len(asked["state"]) >= 20
        said: Query = {"state": asked["state"]}
        if self.error:
            said |= {"error": self.error, "error_description": "<b>words of the provider</b>"}
        else:
            said["code"] = secrets.token_urlsafe(16)
            self.codes[said["code"]] = asked
        if self.iss is not None:
            said["iss"] = self.iss
        return f"{asked['redirect_uri']}?{urlencode(said)}"

    def answer(self, path: str, form: Query, authorization: str) -> tuple[int, Any]:
        """Status and JSON of the answer to a server's request."""
        self.asked.append(path)
        if self.status != 200:
            return self.status, {}
        if path == "/realm/.well-known/openid-configuration":
            return 200, {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize",
                "token_endpoint": f"{self.issuer}/token",
                "jwks_uri": f"{self.issuer}/keys",
                "id_token_signing_alg_values_supported": ["RS256", "ES256", "HS256", "none"],
                "code_challenge_methods_supported": ["S256"],
                "authorization_response_iss_parameter_supported": True,
                "verify": False,  # what would be an option of requests
            } | self.document
        if path == "/realm/keys":
            return 200, {"keys": [self.key.as_dict(private=False)]}
        if path == "/realm/token":
            return self._token(form, authorization)
        return 404, {}

    def _token(self, form: Query, authorization: str) -> tuple[int, Any]:
        basic = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        if authorization != f"Basic {basic}":
            return 401, {"error": "invalid_client"}
        asked = self.codes.pop(form["code"], None)
        verifier = base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest()).decode()
        if (
            asked is None
            or asked["code_challenge"] != verifier.rstrip("=")
            or asked["redirect_uri"] != form["redirect_uri"]
        ):
            return 400, {"error": "invalid_grant"}
        now = int(time.time())
        said = {"iss": self.issuer, "sub": self.subject, "aud": CLIENT, "iat": now, "exp": now + 300}
        said |= {"nonce": asked["nonce"]} | self.claims
        said = {name: value for name, value in said.items() if value is not None}
        header = {"alg": self.algorithm, "kid": self.key.kid}
        if self.algorithm == "none":
            token = f"{_base64(header)}.{_base64(said)}."
        else:
            token = jwt.encode(header, said, self.signs_with or self.key, algorithms=[self.algorithm])
        return 200, {"access_token": secrets.token_urlsafe(8), "token_type": "Bearer", "id_token": token}


def _base64(said: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(said).encode()).decode().rstrip("=")


class _Handler(BaseHTTPRequestHandler):
    server: IdentityProvider
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        self._answer({})

    def do_POST(self) -> None:
        self._answer(dict(parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode())))

    def log_message(self, *args: Any) -> None:
        pass

    def _answer(self, form: Query) -> None:
        parts = urlsplit(self.path)
        if parts.path == "/realm/authorize":  # a browser's own visit
            self.send_response(302)
            self.send_header("Location", self.server.authorize(self.path))
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        status, said = self.server.answer(parts.path, form, self.headers.get("Authorization", ""))
        body = json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@contextmanager
def identity_provider() -> Iterator[IdentityProvider]:
    """The provider, being served until the block ends."""
    with IdentityProvider() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
