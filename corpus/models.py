"""Database models of a corpus. Read and written through `corpus.store` only."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from corpus.citations.identifiers import address_of

TITLE_LENGTH = 512  # MediaWiki allows 255 bytes; NFD and other exporters need more characters
NAME_LENGTH = 200
COUNT_NAME_LENGTH = 255


def _is_title(field: str) -> Q:
    """A stored title is never empty and has no underscore: ids are cut at the first one."""
    return ~Q(**{field: ""}) & ~Q(**{f"{field}__contains": "_"})


_IS_FOREIGN = Q(language__isnull=False)


class CorpusKind(models.TextChoices):
    """What the pages of a corpus are: articles of a wiki, or archived web pages (`WebPage`)."""

    WIKI = "wiki", _("articles of a wiki")
    WEB = "web", _("archived web pages")


class Corpus(models.Model):
    """A named snapshot of pages. The versions say which reader and splitter made its element ids."""

    slug = models.SlugField(_("short name"), unique=True, max_length=100)
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    created_at = models.DateTimeField(_("created at"), auto_now_add=True)
    source = models.TextField(_("source"), blank=True)
    kind = models.CharField(_("kind"), max_length=10, choices=CorpusKind.choices, default=CorpusKind.WIKI)
    parser_version = models.CharField(_("parser version"), max_length=40)
    splitter_version = models.CharField(_("sentence splitter version"), max_length=40)

    class Meta:
        verbose_name = _("corpus")
        verbose_name_plural = _("corpora")
        ordering: ClassVar = ["slug"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(slug=""), name="corpus_slug_not_empty"),
            models.CheckConstraint(condition=Q(kind__in=CorpusKind.values), name="corpus_kind_known"),
        ]

    def __str__(self) -> str:
        return self.slug


class StoredPage(models.Model):
    """One page as page JSON text (contract (a)); key order counts, which rules out a JSON column.

    `paragraphs`, `hatnotes`, `categories`, `untrusted`, `boxed` and `formatting` are its `corpus.page.elements.Layout`;
    the hash is of the page JSON alone. `formatting` holds `Layout.fever` too, under "fever".
    `came_ready` says that it was page JSON in its source: its links stay as its maker left them.
    """

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="pages")
    title = models.CharField(_("title"), max_length=TITLE_LENGTH)
    data = models.TextField(_("page JSON"))
    revision = models.BigIntegerField(_("revision"), null=True)
    timestamp = models.DateTimeField(_("revision time"), null=True)
    content_hash = models.CharField(_("sha256 of the page JSON"), max_length=64)
    size = models.PositiveIntegerField(_("size in characters"))
    paragraphs = models.JSONField(_("ids of the sentences that begin a paragraph"), default=list, blank=True)
    hatnotes = models.JSONField(_("ids of the hatnotes"), default=list, blank=True)
    categories = models.JSONField(_("names of its categories"), default=list, blank=True)
    untrusted = models.JSONField(_("untrusted elements"), default=dict, blank=True)
    boxed = models.JSONField(_("ids of the tables inside an infobox"), default=list, blank=True)
    formatting = models.JSONField(_("bold and italic text, colours of cells"), default=dict, blank=True)
    came_ready = models.BooleanField(_("was page JSON in its source"), default=False)

    class Meta:
        verbose_name = _("page")
        verbose_name_plural = _("pages")
        ordering: ClassVar = ["title"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["corpus", "title"], name="corpus_page_title_unique"),
            models.CheckConstraint(condition=_is_title("title"), name="corpus_page_title_is_title"),
            models.CheckConstraint(condition=~Q(content_hash=""), name="corpus_page_hash_not_empty"),
        ]

    def __str__(self) -> str:
        return self.title


class WebPage(models.Model):
    """What is known of a page of a web corpus beside its text (`corpus.web.record.WebFacts`).

    `published` is as precise as it is known ("2017", "2017-02"), `earliest` the first day that it may mean. `key`
    stands for address and collection. `collection`: the claim whose documents it belongs to, in a knowledge store.
    """

    page = models.OneToOneField(StoredPage, on_delete=models.CASCADE, primary_key=True, related_name="web")
    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(_("key"), max_length=16)
    url = models.TextField(_("address"))
    address = models.TextField(_("canonical address"))
    domain = models.CharField(_("domain"), max_length=255)
    country = models.CharField(_("country"), max_length=2, blank=True)
    name = models.TextField(_("title"))
    published = models.CharField(_("date"), max_length=10, blank=True)
    earliest = models.DateField(_("first day that the date may mean"), null=True)
    publisher = models.TextField(_("publisher"), blank=True)
    retrieved_at = models.DateTimeField(_("retrieved at"), null=True)
    language = models.CharField(_("language"), max_length=8, blank=True)
    collection = models.CharField(_("collection"), max_length=100, blank=True)

    class Meta:
        verbose_name = _("web page")
        verbose_name_plural = _("web pages")
        constraints: ClassVar = [models.UniqueConstraint(fields=["corpus", "key"], name="corpus_web_key_unique")]
        indexes: ClassVar = [
            models.Index(fields=["corpus", "collection"], name="corpus_web_collection"),
            models.Index(fields=["corpus", "domain"], name="corpus_web_domain"),
        ]

    def __str__(self) -> str:
        return self.url


class WebSnapshot(models.Model):
    """The original HTML of a web page, as UTF-8 compressed with zlib. Shown in a sandbox, never as our own page."""

    page = models.OneToOneField(WebPage, on_delete=models.CASCADE, primary_key=True, related_name="snapshot")
    html = models.BinaryField(_("HTML"))

    class Meta:
        verbose_name = _("snapshot of a web page")
        verbose_name_plural = _("snapshots of web pages")

    def __str__(self) -> str:
        return f"snapshot of {self.page_id}"


class WebPageLeftOut(models.Model):
    """An address of a web corpus's sources that became no page: it has no text, cannot be read, or is no page's answer.

    `target` is the key of the address that it redirects to, "" for none.
    """

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(_("key"), max_length=16)
    reason = models.CharField(_("reason"), max_length=200)
    target = models.CharField(_("key of the address that it redirects to"), max_length=16, blank=True)

    class Meta:
        verbose_name = _("web page that was left out")
        verbose_name_plural = _("web pages that were left out")
        constraints: ClassVar = [models.UniqueConstraint(fields=["corpus", "key"], name="corpus_web_left_out_once")]

    def __str__(self) -> str:
        return f"{self.key}: {self.reason}"


class CitationState(models.TextChoices):
    """What is known of a citation's source. Only of AVAILABLE ones is there text to check the claim against."""

    UNRESOLVED = "unresolved", _("not looked up")
    AVAILABLE = "available", _("imported")
    NOT_IMPORTED = "not_imported", _("not imported")
    NO_ADDRESS = "no_address", _("no address")
    NO_SOURCE = "no_source", _("no source given")
    PAYWALL = "paywall", _("behind a paywall")
    NO_TEXT = "no_text", _("no text")


class StoredCitation(models.Model):
    """One source behind one mark of a page (`corpus.citations.record.Citation`), and what a check said of it.

    `key`, `domain` and `depth` are of `address` without its archive: `page_key`, `domain` and the number of elements
    of its path (-1 without an address). `section` is the outermost of `sections`, `tag` the worst of `tags`. `fails`,
    `score`, `passage` (local id in `source_page`) and `missing` ([start, end, kind] each) are a `Verification` by
    `checked_with`; None and empty where none was made. `support` are the sentences of the source closest to the claim,
    [local id of the element, start, end] each, none where verification is likely to fail. `language` (ISO 639) is the
    source's where a check found it to be another than the claim's; its words were not compared then, and `fails` is
    None unless a model read it.
    """

    # Without an index of their own: others below begin with them, and an import writes each.
    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="citations", db_index=False)
    page = models.ForeignKey(StoredPage, on_delete=models.CASCADE, related_name="citations", db_index=False)
    number = models.PositiveIntegerField(_("number in the page"))
    element_id = models.CharField(_("element"), max_length=100)
    offset = models.PositiveIntegerField(_("characters before the mark"))
    claim = models.TextField(_("claim"))
    sections = models.JSONField(_("headings above"), default=list, blank=True)
    section = models.CharField(_("section"), max_length=255, blank=True)
    group = models.CharField(_("group of the mark"), max_length=255, blank=True)
    name = models.CharField(_("name of the mark"), max_length=255, blank=True)
    tags = models.JSONField(_("tags"), default=list, blank=True)
    tag = models.CharField(_("tag"), max_length=30, blank=True)
    template = models.CharField(_("cite template"), max_length=100, blank=True)
    url = models.TextField(_("address"), blank=True)
    archive_url = models.TextField(_("address of the archived copy"), blank=True)
    accessed = models.CharField(_("access date"), max_length=100, blank=True)
    title = models.TextField(_("title of the source"), blank=True)
    text = models.TextField(_("text of the note"), blank=True)
    fields = models.JSONField(_("fields of the cite template"), default=dict, blank=True)
    key = models.CharField(_("key of the address"), max_length=16, blank=True)
    domain = models.CharField(_("domain"), max_length=255, blank=True)
    depth = models.SmallIntegerField(_("elements of the path"), default=-1)
    state = models.CharField(
        _("state of the source"), max_length=20, choices=CitationState.choices, default=CitationState.UNRESOLVED
    )
    source_page = models.ForeignKey(StoredPage, on_delete=models.SET_NULL, null=True, related_name="+")
    fails = models.FloatField(_("probability that verification fails"), null=True)
    score = models.FloatField(_("score of the check"), null=True)
    passage = models.CharField(_("best passage"), max_length=100, blank=True)
    missing = models.JSONField(_("what the source lacks"), default=list, blank=True)
    support = models.JSONField(_("sentences closest to the claim"), default=list, blank=True)
    language = models.CharField(_("language of the source, if not the claim’s"), max_length=8, null=True, blank=True)
    checked_with = models.CharField(_("checked with"), max_length=100, blank=True)

    class Meta:
        verbose_name = _("citation")
        verbose_name_plural = _("citations")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["page", "number"], name="corpus_citation_once"),
            models.CheckConstraint(condition=Q(state__in=CitationState.values), name="corpus_citation_state_known"),
            models.CheckConstraint(
                condition=Q(fails__isnull=True) | Q(fails__gte=0, fails__lte=1), name="corpus_citation_probability"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["corpus", "-fails", "id"], name="corpus_citation_worst"),
            models.Index(fields=["corpus", "domain", "-fails", "id"], name="corpus_citation_domain"),
            models.Index(fields=["corpus", "tag", "-fails", "id"], name="corpus_citation_tag"),
            models.Index(fields=["corpus", "section", "-fails", "id"], name="corpus_citation_section"),
            models.Index(fields=["corpus", "state", "-fails", "id"], name="corpus_citation_state"),
            # Few rows have a language: an import writes nothing into these two.
            models.Index(fields=["corpus", "-fails", "id"], condition=_IS_FOREIGN, name="corpus_citation_foreign"),
            models.Index(
                fields=["corpus", "language", "-fails", "id"], condition=_IS_FOREIGN, name="corpus_citation_language"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.page_id}: {self.number}"

    @property
    def address(self) -> str:
        """The address of its source: as written, of its archived copy, or of its identifier; "" for none."""
        return address_of(self.url, self.archive_url, self.fields)

    @property
    def is_checked(self) -> bool:
        """Whether a check went through it, with or without a source to compare it with."""
        return bool(self.checked_with) or self.fails is not None or self.language is not None

    @property
    def verifier(self) -> str:
        """What it was checked by, without the version of the source."""
        return self.checked_with.rpartition(" ")[0]


class CitationSuggestion(models.Model):
    """A better source for a citation: place 0 is the best. `found_by` is [system, rank] of each that found it.

    `support`: as of StoredCitation, in the passage.
    """

    citation = models.ForeignKey(StoredCitation, on_delete=models.CASCADE, related_name="suggestions")
    place = models.PositiveSmallIntegerField(_("place"))
    page = models.ForeignKey(StoredPage, on_delete=models.CASCADE, related_name="+")
    passage = models.CharField(_("best passage"), max_length=100)
    score = models.FloatField(_("score of the check"))
    fails = models.FloatField(_("probability that verification fails"))
    found_by = models.JSONField(_("found by"), default=list)
    support = models.JSONField(_("sentences closest to the claim"), default=list, blank=True)

    class Meta:
        verbose_name = _("suggested source")
        verbose_name_plural = _("suggested sources")
        ordering: ClassVar = ["place"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["citation", "place"], name="corpus_suggestion_place_once"),
        ]

    def __str__(self) -> str:
        return f"{self.citation_id}: {self.place}"


class Redirect(models.Model):
    """A title that leads to another one, as MediaWiki's #REDIRECT; the target need not be in the corpus."""

    corpus = models.ForeignKey(Corpus, on_delete=models.CASCADE, related_name="redirects")
    title = models.CharField(_("title"), max_length=TITLE_LENGTH)
    target = models.CharField(_("target"), max_length=TITLE_LENGTH)
    fragment = models.CharField(_("section"), max_length=TITLE_LENGTH, blank=True)

    class Meta:
        verbose_name = _("redirect")
        verbose_name_plural = _("redirects")
        ordering: ClassVar = ["title"]
        indexes: ClassVar = [models.Index(fields=["corpus", "target"], name="corpus_redirect_target")]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["corpus", "title"], name="corpus_redirect_title_unique"),
            models.CheckConstraint(condition=_is_title("title"), name="corpus_redirect_is_title"),
            models.CheckConstraint(condition=_is_title("target"), name="corpus_redirect_to_title"),
        ]

    def __str__(self) -> str:
        return f"{self.title} -> {self.target}"


class Phase(models.TextChoices):
    """Phase of an import. A corpus that is being deleted lacks some of its rows and is of no use any more."""

    READING = "reading", _("reading the sources")
    LINKING = "linking", _("resolving links")
    COMPLETE = "complete", _("complete")
    DISCARDING = "discarding", _("being deleted")


class ImportRun(models.Model):
    """Settings and progress of an import. Written in the transaction that saves the pages.

    `sources`: `corpus.snapshot.sources.described` of each, in order. `settings` and `software` as in the manifest.
    Reading stands at `place` (`corpus.importing.batches.Position`) of source number `source`, and can begin again at
    `checkpoint`; `taken` counts the records so far. Links are resolved of the pages up to the primary key `linked`.
    """

    corpus = models.OneToOneField(Corpus, on_delete=models.CASCADE, related_name="import_run")
    sources = models.JSONField(_("sources"))
    settings = models.JSONField(_("settings"))
    software = models.JSONField(_("versions of the software"))
    phase = models.CharField(_("phase"), max_length=20, choices=Phase, default=Phase.READING)
    source = models.PositiveIntegerField(_("sources read"), default=0)
    place = models.BigIntegerField(_("place in the source"), default=0)
    checkpoint = models.JSONField(_("place in a bzip2 file"), null=True)
    taken = models.BigIntegerField(_("records read"), default=0)
    linked = models.BigIntegerField(_("last page whose links are resolved"), default=0)
    started_at = models.DateTimeField(_("started at"), auto_now_add=True)
    finished_at = models.DateTimeField(_("finished at"), null=True)

    class Meta:
        verbose_name = _("import")
        verbose_name_plural = _("imports")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(phase__in=Phase.values), name="corpus_import_phase_known"),
            models.CheckConstraint(
                condition=Q(phase=Phase.COMPLETE, finished_at__isnull=False)
                | (~Q(phase=Phase.COMPLETE) & Q(finished_at__isnull=True)),
                name="corpus_import_finished_when_complete",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.corpus_id}: {self.phase}"


class ImportCount(models.Model):
    """Counter of an import: pages left out by reason, elements by kind, unknown templates."""

    run = models.ForeignKey(ImportRun, on_delete=models.CASCADE, related_name="counts")
    kind = models.CharField(_("what is counted"), max_length=20)
    name = models.CharField(_("name"), max_length=COUNT_NAME_LENGTH)
    count = models.BigIntegerField(_("count"))

    class Meta:
        verbose_name = _("count of an import")
        verbose_name_plural = _("counts of an import")
        constraints: ClassVar = [models.UniqueConstraint(fields=["run", "kind", "name"], name="corpus_count_unique")]

    def __str__(self) -> str:
        return f"{self.kind} {self.name}: {self.count}"


class ImportFailure(models.Model):
    """A page that could not be read; the quarantine file lists the same."""

    run = models.ForeignKey(ImportRun, on_delete=models.CASCADE, related_name="failures")
    title = models.TextField(_("title"), blank=True)
    place = models.TextField(_("place in the source"), blank=True)
    reason = models.TextField(_("reason"))
    remedy = models.TextField(_("remedy"))

    class Meta:
        verbose_name = _("page that failed")
        verbose_name_plural = _("pages that failed")
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"{self.title}: {self.reason}"
