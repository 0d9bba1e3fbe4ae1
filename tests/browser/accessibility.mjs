// Every page of the console by axe-core, light and dark, narrow and wide: those of the navigation, and one of each kind
// of page that can be reached from there, so that a new page is looked at as soon as there is one.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// "WCAG 2.2 A and AA"
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

const THEMES = ["light", "dark"];
const WIDTHS = [1280, 360];

// The kind of a page: its address without row numbers.
export const kind = (address) => address.pathname.replace(/\/\d+/g, "/ID").replace(/\/data\/[a-z_]+/, "/data/FILE");

// The pages to which those links lead that stand on this one, one of each kind that is not known yet.
async function links(page, known) {
  const all = await page.evaluate(() => [...document.querySelectorAll("header a, main a")].map((link) => link.href));
  return all.map((link) => new URL(link)).filter((address) => {
    const isPage = address.origin === new URL(page.url()).origin && !address.hash && !address.search;
    const isNew = isPage && !known.has(kind(address));
    if (isNew) known.add(kind(address));
    return isNew;
  });
}

// All kinds of pages, from the one that is shown, but for those that are left out.
export async function pages(page, isLeftOut = () => false) {
  const known = new Set();
  const next = await links(page, known);
  const found = [];
  for (const { href } of next) {
    if (isLeftOut(href)) continue;
    const answer = await page.request.get(href);
    if (!answer.headers()["content-type"].startsWith("text/html")) continue;
    await page.goto(href);
    found.push(href);
    next.push(...(await links(page, known)));
  }
  return found;
}

// Goes to each and does this there.
export async function everyPage(page, done) {
  for (const address of await pages(page)) {
    await page.goto(address);
    await done(page);
  }
}

// Looks at the page that is shown in every theme and width; fails where anything is wrong with it.
export async function lookAt(page) {
  await page.evaluate(AXE);
  const wrong = [];
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      wrong.push(...(await faults(page)).map((fault) => `${page.url()}, ${colorScheme}, ${width} px: ${fault}`));
    }
  }
  await page.setViewportSize({ width: WIDTHS[0], height: 800 });
  if (wrong.length) throw new Error(wrong.join("\n"));
}

// What is wrong with the page as it is shown now.
async function faults(page) {
  const { violations } = await page.evaluate((values) => axe.run({ runOnly: { type: "tag", values } }), TAGS);
  const told = violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html}`));
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  return isTooWide ? [...told, "it is wider than the window"] : told;
}
