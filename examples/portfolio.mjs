// For an intranet: lists the persons whose training has expired or expires soon, from the pages of the learning portfolio.
// Needs only Node 18 or later.
//   LMS_URL=http://127.0.0.1:8080 LMS_USER=demo LMS_PASSWORD=… node examples/portfolio.mjs

const { LMS_URL, LMS_USER, LMS_PASSWORD } = process.env;
const EXPIRES_SOON = 5;
const EXPIRED = 6;

async function call(operation, parameters) {
  const body = new URLSearchParams({ username: LMS_USER, password: LMS_PASSWORD, ...parameters });
  const response = await fetch(`${LMS_URL}/service/apiservice.asmx/${operation}`, { method: "POST", body });
  const xml = await response.text();
  if (!xml.includes("<Success>true</Success>")) throw new Error(unescape(xml.match(/<Error>([^<]*)</)?.[1] ?? xml));
  return xml;
}

const ENTITIES = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
/** Replaces entities and character references. */
const unescape = (xml) =>
  xml.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (_, hex, decimal, name) =>
    name ? ENTITIES[name] : String.fromCodePoint(hex ? parseInt(hex, 16) : Number(decimal)),
  );

/** Returns the elements with this name as objects with the texts of their children. */
function parseRecords(xml, name) {
  const element = new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, "gs");
  return [...xml.matchAll(element)].map(([, inner]) =>
    Object.fromEntries([...inner.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, key, value]) => [key, unescape(value)])),
  );
}

/** Yields the rows of all pages. */
async function* portfolio(size) {
  for (let index = 0, pages = 1; index < pages; index++) {
    const xml = await call("GetPaginatedLearningPortfolioContent", { size, index });
    pages = Number(xml.match(/<TotalPages>(\d+)</)[1]);
    yield* parseRecords(xml, "LearningPortfolioContentCached");
  }
}

let rows = 0;
for await (const row of portfolio(100)) {
  rows++;
  const status = Number(row.LearningPortfolioStatus);
  if (status !== EXPIRES_SOON && status !== EXPIRED) continue;
  const person = [row.PersonFirstName, row.PersonNameInsertion, row.PersonFamilyName].filter(Boolean).join(" ");
  const verb = status === EXPIRED ? "expired" : "expires";
  console.log(`${row.PersonExternalIdentifier} ${person}: ${row.TrainingTitle} ${verb} ${row.TrainingValidUntil.slice(0, 10)}`);
}
console.log(`of ${rows} trainings in portfolios`);
