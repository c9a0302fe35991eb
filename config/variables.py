"""Every environment variable Attest reads: its default and its meaning. `doctor` and `.env.example` show this list."""

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
        "SECRET_KEY", "made once, in the data folder", "Signs sessions and forms. At least 50 letters.", secret=True
    ),
    Variable("DEBUG", "0", "1 shows tracebacks to whoever looks: never on a server others reach."),
    Variable("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]", "Names under which the site may be asked for, by commas."),
    Variable(
        "CSRF_TRUSTED_ORIGINS", "", "Origins that may send forms, with scheme, by commas: https://attest.example.org."
    ),
    Variable("HTTPS", "0", "1 where a proxy speaks TLS: secure cookies, HSTS, and its X-Forwarded-Proto is believed."),
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
        "ELASTICSEARCH_API_KEY", "", "Lets in instead of a name and a password (base64, as Kibana shows it).", True
    ),
    Variable("ELASTICSEARCH_CA_FILE", "", "Certificate that the server's is signed by, where no public one is (PEM)."),
    Variable("ELASTICSEARCH_FINGERPRINT", "", "Or the SHA-256 fingerprint of the server's own certificate."),
    Variable("ELASTICSEARCH_INDEX_PREFIX", "attest", "What our indexes' names begin with, on a server with others'."),
    Variable(
        "ATTEST_CONTACT",
        "",
        "Your e-mail or web address, told to the wikis that articles are fetched from: they ask for it.",
    ),
    Variable(
        "ATTEST_SUGGESTER",
        "baseline.suggester.suggester",
        "What finds evidence to suggest to annotators, beside the site; “off” for nothing.",
    ),
    Variable("ATTEST_BASELINE", "", "File of settings over those of baseline/baseline.toml: weights to use, numbers."),
    Variable(
        "ATTEST_CLAIM_ONLY",
        "",
        "baseline.claim_only.five_fold asks a language model too what claims alone give away. It needs torch.",
    ),
    Variable("ATTEST_CLAIM_ONLY_WEIGHTS", "", "Folder of the checkpoint that it starts from, such as bert-base-cased."),
    Variable("PORT", "8000", "Port of `make run`."),
    Variable("ATTEST_BIND", "127.0.0.1", "Address `make run` listens on; 0.0.0.0 for the whole network."),
    Variable("WEB_CONCURRENCY", "2", "Processes of the web server."),
    Variable("WEB_THREADS", "4", "Threads of each of them."),
)
