// What the console's script adds: rows while somebody types, announced in a live region, and a folder that is dropped.
import { strictEqual } from "node:assert";
import { fill, follow, says } from "./keyboard.mjs";
import { planted } from "./demo_service.mjs";

export async function script(page, words) {
  await follow(page, words.persons);
  await fill(page, words.search, "daan vis");
  await page.getByRole("link", { name: "Daan Visser" }).waitFor();
  await page.getByRole("status").getByText(words.oneRow).waitFor();
  strictEqual(new URL(page.url()).searchParams.get("q"), "daan vis");
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("niemand");
  await page.getByRole("status").getByText(words.nothing).waitFor();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("daan");
  await page.getByRole("link", { name: "Daan Visser" }).waitFor();
  await follow(page, words.import);
  await drop(page, planted("dropped", [["persons.csv", ",1203,06 00 00 00 19,", ",4712,06 00 00 00 19,"]]));
  await says(page, `${words.costCentre}: 1203 → 4712`);
  await says(page, words.same);
}

// Lets go of a folder above the form.
async function drop(page, folder) {
  const browser = await page.context().newCDPSession(page);
  const { x, y } = await page.locator("main form[enctype]").boundingBox();
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  const arrived = page.waitForNavigation({ waitUntil: "load" });
  for (const type of ["dragEnter", "dragOver", "drop"])
    await browser.send("Input.dispatchDragEvent", { type, x: x + 20, y: y + 20, data });
  await arrived;
  await page.locator("main:not([data-unfinished])").waitFor();
}
