// Tests other tasks of an operator by keyboard: "a connector made and revoked, a class's attendance list printed, a
// report saved for Excel and opened by a reader of CSV, a person anonymised".
import { strictEqual } from "node:assert";
import { execFileSync } from "node:child_process";
import { activate, fill, pressToLoad, tabTo, expectText } from "./keyboard.mjs";

const CONNECTOR = "roostersysteem";

// A person who left long ago.
const FORMER_EMPLOYEE = { identifier: "000125", name: "Wim Kuipers" };

export async function testOperatorTasks(page, service, labels) {
  for (const test of [testConnector, testAttendanceList, testReport, testAnonymisation]) await test(page, labels, service);
}

// The password of a new connector works until its access is removed.
async function testConnector(page, labels, { address }) {
  await activate(page, labels.connectors);
  await fill(page, labels.name, CONNECTOR);
  await tabTo(page, /\(GetCatalog\)$/);
  await page.keyboard.press("Space");
  await activate(page, labels.addConnector);
  const password = await page.locator("output").innerText();
  const callStatus = async () => {
    const authorization = `Basic ${btoa(`${CONNECTOR}:${password}`)}`;
    return (await fetch(new URL("/api/v1/catalog", address), { headers: { authorization } })).status;
  };
  strictEqual(await callStatus(), 200);
  await activate(page, labels.done);
  await activate(page, CONNECTOR);
  await activate(page, labels.revoke);
  strictEqual(await callStatus(), 401);
}

// The attendance list of a class fits on one printed page.
async function testAttendanceList(page, labels) {
  await activate(page, labels.classes);
  await activate(page, /^BHV/);
  await activate(page, labels.attendance);
  const printedPages = (await page.pdf({ preferCSSPageSize: true })).toString("latin1").match(/\/Type\s*\/Page\b/g);
  strictEqual(printedPages.length, 1);
}

// The persons of the seed, without an anonymised one.
const PERSONS = 60;

// The CSV file contains all rows, also those that are not on the first page.
async function testReport(page, labels) {
  await activate(page, labels.reports);
  await activate(page, labels.allPersons);
  await tabTo(page, labels.saveForExcel);
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
  const script = "import csv, sys; print(len(list(csv.DictReader(open(sys.argv[1], encoding='utf-8-sig'), delimiter=';'))))";
  const count = execFileSync("python3", ["-c", script, await download.path()], { encoding: "utf8" });
  strictEqual(Number(count), PERSONS);
}

async function testAnonymisation(page, labels) {
  await activate(page, labels.persons);
  await fill(page, labels.search, FORMER_EMPLOYEE.name);
  await pressToLoad(page);
  await activate(page, FORMER_EMPLOYEE.name);
  await fill(page, labels.confirmIdentifier, FORMER_EMPLOYEE.identifier);
  await activate(page, labels.anonymise);
  await expectText(page, labels.anonymised);
}
