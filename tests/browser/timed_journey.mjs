// Simulates an operator and measures the time: "from `demo` to "I took back a wrong import" in under three minutes, without
// reading anything but the screen". The script waits as long as a person needs to read each page, to type and to click. Prints
// the times.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterLoad, activate, fill, chooseFiles, pressToLoad, expectText } from "./keyboard.mjs";
import { startDemo } from "./demo_service.mjs";
import { labels } from "./labels.mjs";

const { FOLDER, SEED } = process.env;

// Milliseconds to read a word, type a character, find and click a button, and find a known file.
const WORD = 300;
const CHARACTER = 300;
const CLICK = 2700;
const FILE = 10_000;

const LIMIT = 180_000;

// Returns the number of words that a person reads on a page: not the rows of a table after the third, closed details and options.
// On a skimmed page, only navigation and headings.
const countWords = (page, isSkimmed) =>
  page.evaluate((isSkimmed) => {
    const parts = isSkimmed ? [...document.querySelectorAll(".top-bar, h1, h2")] : [document.querySelector("main")];
    const unread = "tbody tr:nth-child(n+4), details:not([open]) > :not(summary), option, datalist, script";
    const texts = parts.map((part) => {
      const copy = part.cloneNode(true);
      for (const element of copy.querySelectorAll(unread)) element.remove();
      for (const cell of copy.querySelectorAll("td, th, li, p, dt, dd, label, h2, button")) cell.append(" ");
      return copy.textContent;
    });
    return texts.join(" ").match(/\S+/g).length;
  }, isSkimmed);

export async function timeJourney(openPage, language, into) {
  const start = performance.now();
  const spent = { words: 0, read: 0, typed: 0, clicks: 0 };
  const service = await startDemo(`timed.${language}`);
  try {
    const page = await openPage({ locale: language, viewport: { width: 1280, height: 800 } });
    const rows = [];
    const readPage = async () => {
      const count = await countWords(page, new URL(page.url()).pathname.endsWith("/today"));
      const name = `${rows.length + 1}-${new URL(page.url()).pathname.slice("/console/".length).replaceAll("/", "-")}`;
      if (into) await page.screenshot({ path: join(makeFolder(into, language), `${name}.png`), fullPage: true });
      rows.push(`| ${new URL(page.url()).pathname} | ${count} |`);
      spent.words += count;
      spent.read += count * WORD;
      await wait(count * WORD);
    };
    afterLoad.set(page, readPage);
    const { type } = page.keyboard;
    page.keyboard.type = (text) => {
      spent.typed += text.length * CHARACTER;
      return type.call(page.keyboard, text, { delay: CHARACTER });
    };
    const click = () => ((spent.clicks += CLICK), wait(CLICK));
    const file = writeShiftedFile(`shifted.${language}`);
    await takeJourney(page, service, labels[language], { file, readPage, click, spent });
    const time = performance.now() - start;
    const seconds = (ms) => `${(ms / 1000).toFixed(0)} s`;
    console.log(`| ${language} | words |\n| --- | --- |\n${rows.join("\n")}`);
    console.log(`${seconds(time)} in total: ${spent.words} words read in ${seconds(spent.read)}, typing ${seconds(spent.typed)}, ` +
      `${seconds(spent.clicks)} for clicks and files, the rest waiting for the service`);
    if (time > LIMIT) throw new Error(`the journey took ${seconds(time)}`);
  } finally {
    service.stop();
  }
}

const makeFolder = (...path) => {
  mkdirSync(join(...path), { recursive: true });
  return join(...path);
};

// Writes a file in which all cost centres are one line too high, as after a mistake in a spreadsheet.
function writeShiftedFile(name) {
  const path = join(makeFolder(FOLDER, name), "persons.csv");
  const [header, ...rows] = readFileSync(join(SEED, "persons.csv"), "utf8").split("\n");
  const [identifier, centre] = ["ExternalIdentifier", "CostCentre"].map((name) => header.split(",").indexOf(name));
  const cells = rows.filter((row) => row.endsWith(",false") && !row.includes('"')).map((row) => row.split(","));
  const text = cells.map((row, at) => `${row[identifier]},${cells[(at + 1) % cells.length][centre]}`);
  writeFileSync(path, ["ExternalIdentifier,CostCentre", ...text].join("\n"));
  return path;
}

async function takeJourney(page, service, labels, { file, readPage, click, spent }) {
  // read the terminal up to the password, and type the address
  const count = service.output.slice(0, service.output.indexOf(service.password)).match(/\S+/g).length;
  spent.words += count;
  spent.read += count * WORD;
  await wait(count * WORD);
  spent.typed += service.address.length * CHARACTER;
  await wait(service.address.length * CHARACTER);
  await page.goto(service.address, { waitUntil: "load" });
  await readPage();
  await fill(page, labels.name, service.user);
  await fill(page, labels.password, service.password);
  await pressToLoad(page);
  await click();
  await activate(page, labels.import);
  spent.clicks += FILE;
  await wait(FILE);
  await chooseFiles(page, labels.files, [file]);
  for (const [name, message] of [[labels.preview], [labels.apply, labels.applied], [labels.undo], [labels.undo, labels.undone]]) {
    await click();
    await activate(page, name);
    if (message) await expectText(page, message);
  }
}
