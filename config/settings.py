"""Attest's settings. Every value an operator may change comes from the environment; `.env.example` lists them all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from config.env import (
    env_bool,
    env_choice,
    env_int,
    env_list,
    env_map,
    env_networks,
    env_str,
    env_time_zone,
    read_env_file,
)
from config.private_files import UMASK, make_private
from config.secret import secret_key_from
from config.start_checks import public_names, refuse_provider, refuse_weak_key, refuse_weak_passwords
from config.static_version import static_version

os.umask(UMASK)
BASE_DIR = Path(__file__).resolve().parent.parent
read_env_file(BASE_DIR)

# --- Where things are kept -------------------------------------------------------------------------------------------
# A relative folder is meant from here, not from wherever a command happens to be started.
ATTEST_DATA_DIR = (BASE_DIR / env_str("ATTEST_DATA_DIR", "var")).resolve()
try:
    ATTEST_DATA_DIR.mkdir(parents=True, exist_ok=True)
except OSError as _error:
    raise ImproperlyConfigured(
        f"ATTEST_DATA_DIR={ATTEST_DATA_DIR} cannot be made ({_error.strerror}). Name a folder you may write to."
    ) from _error

# --- Security --------------------------------------------------------------------------------------------------------
DEBUG = env_bool("DEBUG", default=False)
SECRET_KEY = env_str("SECRET_KEY") or secret_key_from(ATTEST_DATA_DIR)
refuse_weak_key(SECRET_KEY)
ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", ["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS", [])
# Behind TLS the cookies must not travel in clear; on a laptop at 127.0.0.1 there is no TLS to insist on.
HTTPS = env_bool("HTTPS", default=False)
ATTEST_BIND = env_str("ATTEST_BIND", "127.0.0.1")
ATTEST_PLAIN_HTTP = env_bool("ATTEST_PLAIN_HTTP", default=False)  # config.gunicorn refuses it where others can listen
# The demo has people with passwords: it is for trying Attest, and never beside real work.
ATTEST_DEMO = env_bool("ATTEST_DEMO", default=not HTTPS)
SESSION_ENGINE = "annotation.accounts.sessions"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_AGE = 14 * 24 * 3600
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "blob:"],  # a figure is made a PNG in the browser
        "font-src": [SELF],
        "connect-src": [SELF],
        "frame-src": [SELF],  # originals of archived web pages, which have a policy of their own
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# --- Parts -----------------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "jobs",
    "corpus",
    "search",
    "annotation",
    "annotation.workflows.oracle_annotation",
    "annotation.workflows.screening",
    "annotation.workflows.symmetric_pairs",
    "annotation.workflows.sentence_claims",
    "annotation.workflows.question_answering",
    "annotation.workflows.evidence_rating",
    "annotation.workflows.citation_study",
    "annotation.shared_tasks",
    "annotation.citations",
    "baseline",
    "frontend",
    "rest_framework",
    "drf_spectacular",
    "csp",
    "django.contrib.admin.apps.SimpleAdminConfig",  # read-only, by frontend/admin.py
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]
# Kinds of work: dotted paths of `annotation.work.workflow.Workflow` records (docs/write-a-workflow.md).
ATTEST_WORKFLOWS = [
    "annotation.workflows.claim_generation.workflow.WORKFLOW",
    "annotation.workflows.claim_verification.workflow.WORKFLOW",
    "annotation.workflows.screening.workflow.WORKFLOW",
    "annotation.workflows.oracle_annotation.workflow.WORKFLOW",
    "annotation.workflows.symmetric_pairs.workflow.WORKFLOW",
    "annotation.workflows.sentence_claims.workflow.WORKFLOW",
    "annotation.workflows.question_answering.workflow.NORMALISATION",
    "annotation.workflows.question_answering.workflow.ANSWERING",
    "annotation.workflows.question_answering.workflow.VALIDATION",
    "annotation.workflows.question_answering.workflow.DISPUTE",
    "annotation.workflows.question_answering.workflow.CONTROL",
    "annotation.workflows.evidence_rating.workflow.WORKFLOW",
    "annotation.workflows.citation_study.workflow.WORKFLOW",
]
MIDDLEWARE = [
    "frontend.request_log.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "frontend.headers.Headers",
    "frontend.site.probes.Probes",
    "frontend.forwarded_scheme.ForwardedScheme",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "annotation.accounts.authentication.AuthenticationMiddleware",
    "frontend.request_size.RequestSizeMiddleware",  # before the body is read, after it is known who sends it
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "frontend.time_zone.TimeZoneMiddleware",
    "frontend.account_rules.AccountRules",
    "frontend.unavailable.UnavailableMiddleware",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": sorted((BASE_DIR / "frontend" / "workflows").glob("*/templates")),
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# --- Database --------------------------------------------------------------------------------------------------------
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"


def _database() -> dict[str, Any]:
    """The database of DATABASE_URL; SQLite in the data folder when it is unset."""
    url = env_str("DATABASE_URL", f"sqlite:///{ATTEST_DATA_DIR / 'attest.sqlite3'}")
    try:
        database: dict[str, Any] = dict(dj_database_url.parse(url, conn_max_age=60, conn_health_checks=True))
    except (ValueError, dj_database_url.ParseError, dj_database_url.UnknownSchemeError) as error:
        raise ImproperlyConfigured(
            "DATABASE_URL is not a database address. Write sqlite:////path/to/file "
            "or postgres://user:password@host:5432/name."
        ) from error
    if database["ENGINE"] == "django.db.backends.postgresql":
        database["ENGINE"] = "config.postgresql"
        database["POOLER"] = env_choice("DATABASE_POOLER", ("", "transaction"))
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["ENGINE"] = "config.sqlite"
        # Two people submit at the same moment: WAL lets readers go on, IMMEDIATE makes writers queue at BEGIN
        # (and wait) instead of failing half-way with "database is locked".
        database["OPTIONS"] = {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON; "
            "PRAGMA recursive_triggers=ON;",  # an INSERT that replaces a row asks its triggers of deleting
        }
    return database


DATABASES = {"default": _database()}
_sqlite = DATABASES["default"]["ENGINE"] == "config.sqlite"
make_private(ATTEST_DATA_DIR, Path(DATABASES["default"]["NAME"]) if _sqlite else None)
refuse_weak_passwords(
    {name: env_str(name) for name in ("DATABASE_URL", "REDIS_URL")},
    is_public=bool(public_names("localhost", ALLOWED_HOSTS)),
)

# --- People ----------------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "annotation.User"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "my-work"
LOGOUT_REDIRECT_URL = "login"
# Argon2id. Older hashes are accepted, and renewed when their people log in.
PASSWORD_HASHERS = [
    "annotation.accounts.hashers.Argon2",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
PASSWORD_RESET_TIMEOUT = 14 * 24 * 3600  # seconds: how long an invitation's link is valid
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"max_similarity": 0.6},  # refuses a name that is written twice
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "annotation.accounts.passwords.EndsSessionsAndTokens"},
]
# The number of proxies that append to X-Forwarded-For: guesses are counted by the address that it gives then.
ATTEST_PROXIES = env_int("ATTEST_PROXIES", 0, maximum=10)
# Who must have a second factor: "managers" (and operators), "everybody", or "" for nobody.
ATTEST_REQUIRE_SECOND_FACTOR = env_choice("ATTEST_REQUIRE_SECOND_FACTOR", ("", "managers", "everybody"))

# Log-in by an OpenID Connect provider (annotation.accounts.provider); no issuer: none.
ATTEST_OIDC_ISSUER = env_str("ATTEST_OIDC_ISSUER")
ATTEST_OIDC_CLIENT_ID = env_str("ATTEST_OIDC_CLIENT_ID")
ATTEST_OIDC_CLIENT_SECRET = env_str("ATTEST_OIDC_CLIENT_SECRET")
ATTEST_OIDC_LABEL = env_str("ATTEST_OIDC_LABEL")
# Who may log in by password beside it: "" for everybody, or "operators".
ATTEST_OIDC_PASSWORDS = env_choice("ATTEST_OIDC_PASSWORDS", ("", "operators"))
# What of `amr` or `acr` counts as a second factor; nothing: Attest asks for its own.
ATTEST_OIDC_SECOND_FACTOR = env_list("ATTEST_OIDC_SECOND_FACTOR", [])
refuse_provider(ATTEST_OIDC_ISSUER, ATTEST_OIDC_CLIENT_ID)

# --- HTTP API --------------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "annotation.api.tokens.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [
        "rest_framework.permissions.IsAuthenticated",
        "annotation.api.scopes.WithinScope",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "annotation.api.errors.error_answer",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Attest",
    "DESCRIPTION": "Write, verify and release claims with sentence- and cell-level evidence.",
    "VERSION": "1",
    "SERVE_PUBLIC": False,
    "SERVE_INCLUDE_SCHEMA": False,
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 10 * 1024 * 1024

# --- Words and times -------------------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
# Each in its own words, as people look for it. bin/translations keeps the words of all but the first.
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
TIME_ZONE = env_time_zone("TIME_ZONE", "UTC")
USE_TZ = True
USE_I18N = True
FORMAT_MODULE_PATH = ["config.formats"]

# --- Static files ----------------------------------------------------------------------------------------------------
STATIC_FOLDER = BASE_DIR / "frontend"
STATIC_URL = "/static/" if DEBUG else f"/static/{static_version(STATIC_FOLDER)}/"
STATICFILES_DIRS = sorted((BASE_DIR / "frontend" / "workflows").glob("*/static"))
# Served straight from the source folders. Ours have a version in their address and are kept for good; those of packages
# are revalidated by ETag, and so is everything while DEBUG is on, where files change and the address does not.
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_MAX_AGE = 0


def WHITENOISE_IMMUTABLE_FILE_TEST(path: str, _url: str) -> bool:
    """Return whether a file never changes under its address."""
    return not DEBUG and Path(path).is_relative_to(STATIC_FOLDER)


# --- Servers that are switched on by an address ----------------------------------------------------------------------
# What finds evidence to suggest (annotation.suggestions.runner): the dotted name of a function; "off" for none.
ATTEST_SUGGESTER = env_str("ATTEST_SUGGESTER", "baseline.suggester.suggester")
ATTEST_SUGGESTER = "" if ATTEST_SUGGESTER == "off" else ATTEST_SUGGESTER
# Of the suggester behind an address, baseline.service_suggester.suggester.
ATTEST_SUGGESTER_URL = env_str("ATTEST_SUGGESTER_URL")
ATTEST_SUGGESTER_KEY = env_str("ATTEST_SUGGESTER_KEY")
ATTEST_SUGGESTER_SECONDS = env_int("ATTEST_SUGGESTER_SECONDS", 30, minimum=1)
# The language model of Ev2R (baseline.scoring.averitec.ev2r).
ATTEST_EV2R_URL = env_str("ATTEST_EV2R_URL")
ATTEST_EV2R_MODEL = env_str("ATTEST_EV2R_MODEL")
ATTEST_EV2R_KEY = env_str("ATTEST_EV2R_KEY")
ATTEST_EV2R_SECONDS = env_int("ATTEST_EV2R_SECONDS", 60, minimum=1)
ATTEST_BASELINE = env_str("ATTEST_BASELINE")
# The language model of the audit of what claims alone give away: the dotted name of a function; "" for none.
ATTEST_CLAIM_ONLY = env_str("ATTEST_CLAIM_ONLY")
ATTEST_CLAIM_ONLY_WEIGHTS = env_str("ATTEST_CLAIM_ONLY_WEIGHTS")
# Networks beyond the public ones that webhooks may be sent to (annotation.release.webhook.addresses).
ATTEST_WEBHOOK_NETWORKS = env_networks("ATTEST_WEBHOOK_NETWORKS")
# What managers may import in the browser (annotation.set_up.sources): the folder of this server whose files they may
# choose ("" for none), the largest upload in MB (0 for none), and the wikis that articles may be fetched from.
ATTEST_IMPORT_DIR = env_str("ATTEST_IMPORT_DIR")
ATTEST_IMPORT_UPLOAD_MB = env_int("ATTEST_IMPORT_UPLOAD_MB", 256)
# Largest submission to a shared task, in MB.
ATTEST_SUBMISSION_MB = env_int("ATTEST_SUBMISSION_MB", 50)
ATTEST_IMPORT_WIKIS = env_list("ATTEST_IMPORT_WIKIS", ["wikipedia.org"])
ATTEST_IMPORT_WIKIS = [] if ATTEST_IMPORT_WIKIS == ["off"] else ATTEST_IMPORT_WIKIS
# Mail (annotation.alerts.mail). Without a server mails are written to the log.
EMAIL_HOST = env_str("EMAIL_HOST")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
EMAIL_PORT = env_int("EMAIL_PORT", 587, minimum=1, maximum=65535)
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = env_str("EMAIL_HOST_USER"), env_str("EMAIL_HOST_PASSWORD")
EMAIL_USE_SSL = EMAIL_PORT == 465
EMAIL_USE_TLS = env_bool("EMAIL_USE_TLS", default=not EMAIL_USE_SSL) and not EMAIL_USE_SSL
EMAIL_TIMEOUT = 20  # seconds
DEFAULT_FROM_EMAIL = env_str("DEFAULT_FROM_EMAIL", "attest@localhost")
# Where the site is, for links in mails.
ATTEST_SITE_URL = env_str("ATTEST_SITE_URL", f"http://127.0.0.1:{env_str('PORT', '8000')}").rstrip("/")
# Whom operators want to be told when something is wrong with the site (frontend.site.alerts).
ATTEST_ALERT_MAIL = env_list("ATTEST_ALERT_MAIL", [])
ATTEST_ALERT_WEBHOOK = env_str("ATTEST_ALERT_WEBHOOK")
ATTEST_ALERT_QUIET_HOURS = env_int("ATTEST_ALERT_QUIET_HOURS", 24, minimum=1)
REDIS_URL = env_str("REDIS_URL")
ATTEST_CONTACT = env_str("ATTEST_CONTACT")
# Nightly backups (annotation.backup.job): the folder of their folders ("" for none), how many are kept, and the key.
ATTEST_BACKUP_DIR = env_str("ATTEST_BACKUP_DIR")
ATTEST_BACKUP_KEEP = env_int("ATTEST_BACKUP_KEEP", 14, minimum=1)
ATTEST_BACKUP_KEY = env_str("ATTEST_BACKUP_KEY")
ELASTICSEARCH_URL = env_str("ELASTICSEARCH_URL")
ELASTICSEARCH_API_KEY = env_str("ELASTICSEARCH_API_KEY")
ELASTICSEARCH_CA_FILE = env_str("ELASTICSEARCH_CA_FILE")
ELASTICSEARCH_FINGERPRINT = env_str("ELASTICSEARCH_FINGERPRINT")
ELASTICSEARCH_INDEX_PREFIX = env_str("ELASTICSEARCH_INDEX_PREFIX", "attest")
ELASTICSEARCH_SHARDS = env_int("ELASTICSEARCH_SHARDS", 1, minimum=1, maximum=1024)
ELASTICSEARCH_REPLICAS = env_int("ELASTICSEARCH_REPLICAS", 0, maximum=10) if env_str("ELASTICSEARCH_REPLICAS") else None
# Job kind -> Celery queue; all other kinds go to the default queue. Each queue needs a worker (celery worker -Q NAME).
JOB_QUEUES = env_map("ATTEST_JOB_QUEUES")
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_SOFT_TIME_LIMIT = env_int("ATTEST_JOB_TIME_LIMIT", 12 * 3600, minimum=60)  # seconds: the job fails
CELERY_TASK_TIME_LIMIT = CELERY_TASK_SOFT_TIME_LIMIT + 300  # one that cannot be interrupted is killed
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 350_000  # kB resident: a process above that is replaced once its job is done
CELERY_WORKER_PREFETCH_MULTIPLIER = 1  # a message reserved behind a long job would wait while other workers idle
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a worker waits for a broker that is away for however long
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": CELERY_TASK_TIME_LIMIT + 3600,  # Redis must not redeliver the message of a running job
    "socket_connect_timeout": 5,
}
# `celery -A config beat` asks for the sweep, which finds what waits and enqueues what runs by the clock (jobs.tasks).
CELERY_BEAT_SCHEDULE = {"sweep": {"task": "jobs.tasks.sweep", "schedule": 10.0, "options": {"expires": 10.0}}}
CELERY_BEAT_SCHEDULE_FILENAME = str(ATTEST_DATA_DIR / "celerybeat-schedule")
PORT = env_int("PORT", 8000, minimum=1, maximum=65535)

# Networks from which Prometheus may ask for /metrics without an operator's token.
ATTEST_METRICS_NETWORKS = env_networks("ATTEST_METRICS_NETWORKS")

# --- Logs ------------------------------------------------------------------------------------------------------------
# "json": a line for every request and job as well, without anything that people wrote (observation.json_logs).
ATTEST_LOG_FORMAT = env_choice("ATTEST_LOG_FORMAT", ("plain", "json"))
_json = ATTEST_LOG_FORMAT == "json"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
        "json": {"()": "observation.json_logs.JsonFormatter"},
    },
    "filters": {"unavailable": {"()": "annotation.api.unavailable.UnavailableFilter"}},
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": ATTEST_LOG_FORMAT, "filters": ["unavailable"]}
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Strangers ask for any host name, and are answered 400: no traceback for each.
    "loggers": {
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        # In JSON every request has a line of its own: what Django adds of refused ones says no more.
        **({"django.request": {"level": "ERROR"}} if _json else {}),
        **({name: {"level": "INFO"} for name in ("attest.request", "jobs")} if _json else {}),
    },
}
