"""Sources in another language than the claim: which language, and what is compared then."""

from __future__ import annotations

import subprocess
import sys

import pytest

from baseline.citations.claim import Claim, MissingKind
from baseline.citations.failed_rows import Row, ranked
from baseline.citations.language import foreign_language, language_of
from baseline.citations.verify import lexical_verifier

BY_LANGUAGE = {
    "de": "Die Werft am Fluss wurde 1921 von Anna Berg gegründet und beschäftigte zwölf Arbeiter.",
    "fr": "Le chantier naval au bord de la rivière a été fondé en 1921 par Anna Berg et employait douze ouvriers.",
    "it": "Il cantiere sulle rive del fiume fu fondato nel 1921 da Anna Berg e impiegava dodici operai.",
    "pt": "O estaleiro à beira do rio foi fundado em 1921 por Anna Berg e empregava doze trabalhadores.",
    "nl": "De werf aan de rivier werd in 1921 door Anna Berg opgericht en had twaalf arbeiders in dienst.",
    "pl": "Stocznia nad rzeką została założona w 1921 roku przez Annę Berg i zatrudniała dwunastu robotników.",
    "hu": "A folyóparti hajógyárat 1921-ben alapította Berg Anna, és tizenkét munkást foglalkoztatott.",
    "tr": "Nehir kıyısındaki tersane 1921 yılında Anna Berg tarafından kuruldu ve on iki işçi çalıştırıyordu.",
    "ru": "Верфь на берегу реки была основана в 1921 году Анной Берг, и на ней работало двенадцать рабочих.",
    "el": "Το ναυπηγείο στην όχθη του ποταμού ιδρύθηκε το 1921 από την Άννα Μπεργκ και απασχολούσε δώδεκα εργάτες.",
    "ja": "川沿いの造船所は1921年にアンナ・ベルクによって設立され、十二人の労働者を雇っていた。",
    "zh": "河边的造船厂由安娜·伯格于1921年创立，雇用了十二名工人。1958年8月，造船厂花五百万购买砖块。",
    "ko": "강가의 조선소는 1921년 안나 베르크가 설립했으며 열두 명의 노동자를 고용했다.",
    "ar": "تأسس حوض السفن على ضفة النهر عام 1921 على يد آنا بيرغ وكان يعمل فيه اثنا عشر عاملا.",
    "he": "המספנה על גדת הנהר נוסדה בשנת 1921 על ידי אנה ברג והעסיקה שנים עשר פועלים.",
    "fa": "کارخانه کشتی‌سازی کنار رودخانه در سال ۱۹۲۱ به دست آنا برگ بنیان نهاده شد و دوازده کارگر داشت.",
}  # fmt: skip
ENGLISH = "The yard by the river was founded in 1921 by Anna Berg and had twelve workers, who laid bricks for years."
NOT_FOREIGN = (
    "", "404", "Herring costs two crowns.", "Skip to content Menu Home About Contact Search Login",
    "Miguel Ángel Félix Gallardo, Juan García Ábrego, José González Valencia, Rubén Oseguera Cervantes",
    "1. FC Köln 2 Bayern München 3 Borussia Dortmund 4 Schalke 04",
    "Rajesh Khanna Amitabh Bachchan Jaya Bhaduri Hrishikesh Mukherjee 1971",
)  # fmt: skip
GERMAN = (
    "Startseite Kontakt Impressum Datenschutz Anmelden Suche und Hilfe für alle Leserinnen und Leser der Zeitung.",
    "Die Werft am Fluss wurde am 17.08.1958 von Anna Berg für 1.285.349 Mark gekauft, also rund 3,5 Mark je Ziegel.",
)


@pytest.mark.parametrize(("language", "text"), BY_LANGUAGE.items())
def test_a_sentence_in_another_language_is_known(language: str, text: str) -> None:
    assert foreign_language([text]) == language and foreign_language([text], language) == ""


@pytest.mark.parametrize("text", [ENGLISH, *NOT_FOREIGN])
def test_names_menus_and_english_are_not_foreign(text: str) -> None:
    assert foreign_language([text]) == ""


def test_a_page_is_judged_by_most_of_its_text() -> None:
    german, french = BY_LANGUAGE["de"], BY_LANGUAGE["fr"]
    assert foreign_language([ENGLISH, german, german]) == ""  # enough of it can be compared
    assert foreign_language([german] * 9 + [ENGLISH]) == "de"
    assert foreign_language([ENGLISH], "de") == "en" and language_of([german, french, french]) == "fr"
    assert foreign_language([BY_LANGUAGE["ru"]] + [ENGLISH] * 3) == ""  # a menu


def verified(text: str, passages=GERMAN):
    found = lexical_verifier().verify(Claim("Yards", text, len(text)), passages)
    return found, [(text[one.start : one.end], one.kind) for one in found.missing]


def test_only_numbers_are_missing_from_a_source_in_another_language() -> None:
    found, missing = verified("Anna Berg bought it on 17 August 1958 for 1,285,349 marks, with twelve cranes, in 1960.")
    assert missing == [("1960", MissingKind.DATE)]
    assert (found.fails, found.score, found.passage) == (None, lexical_verifier().foreign, 1)
    assert verified("The bricks cost 3.5 marks, 5 million in all.")[1] == []
    assert verified("It has 618 rooms.", [BY_LANGUAGE["fa"]] * 2)[1] == []  # years may be of another calendar


def test_a_source_in_the_articles_language_is_compared() -> None:
    text = "Die Werft kaufte Maria Huber."
    found = lexical_verifier().verify(Claim("Werften", text, len(text), language="de"), GERMAN)
    assert found.fails is not None and "Maria Huber" in {text[one.start : one.end] for one in found.missing}


def test_sources_in_another_language_are_ranked_by_how_many_of_them_failed() -> None:
    verifier = lexical_verifier()
    foreign = verifier.calibration.fails(verifier.foreign)
    rows = [
        Row("a", "", True, 1, fails=0.9),
        Row("b", "", True, 1, language="de"),
        Row("c", "", True, 1),
        Row("d", "", True, 1, fails=0.8, language="fr"),
    ]
    assert [(row.id, row.fails) for row in ranked(rows)] == [("a", 0.9), ("b", foreign), ("d", 0.8)]


def test_pages_do_not_load_the_classifier() -> None:
    asked = "import sys, config.urls, frontend.views.citations.check_job; print('py3langid' in sys.modules)"
    setting_up = "import django; django.setup(); "
    done = subprocess.run(
        [sys.executable, "-c", setting_up + asked], capture_output=True, text=True, check=True,
        env={"DJANGO_SETTINGS_MODULE": "tests.settings", "PATH": "/usr/bin"},
    )  # fmt: skip
    assert done.stdout.split()[-1] == "False"
