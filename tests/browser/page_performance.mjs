// Measures all pages of an organisation with many persons: "every page ≤ 50 ms at the median beside a running report, first
// paint ≤ 100 kB; memory bound as before". Prints a table.
import { readFileSync } from "node:fs";
import { findPages } from "./accessibility.mjs";
import { signIn } from "./keyboard.mjs";
import { startDemo } from "./demo_service.mjs";
import { labels } from "./labels.mjs";

const REQUESTS_PER_PAGE = 15;

export async function measurePages(openPage, persons) {
  const service = await startDemo("weight", "--persons", persons);
  const report = new AbortController();
  try {
    const page = await openPage({ locale: "en-GB" });
    await signIn(page, service, labels.en);
    // the preview of an undo runs the whole undo and rolls it back
    const found = await findPages(page, (address) => address.endsWith("/undo"));
    const reading = readReports(service, report.signal);
    let peakMemory = 0;
    console.log("| page | median | first paint |\n| --- | --- | --- |");
    for (const address of [...found, ...UNLINKED_PATHS.map((path) => service.address + path)]) {
      const { median, bytes } = await measure(page, address);
      peakMemory = Math.max(peakMemory, memory(service));
      console.log(`| ${address.slice(service.address.length)} | ${median.toFixed(0)} ms | ${(bytes / 1000).toFixed(0)} kB |`);
    }
    report.abort();
    console.log(`${(await reading / 1e6).toFixed(0)} MB of reports read meanwhile; peak memory ${peakMemory} kB`);
  } finally {
    report.abort();
    service.stop();
  }
}

// Pages and searches to which no link leads.
const UNLINKED_PATHS = [
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
  "/data/suggest?file=persons&column=ExternalIdentifier&q=isse",
  "/data/suggest?file=persons&column=ExternalIdentifier&q=zzzzz",
  "/data/suggest?file=persons&column=Email&q=a+zzzzz",
  "/data/suggest?file=classes&column=Code&q=zzzzz",
  "/data/enrollments?is.PersonExternalIdentifier=zzzzz",
  "/audit?person=zzzzz",
  "/reports/GetPersonAgenda?identifier=zzzzz",
  "/reports/GetPersonByEmail?email=zzzzz",
  "/reports/GetPersonByServiceId?servicePersonId=zzzzz",
  "/reports/GetClass?classId=zzzzz",
  "/reports/CompletedCourses?fromDate=2025-03-09&toDate=2026-03-09",
  "/reports/StartedCourses?fromDate=2025-03-09&tillDate=2026-03-09",
  "/reports/GetClasses?includeArchived=true",
  "/reports/GetPaginatedLearningPortfolioContent?size=1000&index=200",
  "/reports/DataFile?file=persons",
];

// Returns the median time of a page, and the bytes of the page with its assets.
async function measure(page, address) {
  const cookies = await page.context().cookies();
  const headers = { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "), "accept-language": "en" };
  const times = [];
  let html = "";
  for (let count = 0; count < REQUESTS_PER_PAGE; count++) {
    const start = performance.now();
    html = await (await fetch(address, { headers })).text();
    times.push(performance.now() - start);
  }
  const assets = [...html.matchAll(/(?:href|src)="([^"]*\/assets\/[^"]*)"/g)].map(([, path]) => new URL(path, address));
  const sizes = await Promise.all(assets.map(async (asset) => (await (await fetch(asset)).arrayBuffer()).byteLength));
  const bytes = sizes.reduce((sum, size) => sum + size, Buffer.byteLength(html));
  return { median: times.sort((a, b) => a - b)[REQUESTS_PER_PAGE >> 1], bytes };
}

// Reads the largest report until the signal; returns the number of bytes.
async function readReports({ address, user, password }, signal) {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  let bytes = 0;
  while (!signal.aborted) {
    try {
      const response = await fetch(new URL("/api/v1/learning-portfolio", address), { headers: { authorization }, signal });
      if (!response.ok) throw new Error(`the report was refused: ${await response.text()}`);
      for await (const piece of response.body) bytes += piece.length;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
  return bytes;
}

// Returns the anonymous memory of the service, in kB.
const memory = ({ pid }) => Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/RssAnon:\s+(\d+)/)[1]);
