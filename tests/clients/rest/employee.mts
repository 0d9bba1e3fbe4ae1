// A client typed by openapi-typescript, with fetch, against a running service: the life of an employee, and three
// reports. It leaves one dismissed person behind. The credential needs `all`; the types are in schema.d.ts beside it.
//
//     tsc employee.mts && node employee.mjs http://127.0.0.1:8080 demo PASSWORD

import type { paths } from "./schema.js";

const [base, user, password] = process.argv.slice(2);
const authorization = "Basic " + Buffer.from(`${user}:${password}`, "utf8").toString("base64");

type MediaTypes = { json: "application/json"; ndjson: "application/x-ndjson"; csv: "text/csv"; "csv-excel": "text/csv" };
type Format = keyof MediaTypes;
type Data<T, F extends Format> = T extends { content: infer Content }
  ? MediaTypes[F] extends keyof Content ? Content[MediaTypes[F]] : never
  : undefined;
type Success<Responses, F extends Format> = Data<Responses[keyof Responses & (200 | 201 | 204)], F>;
type Parameters<Operation> = Operation extends { parameters: infer P } ? P : never;
type Sent<Operation> = Operation extends { requestBody: { content: infer Content } } ? Content[keyof Content] : undefined;

interface Asked<F extends Format> {
  path?: object;
  query?: { format?: F };
}

/** Calls an operation, as openapi.json types it for the requested format; null where nothing is answered. */
async function call<
  Path extends keyof paths,
  Method extends keyof paths[Path] & ("get" | "post" | "patch"),
  F extends Format = "json",
>(
  method: Method,
  path: Path,
  asked: Parameters<paths[Path][Method]> & Asked<F>,
  body?: Sent<paths[Path][Method]>,
): Promise<paths[Path][Method] extends { responses: infer Responses } ? Success<Responses, F> : never> {
  const inPath = Object.entries(asked.path ?? {});
  const filled = inPath.reduce((url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(String(value))), String(path));
  const url = new URL(`${base}/api/v1${filled}`);
  for (const [name, value] of Object.entries(asked.query ?? {})) url.searchParams.set(name, String(value));
  const headers: Record<string, string> = { authorization };
  if (body) headers["content-type"] = method === "patch" ? "application/merge-patch+json" : "application/json";
  const response = await fetch(url, { method: method.toUpperCase(), headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Refused(await response.json());
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? true;
  return (isJson ? JSON.parse(text || "null") : text) as never;
}

class Refused extends Error {
  constructor(readonly problem: { status: number; detail: string }) {
    super(problem.detail);
  }
}

/** The problem that an answer is. */
async function problem(answer: Promise<unknown>): Promise<string> {
  try {
    await answer;
  } catch (refused) {
    if (refused instanceof Refused) return `${refused.problem.status} ${refused.problem.detail}`;
    throw refused;
  }
  throw new Error("it was not refused");
}

function equal(found: unknown, expected: unknown) {
  if (found !== expected) throw new Error(`${found}, not ${expected}`);
}

const identifier = `typescript-${Date.now()}`;
const person = { ExternalIdentifier: identifier, FirstName: "Zoë", FamilyName: "Hoff & Zn", Email: `${identifier}@example.nl` };
const { ServiceId } = await call("post", "/persons", {}, person);
const taken = `409 A person with ExternalIdentifier ${identifier} already exists.`;
equal(await problem(call("post", "/persons", {}, person)), taken);

const byId = { path: { servicePersonId: ServiceId } };
for (const found of [
  await call("get", "/persons/{servicePersonId}", byId),
  await call("get", "/persons/by-external-id/{externalId}", { path: { externalId: identifier } }),
  await call("get", "/persons/by-email/{email}", { path: { email: person.Email.toUpperCase() } }),
]) {
  equal(found.Id, ServiceId);
  equal(found.FamilyName, "Hoff & Zn");
  equal(found.ContractEndTime, null);
}
await call("patch", "/persons/{servicePersonId}", byId, { Insertion: "van" });
equal((await call("get", "/persons/{servicePersonId}", byId)).Insertion, "van");
for (const [ContractEndTime, dismissed] of [["2020-01-31T12:00:00+01:00", true], [null, false], ["2020-01-31T12:00:00+01:00", true]] as const) {
  await call("patch", "/persons/{servicePersonId}", byId, { ContractEndTime });
  const everyone = await call("get", "/persons", {});
  equal(everyone.find((row) => row.ServiceId === ServiceId)?.IsDismissed, dismissed);
}

const period = { fromDate: "1900-01-01", toDate: "2099-12-31" };
const courses = await call("get", "/completed-courses", { query: period });
const backwards = { fromDate: period.toDate, toDate: period.fromDate };
equal(await problem(call("get", "/completed-courses", { query: backwards })), "400 fromDate is later than toDate.");
const page = await call("get", "/learning-portfolio/pages", { query: { size: 7, index: 0 } });
equal(page.Items.length, Math.min(7, page.TotalItems));
const classes = await call("get", "/classes", {});
const csv: string = await call("get", "/classes", { query: { format: "csv" } });
equal(csv.split("\r\n")[0].split(",").includes("ClassId"), "ClassId" in classes[0]);
const catalog = await call("get", "/catalog", {});
const trainings = catalog.flatMap((step) => step.CatSubject).flatMap((subject) => subject.CatTrainingInfo);
console.log(
  "openapi-typescript: a person created, found, changed, dismissed, rehired; " +
    `${courses.length} completed courses, ${page.TotalItems} rows of the portfolio, ${trainings.length} trainings`,
);
