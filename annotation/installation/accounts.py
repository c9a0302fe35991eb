"""Findings about accounts: an operator, demo accounts, second factors."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings

from annotation.accounts.models import User
from annotation.accounts.second_factor import unreadable_second_factors
from annotation.projects.models import Role
from config.doctor import Finding

SUBJECT = "second factors"


def examine_operators(*, is_public: bool) -> Finding:
    """Whether anybody can make projects and accounts, where others reach the site. The demo needs nobody."""
    count = User.objects.filter(is_superuser=True, is_active=True).count()
    if count or not is_public:
        return Finding("operators", str(count or "none"))
    remedy = "python manage.py create_operator NAME"
    return Finding("operators", "none: nobody can create projects", remedy, "no-operator")


def examine_second_factors() -> Iterator[Finding]:
    """Whether they can be read with the key of now, and how many of those who must have one have none."""
    unreadable = unreadable_second_factors()
    if unreadable:
        yield Finding(
            SUBJECT,
            f"{len(unreadable)} cannot be read, of {', '.join(unreadable[:5])}: SECRET_KEY was replaced",
            "Restore the key, or: python manage.py reset_second_factor USER",
            "second-factors-unreadable",
        )
    must = settings.ATTEST_REQUIRE_SECOND_FACTOR
    people = User.objects.filter(is_active=True)
    if must != "everybody":
        people = people.filter(memberships__role=Role.MANAGER) | people.filter(is_superuser=True)
    people = people.distinct()
    without = people.exclude(second_factor__confirmed_at__isnull=False).order_by("username")
    if settings.ATTEST_OIDC_SECOND_FACTOR:  # whoever is linked may have the provider's
        without = without.exclude(provider_links__issuer=settings.ATTEST_OIDC_ISSUER)
    who = "people" if must == "everybody" else "managers and operators"
    said = f"{without.count()} of {people.count()} {who} have none"
    if must and without.exists():
        names = ", ".join(person.username for person in without[:5])
        yield Finding(
            SUBJECT,
            f"a must, and {said}: {names}; whoever has such a password first sets one up",
            "Ask them to log in and to set it up, or close accounts that nobody uses.",
            "second-factors-missing",
            is_advice=True,
        )
    else:
        yield Finding(SUBJECT, said if must else f"no must (ATTEST_REQUIRE_SECOND_FACTOR); {said}")
