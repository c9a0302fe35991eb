"""What `doctor` says of the certificate that visitors of the site are shown."""

from __future__ import annotations

import socket
import ssl
import time
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from config.doctor import Finding

SOON = timedelta(days=21)  # certbot renews a month before
PATIENCE = 3.0  # seconds


def certificate(site_url: str) -> Finding:
    """Ask the address of the site for its certificate, as a browser does. `site_url`: ATTEST_SITE_URL.

    A name that this machine cannot reach is no problem: in a container the way out and back in may be closed.
    """
    subject, parts = "certificate", urlsplit(site_url)
    if parts.scheme != "https" or not parts.hostname:
        return Finding(subject, f"not looked at: ATTEST_SITE_URL is {site_url}")
    try:
        with (
            socket.create_connection((parts.hostname, parts.port or 443), timeout=PATIENCE) as opened,
            ssl.create_default_context().wrap_socket(opened, server_hostname=parts.hostname) as connection,
        ):
            shown = connection.getpeercert() or {}
    except ssl.SSLCertVerificationError as error:
        said = f"browsers refuse that of {parts.netloc}: {error.verify_message}"
        return Finding(subject, said, "Renew it, and let nginx read it again (docs/deploy.md).", "certificate-refused")
    except OSError as error:
        return Finding(subject, f"not looked at: {parts.netloc} cannot be reached from here ({error})")
    ends = ssl.cert_time_to_seconds(str(shown["notAfter"]))
    said = f"that of {parts.netloc} ends on {datetime.fromtimestamp(ends, UTC):%Y-%m-%d}"
    if ends - time.time() < SOON.total_seconds():
        remedy = "See why certbot does not renew it: certbot renew --dry-run (docs/deploy.md)."
        return Finding(subject, said, remedy, "certificate-ends")
    return Finding(subject, said)
