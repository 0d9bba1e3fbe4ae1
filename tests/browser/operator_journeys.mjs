// What else an operator does, by keyboard alone: "a connector made and revoked, a class's attendance list printed, a
// report saved for Excel and opened by a reader of CSV, a person anonymised".
import { strictEqual } from "node:assert";
import { execFileSync } from "node:child_process";
import { fill, follow, press, reach, says } from "./keyboard.mjs";

const CONNECTOR = "roostersysteem";

// Who left long ago, and may be forgotten.
const LEFT = { identifier: "000125", name: "Wim Kuipers" };

export async function deeds(page, service, words) {
  for (const deed of [connector, attendance, report, anonymise]) await deed(page, words, service);
}

// What is made is let in, and what is revoked is not.
async function connector(page, words, { address }) {
  await follow(page, words.connectors);
  await fill(page, words.name, CONNECTOR);
  await reach(page, /\(GetCatalog\)$/);
  await page.keyboard.press("Space");
  await follow(page, words.addConnector);
  const password = await page.locator("output").innerText();
  const calls = async () => {
    const authorization = `Basic ${btoa(`${CONNECTOR}:${password}`)}`;
    return (await fetch(new URL("/api/v1/catalog", address), { headers: { authorization } })).status;
  };
  strictEqual(await calls(), 200);
  await follow(page, words.done);
  await follow(page, CONNECTOR);
  await follow(page, words.revoke);
  strictEqual(await calls(), 401);
}

// The list of everybody in a class is one sheet of paper.
async function attendance(page, words) {
  await follow(page, words.classes);
  await follow(page, /^BHV/);
  await follow(page, words.attendance);
  const sheets = (await page.pdf({ preferCSSPageSize: true })).toString("latin1").match(/\/Type\s*\/Page\b/g);
  strictEqual(sheets.length, 1);
}

// The persons of the seed, but for one who is anonymised.
const PERSONS = 60;

// The file has all rows, of which the page has the first, as Python reads it.
async function report(page, words) {
  await follow(page, words.reports);
  await follow(page, words.allPersons);
  await reach(page, "Excel (CSV)");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  const script = "import csv, sys; print(len(list(csv.DictReader(open(sys.argv[1], encoding='utf-8-sig'), delimiter=';'))))";
  const read = execFileSync("python3", ["-c", script, await download.path()], { encoding: "utf8" });
  strictEqual(Number(read), PERSONS);
}

async function anonymise(page, words) {
  await follow(page, words.persons);
  await fill(page, words.search, LEFT.name);
  await press(page);
  await follow(page, LEFT.name);
  await fill(page, words.confirmIdentifier, LEFT.identifier);
  await follow(page, words.anonymise);
  await says(page, words.anonymised);
}
