// What makes the console quicker to use. Everything works without it, and it changes nothing of what a page says.
"use strict";

const texts = document.currentScript.dataset;
const main = document.querySelector("main");
const search = main.querySelector("input[type=search]");

// What is told without the page changing: who hears pages hears it.
const status = document.createElement("p");
status.className = "unseen";
status.setAttribute("role", "status");
document.body.append(status);

const tell = (text, value) => (status.textContent = text.replace("{}", value));
const parsed = (html) => new DOMParser().parseFromString(html, "text/html").querySelector("main");

// The page at an address, read beside the shown one; null without an answer, or when nobody waits for it any more.
async function page_at(address, signal) {
  try {
    const answer = await fetch(address, { signal });
    return { ok: answer.ok, address: answer.url, main: parsed(await answer.text()) };
  } catch {
    return null;
  }
}

// A job continues at the server; the page asks for its progress at most once a second.
async function awaited() {
  const second = new Promise((passed) => setTimeout(passed, 1000));
  const page = await page_at(location.href);
  if (page && !page.main?.hasAttribute("data-unfinished")) return location.replace(page.address);
  await second;
  awaited();
}
if (main.hasAttribute("data-unfinished")) awaited();

// A table that is not too wide for the page has no scroll box.
function fit() {
  for (const table of document.querySelectorAll(".table")) {
    table.classList.toggle("fits", table.scrollWidth <= table.clientWidth);
  }
}
fit();
addEventListener("resize", fit);

// Rows are found while somebody types.
if (search) {
  const form = search.form;
  let typed, waiting;
  const find = async () => {
    waiting?.abort();
    waiting = new AbortController();
    const sent = [...new FormData(form)].filter(([, value]) => value !== "");
    const address = `${form.action}?${new URLSearchParams(sent)}`;
    const page = await page_at(address, waiting.signal);
    const found = page?.ok && page.main?.querySelector("input[type=search]");
    if (!found) return;
    while (form.nextSibling) form.nextSibling.remove();
    while (found.form.nextSibling) form.parentNode.append(found.form.nextSibling);
    fit();
    history.replaceState(null, "", address);
    const rows = main.querySelectorAll("tbody tr").length;
    tell(rows ? texts.found : (main.querySelector("form ~ .note")?.textContent ?? ""), rows);
  };
  search.addEventListener("input", () => {
    clearTimeout(typed);
    typed = setTimeout(find, 150);
  });
}

// Rows that a typed text may mean are suggested below its field, which takes the key of the chosen one.
const suggestions = new URL("../data/suggest", document.currentScript.src);
for (const input of main.querySelectorAll("input[data-suggests]")) {
  const box = document.createElement("div");
  const list = document.createElement("ul");
  let timer, waiting, active;
  box.className = "suggested";
  list.id = `${input.id}-suggested`;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", input.labels[0].textContent);
  input.replaceWith(box);
  box.append(input, list);
  const set = (names) => Object.entries(names).forEach(([name, value]) => input.setAttribute(name, value));
  set({ role: "combobox", "aria-autocomplete": "list", "aria-controls": list.id });
  const activate = (option) => {
    active?.removeAttribute("aria-selected");
    active = option;
    active?.setAttribute("aria-selected", "true");
    active?.scrollIntoView({ block: "nearest" });
    set({ "aria-activedescendant": active?.id ?? "" });
  };
  const close = () => {
    clearTimeout(timer);
    waiting?.abort();
    list.hidden = true;
    set({ "aria-expanded": "false" });
    activate();
  };
  const choose = (option) => {
    input.value = option.dataset.key;
    tell("{}", option.textContent);
    const [name, ...rest] = option.textContent.split(" · ");
    const chosen = document.getElementById(`${input.id}-chosen`);
    chosen.querySelector("strong").textContent = name;
    chosen.querySelector("small").textContent = rest.join(" · ");
    close();
  };
  const find = async () => {
    waiting?.abort();
    waiting = new AbortController();
    suggestions.search = new URLSearchParams({ file: input.dataset.suggests, q: input.value });
    const answer = await fetch(suggestions, { signal: waiting.signal }).catch(() => null);
    const rows = answer?.ok ? await answer.json().catch(() => []) : [];
    if (waiting.signal.aborted || document.activeElement !== input) return;
    const option = ({ key, text }, at) => {
      const option = document.createElement("li");
      option.id = `${list.id}-${at}`;
      option.setAttribute("role", "option");
      option.dataset.key = key;
      option.textContent = text;
      return option;
    };
    activate();
    list.replaceChildren(...rows.map(option));
    list.hidden = !rows.length;
    set({ "aria-expanded": String(!list.hidden) });
    tell(texts.found, rows.length);
  };
  close();
  input.addEventListener("input", () => {
    clearTimeout(timer);
    if (!input.value.trim()) return close();
    timer = setTimeout(find, 150);
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
    else if (key === "Enter" && active) choose(active);
    else if (key === "ArrowDown") activate(active?.nextSibling ?? list.firstChild);
    else if (key === "ArrowUp") activate(active?.previousSibling ?? list.lastChild);
    else return;
    event.preventDefault();
  });
}

// Files that lie in what was dropped, folders and all, each with its path.
async function files(entry, path = "") {
  if (entry.isFile) return [[await new Promise((file, failed) => entry.file(file, failed)), path + entry.name]];
  const reader = entry.createReader();
  const inside = [];
  for (;;) {
    const some = await new Promise((entries, failed) => reader.readEntries(entries, failed));
    if (!some.length) return inside;
    for (const one of some) inside.push(...(await files(one, `${path}${entry.name}/`)));
  }
}

// Files are sent with the progress of it.
for (const form of document.querySelectorAll("form[enctype]")) {
  const shown = (name, text) => {
    const element = document.createElement(name);
    element.setAttribute("aria-hidden", "true");
    element.textContent = text;
    return element;
  };
  const bar = shown("progress", "");
  bar.max = 1;
  form.querySelector(".do").append(" ", shown("span", texts.drop));
  const send = (given) => {
    const body = new FormData();
    for (const [name, value] of given) {
      if (value instanceof File) body.append(name, value, value.webkitRelativePath || value.name);
      else body.append(name, value);
    }
    const request = new XMLHttpRequest();
    let told = 0;
    request.upload.onprogress = ({ loaded, total }) => {
      bar.value = loaded / total;
      const tenths = Math.floor(bar.value * 10);
      if (tenths > told) tell(texts.sent, (told = tenths) * 10);
    };
    request.onload = () => {
      if (request.status === 200 && request.responseURL !== form.action) return location.assign(request.responseURL);
      bar.remove();
      const said = parsed(request.responseText)?.querySelector("p[role]")?.textContent;
      say(said ?? request.responseText);
    };
    request.onerror = () => {
      bar.remove();
      say(texts.broken);
    };
    form.querySelector(".do").append(" ", bar);
    request.open("POST", form.action);
    request.send(body);
  };
  const wrong = document.createElement("p");
  wrong.className = "wrong";
  wrong.setAttribute("role", "alert");
  const say = (text) => {
    form.before(wrong);
    wrong.textContent = text;
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(new FormData(form));
  });
  for (const over of ["dragover", "dragleave", "drop"]) {
    form.addEventListener(over, (event) => {
      event.preventDefault();
      form.classList.toggle("drop", over === "dragover");
    });
  }
  form.addEventListener("drop", async ({ dataTransfer }) => {
    const entries = [...dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
    const found = await Promise.all(entries.map((entry) => files(entry)));
    const body = new FormData(form);
    body.delete("files");
    body.delete("folder");
    const given = [...body, ...found.flat().map(([file, path]) => ["files", new File([file], path)])];
    if (found.flat().length) send(given);
  });
}

// The first box of a group stands for all of them.
for (const group of document.querySelectorAll("[data-all]")) {
  const [all, ...each] = group.querySelectorAll("input");
  group.addEventListener("change", ({ target }) => {
    if (target === all) for (const box of each) box.checked = all.checked;
    else all.checked = each.every((box) => box.checked);
  });
}

// A password that is shown once is copied with a button.
for (const secret of document.querySelectorAll(".secret output, ul.secret")) {
  if (!navigator.clipboard) break;
  const button = document.createElement("button");
  button.className = "quiet";
  button.type = "button";
  button.textContent = texts.copy;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(secret.innerText);
    tell(texts.copied);
    button.textContent = texts.copied;
  });
  secret.after(" ", button);
}

// A list to print has a button for it.
const sheet = document.querySelector(".attendance");
if (sheet) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = texts.print;
  button.addEventListener("click", () => print());
  sheet.before(button);
}

// `/` goes to the search for everything, Ctrl+K to the page's own, and Ctrl+S saves the form that has the focus.
const everything = document.querySelector(".find input");
if (everything) everything.placeholder += "  /";
document.addEventListener("keydown", (event) => {
  const { activeElement } = document;
  const isHeld = event.ctrlKey || event.metaKey;
  if (event.altKey || (event.shiftKey && event.key !== "/")) return;
  const field = isHeld ? (search ?? everything) : everything;
  const finds = isHeld ? event.key === "k" : event.key === "/" && !activeElement.matches("input, select, textarea");
  const form = activeElement.form;
  if (finds && field) {
    event.preventDefault();
    field.focus();
    field.select();
  } else if (isHeld && event.key === "s" && form?.method === "post" && main.contains(form)) {
    event.preventDefault();
    form.requestSubmit();
  }
});
