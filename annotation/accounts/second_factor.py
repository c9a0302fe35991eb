"""The second factor: a time-based one-time password (TOTP, RFC 6238) of an authenticator app, and recovery codes.

The app's secret is stored encrypted (Fernet, with a key derived from SECRET_KEY), so that a copy of the database alone
makes no codes. Recovery codes are stored as hashes; they are random enough that one SHA-256 protects them.
"""

from __future__ import annotations

import base64
import enum
import hashlib
import logging
import secrets
import time
from collections.abc import Iterable

import pyotp
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import models, transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from annotation.accounts.models import User
from annotation.audit_log.acts import Act
from annotation.audit_log.record import record

log = logging.getLogger(__name__)
STEP = 30  # seconds that a code is shown
ACCEPTED_STEPS = (0, -1, 1)  # clocks that are off by one step
NEAR_STEPS = 20  # up to ten minutes: a right code of a wrong clock, which is refused and said
RECOVERY_CODES = 10
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another
_SALT = "annotation.accounts.second_factor"


class SecondFactor(models.Model):
    """The authenticator app of a person. `confirmed_at`: null until a first code of it was entered.

    `last_step`: the latest step whose code was accepted; neither it nor an earlier one is accepted again.
    """

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="second_factor")
    secret = models.TextField()
    confirmed_at = models.DateTimeField(null=True)
    last_step = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"second factor of {self.user_id}"


class RecoveryCode(models.Model):
    """A code that lets its person in once without the app. Using it deletes the row."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.CharField(max_length=64, unique=True)

    def __str__(self) -> str:
        return f"recovery code of {self.user_id}"


class Answer(enum.Enum):
    """What is said of a code."""

    RIGHT = "right"
    WRONG = "wrong"
    USED = "used"  # right, and accepted before
    CLOCK = "clock"  # right at another time: a clock is wrong
    UNREADABLE = "unreadable"  # SECRET_KEY was replaced since the app was set up


def has_second_factor(person: User) -> bool:
    """Whether the person's log-in takes a code."""
    return SecondFactor.objects.filter(user=person, confirmed_at__isnull=False).exists()


def must_set_up(person: User) -> bool:
    """Whether ATTEST_REQUIRE_SECOND_FACTOR asks this person for a second factor that they do not have."""
    asked = settings.ATTEST_REQUIRE_SECOND_FACTOR
    if not asked or has_second_factor(person):
        return False
    return asked == "everybody" or person.is_superuser or person.memberships.filter(role="manager").exists()


def unreadable_second_factors() -> list[str]:
    """The names of those whose secret the present SECRET_KEY and its fallbacks do not decrypt."""
    stored = SecondFactor.objects.filter(confirmed_at__isnull=False).order_by("user__username")
    return [name for name, secret in stored.values_list("user__username", "secret") if _decrypted(secret) is None]


def begin_set_up(person: User) -> str:
    """The secret to enter in the app: a new one, or that of a set-up that was begun and not confirmed."""
    begun = SecondFactor.objects.filter(user=person, confirmed_at__isnull=True).first()
    secret = _decrypted(begun.secret) if begun else None
    if secret is None:
        secret = pyotp.random_base32()
        SecondFactor.objects.update_or_create(
            user=person, defaults={"secret": _encrypted(secret), "confirmed_at": None, "last_step": 0}
        )
    return secret


def app_address(person: User, secret: str) -> str:
    """The otpauth:// address of a QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name=person.get_username(), issuer_name="Attest")


def confirm_set_up(person: User, code: str) -> tuple[Answer, list[str]]:
    """Switch the second factor on by a first code of the app; the answer, and the recovery codes when it is right."""
    begun = SecondFactor.objects.filter(user=person, confirmed_at__isnull=True).first()
    if begun is None:
        return Answer.WRONG, []
    answer = _check_app(begun, code)
    if answer is not Answer.RIGHT:
        return answer, []
    with transaction.atomic():
        SecondFactor.objects.filter(pk=begun.pk).update(confirmed_at=timezone.now())
        codes = new_recovery_codes(person)
        record(Act.SECOND_FACTOR_ON, by=person, person=person)
        return answer, codes


def check(person: User, code: str) -> Answer:
    """Judge a code of the app, or use up a recovery code."""
    factor = SecondFactor.objects.filter(user=person, confirmed_at__isnull=False).first()
    if factor is None:
        return Answer.WRONG
    if RecoveryCode.objects.filter(user=person, digest=_digest(person, code)).delete()[0]:
        return Answer.RIGHT
    return _check_app(factor, code)


@transaction.atomic
def new_recovery_codes(person: User) -> list[str]:
    """Replace the person's recovery codes; each can be shown this once."""
    codes = [
        "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(3)) for _ in range(RECOVERY_CODES)
    ]
    RecoveryCode.objects.filter(user=person).delete()
    RecoveryCode.objects.bulk_create(RecoveryCode(user=person, digest=_digest(person, code)) for code in codes)
    return codes


@transaction.atomic
def switch_off(person: User, by: User | None) -> bool:
    """Delete app and recovery codes; whether there was an app. `by`: None for a command."""
    RecoveryCode.objects.filter(user=person).delete()
    had = bool(SecondFactor.objects.filter(user=person).delete()[0])
    record(Act.SECOND_FACTOR_OFF, by=by, person=person, after={"was_on": had})
    return had


def _check_app(factor: SecondFactor, code: str) -> Answer:
    secret = _decrypted(factor.secret)
    if secret is None:
        log.error("the second factor of account %d cannot be decrypted: was SECRET_KEY replaced?", factor.user_id)
        return Answer.UNREADABLE
    now = int(time.time()) // STEP
    step = _matching(secret, code, (now + offset for offset in ACCEPTED_STEPS))
    if step is not None:
        # One statement: of two requests with the same code one finds the row.
        fresh = SecondFactor.objects.filter(pk=factor.pk, last_step__lt=step).update(last_step=step)
        return Answer.RIGHT if fresh else Answer.USED
    near = _matching(secret, code, range(now - NEAR_STEPS, now + NEAR_STEPS + 1))
    return Answer.WRONG if near is None else Answer.CLOCK


def _matching(secret: str, code: str, steps: Iterable[int]) -> int | None:
    typed, app = code.replace(" ", ""), pyotp.TOTP(secret)
    return next((step for step in steps if constant_time_compare(app.at(step * STEP), typed)), None)


def _digest(person: User, code: str) -> str:
    plain = "".join(one for one in code.casefold() if one.isalnum())
    return hashlib.sha256(f"{person.pk}:{plain}".encode()).hexdigest()


def _cipher() -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    derived = [salted_hmac(_SALT, "key", secret=key, algorithm="sha256").digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(one)) for one in derived])


def _encrypted(secret: str) -> str:
    return _cipher().encrypt(secret.encode()).decode()


def _decrypted(stored: str) -> str | None:
    try:
        return _cipher().decrypt(stored.encode()).decode()
    except InvalidToken:
        return None
