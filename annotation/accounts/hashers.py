"""How passwords are hashed."""

from __future__ import annotations

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes and one lane, as the OWASP Password Storage Cheat Sheet recommends.

    Django's own 100 MiB in eight lanes would take 0.8 GB while as many people log in as the server has threads.
    """

    time_cost = 2
    memory_cost = 19_456  # KiB
    parallelism = 1
