// Operates pages by keyboard only: finds elements by pressing Tab until the element with a label has the focus.

const MAX_TABS = 500;

// Returns the label of the focused element.
const focusedLabel = (page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return "";
    const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.innerText ?? element.innerText;
    return label.replace(/\s*\*$/, "").trim();
  });

// Presses Tab until the element with this label has the focus.
export async function tabTo(page, name) {
  const passed = [];
  for (let step = 0; step < MAX_TABS; step++) {
    const label = await focusedLabel(page);
    if (typeof name === "string" ? label === name : name.test(label)) return;
    passed.push(label);
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${name} on ${page.url()}, only ${[...new Set(passed)].join(" | ")}`);
}

// For each page, a function to call after a navigation.
export const afterLoad = new WeakMap();

// Presses a key that loads another page, and waits until it is complete.
export async function pressToLoad(page, key = "Enter") {
  await Promise.all([page.waitForNavigation({ waitUntil: "load" }), page.keyboard.press(key)]);
  await page.locator("main:not([data-unfinished])").waitFor();
  await afterLoad.get(page)?.(page);
}

// Activates a link or button.
export async function activate(page, name) {
  await tabTo(page, name);
  await pressToLoad(page);
}

// Replaces the value of a field.
export async function fill(page, name, value) {
  await tabTo(page, name);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(value);
}

// Chooses files, or one folder, in a file field.
export async function chooseFiles(page, name, paths) {
  await tabTo(page, name);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
  await chooser.setFiles(paths);
}

// Returns the text of the page without navigation.
const mainText = (page) => page.locator("main").innerText();

export async function expectText(page, expected) {
  const text = await mainText(page);
  const found = typeof expected === "string" ? text.includes(expected) : expected.test(text);
  if (!found) throw new Error(`${page.url()} does not contain ${expected}: ${text}`);
}

export async function signIn(page, service, labels) {
  await page.goto(service.address, { waitUntil: "load" });
  await fill(page, labels.name, service.user);
  await fill(page, labels.password, service.password);
  await pressToLoad(page);
  if ((await page.locator("nav").count()) === 0) throw new Error(`the sign-in failed: ${await mainText(page)}`);
}
