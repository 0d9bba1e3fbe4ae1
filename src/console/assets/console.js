// Makes the console faster to use. Every page works without this script and has the same content.
"use strict";

const texts = document.currentScript.dataset;
const main = document.querySelector("main");
const search = main.querySelector("input[type=search]");

// An invisible element with messages for screen readers about changes of the page.
const status = document.createElement("p");
status.className = "visually-hidden";
status.setAttribute("role", "status");
document.body.append(status);

const announce = (text, value) => (status.textContent = text.replace("{}", value));
const parseMain = (html) => new DOMParser().parseFromString(html, "text/html").querySelector("main");

// Loads the page at an address in the background. Returns null if the request fails or is aborted.
async function loadPage(address, signal) {
  try {
    const response = await fetch(address, { signal });
    return { ok: response.ok, address: response.url, main: parseMain(await response.text()) };
  } catch {
    return null;
  }
}

// Loads this page at most once a second until the job on the server has finished, and then shows the result.
async function waitForJob() {
  const second = new Promise((resolve) => setTimeout(resolve, 1000));
  const page = await loadPage(location.href);
  if (page && !page.main?.hasAttribute("data-unfinished")) return location.replace(page.address);
  await second;
  waitForJob();
}
if (main.hasAttribute("data-unfinished")) waitForJob();

function fitTables() {
  for (const table of document.querySelectorAll(".table")) {
    table.classList.toggle("fits", table.scrollWidth <= table.clientWidth);
  }
}
addEventListener("resize", fitTables);

// An e-mail address or an operation name, which can be longer than a line.
const LONG_WORD = /(\S+@\S+|\S*[a-z][A-Z]\S*[a-z][A-Z]\S*)/;

// Allows line breaks between the parts of long words, so that no part is split.
function addBreaks() {
  const createSpan = (className, nodes) => {
    const span = document.createElement("span");
    span.className = className;
    span.append(...nodes);
    return span;
  };
  const createWord = (word) => {
    const parts = word.split(/(?<=@|[a-z](?=[A-Z]))|(?<=\w)(?=\.\w)/);
    return createSpan("long-word", parts.flatMap((part) => [part, document.createElement("wbr")]));
  };
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  const texts = [];
  // the expression takes too long for a very long text without blanks
  const canSplit = ({ data }) => data.length < 1000 && LONG_WORD.test(data);
  while (walker.nextNode()) if (canSplit(walker.currentNode)) texts.push(walker.currentNode);
  for (const text of texts.filter(({ parentNode }) => !parentNode.matches("textarea, option, output"))) {
    // every second piece is a long word
    const pieces = text.data.split(LONG_WORD);
    text.replaceWith(createSpan("", pieces.map((piece, index) => (index % 2 ? createWord(piece) : piece))));
  }
}
addBreaks();
fitTables();

// Search while typing: the part of the page after the search form is replaced by the results.
if (search) {
  const form = search.form;
  let timer, controller;
  const showResults = async () => {
    controller?.abort();
    controller = new AbortController();
    const fields = [...new FormData(form)].filter(([, value]) => value !== "");
    const address = `${form.action}?${new URLSearchParams(fields)}`;
    const page = await loadPage(address, controller.signal);
    const loadedSearch = page?.ok && page.main?.querySelector("input[type=search]");
    if (!loadedSearch) return;
    while (form.nextSibling) form.nextSibling.remove();
    while (loadedSearch.form.nextSibling) form.parentNode.append(loadedSearch.form.nextSibling);
    addBreaks();
    fitTables();
    history.replaceState(null, "", address);
    const rows = main.querySelectorAll("tbody tr").length;
    announce(rows ? texts.found : (main.querySelector("form ~ .note")?.textContent ?? ""), rows);
  };
  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(showResults, 150);
  });
}

// Suggestions: a list below the field of the rows that match the typed text. Choosing a row puts the key of the row
// into the field.
const suggestionsAddress = new URL("../data/suggest", document.currentScript.src);
for (const input of main.querySelectorAll("input[data-suggests]")) {
  const box = document.createElement("div");
  const list = document.createElement("ul");
  let timer, controller, activeOption;
  box.className = "suggested";
  list.id = `${input.id}-suggested`;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", input.labels[0].textContent);
  input.replaceWith(box);
  box.append(input, list);
  const matches = input.form.querySelectorAll(`[type=radio][name="match.${input.name}"]`);
  // the server prefers a chosen match to the text
  const clearMatches = () => matches.forEach((match) => (match.checked = false));
  const setAttributes = (values) =>
    Object.entries(values).forEach(([name, value]) => input.setAttribute(name, value));
  setAttributes({ role: "combobox", "aria-autocomplete": "list", "aria-controls": list.id });
  const activate = (option) => {
    activeOption?.removeAttribute("aria-selected");
    activeOption = option;
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    setAttributes({ "aria-activedescendant": option?.id ?? "" });
  };
  const close = () => {
    clearTimeout(timer);
    controller?.abort();
    list.hidden = true;
    setAttributes({ "aria-expanded": "false" });
    activate();
  };
  const showChosen = (title) => {
    const [name, ...details] = title.split(" · ");
    const chosen = document.getElementById(`${input.id}-chosen`);
    chosen.querySelector("strong").textContent = name;
    chosen.querySelector("small").textContent = details.join(" · ");
  };
  const choose = (option) => {
    input.value = option.dataset.key;
    clearMatches();
    announce("{}", option.textContent);
    showChosen(option.textContent);
    close();
    input.dispatchEvent(new Event("change", { bubbles: true }));
  };
  const showSuggestions = async () => {
    controller?.abort();
    controller = new AbortController();
    const { signal } = controller;
    const query = new URLSearchParams(input.dataset.suggests);
    // a row whose key has several cells must have the other cells that the form has now
    for (const name of [...query.keys()].filter((name) => name.startsWith("key."))) {
      const field = input.form.elements.namedItem(name.slice("key.".length));
      if (field) query.set(name, field.value);
    }
    query.set("q", input.value);
    suggestionsAddress.search = query;
    const response = await fetch(suggestionsAddress, { signal }).catch(() => null);
    const rows = response?.ok ? await response.json().catch(() => []) : [];
    if (signal.aborted || document.activeElement !== input) return;
    const createOption = ({ key, text }, index) => {
      const option = document.createElement("li");
      option.id = `${list.id}-${index}`;
      option.setAttribute("role", "option");
      option.dataset.key = key;
      option.textContent = text;
      return option;
    };
    activate();
    list.replaceChildren(...rows.map(createOption));
    list.hidden = !rows.length;
    setAttributes({ "aria-expanded": String(!list.hidden) });
    announce(texts.found, rows.length);
  };
  close();
  input.addEventListener("input", () => {
    clearTimeout(timer);
    clearMatches();
    // the name belongs to the replaced value
    showChosen("");
    if (!input.value.trim()) return close();
    timer = setTimeout(showSuggestions, 150);
  });
  input.addEventListener("blur", close);
  list.addEventListener("mousedown", (event) => {
    event.preventDefault();
    const option = event.target.closest("li");
    if (option) choose(option);
  });
  input.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    const { key } = event;
    if (key === "Escape") close();
    else if (key === "Enter" && activeOption) choose(activeOption);
    else if (key === "ArrowDown") activate(activeOption?.nextSibling ?? list.firstChild);
    else if (key === "ArrowUp") activate(activeOption?.previousSibling ?? list.lastChild);
    else return;
    event.preventDefault();
  });
}

// Lists the files of a dropped file or folder, each with its path.
async function listFiles(entry, folder = "") {
  if (entry.isFile) {
    return [[await new Promise((resolve, reject) => entry.file(resolve, reject)), folder + entry.name]];
  }
  const reader = entry.createReader();
  const files = [];
  for (;;) {
    // each call returns only some entries; an empty list is the end
    const entries = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!entries.length) return files;
    for (const inner of entries) files.push(...(await listFiles(inner, `${folder}${entry.name}/`)));
  }
}

// In forms with files: shows the progress of the upload, and takes dropped files.
for (const form of document.querySelectorAll("form[enctype]")) {
  // hidden from screen readers, which get messages about the progress
  const createHidden = (tag, text) => {
    const element = document.createElement(tag);
    element.setAttribute("aria-hidden", "true");
    element.textContent = text;
    return element;
  };
  const bar = createHidden("progress", "");
  bar.max = 1;
  form.querySelector(".buttons").append(" ", createHidden("span", texts.drop));
  const send = (fields) => {
    const body = new FormData();
    for (const [name, value] of fields) {
      if (value instanceof File) body.append(name, value, value.webkitRelativePath || value.name);
      else body.append(name, value);
    }
    const request = new XMLHttpRequest();
    let announcedTenths = 0;
    request.upload.onprogress = ({ loaded, total }) => {
      bar.value = loaded / total;
      const tenths = Math.floor(bar.value * 10);
      if (tenths > announcedTenths) announce(texts.sent, (announcedTenths = tenths) * 10);
    };
    request.onload = () => {
      if (request.status === 200 && request.responseURL !== form.action) return location.assign(request.responseURL);
      bar.remove();
      const message = parseMain(request.responseText)?.querySelector("p[role]")?.textContent;
      showError(message ?? request.responseText);
    };
    request.onerror = () => {
      bar.remove();
      showError(texts.broken);
    };
    form.querySelector(".buttons").append(" ", bar);
    request.open("POST", form.action);
    request.send(body);
  };
  const error = document.createElement("p");
  error.className = "wrong";
  error.setAttribute("role", "alert");
  const showError = (text) => {
    form.before(error);
    error.textContent = text;
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(new FormData(form));
  });
  for (const type of ["dragover", "dragleave", "drop"]) {
    form.addEventListener(type, (event) => {
      event.preventDefault();
      form.classList.toggle("drop-target", type === "dragover");
    });
  }
  form.addEventListener("drop", async ({ dataTransfer }) => {
    const entries = [...dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
    const dropped = (await Promise.all(entries.map((entry) => listFiles(entry)))).flat();
    // dropped files replace the chosen ones
    const fields = new FormData(form);
    fields.delete("files");
    fields.delete("folder");
    const files = dropped.map(([file, path]) => ["files", new File([file], path)]);
    if (files.length) send([...fields, ...files]);
  });
}

// The first box of a group ticks or unticks the other boxes, and is ticked while all other boxes are.
for (const group of document.querySelectorAll("[data-all]")) {
  const [all, ...others] = group.querySelectorAll("input");
  group.addEventListener("change", ({ target }) => {
    if (target === all) for (const box of others) box.checked = all.checked;
    else all.checked = others.every((box) => box.checked);
  });
}

// Entering a day chooses the option to which the day belongs, and choosing another option clears the day.
main.addEventListener("input", ({ target }) => {
  const day = target.closest("fieldset")?.querySelector(".date-option input[type=date]");
  if (!day) return;
  const option = day.parentElement.querySelector("[type=radio]");
  if (target === day) option.checked = true;
  else if (!option.checked) day.value = "";
});

// A form with a refresh button is refreshed after each change. A field is replaced only if it has other options now.
for (const button of main.querySelectorAll("button[name=refresh]")) {
  const { form } = button;
  let controller;
  button.remove();
  const optionsOf = (field) => [...field.querySelectorAll("[type=radio], option")].map(({ value }) => value).join("\n");
  const textsOf = (field) => field.querySelectorAll(".chosen, label > span, .hint");
  const nameOf = (field) => {
    const input = field.querySelector("[name]:not([name^='match.']), output");
    return input?.name || input?.id;
  };
  // Replaces a field. The new field has the focus if the old one had it.
  const replaceField = (field, loadedField) => {
    const { activeElement } = document;
    const hadFocus = field.contains(activeElement);
    field.replaceWith(loadedField);
    if (!hadFocus) return;
    const inputs = [...loadedField.querySelectorAll("input, select, textarea")];
    const named = inputs.filter(({ name }) => name === activeElement.name);
    (named.find(({ value }) => value === activeElement.value) ?? named.find(({ checked }) => checked) ?? inputs[0])?.focus();
  };
  form.addEventListener("change", async () => {
    controller?.abort();
    controller = new AbortController();
    const values = new URLSearchParams(new FormData(form));
    for (const { name } of form.querySelectorAll("[type=hidden]")) values.delete(name);
    const page = await loadPage(`${form.action}?${values}`, controller.signal);
    // as long as a value on which other fields depend is invalid, the loaded form is not complete
    const loadedForm = page?.ok && page.main?.querySelector("form[method=post]");
    if (!loadedForm) return;
    const loadedFields = [...loadedForm.querySelectorAll(".field")];
    for (const field of form.querySelectorAll(".field")) {
      const loadedField = loadedFields.find((loaded) => nameOf(loaded) === nameOf(field));
      if (!loadedField) continue;
      if (optionsOf(field) !== optionsOf(loadedField)) {
        replaceField(field, loadedField);
        continue;
      }
      const loadedTexts = textsOf(loadedField);
      textsOf(field).forEach((text, textIndex) => {
        const loadedText = loadedTexts[textIndex];
        if (!loadedText || text.textContent === loadedText.textContent) return;
        text.replaceWith(loadedText);
        announce("{}", loadedText.textContent);
      });
    }
  });
}

for (const secret of document.querySelectorAll(".secret output, ul.secret")) {
  if (!navigator.clipboard) break;
  const button = document.createElement("button");
  button.className = "secondary";
  button.type = "button";
  button.textContent = texts.copy;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(secret.innerText);
    announce(texts.copied);
    button.textContent = texts.copied;
  });
  secret.after(" ", button);
}

const sheet = document.querySelector(".attendance");
if (sheet) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = texts.print;
  button.addEventListener("click", () => print());
  sheet.before(button);
}

// Keys: `/` moves the focus to the search for everything, and Ctrl+K to the search of the page. Ctrl+S saves the form
// that has the focus.
const globalSearch = document.querySelector(".global-search input");
if (globalSearch && matchMedia("(hover: hover) and (min-width: 60rem)").matches) globalSearch.placeholder += "  /";
document.addEventListener("keydown", (event) => {
  const { activeElement } = document;
  const hasCtrl = event.ctrlKey || event.metaKey;
  if (event.altKey || (event.shiftKey && event.key !== "/")) return;
  const field = hasCtrl ? (search ?? globalSearch) : globalSearch;
  const isSearchKey = hasCtrl ? event.key === "k" : event.key === "/" && !activeElement.matches("input, select, textarea");
  const form = activeElement.form;
  if (isSearchKey && field) {
    event.preventDefault();
    field.focus();
    field.select();
  } else if (hasCtrl && event.key === "s" && form?.method === "post" && main.contains(form)) {
    event.preventDefault();
    form.requestSubmit();
  }
});
