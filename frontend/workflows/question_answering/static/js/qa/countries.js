/** Names of countries in the language of the page, for codes that the server wrote. */

export function nameCountries() {
  const language = document.documentElement.lang;
  const names = new Intl.DisplayNames([language], { type: "region", fallback: "code" });
  /** @param {string} code */
  const nameOf = (code) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code);

  const inTemplates = [...document.querySelectorAll("template")].flatMap(({ content }) => [...content.querySelectorAll("select[data-countries]")]);
  for (const select of [...document.querySelectorAll("select[data-countries]"), ...inTemplates]) {
    const options = [...select.querySelectorAll("option")];
    const named = options.filter(({ value }) => value !== "");
    for (const option of named) option.textContent = nameOf(option.value);
    const { compare } = new Intl.Collator(language);
    named.sort((one, other) => compare(one.textContent ?? "", other.textContent ?? ""));
    select.append(...named);
  }
  for (const place of document.querySelectorAll("[data-country]")) {
    if (place instanceof HTMLElement) place.textContent = nameOf(place.dataset.country ?? "");
  }
}
