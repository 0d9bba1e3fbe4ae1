// What a browser shows of the console, and what can be done there with a keyboard: the journeys of a person, with and
// without JavaScript, and then every page.
import { chromium } from "playwright-core";
import { deeds } from "./operator_journeys.mjs";
import { everyPage, lookAt } from "./accessibility.mjs";
import { arrivals } from "./keyboard.mjs";
import { pictures } from "./screenshots.mjs";
import { script } from "./console_javascript.mjs";
import { secondFactor } from "./second_factor.mjs";
import { demonstration } from "./demo_service.mjs";
import { tasks } from "./daily_tasks.mjs";
import { timed } from "./timed_journey.mjs";
import { weight } from "./page_performance.mjs";
import { words } from "./labels.mjs";
import { wrongImport } from "./import_correct_and_undo.mjs";

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });

// A page of a browser of its own, in which anything that goes wrong in the page fails the run.
async function open(options) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  // a listener that starts when a key is pressed may start too late
  page.on("filechooser", () => {});
  page.on("pageerror", (error) => {
    throw error;
  });
  page.on("console", (message) => {
    if (message.type() === "error") throw new Error(`${page.url()}: ${message.text()}`);
  });
  return page;
}

// Prints how long something took.
async function step(name, done) {
  const began = performance.now();
  await done();
  console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

async function scripted() {
  const service = await demonstration("scripted");
  try {
    const page = await open({ locale: "en-GB" });
    arrivals.set(page, lookAt);
    await step("a wrong import, with JavaScript", () => wrongImport(page, service, words.en, true));
    await step("what the script adds", () => script(page, words.en));
    await step("ten daily tasks, with JavaScript", () => tasks(page, service, words.en, true));
    await step("other deeds, with JavaScript", () => deeds(page, service, words.en));
    await step("every page", () => everyPage(page, lookAt));
    await step("a second factor, with JavaScript", () => secondFactor(page, service, words.en));
  } finally {
    service.stop();
  }
}

async function plain() {
  const service = await demonstration("plain");
  try {
    const page = await open({ locale: "nl-NL", javaScriptEnabled: false });
    await step("a wrong import, without JavaScript", () => wrongImport(page, service, words.nl, false));
    await step("ten daily tasks, without JavaScript", () => tasks(page, service, words.nl, false));
    await step("other deeds, without JavaScript", () => deeds(page, service, words.nl));
    await step("a second factor, without JavaScript", () => secondFactor(page, service, words.nl));
  } finally {
    service.stop();
  }
}

const MODES = {
  journeys: () => [scripted(), plain()],
  pictures: (into) => Object.keys(words).map((language) => pictures(open, language, into)),
  timed: (into) => Object.keys(words).map((language) => timed(open, language, into)),
  weight: (persons) => [weight(open, persons)],
};
const [mode = "journeys", ...more] = process.argv.slice(2);
const told = await Promise.allSettled(MODES[mode](...more));
await browser.close();
for (const { reason } of told.filter(({ status }) => status === "rejected")) {
  console.error(reason);
  process.exitCode = 1;
}
