// What the pages weigh at many persons: "every page ≤ 50 ms at the median beside a running report, first paint ≤ 100 kB;
// memory bound as before". Prints a row of a table for each page.
import { readFileSync } from "node:fs";
import { pages } from "./accessibility.mjs";
import { signIn } from "./keyboard.mjs";
import { demonstration } from "./demo_service.mjs";
import { words } from "./labels.mjs";

// How often each page is requested.
const TIMES = 15;

export async function weight(open, persons) {
  const service = await demonstration("weight", "--persons", persons);
  const report = new AbortController();
  try {
    const page = await open({ locale: "en-GB" });
    await signIn(page, service, words.en);
    // an undo that is looked at is carried out but for its end
    const found = await pages(page, (address) => address.endsWith("/undo"));
    const running = reports(service, report.signal);
    let most = 0;
    console.log("| page | median | first paint |\n| --- | --- | --- |");
    for (const address of [...found, ...SEARCHES.map((search) => service.address + search)]) {
      const { median, bytes } = await asked(page, address);
      most = Math.max(most, memory(service));
      console.log(`| ${address.slice(service.address.length)} | ${median.toFixed(0)} ms | ${(bytes / 1000).toFixed(0)} kB |`);
    }
    report.abort();
    console.log(`${(await running / 1e6).toFixed(0)} MB of reports read meanwhile; at most ${most} kB of memory of its own`);
  } finally {
    report.abort();
    service.stop();
  }
}

// Requests besides the pages that links lead to.
const SEARCHES = [
  "/person/19",
  "/person?q=visser",
  "/data/persons",
  "/data/persons/19",
  "/data/persons?q=daan",
  "/data/persons?sort=ExternalIdentifier",
  "/data/results",
  "/data/results?q=001201",
  "/data/enrollments?q=visser",
  "/data/enrollments?q=fleur+visser",
  "/data/suggest?file=persons&q=isse",
  "/reports/CompletedCourses?fromDate=2025-03-09&toDate=2026-03-09",
  "/reports/StartedCourses?fromDate=2025-03-09&tillDate=2026-03-09",
  "/reports/GetClasses?includeArchived=true",
  "/reports/GetPaginatedLearningPortfolioContent?size=1000&index=200",
  "/reports/DataFile?file=persons",
];

// How long a page takes at the median, and the bytes of it and of what it loads.
async function asked(page, address) {
  const cookies = await page.context().cookies();
  const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "), "accept-language": "en" };
  const took = [];
  let html = "";
  for (let time = 0; time < TIMES; time++) {
    const began = performance.now();
    html = await (await fetch(address, { headers })).text();
    took.push(performance.now() - began);
  }
  const assets = [...html.matchAll(/(?:href|src)="([^"]*\/assets\/[^"]*)"/g)].map(([, path]) => new URL(path, address));
  const loaded = await Promise.all(assets.map(async (asset) => (await (await fetch(asset)).arrayBuffer()).byteLength));
  const bytes = loaded.reduce((sum, size) => sum + size, Buffer.byteLength(html));
  return { median: took.sort((one, other) => one - other)[TIMES >> 1], bytes };
}

// Reads the largest report again and again; how many bytes, in the end: one takes longer than all pages.
async function reports({ address, user, password }, signal) {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  let bytes = 0;
  while (!signal.aborted) {
    try {
      const answer = await fetch(new URL("/api/v1/learning-portfolio", address), { headers: { authorization }, signal });
      if (!answer.ok) throw new Error(`the report is refused: ${await answer.text()}`);
      for await (const piece of answer.body) bytes += piece.length;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
  return bytes;
}

// How much memory the service has for itself, in kB.
const memory = ({ pid }) => Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/RssAnon:\s+(\d+)/)[1]);
