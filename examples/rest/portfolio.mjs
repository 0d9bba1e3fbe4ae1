// For an intranet: lists the persons whose training has expired or expires soon, from the pages of the learning portfolio.
// Needs only Node 18 or later.
//   LMS_URL=http://127.0.0.1:8080 LMS_USER=demo LMS_PASSWORD=… node examples/rest/portfolio.mjs

const { LMS_URL, LMS_USER, LMS_PASSWORD } = process.env;
const Authorization = "Basic " + Buffer.from(`${LMS_USER}:${LMS_PASSWORD}`).toString("base64");
const EXPIRES_SOON = 5;
const EXPIRED = 6;

/** Yields the rows of all pages. The header Link contains the address of the next page. */
async function* portfolio(size) {
  let url = `${LMS_URL}/api/v1/learning-portfolio/pages?size=${size}&index=0`;
  while (url) {
    const response = await fetch(url, { headers: { Authorization } });
    const page = await response.json();
    if (!response.ok) throw new Error(page.detail);
    yield* page.Items;
    url = response.headers.get("link")?.match(/<([^>]*)>; rel="next"/)?.[1];
  }
}

let rows = 0;
for await (const row of portfolio(100)) {
  rows++;
  const status = row.LearningPortfolioStatus;
  if (status !== EXPIRES_SOON && status !== EXPIRED) continue;
  const person = [row.PersonFirstName, row.PersonNameInsertion, row.PersonFamilyName].filter(Boolean).join(" ");
  const verb = status === EXPIRED ? "expired" : "expires";
  console.log(`${row.PersonExternalIdentifier} ${person}: ${row.TrainingTitle} ${verb} ${row.TrainingValidUntil.slice(0, 10)}`);
}
console.log(`of ${rows} trainings in portfolios`);
