// Tests an import with errors, its correction and its undo, by keyboard: "sign in; upload the seed's folder with three
// faults planted; read them; correct; preview; apply; find one changed person and where the value came from; undo; the
// export is byte for byte as before".
import { deepStrictEqual, match, strictEqual } from "node:assert";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { activate, fill, chooseFiles, pressToLoad, tabTo, expectText, signIn } from "./keyboard.mjs";
import { copyChangedSeed } from "./demo_service.mjs";

// An invalid date, an unknown account level, an unknown column; and the change to import.
const CHANGES = [
  ["persons.csv", ",9000,088 000 01 01,2014-05-01T00:00:00,", ",9000,088 000 01 01,31-02-2014,"],
  ["persons.csv", "daan.visser@deveenhof.example,LEARNER,", "daan.visser@deveenhof.example,LEARNR,"],
  ["group_members.csv", "PersonExternalIdentifier", "Personeelsnummer"],
  ["persons.csv", ",1203,06 00 00 00 19,", ",4711,06 00 00 00 19,"],
];

export async function testImportAndUndo(page, service, labels, hasScript) {
  const before = service.exportFiles();
  await signIn(page, service, labels);
  await activate(page, labels.import);
  await upload(page, labels, copyChangedSeed(hasScript ? "files" : "folder", CHANGES), hasScript);
  await correctErrors(page, labels);
  await applyPreview(page, labels);
  await checkOrigin(page, labels);
  await activate(page, labels.imports);
  await activate(page, labels.import2);
  await activate(page, labels.undo);
  await activate(page, labels.undo);
  await expectText(page, labels.undone);
  deepStrictEqual(service.exportFiles(), before);
}

// Uploads files with JavaScript, a folder without.
async function upload(page, labels, folder, hasScript) {
  const names = readdirSync(folder).filter((name) => name.endsWith(".csv"));
  const [field, paths] = hasScript
    ? [labels.files, names.map((name) => join(folder, name))]
    : [labels.folder, folder];
  await chooseFiles(page, field, paths);
  await activate(page, labels.preview);
}

async function correctErrors(page, labels) {
  await expectText(page, /persons\.csv, (line|regel) 2\s+[^\n]*31-02-2014 is (not a datetime|geen bestaande datum)/);
  await expectText(page, /persons\.csv, (line|regel) 20\s+[^\n]*LEARNR (is not|staat niet) in account_levels.csv/);
  await expectText(page, /group_members\.csv, (line|regel) 1\s+[^\n]*(unknown column; choose|onbekende kolom; kies)/);
  strictEqual(await page.locator("mark").count(), 2);
  await fill(page, labels.contractStart, "1-5-2014");
  await fill(page, /LEARNR/, "LEARNER");
  await activate(page, labels.readAgain);
  await activate(page, labels.chooseColumns);
  await tabTo(page, "Personeelsnummer");
  strictEqual(await page.evaluate(() => document.activeElement.value), "PersonExternalIdentifier");
  await activate(page, labels.previewMapping);
}

async function applyPreview(page, labels) {
  await expectText(page, new RegExp(`001201.*${labels.costCentre}: 1203 → 4711`));
  await activate(page, labels.apply);
  await expectText(page, labels.applied);
}

async function checkOrigin(page, labels) {
  await activate(page, labels.persons);
  await fill(page, labels.search, "daan visser");
  await pressToLoad(page);
  await activate(page, /^Daan Visser/);
  await activate(page, labels.edit);
  await tabTo(page, labels.costCentre);
  strictEqual(await page.evaluate(() => document.activeElement.value), "4711");
  const description = await page.evaluate(() => {
    const ids = document.activeElement.getAttribute("aria-describedby").split(" ");
    return ids.map((id) => document.getElementById(id).innerText).join(" ");
  });
  match(description, labels.valueOrigin);
}
