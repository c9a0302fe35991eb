"""Log-in by an OpenID Connect provider: the authorization code flow with PKCE (S256), state and nonce, by Authlib.

OpenID Connect Core 1.0, sections 3.1.2 and 3.1.3; Discovery 1.0; RFC 7636 (PKCE); RFC 9207 (who answers). Only the
scope `openid` is asked for: Attest learns neither name nor mail address.
"""

from __future__ import annotations

import enum
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import requests
from authlib.integrations.base_client import OAuthError
from authlib.integrations.django_client import DjangoOAuth2App, OAuth
from django.conf import settings
from joserfc.errors import BadSignatureError, ClaimError, ExpiredTokenError, JoseError

from annotation.accounts.identity import Identity

# Signatures that only the provider can make: neither "none" nor one by the secret that both know.
ALGORITHMS = frozenset("RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 Ed25519 EdDSA".split())
TIMEOUT = (3, 7)  # seconds to connect, and between two parts of an answer
KEPT_SECONDS = 600  # how long addresses and keys of the provider hold, so that one that it withdrew does not for long
AWAY_SECONDS = 10  # how long a provider that did not answer is not asked again: waiting would take every thread
LEEWAY = 60  # seconds that the clocks may be apart
LONGEST = 255  # of an issuer and of a subject (Core 1.0, section 2)


class Failure(enum.Enum):
    """Why somebody is not let in by the provider."""

    DENIED = "denied"  # by the person, or by rules of the provider
    REFUSED = "refused"  # by the provider, with another error
    AWAY = "away"
    SETTINGS = "settings"  # the discovery document is not of the issuer, or the client is unknown there
    STATE = "state"
    ISSUER = "issuer"
    CODE = "code"
    SIGNATURE = "signature"
    AUDIENCE = "audience"
    EXPIRED = "expired"
    CLOCK = "clock"
    NONCE = "nonce"
    TOKEN = "token"  # nosec B105 # another fault of the ID token


class ProviderError(Exception):
    """`detail`: for the log, without secrets and without words of the provider."""

    def __init__(self, failure: Failure, detail: str = "") -> None:
        super().__init__(f"{failure.value}: {detail}")
        self.failure, self.detail = failure, detail


@dataclass(frozen=True, slots=True)
class Departure:
    """Where to send the browser, and what its session keeps until it is back."""

    url: str
    state: str
    nonce: str
    verifier: str
    redirect_uri: str


@dataclass(frozen=True, slots=True)
class _Registration:
    issuer: str
    client_id: str
    client_secret: str


_clients: dict[_Registration, tuple[float, DjangoOAuth2App]] = {}  # with until when each holds
_away: dict[_Registration, float] = {}  # until when it is not asked


def discover() -> dict[str, Any]:
    """The provider's discovery document, read now and checked. Raises ProviderError `away` or `settings`."""
    issuer = settings.ATTEST_OIDC_ISSUER
    try:
        answer = requests.get(
            f"{issuer.rstrip('/')}/.well-known/openid-configuration", timeout=TIMEOUT, allow_redirects=False
        )
        if answer.status_code >= 500:
            raise ProviderError(Failure.AWAY, f"discovery answers {answer.status_code}")
        found = answer.json() if answer.status_code == 200 else None
    except ValueError as error:  # not JSON
        raise ProviderError(Failure.SETTINGS, "the discovery document is not JSON") from error
    except requests.RequestException as error:
        raise ProviderError(Failure.AWAY, type(error).__name__) from error
    if not isinstance(found, dict):
        raise ProviderError(Failure.SETTINGS, f"no discovery document (HTTP {answer.status_code})")
    _check_document(found, issuer)
    return found


def depart(redirect_uri: str, *, anew: bool = False) -> Departure:
    """Begin a log-in. `anew`: the provider is asked for a fresh one even if the browser is logged in there.

    Raises ProviderError `away` or `settings`.
    """
    more = {"prompt": "login"} if anew else {}
    made = _client().create_authorization_url(redirect_uri, **more)
    return Departure(made["url"], made["state"], made["nonce"], made["code_verifier"], redirect_uri)


def arrive(answer: Mapping[str, str], departure: Departure) -> Identity:
    """Judge what the browser brings back, and fetch and check the ID token. Raises ProviderError."""
    client = _client()
    said = answer.get("iss")
    if said is not None and said != settings.ATTEST_OIDC_ISSUER:
        raise ProviderError(Failure.ISSUER, "the answer is another issuer's")
    if said is None and client.server_metadata["authorization_response_iss_parameter_supported"]:
        raise ProviderError(Failure.ISSUER, "the answer does not say whose it is")
    if answer.get("error"):
        denied = answer["error"] == "access_denied"
        raise ProviderError(Failure.DENIED if denied else Failure.REFUSED, _plain(answer["error"]))
    if not answer.get("code"):
        raise ProviderError(Failure.CODE, "none")
    token = _token(client, answer["code"], departure)
    return _identity(_claims(client, token, departure.nonce))


def _client() -> DjangoOAuth2App:
    registration = _Registration(
        settings.ATTEST_OIDC_ISSUER, settings.ATTEST_OIDC_CLIENT_ID, settings.ATTEST_OIDC_CLIENT_SECRET
    )
    until, client = _clients.get(registration, (0.0, None))
    if client is not None and time.monotonic() < until:
        return client
    if time.monotonic() < _away.get(registration, 0.0):
        raise ProviderError(Failure.AWAY, "it did not answer a moment ago")
    try:
        document = discover()
    except ProviderError as error:
        if error.failure is Failure.AWAY:
            _away[registration] = time.monotonic() + AWAY_SECONDS
        raise
    client = _registered(registration, document)
    _clients[registration] = (time.monotonic() + KEPT_SECONDS, client)
    return client


def _registered(registration: _Registration, document: dict[str, Any]) -> DjangoOAuth2App:
    """What of the document is used is named here: the rest would become options of requests."""
    offered = document.get("token_endpoint_auth_methods_supported") or ["client_secret_basic"]
    method = "client_secret_basic" if "client_secret_basic" in offered else "client_secret_post"
    return OAuth().register(
        "provider",
        client_id=registration.client_id,
        client_secret=registration.client_secret or None,
        authorize_url=document["authorization_endpoint"],
        access_token_url=document["token_endpoint"],
        jwks_uri=document["jwks_uri"],
        issuer=registration.issuer,
        id_token_signing_alg_values_supported=_algorithms(document),
        authorization_response_iss_parameter_supported=bool(
            document.get("authorization_response_iss_parameter_supported")
        ),
        client_kwargs={
            "scope": "openid",
            "code_challenge_method": "S256",
            "default_timeout": TIMEOUT,
            "token_endpoint_auth_method": method if registration.client_secret else "none",
        },
    )


def _check_document(document: dict[str, Any], issuer: str) -> None:
    if document.get("issuer") != issuer:
        raise ProviderError(Failure.SETTINGS, "the discovery document names another issuer")
    for name in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
        if not _is_safe(str(document.get(name, "")), issuer):
            raise ProviderError(Failure.SETTINGS, f"{name} of the discovery document is no https address")
    if not _algorithms(document):
        raise ProviderError(Failure.SETTINGS, "the provider signs in no way that is accepted")
    methods = document.get("code_challenge_methods_supported")
    if methods is not None and "S256" not in methods:
        raise ProviderError(Failure.SETTINGS, "the provider does not know PKCE with S256")


def _algorithms(document: dict[str, Any]) -> list[str]:
    offered = document.get("id_token_signing_alg_values_supported") or ["RS256"]
    return [one for one in offered if one in ALGORITHMS]


def _is_safe(address: str, issuer: str) -> bool:
    """https; or, where the issuer itself is a plain one on this machine, on this machine."""
    parts, own = urlsplit(address), urlsplit(issuer)
    is_plain = parts.scheme == own.scheme == "http" and parts.hostname == own.hostname
    return bool(parts.hostname) and (parts.scheme == "https" or is_plain)


def _token(client: DjangoOAuth2App, code: str, departure: Departure) -> dict[str, Any]:
    try:
        token: dict[str, Any] = client.fetch_access_token(
            redirect_uri=departure.redirect_uri, code=code, code_verifier=departure.verifier, allow_redirects=False
        )
    except OAuthError as error:
        is_client = error.error in {"invalid_client", "unauthorized_client"}
        raise ProviderError(Failure.SETTINGS if is_client else Failure.CODE, _plain(error.error)) from error
    except (requests.RequestException, ValueError, TypeError) as error:  # not one, or one of another shape
        raise ProviderError(Failure.AWAY, type(error).__name__) from error
    if not isinstance(token.get("id_token"), str):
        raise ProviderError(Failure.TOKEN, "no ID token")
    return token


def _claims(client: DjangoOAuth2App, token: dict[str, Any], nonce: str) -> dict[str, Any]:
    """What the ID token says, once its signature, issuer, audience, times and nonce were checked.

    Keys are fetched anew for a key id that is unknown (by Authlib), and where a signature does not fit: a provider may
    replace a key under the same id, or give none.
    """
    try:
        try:
            return _parsed(client, token, nonce)
        except BadSignatureError:
            client.fetch_jwk_set(force=True)
            return _parsed(client, token, nonce)
    except requests.RequestException as error:
        raise ProviderError(Failure.AWAY, type(error).__name__) from error
    except ExpiredTokenError as error:
        raise ProviderError(Failure.EXPIRED) from error
    except ClaimError as error:
        failures = {"aud": Failure.AUDIENCE, "azp": Failure.AUDIENCE, "iss": Failure.ISSUER, "nonce": Failure.NONCE}
        failures |= {"iat": Failure.CLOCK, "nbf": Failure.CLOCK}
        raise ProviderError(failures.get(error.claim, Failure.TOKEN), error.claim) from error
    except JoseError as error:
        raise ProviderError(Failure.SIGNATURE, type(error).__name__) from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:  # a token or a set of keys of another shape
        raise ProviderError(Failure.TOKEN, type(error).__name__) from error


def _parsed(client: DjangoOAuth2App, token: dict[str, Any], nonce: str) -> dict[str, Any]:
    options = {
        "iss": {"essential": True, "value": settings.ATTEST_OIDC_ISSUER},
        "aud": {"essential": True, "value": client.client_id},
    }
    claims: dict[str, Any] = client.parse_id_token(token, nonce=nonce, claims_options=options, leeway=LEEWAY)
    return claims


def _identity(claims: dict[str, Any]) -> Identity:
    subject = claims["sub"]
    is_text = isinstance(subject, str) and 0 < len(subject) <= LONGEST
    if not is_text or not (subject.isascii() and subject.isprintable()):
        raise ProviderError(Failure.TOKEN, "sub")
    said = {one for one in [*(claims.get("amr") or []), claims.get("acr")] if isinstance(one, str)}
    trusted = bool(said & set(settings.ATTEST_OIDC_SECOND_FACTOR))
    return Identity(settings.ATTEST_OIDC_ISSUER, subject, trusted)


def _plain(error: object) -> str:
    """A code of OAuth as it may stand in the log."""
    return re.sub(r"[^a-z_]", "", str(error))[:40]
