"""Every environment variable of Attest with its default and meaning, as `doctor` and `.env.example` show them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Variable:
    name: str
    default: str
    meaning: str
    secret: bool = False


VARIABLES = (
    Variable(
        "ATTEST_ENV_FILE", ".env", "File with more of these, one NAME=value a line; the environment wins over it."
    ),
    Variable("ATTEST_DATA_DIR", "var", "Folder of the SQLite database, search index, releases and secret key."),
    Variable(
        "DATABASE_URL",
        "SQLite in the data folder",
        "The database: sqlite:////path/to/file or postgres://user:password@host:5432/name.",
        secret=True,
    ),
    Variable(
        "DATABASE_POOLER",
        "",
        "transaction: DATABASE_URL leads to PgBouncer in transaction mode, or another pooler of this kind.",
    ),
    Variable(
        "SECRET_KEY",
        "made once, in the data folder",
        "Signs sessions and forms. At least 50 letters, or the site does not start.",
        secret=True,
    ),
    Variable("DEBUG", "0", "1 shows tracebacks to every visitor: never on a public server."),
    Variable("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]", "Host names of the site, separated by commas."),
    Variable(
        "CSRF_TRUSTED_ORIGINS",
        "",
        "Origins that may submit forms, with scheme, separated by commas: https://attest.example.org.",
    ),
    Variable("HTTPS", "0", "1 behind a TLS proxy: secure cookies, HSTS, and its X-Forwarded-Proto is trusted."),
    Variable(
        "ATTEST_PROXIES",
        "0",
        "Number of proxies in front that append to X-Forwarded-For; guesses are counted by the address that it gives.",
    ),
    Variable(
        "ATTEST_REQUIRE_SECOND_FACTOR",
        "",
        "managers: they and operators set up a second factor before any of their pages opens; everybody: all people.",
    ),
    Variable(
        "ATTEST_LOG_FORMAT",
        "plain",
        "json: a line of JSON for every request and job too, without what people wrote; so in containers and units.",
    ),
    Variable(
        "ATTEST_METRICS_NETWORKS",
        "",
        "Networks from which Prometheus may read /metrics: 10.1.0.7/32. Unset: with an operator's token alone.",
    ),
    Variable(
        "ATTEST_OIDC_ISSUER",
        "",
        "Issuer of an OpenID Connect provider that people may log in by: https://id.example.org. Unset: by none.",
    ),
    Variable("ATTEST_OIDC_CLIENT_ID", "", "What the provider knows this site as."),
    Variable("ATTEST_OIDC_CLIENT_SECRET", "", "The site's secret there. Unset: a public client, by PKCE alone.", True),
    Variable("ATTEST_OIDC_LABEL", "the issuer's host", "What the button says behind “Log in with”."),
    Variable(
        "ATTEST_OIDC_PASSWORDS",
        "",
        "operators: they alone log in by password, all others by the provider. Unset: everybody may do both.",
    ),
    Variable(
        "ATTEST_OIDC_SECOND_FACTOR",
        "",
        "Values of amr or acr, by commas, that count as a second factor: mfa. Unset: Attest asks for its own.",
    ),
    Variable(
        "ATTEST_PLAIN_HTTP",
        "0",
        "1 serves others without TLS, such as in a closed network. Without it and HTTPS=1 the server does not start.",
    ),
    Variable(
        "ATTEST_DEMO", "1; 0 with HTTPS=1", "0: `bin/serve` and `setup_demo` make no demo project and no demo accounts."
    ),
    Variable("TIME_ZONE", "UTC", "Time zone of times on pages, e.g. Europe/Oslo."),
    Variable(
        "REDIS_URL",
        "",
        "redis://host:6379/0: Celery workers run background jobs. Unset: the embedded worker runs them.",
        True,
    ),
    Variable("ATTEST_JOB_TIME_LIMIT", "43200", "Seconds that a background job may run in a Celery worker."),
    Variable(
        "ATTEST_JOB_QUEUES",
        "",
        "Celery queues of job kinds, by commas: make_release=releases,build_index=indexing. Others: the default queue.",
    ),
    Variable(
        "ELASTICSEARCH_URL",
        "",
        "Searches with Elasticsearch 8 or 9: https://name:password@host:9200. Unset: the embedded tantivy index.",
        secret=True,
    ),
    Variable(
        "ELASTICSEARCH_API_KEY", "", "API key instead of user name and password (base64, as Kibana shows it).", True
    ),
    Variable("ELASTICSEARCH_CA_FILE", "", "CA certificate of the server, if it is not a public one (PEM)."),
    Variable(
        "ELASTICSEARCH_FINGERPRINT",
        "",
        "SHA-256 fingerprint of the server's own certificate, instead of the CA certificate.",
    ),
    Variable("ELASTICSEARCH_INDEX_PREFIX", "attest", "Prefix of the index names, on a shared server."),
    Variable("ELASTICSEARCH_SHARDS", "1", "Shards of an index; another number counts from `build_index --force` on."),
    Variable("ELASTICSEARCH_REPLICAS", "1 if there is a second node", "Copies of each shard on other nodes."),
    Variable(
        "ATTEST_CONTACT",
        "",
        "Your e-mail or web address, sent to the wikis that articles are fetched from, as they require.",
    ),
    Variable("ATTEST_BACKUP_DIR", "", "Folder of nightly backups, on another disk than the data. Unset: none."),
    Variable("ATTEST_BACKUP_KEEP", "14", "How many nightly backups are kept; older ones are deleted."),
    Variable(
        "ATTEST_BACKUP_KEY",
        "",
        "Encrypts backups: a passphrase of at least 12 characters, or a recipient of age (age1...).",
        secret=True,
    ),
    Variable("ATTEST_SITE_URL", "http://127.0.0.1:PORT", "Address of the site, for links in mails."),
    Variable(
        "EMAIL_HOST", "", "Mail server, by which managers are sent new alerts. Unset: mails are written to the log."
    ),
    Variable("EMAIL_PORT", "587", "Port of the mail server; 465 speaks TLS from the start."),
    Variable("EMAIL_HOST_USER", "", "User name at the mail server."),
    Variable("EMAIL_HOST_PASSWORD", "", "Password at the mail server.", secret=True),
    Variable("EMAIL_USE_TLS", "1", "0 where the mail server has no STARTTLS."),
    Variable("DEFAULT_FROM_EMAIL", "attest@localhost", "Sender of mails."),
    Variable(
        "ATTEST_ALERT_MAIL",
        "",
        "Mail addresses of operators, by commas, told when something is wrong with the site. It needs EMAIL_HOST.",
    ),
    Variable(
        "ATTEST_ALERT_WEBHOOK",
        "",
        "Address that is told the same by a POST request with JSON: https://..., or of ATTEST_WEBHOOK_NETWORKS.",
        secret=True,
    ),
    Variable(
        "ATTEST_ALERT_QUIET_HOURS", "24", "Hours before operators are told again of something that is still wrong."
    ),
    Variable(
        "ATTEST_SUGGESTER",
        "baseline.suggester.suggester",
        "Function that suggests evidence to annotators; “off” for none.",
    ),
    Variable(
        "ATTEST_SUGGESTER_URL",
        "",
        "Address of your own model, for ATTEST_SUGGESTER=baseline.service_suggester.suggester.",
    ),
    Variable("ATTEST_SUGGESTER_KEY", "", "Bearer token for it."),
    Variable("ATTEST_SUGGESTER_SECONDS", "30", "The longest it may take for a claim."),
    Variable(
        "ATTEST_EV2R_URL",
        "",
        "Address of OpenAI-compatible chat completions, for Ev2R's recall and precision of AVeriTeC's evidence.",
    ),
    Variable("ATTEST_EV2R_MODEL", "", "The model that is asked there; without both, there is no Ev2R."),
    Variable("ATTEST_EV2R_KEY", "", "Bearer token for it.", secret=True),
    Variable("ATTEST_EV2R_SECONDS", "60", "The longest it may take for a claim; it is asked three times."),
    Variable("ATTEST_BASELINE", "", "File with settings that override baseline/baseline.toml."),
    Variable(
        "ATTEST_CLAIM_ONLY",
        "",
        "baseline.claim_only.five_fold adds a transformer to the claim-only baseline. It needs torch.",
    ),
    Variable("ATTEST_CLAIM_ONLY_WEIGHTS", "", "Folder of the checkpoint to start from, such as bert-base-cased."),
    Variable(
        "ATTEST_WEBHOOK_NETWORKS",
        "",
        "Private networks that webhooks may be sent to: 10.1.0.0/16,127.0.0.1. Unset: public addresses alone.",
    ),
    Variable(
        "ATTEST_IMPORT_DIR",
        "",
        "Folder of dumps and articles that managers may import in the browser. Unset: they may import none from here.",
    ),
    Variable("ATTEST_IMPORT_UPLOAD_MB", "256", "Largest file that managers may upload as a corpus, in MB; 0: none."),
    Variable("ATTEST_SUBMISSION_MB", "50", "Largest submission of a team to a shared task, and largest gold, in MB."),
    Variable(
        "ATTEST_IMPORT_WIKIS",
        "wikipedia.org",
        "Hosts of the wikis that managers may fetch articles from, with their subdomains; “off” for none.",
    ),
    Variable("PORT", "8000", "Port of `make run`."),
    Variable("ATTEST_BIND", "127.0.0.1", "Address `make run` listens on; 0.0.0.0 for the whole network."),
    Variable("WEB_CONCURRENCY", "2", "Processes of the web server."),
    Variable("WEB_THREADS", "4", "Threads of each of them."),
)
