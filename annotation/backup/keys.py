"""The key of an encrypted backup, in the format of age: a passphrase, a recipient (age1...) or an identity.

With a passphrase a backup has an identity of its own, which is encrypted with the passphrase in `key.age`, so that
files of any size are encrypted as a stream. `age --decrypt` opens every file of a backup without Attest.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from pyrage import DecryptError, IdentityError, RecipientError, decrypt, encrypt, passphrase
from pyrage.x25519 import Identity, Recipient

from annotation.backup.errors import BackupError

KEY_FILE = "key.age"
LEAST = 12  # characters of a passphrase


@dataclass(frozen=True)
class Key:
    """What encrypts, and what decrypts where that is known: whoever makes a backup may hold the recipient alone."""

    recipient: Recipient
    identity: Identity | None


def read_key(text: str) -> str:
    """Return the line of a key file that is the key: comments and blank lines are left out. Raises BackupError."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if len(lines) != 1:
        raise BackupError("bad_key", "The key is not one line.", "Write one passphrase, identity or recipient into it.")
    return lines[0]


def configured_key() -> str:
    """The key of the settings; "" where backups are not encrypted. Raises BackupError."""
    return read_key(settings.ATTEST_BACKUP_KEY) if settings.ATTEST_BACKUP_KEY else ""


def key_for_backup(secret: str, folder: Path) -> Key:
    """The key to encrypt with. With a passphrase its identity is stored in `folder`, or read if it is there already.

    Raises BackupError: too short, not a key, or another passphrase than the backup was begun with.
    """
    if secret.startswith("age1"):
        try:
            return Key(Recipient.from_str(secret), None)
        except RecipientError as error:
            raise BackupError(
                "bad_key", f"This is no recipient of age: {error}.", "Copy it as age-keygen shows it."
            ) from error
    if secret.startswith("AGE-SECRET-KEY-"):
        identity = _identity(secret)
        return Key(identity.to_public(), identity)
    if len(secret) < LEAST:
        words = f"The passphrase has fewer than {LEAST} characters."
        raise BackupError("short_key", words, "Choose a longer one, such as five random words.")
    stored = folder / KEY_FILE
    if not stored.exists():
        identity = Identity.generate()
        partial = stored.with_suffix(".partial")
        partial.write_bytes(passphrase.encrypt(str(identity).encode(), secret))
        partial.replace(stored)
    identity = _unlocked(stored, secret)
    return Key(identity.to_public(), identity)


def key_for_restore(secret: str, folder: Path) -> Identity:
    """The identity that opens the backup. Raises BackupError `wrong_key` and `bad_key`."""
    if secret.startswith("age1"):
        raise BackupError("wrong_key", "A recipient (age1...) only encrypts.", "Give the identity: AGE-SECRET-KEY-1...")
    stored = folder / KEY_FILE
    if secret.startswith("AGE-SECRET-KEY-"):
        return _identity(secret)
    if not stored.exists():
        raise BackupError(
            "wrong_key",
            "This backup was made for an identity, not with a passphrase.",
            "Give the file of the identity.",
        )
    return _unlocked(stored, secret)


def prove(key: Key | None) -> str:
    """Text for the manifest that only the right identity opens; "" without encryption."""
    return "" if key is None else encrypt(b"attest", [key.recipient]).hex()


def check_proof(proof: str, identity: Identity) -> None:
    """Raises BackupError `wrong_key` unless the identity opens it."""
    try:
        decrypt(bytes.fromhex(proof), [identity])
    except DecryptError as error:
        raise _wrong() from error


def _identity(secret: str) -> Identity:
    try:
        return Identity.from_str(secret)
    except IdentityError as error:
        raise BackupError(
            "bad_key", f"This is no identity of age: {error}.", "Copy it as age-keygen shows it."
        ) from error


def _unlocked(stored: Path, secret: str) -> Identity:
    try:
        return _identity(passphrase.decrypt(stored.read_bytes(), secret).decode())
    except DecryptError as error:
        raise _wrong() from error


def _wrong() -> BackupError:
    return BackupError("wrong_key", "This is not the key that the backup was made with.", "Give the key of that day.")
