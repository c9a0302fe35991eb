// @ts-check
// The upload of a corpus: too large a file is refused before it is sent, and progress is shown. Without this script the
// browser sends the form itself, and the server says what is wrong with the file.

export {};

/** @param {HTMLFormElement} form @param {string} sentence */
function say(form, sentence) {
  const place = form.querySelector("[data-upload-error]");
  if (place) place.textContent = sentence;
}

/** @param {HTMLFormElement} form @param {boolean} isSending */
function show(form, isSending) {
  const bar = form.querySelector("progress");
  if (bar) bar.hidden = !isSending;
  const button = form.querySelector("button");
  if (button) button.disabled = isSending;
}

/** Put the answer's part of the page into this one: it says what is wrong with the file. @param {string} html */
function replace(html) {
  const part = new DOMParser().parseFromString(html, "text/html").querySelector("#corpus");
  const here = document.querySelector("#corpus");
  if (!part || !here) {
    location.reload();
    return;
  }
  here.replaceWith(document.adoptNode(part));
  const wrong = document.querySelector("#corpus .field.wrong input");
  if (wrong instanceof HTMLElement) wrong.focus();
}

/** @param {HTMLFormElement} form @param {FormData} data */
function send(form, data) {
  const request = new XMLHttpRequest();
  const bar = form.querySelector("progress");
  request.upload.addEventListener("progress", (event) => {
    if (bar && event.lengthComputable) {
      bar.max = event.total;
      bar.value = event.loaded;
    }
  });
  request.addEventListener("load", () => {
    show(form, false);
    if (request.status < 400) location.assign(request.responseURL);
    else if (request.status === 400) replace(request.responseText);
    else say(form, form.dataset.broken ?? "");
  });
  request.addEventListener("error", () => {
    show(form, false);
    say(form, form.dataset.broken ?? "");
  });
  show(form, true);
  request.open("POST", location.href);
  request.send(data);
}

document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && target.form?.matches("[data-upload]")) say(target.form, "");
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.matches("[data-upload]")) return;
  const input = form.querySelector('input[type="file"]');
  const file = input instanceof HTMLInputElement ? input.files?.[0] : undefined;
  if (!(input instanceof HTMLInputElement) || !file) return;
  event.preventDefault();
  if (file.size > Number(input.dataset.mostBytes)) {
    say(form, input.dataset.tooLarge ?? "");
    return;
  }
  const data = new FormData(form);
  data.set("action", "upload");
  send(form, data);
});
