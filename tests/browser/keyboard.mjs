// Somebody at a keyboard: goes from one thing to the next with Tab, and knows each by what it is called.
// The most steps of Tab to what is looked for.
const FAR = 500;

// What has the focus, as it is called.
const focused = (page) =>
  page.evaluate(() => {
    const here = document.activeElement;
    if (!here || here === document.body) return "";
    const said = here.getAttribute("aria-label") ?? here.labels?.[0]?.innerText ?? here.innerText;
    return said.replace(/\s*\*$/, "").trim();
  });

// Presses Tab until the element `name` has the focus.
export async function reach(page, name) {
  const passed = [];
  for (let step = 0; step < FAR; step++) {
    const here = await focused(page);
    if (typeof name === "string" ? here === name : name.test(here)) return;
    passed.push(here);
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${name} on ${page.url()}, but to ${[...new Set(passed)].join(" | ")}`);
}

// What is done with a page that is arrived at.
export const arrivals = new WeakMap();

// Presses a key that leads to another page, and waits for that, and for what is being done there.
export async function press(page, key = "Enter") {
  await Promise.all([page.waitForNavigation({ waitUntil: "load" }), page.keyboard.press(key)]);
  await page.locator("main:not([data-unfinished])").waitFor();
  await arrivals.get(page)?.(page);
}

// Goes to a link or button and presses it.
export async function follow(page, name) {
  await reach(page, name);
  await press(page);
}

// Goes to a field and fills it in, in place of what it holds.
export async function fill(page, name, value) {
  await reach(page, name);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type(value);
}

// Goes to a field of files and chooses these, paths or one folder.
export async function pick(page, name, paths) {
  await reach(page, name);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.keyboard.press("Enter")]);
  await chooser.setFiles(paths);
}

// What the page says below its navigation.
export const said = (page) => page.locator("main").innerText();

// Fails unless the page says this.
export async function says(page, expected) {
  const text = await said(page);
  const found = typeof expected === "string" ? text.includes(expected) : expected.test(text);
  if (!found) throw new Error(`${page.url()} does not say ${expected}, but: ${text}`);
}

// Signs in on the page that asks for it.
export async function signIn(page, service, words) {
  await page.goto(service.address, { waitUntil: "load" });
  await fill(page, words.name, service.user);
  await fill(page, words.password, service.password);
  await press(page);
  if ((await page.locator("nav").count()) === 0) throw new Error(`nobody is signed in: ${await said(page)}`);
}
