// A wrong import, from files with faults to the data as they were before: "sign in; upload the seed's folder with three
// faults planted; read them; correct; preview; apply; find one changed person and where the value came from; undo; the
// export is byte for byte as before", by keyboard alone.
import { deepStrictEqual, match, strictEqual } from "node:assert";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fill, follow, pick, press, reach, says, signIn } from "./keyboard.mjs";
import { planted } from "./demo_service.mjs";

// A date that is none, an account level that there is not, a header of somebody else's; and what is to be changed.
const CHANGES = [
  ["persons.csv", ",9000,088 000 01 01,2014-05-01T00:00:00,", ",9000,088 000 01 01,31-02-2014,"],
  ["persons.csv", "daan.visser@deveenhof.example,LEARNER,", "daan.visser@deveenhof.example,LEARNR,"],
  ["group_members.csv", "PersonExternalIdentifier", "Personeelsnummer"],
  ["persons.csv", ",1203,06 00 00 00 19,", ",4711,06 00 00 00 19,"],
];

export async function wrongImport(page, service, words, hasScript) {
  const before = service.exported();
  await signIn(page, service, words);
  await follow(page, words.import);
  await upload(page, words, planted(hasScript ? "files" : "folder", CHANGES), hasScript);
  await mend(page, words);
  await lookAndApply(page, words);
  await explain(page, words);
  await follow(page, words.imports);
  await follow(page, words.importTwo);
  await follow(page, words.undo);
  await follow(page, words.undo);
  await says(page, words.undone);
  deepStrictEqual(service.exported(), before);
}

// With our script as files, which are sent by it; without as a folder, which the browser sends.
async function upload(page, words, folder, hasScript) {
  const names = readdirSync(folder).filter((name) => name.endsWith(".csv"));
  const [field, paths] = hasScript
    ? [words.files, names.map((name) => join(folder, name))]
    : [words.folder, folder];
  await pick(page, field, paths);
  await follow(page, words.look);
}

async function mend(page, words) {
  await says(page, /persons\.csv, (line|regel) 2\s+[^\n]*31-02-2014 is (not a datetime|geen bestaande datum)/);
  await says(page, /persons\.csv, (line|regel) 20\s+[^\n]*LEARNR (is not|staat niet) in account_levels.csv/);
  await says(page, /group_members\.csv, (line|regel) 1\s+[^\n]*(unknown column; choose|onbekende kolom; kies)/);
  strictEqual(await page.locator("mark").count(), 2);
  await fill(page, words.start, "1-5-2014");
  await fill(page, /LEARNR/, "LEARNER");
  await follow(page, words.mend);
  await follow(page, words.chooseColumns);
  await reach(page, "Personeelsnummer");
  strictEqual(await page.evaluate(() => document.activeElement.value), "PersonExternalIdentifier");
  await follow(page, words.previewMapping);
}

async function lookAndApply(page, words) {
  await says(page, new RegExp(`001201.*${words.costCentre}: 1203 → 4711`));
  await follow(page, words.apply);
  await says(page, words.applied);
}

async function explain(page, words) {
  await follow(page, words.persons);
  await fill(page, words.search, "daan visser");
  await press(page);
  await follow(page, /^Daan Visser/);
  await follow(page, words.edit);
  await reach(page, words.costCentre);
  strictEqual(await page.evaluate(() => document.activeElement.value), "4711");
  const why = await page.evaluate(() => {
    const described = document.activeElement.getAttribute("aria-describedby").split(" ");
    return described.map((id) => document.getElementById(id).innerText).join(" ");
  });
  match(why, words.origin);
}
