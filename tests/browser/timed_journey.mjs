// "A school's administrator's path, timed: from `demo` to "I took back a wrong import" in under three minutes, without
// reading anything but the screen". The simulated person reads every page to its end, types with two fingers
// and thinks before each click; the script waits as long. Prints where the time goes.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { arrivals, fill, follow, pick, press, says } from "./keyboard.mjs";
import { demonstration } from "./demo_service.mjs";
import { words } from "./labels.mjs";

const { FOLDER, SEED } = process.env;

// Milliseconds for a word that is read (200 a minute) and a character that is typed (200 a minute); for finding what to
// press and pressing it, and for finding a file that one knows among others.
const WORD = 300;
const CHARACTER = 300;
const CLICK = 2700;
const FILE = 10_000;

const MOST = 180_000;

// What is read of a page: all but the rows of a table after its third, what is folded away, and choices not made. Of the
// first that has a navigation, where nothing is to be decided, that and the headings.
const read = (page, passes) =>
  page.evaluate((passes) => {
    const parts = passes ? [...document.querySelectorAll(".top-bar, h1, h2")] : [document.querySelector("main")];
    const unread = "tbody tr:nth-child(n+4), details:not([open]) > :not(summary), option, datalist, script";
    const texts = parts.map((part) => {
      const copy = part.cloneNode(true);
      for (const one of copy.querySelectorAll(unread)) one.remove();
      for (const cell of copy.querySelectorAll("td, th, li, p, dt, dd, label, h2, button")) cell.append(" ");
      return copy.textContent;
    });
    return texts.join(" ").match(/\S+/g).length;
  }, passes);

export async function timed(open, language, into) {
  const began = performance.now();
  const spent = { words: 0, read: 0, typed: 0, clicks: 0 };
  const service = await demonstration(`timed.${language}`);
  try {
    const page = await open({ locale: language, viewport: { width: 1280, height: 800 } });
    const taken = [];
    const look = async () => {
      const count = await read(page, new URL(page.url()).pathname.endsWith("/today"));
      const name = `${taken.length + 1}-${new URL(page.url()).pathname.slice("/console/".length).replaceAll("/", "-")}`;
      if (into) await page.screenshot({ path: join(mkdir(into, language), `${name}.png`), fullPage: true });
      taken.push(`| ${new URL(page.url()).pathname} | ${count} |`);
      spent.words += count;
      spent.read += count * WORD;
      await wait(count * WORD);
    };
    arrivals.set(page, look);
    const { type } = page.keyboard;
    page.keyboard.type = (text) => {
      spent.typed += text.length * CHARACTER;
      return type.call(page.keyboard, text, { delay: CHARACTER });
    };
    const click = () => ((spent.clicks += CLICK), wait(CLICK));
    const file = slipped(`slipped.${language}`);
    await walk(page, service, words[language], { file, look, click, spent });
    const took = performance.now() - began;
    const seconds = (ms) => `${(ms / 1000).toFixed(0)} s`;
    console.log(`| ${language} | words |\n| --- | --- |\n${taken.join("\n")}`);
    console.log(`${seconds(took)} in all: ${spent.words} words read in ${seconds(spent.read)}, typing ${seconds(spent.typed)}, ` +
      `${seconds(spent.clicks)} for clicks and files, the rest the machine`);
    if (took > MOST) throw new Error(`it took ${seconds(took)}`);
  } finally {
    service.stop();
  }
}

const mkdir = (...path) => {
  mkdirSync(join(...path), { recursive: true });
  return join(...path);
};

// A file in which cost centres stand a line too high, as somebody makes it who sorts one column of a sheet.
function slipped(name) {
  const path = join(mkdir(FOLDER, name), "persons.csv");
  const [header, ...rows] = readFileSync(join(SEED, "persons.csv"), "utf8").split("\n");
  const [identifier, centre] = ["ExternalIdentifier", "CostCentre"].map((name) => header.split(",").indexOf(name));
  const cells = rows.filter((row) => row.endsWith(",false") && !row.includes('"')).map((row) => row.split(","));
  const text = cells.map((row, at) => `${row[identifier]},${cells[(at + 1) % cells.length][centre]}`);
  writeFileSync(path, ["ExternalIdentifier,CostCentre", ...text].join("\n"));
  return path;
}

async function walk(page, service, words, { file, look, click, spent }) {
  // what the terminal says until the password, and the address from there
  const told = service.tour.slice(0, service.tour.indexOf(service.password)).match(/\S+/g).length;
  spent.words += told;
  spent.read += told * WORD;
  await wait(told * WORD);
  spent.typed += service.address.length * CHARACTER;
  await wait(service.address.length * CHARACTER);
  await page.goto(service.address, { waitUntil: "load" });
  await look();
  await fill(page, words.name, service.user);
  await fill(page, words.password, service.password);
  await press(page);
  await click();
  await follow(page, words.import);
  spent.clicks += FILE;
  await wait(FILE);
  await pick(page, words.files, [file]);
  for (const [name, done] of [[words.look], [words.apply, words.applied], [words.undo], [words.undo, words.undone]]) {
    await click();
    await follow(page, name);
    if (done) await says(page, done);
  }
}
