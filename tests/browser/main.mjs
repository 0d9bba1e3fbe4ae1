// Tests the console in a browser, with and without JavaScript. Other modes take screenshots and measurements.
import { chromium } from "playwright-core";
import { testOperatorTasks } from "./operator_journeys.mjs";
import { checkPage, visitPages } from "./accessibility.mjs";
import { afterLoad } from "./keyboard.mjs";
import { takeScreenshots } from "./screenshots.mjs";
import { testJavaScript } from "./console_javascript.mjs";
import { testLayout } from "./layout.mjs";
import { testSecondFactor } from "./second_factor.mjs";
import { startDemo } from "./demo_service.mjs";
import { testDailyTasks } from "./daily_tasks.mjs";
import { timeJourney } from "./timed_journey.mjs";
import { measurePages } from "./page_performance.mjs";
import { labels } from "./labels.mjs";
import { testImportAndUndo } from "./import_correct_and_undo.mjs";

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });

// Opens a page in a new browser context. Errors in the page fail the run.
async function openPage(options) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  // without a listener, the first file chooser could be missed
  page.on("filechooser", () => {});
  page.on("pageerror", (error) => {
    throw error;
  });
  page.on("console", (message) => {
    if (message.type() === "error") throw new Error(`${page.url()}: ${message.text()}`);
  });
  return page;
}

// Runs a test and prints its duration.
async function run(name, test) {
  const start = performance.now();
  await test();
  console.log(`${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

async function testWithJavaScript() {
  const service = await startDemo("scripted");
  try {
    const page = await openPage({ locale: "en-GB" });
    afterLoad.set(page, checkPage);
    await run("import and undo, with JavaScript", () => testImportAndUndo(page, service, labels.en, true));
    await run("console JavaScript", () => testJavaScript(page, labels.en));
    await run("layout and keys", () => testLayout(page, labels.en));
    await run("daily tasks, with JavaScript", () => testDailyTasks(page, service, labels.en, true));
    await run("other tasks, with JavaScript", () => testOperatorTasks(page, service, labels.en));
    await run("accessibility of every page", () => visitPages(page, checkPage));
    await run("second factor, with JavaScript", () => testSecondFactor(page, service, labels.en));
  } finally {
    service.stop();
  }
}

async function testWithoutJavaScript() {
  const service = await startDemo("plain");
  try {
    const page = await openPage({ locale: "nl-NL", javaScriptEnabled: false });
    await run("import and undo, without JavaScript", () => testImportAndUndo(page, service, labels.nl, false));
    await run("daily tasks, without JavaScript", () => testDailyTasks(page, service, labels.nl, false));
    await run("other tasks, without JavaScript", () => testOperatorTasks(page, service, labels.nl));
    await run("second factor, without JavaScript", () => testSecondFactor(page, service, labels.nl));
  } finally {
    service.stop();
  }
}

const MODES = {
  journeys: () => [testWithJavaScript(), testWithoutJavaScript()],
  pictures: (into) => Object.keys(labels).map((language) => takeScreenshots(openPage, language, into)),
  timed: (into) => Object.keys(labels).map((language) => timeJourney(openPage, language, into)),
  weight: (persons) => [measurePages(openPage, persons)],
};
const [mode = "journeys", ...parameters] = process.argv.slice(2);
const results = await Promise.allSettled(MODES[mode](...parameters));
await browser.close();
for (const { reason } of results.filter(({ status }) => status === "rejected")) {
  console.error(reason);
  process.exitCode = 1;
}
