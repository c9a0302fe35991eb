"""The one way to delete rows of append-only tables: operations, and entries of discussions.

The database refuses to change or delete them (migration 0066). Nothing in Attest deletes one. Whoever has to, such as
an operator who removes a project, does it in a shell, inside of `removal_allowed`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connections, transaction

# Of each kind of database: what lets the rest of the transaction delete, and what ends that.
ALLOW = {
    "postgresql": "SELECT set_config('attest.removal', 'allowed', true)",
    "sqlite": "INSERT INTO annotation_removal (id) VALUES (1)",
}
REFUSE = {
    "postgresql": "SELECT set_config('attest.removal', 'refused', true)",
    "sqlite": "DELETE FROM annotation_removal",
}


@contextmanager
def removal_allowed(using: str = "default") -> Iterator[None]:
    """Let the body delete append-only rows, in a transaction: another one may delete none meanwhile.

    All the body has done is undone where it raises. Changing a row is refused here too. Not to be nested.
    """
    connection = connections[using]
    with transaction.atomic(using=using), connection.cursor() as cursor:
        cursor.execute(ALLOW[connection.vendor])
        yield
        cursor.execute(REFUSE[connection.vendor])
