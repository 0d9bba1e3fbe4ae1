// Takes the screenshots of all pages in docs/console.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pageKind, visitPages } from "./accessibility.mjs";
import { afterLoad, activate, fill } from "./keyboard.mjs";
import { startDemo } from "./demo_service.mjs";
import { labels } from "./labels.mjs";
import { testImportAndUndo } from "./import_correct_and_undo.mjs";

const SIZE = { width: 1000, height: 680 };

// Takes the screenshots in one language, in a subfolder of `into`.
export async function takeScreenshots(openPage, language, into) {
  const folder = join(into, language);
  mkdirSync(folder, { recursive: true });
  const service = await startDemo(`pictures.${language}`);
  try {
    const page = await openPage({ locale: language, viewport: SIZE });
    const session = await page.context().newCDPSession(page);
    const taken = new Set();
    const take = async () => {
      const name = await screenshotName(page);
      if (name === "report" && taken.has(name)) return;
      taken.add(name);
      const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 80 });
      writeFileSync(join(folder, `${name}.webp`), Buffer.from(data, "base64"));
    };
    await page.goto(service.address);
    await take();
    afterLoad.set(page, take);
    await testImportAndUndo(page, service, labels[language], true);
    await activate(page, labels[language].persons);
    await fill(page, labels[language].search, "de");
    await activate(page, /^Daan Visser/);
    await visitPages(page, take);
  } finally {
    service.stop();
  }
}

// Returns the file name: the path with "id" for numbers, and "-faults" if errors are shown. Reports have one name because they
// look alike.
async function screenshotName(page) {
  const steps = pageKind(new URL(page.url())).split("/").filter((step) => step && step !== "console");
  if (steps[0] === "reports" && steps.length > 1) return "report";
  const hasErrors = (await page.locator("form.corrections").count()) > 0;
  return [...steps, ...(hasErrors ? ["faults"] : [])].join("-").replace("+", "new").toLowerCase();
}
