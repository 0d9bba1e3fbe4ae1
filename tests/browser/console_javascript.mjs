// Tests the console's JavaScript: search while typing, announced in a live region, and dropping a folder onto the import form.
import { strictEqual } from "node:assert";
import { activate, fill, expectText } from "./keyboard.mjs";
import { copyChangedSeed } from "./demo_service.mjs";

export async function testJavaScript(page, labels) {
  await activate(page, labels.persons);
  await fill(page, labels.search, "daan vis");
  await page.getByRole("link", { name: "Daan Visser" }).waitFor();
  await page.getByRole("status").getByText(labels.oneRowShown).waitFor();
  strictEqual(new URL(page.url()).searchParams.get("q"), "daan vis");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("niemand");
  await page.getByRole("status").getByText(labels.noRows).waitFor();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("daan");
  await page.getByRole("link", { name: "Daan Visser" }).waitFor();
  await testDependentFields(page, labels);
  await testSuggestions(page, labels);
  await activate(page, labels.import);
  await dropFolder(page, copyChangedSeed("dropped", [["persons.csv", ",1203,06 00 00 00 19,", ",4712,06 00 00 00 19,"]]));
  await expectText(page, `${labels.costCentre}: 1203 → 4712`);
  await expectText(page, labels.unchangedFiles);
}

// A change of the day or the training refreshes the options and texts of the other fields, but keeps their values.
async function testDependentFields(page, labels) {
  await page.goto(new URL("/console/person/19/result?TrainingCode=BHV-BASIS", page.url()).href);
  strictEqual(await page.getByRole("button", { name: labels.updateChoices }).count(), 0);
  const always = page.getByRole("radio", { name: labels.alwaysValid });
  await always.check();
  await page.getByLabel(labels.finishedAt).fill("2024-02-10");
  await page.getByRole("radio", { name: /^12 .*2024.* → .*2025/ }).waitFor();
  await page.getByRole("status").getByText(/2024.* → .*2025/).waitFor();
  strictEqual(await always.isChecked(), true);
  // entering a day chooses its option, also in fields that were replaced
  // a replaced field keeps the focus, which it has before the answer arrives
  const isResultForm = ({ pathname, search }) => pathname.endsWith("/result") && search;
  await page.route(isResultForm, async (route) => {
    await always.focus();
    await route.continue();
  });
  const focusedField = () => page.evaluate(() => `${document.activeElement.name} ${document.activeElement.value}`);
  for (const [training, options] of [["PALL-GESPREK", 2], ["AVG", 3]]) {
    await fill(page, labels.training, training);
    await page.keyboard.press("Tab");
    await page.waitForFunction((count) => document.querySelectorAll("[name=ValidUntil]").length === count, options);
    strictEqual(await always.isChecked(), true);
    strictEqual(await focusedField(), `ValidUntil ${await always.inputValue()}`);
  }
  await page.unroute(isResultForm);
  // a field that the loaded page lacks stays as it is, and the other fields are refreshed
  await page.route(isResultForm, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/<div class="field">\s*<label for="FinishedAt".*?<\/div>/s, "");
    await route.fulfill({ response, body });
  });
  await fill(page, labels.training, "PALL-GESPREK");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.querySelectorAll("[name=ValidUntil]").length === 2);
  strictEqual(await page.getByLabel(labels.finishedAt).inputValue(), "2024-02-10");
  await page.unroute(isResultForm);
  await fill(page, labels.training, "AVG");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => document.querySelectorAll("[name=ValidUntil]").length === 3);
  await page.locator("[name='ValidUntil.day']").fill("2030-01-01");
  strictEqual(await always.isChecked(), false);
}

// A field suggests rows for a part of a name: for an id in a report, and for a wrong cell in a preview.
async function testSuggestions(page, labels) {
  const openReport = (query) => page.goto(new URL(`/console/reports/GetPersonByServiceId${query}`, page.url()).href);
  await openReport("");
  const field = page.locator("[name=servicePersonId]");
  await field.pressSequentially("daan vis");
  await page.getByRole("option", { name: /^Daan Visser/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  strictEqual(await field.inputValue(), "19");
  const chosen = page.locator("#servicePersonId-chosen");
  strictEqual(await chosen.locator("strong").textContent(), "Daan Visser");
  // another value has another name
  await page.keyboard.type("0");
  strictEqual((await chosen.textContent()).trim(), "");
  // typing again undoes the choice among the matches
  await openReport("?servicePersonId=de");
  const match = page.locator("[name='match.servicePersonId']").first();
  await match.check();
  await field.pressSequentially("n");
  strictEqual(await match.isChecked(), false);
  // categories of two steps have this title: only that of the step in the form is suggested
  await page.goto(new URL("/console/data/trainings/new", page.url()).href);
  const options = page.getByRole("option", { name: /^Introductie/ });
  for (const [step, count] of [["", 2], ["Vakbekwaam", 1]]) {
    await page.locator("[name=StepTitle]").fill(step);
    await page.locator("[name=CategoryTitle]").fill("");
    await page.locator("[name=CategoryTitle]").pressSequentially("Intro");
    await options.first().waitFor();
    strictEqual(await options.count(), count);
  }
  await activate(page, labels.import);
  await dropFolder(page, copyChangedSeed("unknown", [["absences.csv", "301,001302,", "301,1302x,"]]));
  const correction = page.locator(".corrections [data-suggests]");
  await correction.fill("hendriks");
  await page.getByRole("option", { name: /^Erik Hendriks/ }).click();
  strictEqual(await correction.inputValue(), "001302");
}

// Drops a folder onto the form.
async function dropFolder(page, folder) {
  const session = await page.context().newCDPSession(page);
  const { x, y } = await page.locator("main form[enctype]").boundingBox();
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  const loaded = page.waitForNavigation({ waitUntil: "load" });
  for (const type of ["dragEnter", "dragOver", "drop"])
    await session.send("Input.dispatchDragEvent", { type, x: x + 20, y: y + 20, data });
  await loaded;
  await page.locator("main:not([data-unfinished])").waitFor();
}
