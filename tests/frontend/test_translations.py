"""Every word people see can be translated, and German is complete (bin/translations keeps it so)."""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from html.parser import HTMLParser
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest
from django.conf import settings
from django.template.base import Lexer, TokenType
from django.urls import NoReverseMatch, get_resolver, reverse
from django.utils import translation

from annotation.projects.models import Role
from annotation.vocabulary.labels import Challenge, Verdict
from annotation.vocabulary.verdicts import VERDICTS
from annotation.work.guidelines import current_guidelines, has_confirmed, write_guidelines
from annotation.work.registry import workflows
from annotation.workflows.claim_verification.models import Verification
from annotation.workflows.kinds import TaskKind
from tests.cast import member
from tests.frontend.submitting import submitted

ROOT = Path(settings.BASE_DIR)
TEMPLATES = ROOT / "frontend" / "templates"
SCRIPT = ROOT / "bin" / "translations"
# What is called the same in every language: the name, claim types, a measure, file formats, keys.
EVERYWHERE = {
    "Attest",
    "I",
    "II",
    "III",
    "F1",
    "SVG",
    "PNG",
    "CSV",
    "JSONL",
    "CIT",  # the mark of a citation, as WAFER writes it
    "JSON",
    "SHA-256",
    "Enter",
    "Esc",
    "Alt",
    "Tab",
    "https",
}
SPOKEN = ("title", "aria-label", "alt", "placeholder", "aria-description", "aria-roledescription", "label")


@pytest.fixture(scope="module")
def translations():
    """The script, as a module."""
    loader = SourceFileLoader("attest_translations", str(SCRIPT))
    spec = importlib.util.spec_from_loader("attest_translations", loader)
    module = importlib.util.module_from_spec(spec)
    sys.modules["attest_translations"] = module
    loader.exec_module(module)
    return module


# --- The catalogues --------------------------------------------------------------------------------------------------


def test_every_language_that_is_offered_is_kept(translations):
    assert {code for code, _name in settings.LANGUAGES} == {"en", *translations.LANGUAGES}


def test_every_string_is_translated_with_its_placeholders(translations):
    faults = [fault for language in translations.LANGUAGES for fault in translations.faults_of(language)]
    assert not faults, "\n".join(["Fill in what is missing and run `make translations`:", *faults])


def test_the_check_would_find_what_is_wrong(translations):
    from babel.messages.catalog import Catalog

    def fault(english, german, **more):
        wanted, found = Catalog(locale="de"), Catalog(locale="de")
        wanted.add(english)
        found.add(english, german, **more)
        return translations.message_fault(wanted[english], found[english])

    assert not fault("%(n)s of {all}", "{all}, davon %(n)s")
    assert fault("Claims", "") == "is not translated"
    assert fault("Claims", "Behauptungen", flags={"fuzzy"}) == "is marked fuzzy"
    assert "placeholders" in fault("%(n)s claims", "%(m)s Behauptungen")
    assert "placeholders" in fault("{count} claims", "Behauptungen")
    assert not fault(("%d claim", "%d claims"), ("%d Behauptung", "%d Behauptungen"))
    assert fault(("%d claim", "%d claims"), ("%d Behauptung", "")) == "is not translated"
    assert "end" in fault("Claims", "Behauptungen ")


def test_templates_and_python_are_both_read(translations):
    source = translations.extracted("frontend")
    files = {Path(file).suffix for message in source for file, _line in message.locations}
    assert files == {".html", ".py"}
    assert any(isinstance(message.id, tuple) for message in source)  # {% blocktranslate count %}
    assert any(message.context for message in source)
    (label, *_others) = re.findall(r'label=_\("([^"]+)"\)', (TEMPLATES / "login/login.html").read_text("utf-8"))
    assert source.get(label) is not None  # an argument of a tag


def test_a_changed_mo_is_noticed(translations):
    catalog = translations.translated("frontend", "de")
    assert translations.mo_is_current("frontend", "de", catalog)
    next(message for message in catalog if message.id and isinstance(message.id, str)).string = "Tschüss"
    assert not translations.mo_is_current("frontend", "de", catalog)


# --- What never reached gettext --------------------------------------------------------------------------------------


class Spoken(HTMLParser):
    """The texts of a page that people read or have read to them."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self._silent: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        if tag in ("script", "style", "code", "pre"):
            self._silent.append(tag)
        kinds = dict(attributes)
        spoken = [value for name, value in attributes if name in SPOKEN or name.startswith("data-word")]
        if tag == "input" and kinds.get("type") in ("submit", "button", "reset"):
            spoken.append(kinds.get("value"))
        if kinds.get("id") == "words":  # the words of scripts
            spoken += [value for name, value in attributes if name.startswith("data-")]
        self.texts += [text for text in spoken if text]

    def handle_endtag(self, tag):
        if self._silent and self._silent[-1] == tag:
            self._silent.pop()

    def handle_data(self, data):
        if not self._silent:
            self.texts.append(data)


def unwrapped(template: str) -> list[str]:
    """Texts of a template that are neither tags nor variables nor within a translation."""
    html, within = "", False
    for token in Lexer(template).tokenize():
        if token.token_type == TokenType.BLOCK:
            name = token.contents.split()[0]
            within = name in ("blocktranslate", "blocktrans", "comment") or (within and not name.startswith("end"))
            html += "•"
        elif token.token_type == TokenType.TEXT and not within:
            html += token.contents
        elif token.token_type == TokenType.VAR:
            html += "•"
    # A template of nothing but attributes (the words that both workspaces share) has their names where text would be.
    texts = (re.sub(r"[\w-]+=", "", text) for text in Spoken(html).texts)
    left = [word for text in texts for word in re.findall(r"[^\W\d_][\w’'-]*", text)]
    return [word for word in left if word not in EVERYWHERE and not re.fullmatch("[a-z]", word)]  # a key


def test_no_word_of_a_template_is_left_outside_gettext():
    found = {}
    for template in sorted((ROOT / "frontend").rglob("*.html")):
        # The class of <body> is no text, nor the kind of cards; the blocks that give them stand outside any tag.
        text = re.sub(r"({% block (?:body_class|cards) %})[^{]*", r"\1", template.read_text(encoding="utf-8"))
        if left := unwrapped(text):
            found[template.relative_to(ROOT).as_posix()] = left
    assert found == {}


def test_the_scan_would_find_a_word():
    assert unwrapped("<p>Claims</p>") == ["Claims"]
    assert unwrapped('<p title="Claims">{{ claims }}</p>') == ["Claims"]
    assert unwrapped('<div id="words" data-x="Claims"></div>') == ["Claims"]
    assert unwrapped("{% blocktranslate %}of{% endblocktranslate %} claims") == ["claims"]
    assert unwrapped("{% if x %}<b>{% translate 'Claims' %}</b>{% endif %} · {{ n }}%") == []


def calls(path: Path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield node, ast.unparse(node.func)


# Commands and the API's own description speak English: their readers are programmers.
NOT_READ = {"migrations", "management", "api"}


def python_files():
    for room in ("annotation", "baseline", "config", "corpus", "frontend", "search"):
        yield from (path for path in sorted((ROOT / room).rglob("*.py")) if not NOT_READ & set(path.parts))


def is_text(node: ast.expr) -> bool:
    said = node.left if isinstance(node, ast.BinOp) else node
    is_constant = isinstance(said, ast.Constant) and isinstance(said.value, str) and said.value != ""
    return isinstance(said, ast.JoinedStr) or is_constant


def test_no_message_or_label_of_python_is_left_outside_gettext():
    left = []
    for path in python_files():
        for call, name in calls(path):
            said = call.args[1:2] if re.fullmatch(r"messages\.\w+", name) else []
            said += call.args[:1] if name.split(".")[-1] == "ValidationError" else []
            said += [one.value for one in call.keywords if one.arg in ("label", "help_text", "verbose_name")]
            left += [
                f"{path.relative_to(ROOT)}:{call.lineno}"
                for one in said
                if is_text(one) and not {"management", "sampling", "serializers.py"} & set(path.parts)  # of the API
            ]
    assert left == []


def test_no_sentence_is_put_together_before_it_is_translated():
    """gettext(f"…") and gettext("…" % x) look for a sentence that no catalogue can have."""
    wrong = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in python_files()
        for call, name in calls(path)
        if name in ("_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy")
        for text in call.args[: 2 if name.startswith("n") else 1]
        if isinstance(text, ast.JoinedStr | ast.BinOp | ast.Call)  # a name is one of gettext_noop's
    ]
    assert wrong == []


# --- In German -------------------------------------------------------------------------------------------------------

GERMAN = {"HTTP_ACCEPT_LANGUAGE": "de"}


@pytest.fixture
def everybody(project):
    return member(project, "ada", *Role)


def of_the_project(patterns=None, above=frozenset()) -> list[str]:
    """The names of all addresses that need nothing but a project, or nothing at all."""
    names = []
    for pattern in patterns or get_resolver("frontend.urls").url_patterns:
        given = above | set(pattern.pattern.converters)
        if hasattr(pattern, "url_patterns"):  # the admin's words are Django's
            names += [] if pattern.namespace else of_the_project(pattern.url_patterns, given)
        elif given <= {"slug"}:
            names.append(pattern.name)
    return names


@pytest.fixture
def addresses(project, assignment, everybody) -> list[str]:
    verification = submitted(assignment)
    kinds = (TaskKind.CLAIM_VERIFICATION, TaskKind.CLAIM_GENERATION)
    return [
        *(address_of(name, project.slug) for name in of_the_project()),
        reverse("manage-verification", args=[project.slug, verification.pk]),
        reverse("manage-route", args=[project.slug, verification.pk]),
        reverse("manage-person", args=[project.slug, everybody.pk]),
        *(reverse(name, args=[project.slug, kind]) for name in ("guidelines", "guidelines-edit") for kind in kinds),
        "/nothing/here/",
    ]


def address_of(name: str, slug: str) -> str:
    try:
        return reverse(name)
    except NoReverseMatch:
        return reverse(name, args=[slug])


def english_only(translations) -> set[str]:
    """English sentences and words that no German one equals."""
    english, german = set(), set()
    for room in translations.ROOMS:
        for message in translations.translated(room, "de"):
            if message.id:
                english |= set(translations.ids_of(message))
                german |= set(translations.strings(message))
    return {text for text in english - german if re.search(r"[A-Za-z]{3}", text)}


def left_in_english(html: str, english: set[str]) -> set[str]:
    return {text for part in Spoken(html).texts if (text := " ".join(part.split())) in english}


def test_pages_answer_wholly_in_german(client, translations, addresses, everybody):
    english = english_only(translations)
    client.force_login(everybody)
    seen = 0
    for address in addresses:
        answer = client.get(address, **GERMAN)
        if answer.status_code in (200, 404) and not answer.streaming and "<html" in answer.text:
            seen += 1
            assert '<html lang="de"' in answer.text, address
            assert left_in_english(answer.text, english) == set(), address
    assert seen > 20
    some = min(word for word in english if word.isalpha())
    assert left_in_english(f"<p>{some}</p>", english) == {some}


def test_the_workspaces_are_german(client, translations, assignment, verifier, writing, writer):
    english = english_only(translations)
    for person, address in ((verifier, "workspace"), (writer, "write")):
        held = assignment if person == verifier else writing
        client.force_login(person)
        text = client.get(reverse(address, args=[held.public_id]), **GERMAN).text
        assert left_in_english(text, english) == set()
        assert '<html lang="de"' in text
        assert "Richtlinien" in text


def test_the_login_page_is_german(client, db):
    text = client.get("/login/", **GERMAN).text
    assert "Anmelden" in text
    assert "<title>Anmelden · Attest</title>" in text


def test_a_number_that_a_browser_reads_keeps_its_point(client, addresses, everybody):
    client.force_login(everybody)
    for address in addresses:
        answer = client.get(address, **GERMAN)
        wrong = re.findall(
            r"""\s(?:value|min|max|step|x|y|width|height|data-[\w-]+)="-?\d+,\d+\"""",
            "" if answer.streaming else answer.text,
        )
        assert wrong == [], address


def test_a_day_is_written_as_the_language_does(client, project, assignment, manager):
    verification = submitted(assignment)
    verification.submission.created_at = verification.created_at.replace(month=5, day=3)
    verification.submission.save()
    client.force_login(manager)
    address = reverse("manage-verification", args=[project.slug, verification.pk])
    assert "3. Mai 2" in client.get(address, **GERMAN).text
    assert "3 May 2" in client.get(address).text


# --- Choosing --------------------------------------------------------------------------------------------------------


def test_the_choice_outlives_what_the_browser_asks_for(client, verifier, project):
    client.force_login(verifier)
    text = client.get("/my-work/").text
    assert f'action="{reverse("language")}"' in text
    assert 'value="de" lang="de"' in text
    answer = client.post(reverse("language"), {"language": "de"}, headers={"referer": "http://testserver/my-work/?q=1"})
    assert answer.status_code == 302
    assert answer["Location"].endswith("/my-work/?q=1")
    assert '<html lang="de"' in client.get("/my-work/", headers={"accept-language": "en"}).text
    client.post(reverse("language"), {"language": "en", "next": "/my-work/"})
    assert '<html lang="en"' in client.get("/my-work/", **GERMAN).text


def test_the_choice_is_there_before_logging_in(client, db):
    text = client.get("/login/").text
    assert 'value="de" lang="de"' in text
    client.post(reverse("language"), {"language": "de", "next": "/login/"})
    assert '<html lang="de"' in client.get("/login/").text


def test_the_choice_leads_nowhere_else(client, db):
    answer = client.post(reverse("language"), {"language": "de", "next": "https://example.org/"})
    assert answer["Location"] == "/"


def test_the_choice_is_in_both_workspaces(client, assignment, verifier, writing, writer):
    for person, held, name in ((verifier, assignment, "workspace"), (writer, writing, "write")):
        client.force_login(person)
        address = reverse(name, args=[held.public_id])
        text = client.get(address).text
        assert f'action="{reverse("language")}"' in text
        assert 'value="de" lang="de"' in text


# --- What stays as the data has it -----------------------------------------------------------------------------------


def test_values_of_the_data_set_are_never_translated():
    with translation.override("de"):
        assert [str(verdict) for verdict in Verdict] == ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"]
        assert str(Challenge.NUMERICAL) == "Numerical Reasoning"
        assert VERDICTS.name("SUPPORTS") == "Gestützt"
        assert VERDICTS.style("NOT ENOUGH INFO") == "not-enough-info"


def test_a_submission_in_german_stores_what_one_in_english_does(client, assignment, verifier):
    client.force_login(verifier)
    address = f"/api/v1/assignments/{assignment.public_id}/submission/"
    body = {
        "client_id": "5f0c7b0e-53a1-4f51-9b0a-0f3a3c1d2e4f",
        "verdict": "GESTÜTZT",
        "challenge": "Other",
        "evidence_sets": [["Harbour League_sentence_0"]],
        "operations": [],
    }
    refused = client.post(address, body, content_type="application/json", **GERMAN)
    assert refused.status_code == 400
    assert "„GESTÜTZT“ ist kein Urteil." in str(refused.json())
    taken = client.post(address, body | {"verdict": "SUPPORTS"}, content_type="application/json", **GERMAN)
    assert taken.json()["created"] is True
    assert Verification.objects.get(submission__assignment=assignment).verdict == "SUPPORTS"


def test_guidelines_that_come_with_attest_are_read_in_ones_language(project, verifier, manager):
    kind = TaskKind.CLAIM_VERIFICATION
    english = current_guidelines(project, kind)
    with translation.override("de"):
        german = current_guidelines(project, kind)
        assert german.text.startswith("# Behauptungen prüfen")
        assert german.version == english.version == 0
        assert not has_confirmed(verifier, project, german)
        write_guidelines(project=project, kind=kind, text="# Ours\n", author=manager)
        assert current_guidelines(project, kind).text == "# Ours\n"
    assert current_guidelines(project, kind).text == "# Ours\n"


@pytest.mark.parametrize("kind", list(workflows()))
def test_german_guidelines_have_the_parts_of_the_english_ones(kind):
    folder = workflows()[kind].guidelines
    english, german = ((folder / f"guidelines{end}.md").read_text(encoding="utf-8") for end in ("", ".de"))
    for mark in (r"^# ", r"^## ", r"^### ", r"^\|", r"^ *- "):
        assert len(re.findall(mark, english, re.M)) == len(re.findall(mark, german, re.M)), mark
    for text in (english, german) if kind in [*TaskKind] else ():  # the others have no challenges
        assert text.count("\n\n{challenges}\n\n") == 1
