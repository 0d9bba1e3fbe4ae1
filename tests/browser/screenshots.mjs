// Pictures of every page in both languages, as docs/console has them.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { everyPage, kind } from "./accessibility.mjs";
import { arrivals, fill, follow } from "./keyboard.mjs";
import { demonstration } from "./demo_service.mjs";
import { words } from "./labels.mjs";
import { wrongImport } from "./import_correct_and_undo.mjs";

const SIZE = { width: 1000, height: 680 };

// Takes them for one language into a folder below this one.
export async function pictures(open, language, into) {
  const folder = join(into, language);
  mkdirSync(folder, { recursive: true });
  const service = await demonstration(`pictures.${language}`);
  try {
    const page = await open({ locale: language, viewport: SIZE });
    const session = await page.context().newCDPSession(page);
    const taken = new Set();
    const take = async () => {
      const called = await name(page);
      if (called === "report" && taken.has(called)) return;
      taken.add(called);
      const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 80 });
      writeFileSync(join(folder, `${called}.webp`), Buffer.from(data, "base64"));
    };
    await page.goto(service.address);
    await take();
    arrivals.set(page, take);
    await wrongImport(page, service, words[language], true);
    await follow(page, words[language].persons);
    await fill(page, words[language].search, "de");
    await follow(page, /^Daan Visser/);
    await everyPage(page, take);
  } finally {
    service.stop();
  }
}

// What the picture of a page is called: its address with "id" for each number, and whether faults are shown. Reports look alike.
async function name(page) {
  const steps = kind(new URL(page.url())).split("/").filter((step) => step && step !== "console");
  if (steps[0] === "reports" && steps.length > 1) return "report";
  const hasFaults = (await page.locator("form.corrections").count()) > 0;
  return [...steps, ...(hasFaults ? ["faults"] : [])].join("-").replace("+", "new").toLowerCase();
}
