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
  await activate(page, labels.import);
  await dropFolder(page, copyChangedSeed("dropped", [["persons.csv", ",1203,06 00 00 00 19,", ",4712,06 00 00 00 19,"]]));
  await expectText(page, `${labels.costCentre}: 1203 → 4712`);
  await expectText(page, labels.unchangedFiles);
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
