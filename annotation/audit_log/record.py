"""Record an act in the audit log, in the transaction of the act."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import models, transaction
from django.utils import timezone

from annotation.audit_log.acts import Act
from annotation.audit_log.models import AuditEntry, AuditHead
from annotation.hash_chain import BEFORE_THE_FIRST, Entry, chained_entry
from observation.correlation import request_id

HEAD = 1  # key of the one row
SECRET = re.compile(r"password|secret|token|digest|signature|credential|api_?key", re.IGNORECASE)
HIDDEN = "***"
Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """An act to be recorded. `by`: None for a command or a rule. `person`: whom it is about; `about`: the row that it
    is about, where that is neither the project nor the person. Of `before` and `after` only what differs is stored."""

    act: Act
    by: models.Model | None
    project: models.Model | None = None
    person: models.Model | None = None
    about: models.Model | None = None
    before: Values | None = None
    after: Values | None = None


def record(
    act: Act,
    *,
    by: models.Model | None,
    project: models.Model | None = None,
    person: models.Model | None = None,
    about: models.Model | None = None,
    before: Values | None = None,
    after: Values | None = None,
) -> AuditEntry | None:
    """Add the entry of a `Done`; None where `before` and `after` are given and equal: nothing happened.

    Call it last in the transaction of the act: until that ends, other acts wait for it.
    """
    done = Done(act=act, by=by, project=project, person=person, about=about, before=before, after=after)
    return next(iter(record_all([done])), None)


@transaction.atomic
def record_all(done: Iterable[Done]) -> list[AuditEntry]:
    """Add several entries, in few statements; as `record`."""
    links = [link for link in map(_link, done) if link is not None]
    if not links:
        return []
    head = AuditHead.objects.select_for_update().filter(pk=HEAD).first()
    if head is None:  # of two first acts at once one waits here for the other
        AuditHead.objects.bulk_create([AuditHead(pk=HEAD, number=0, chain=BEFORE_THE_FIRST)], ignore_conflicts=True)
        head = AuditHead.objects.select_for_update().get(pk=HEAD)
    number, chain = head.number, head.chain
    entries = []
    for link in links:
        number += 1
        numbered = link._replace(number=number, at=timezone.now())
        chain = chained_entry(chain, numbered)
        values = numbered._asdict()
        keys = {f"{name}_id": values.pop(name) for name in ("by", "project", "person")}
        entries.append(AuditEntry(**values, **keys, chain=chain))
    AuditEntry.objects.bulk_create(entries, batch_size=500)
    AuditHead.objects.filter(pk=HEAD).update(number=number, chain=chain)
    return entries


def _link(done: Done) -> Entry | None:
    """The entry without its number; None where nothing changed."""
    old, new = _plain(done.before), _plain(done.after)
    if old is not None and new is not None:
        old, new = _differing(old, new)
        if not old and not new:
            return None
    return Entry(
        number=0,
        at=datetime.min,
        act=Act(done.act).value,
        by=_key(done.by),
        project=_key(done.project),
        person=_key(done.person),
        object_type="" if done.about is None else str(done.about._meta.model_name),
        object_id="" if done.about is None else str(done.about.pk),
        before=old,
        after=new,
        request_id=request_id.get(),
    )


def values_of(row: models.Model, *names: str) -> dict[str, Any]:
    """The values of these fields of a row; of all of them but keys to other rows, where none is named."""
    fields = [one.attname for one in row._meta.concrete_fields if not one.is_relation and not one.primary_key]
    return {name: getattr(row, name) for name in names or fields}


def _key(row: models.Model | None) -> int | None:
    return None if row is None else row.pk


def _differing(old: dict[str, Any], new: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    names = {name for name in old.keys() | new.keys() if (name in old, old.get(name)) != (name in new, new.get(name))}
    return ({name: values[name] for name in sorted(names & values.keys())} for values in (old, new))  # type: ignore[return-value]


def _plain(values: Values | None) -> dict[str, Any] | None:
    return None if values is None else {str(name): _value(value, str(name)) for name, value in values.items()}


def _value(value: Any, name: str = "") -> Any:
    """A value as both databases give it back: no floats, whose spelling differs, and no NUL. Secrets are hidden."""
    if name and SECRET.search(name) and value:
        return HIDDEN
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, Mapping):
        return {str(key): _value(one, str(key)) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_value(one) for one in value]
    if isinstance(value, set | frozenset):
        return sorted((_value(one) for one in value), key=str)
    return str(value).replace("\0", "\ufffd").encode("utf-8", "replace").decode()
