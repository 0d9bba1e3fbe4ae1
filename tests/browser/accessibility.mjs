// Finds one page of each kind by following links, and checks pages with axe-core in both themes and two widths.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// "WCAG 2.2 A and AA"
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

const THEMES = ["light", "dark"];
const WIDTHS = [1280, 360];

// Returns the kind of a page: its path without row numbers and data files.
export const pageKind = (address) => address.pathname.replace(/\/\d+/g, "/ID").replace(/\/data\/[a-z_]+/, "/data/FILE");

// Returns the targets of links on the current page whose kind is not known yet, one of each kind.
async function newLinks(page, known) {
  const hrefs = await page.evaluate(() => [...document.querySelectorAll("header a, main a")].map((link) => link.href));
  return hrefs.map((href) => new URL(href)).filter((address) => {
    const isPage = address.origin === new URL(page.url()).origin && !address.hash && !address.search;
    const isNew = isPage && !known.has(pageKind(address));
    if (isNew) known.add(pageKind(address));
    return isNew;
  });
}

// Returns one page of each kind that can be reached from the current page, except the excluded ones.
export async function findPages(page, isExcluded = () => false) {
  const known = new Set();
  const queue = await newLinks(page, known);
  const found = [];
  for (const { href } of queue) {
    if (isExcluded(href)) continue;
    const response = await page.request.get(href);
    if (!response.headers()["content-type"].startsWith("text/html")) continue;
    await page.goto(href);
    found.push(href);
    queue.push(...(await newLinks(page, known)));
  }
  return found;
}

// Opens each page and calls the function.
export async function visitPages(page, visit) {
  for (const address of await findPages(page)) {
    await page.goto(address);
    await visit(page);
  }
}

// Checks the current page in every theme and width; throws an error that lists the problems.
export async function checkPage(page) {
  await page.evaluate(AXE);
  const problems = [];
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      problems.push(...(await findProblems(page)).map((problem) => `${page.url()}, ${colorScheme}, ${width} px: ${problem}`));
    }
  }
  await page.setViewportSize({ width: WIDTHS[0], height: 800 });
  if (problems.length) throw new Error(problems.join("\n"));
}

// Returns the violations of WCAG on the page, and whether it is wider than the window.
async function findProblems(page) {
  const { violations } = await page.evaluate((values) => axe.run({ runOnly: { type: "tag", values } }), TAGS);
  const problems = violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html}`));
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  return isTooWide ? [...problems, "wider than the window"] : problems;
}
