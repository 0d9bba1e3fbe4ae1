// Tests a running service with fetch and the types of openapi-typescript: creates, changes and dismisses a person, and reads
// reports. Leaves a dismissed person. The credential needs `all`; the types are in schema.d.ts in the same folder.
//
//     tsc employee.mts && node employee.mjs http://127.0.0.1:8080 demo PASSWORD

import type { paths } from "./schema.js";

const [base, user, password] = process.argv.slice(2);
const authorization = "Basic " + Buffer.from(`${user}:${password}`, "utf8").toString("base64");

type MediaTypes = { json: "application/json"; ndjson: "application/x-ndjson"; csv: "text/csv"; "csv-excel": "text/csv" };
type Format = keyof MediaTypes;
type Body<T, F extends Format> = T extends { content: infer Content }
  ? MediaTypes[F] extends keyof Content ? Content[MediaTypes[F]] : never
  : undefined;
type Success<Responses, F extends Format> = Body<Responses[keyof Responses & (200 | 201 | 204)], F>;
type Parameters<Operation> = Operation extends { parameters: infer P } ? P : never;
type RequestBody<Operation> = Operation extends { requestBody: { content: infer Content } } ? Content[keyof Content] : undefined;

interface FormatParameters<F extends Format> {
  path?: object;
  query?: { format?: F };
}

/** Calls an operation; returns the body, which is null if empty. Types depend on the operation and the format. */
async function call<
  Path extends keyof paths,
  Method extends keyof paths[Path] & ("get" | "post" | "patch"),
  F extends Format = "json",
>(
  method: Method,
  path: Path,
  parameters: Parameters<paths[Path][Method]> & FormatParameters<F>,
  body?: RequestBody<paths[Path][Method]>,
): Promise<paths[Path][Method] extends { responses: infer Responses } ? Success<Responses, F> : never> {
  const pathParameters = Object.entries(parameters.path ?? {});
  const filledPath = pathParameters.reduce((url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(String(value))), String(path));
  const url = new URL(`${base}/api/v1${filledPath}`);
  for (const [name, value] of Object.entries(parameters.query ?? {})) url.searchParams.set(name, String(value));
  const headers: Record<string, string> = { authorization };
  if (body) headers["content-type"] = method === "patch" ? "application/merge-patch+json" : "application/json";
  const response = await fetch(url, { method: method.toUpperCase(), headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new ProblemError(await response.json());
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? true;
  return (isJson ? JSON.parse(text || "null") : text) as never;
}

class ProblemError extends Error {
  constructor(readonly problem: { status: number; detail: string }) {
    super(problem.detail);
  }
}

/** Returns the status and detail of a refused call. */
async function problemOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ProblemError) return `${error.problem.status} ${error.problem.detail}`;
    throw error;
  }
  throw new Error("the call was not refused");
}

function assertEqual(found: unknown, expected: unknown) {
  if (found !== expected) throw new Error(`${found}, not ${expected}`);
}

const identifier = `typescript-${Date.now()}`;
const person = { ExternalIdentifier: identifier, FirstName: "Zoë", FamilyName: "Hoff & Zn", Email: `${identifier}@example.nl` };
const { ServiceId } = await call("post", "/persons", {}, person);
const duplicate = `409 A person with ExternalIdentifier ${identifier} already exists.`;
assertEqual(await problemOf(call("post", "/persons", {}, person)), duplicate);

const byId = { path: { servicePersonId: ServiceId } };
for (const found of [
  await call("get", "/persons/{servicePersonId}", byId),
  await call("get", "/persons/by-external-id/{externalId}", { path: { externalId: identifier } }),
  await call("get", "/persons/by-email/{email}", { path: { email: person.Email.toUpperCase() } }),
]) {
  assertEqual(found.Id, ServiceId);
  assertEqual(found.FamilyName, "Hoff & Zn");
  assertEqual(found.ContractEndTime, null);
}
await call("patch", "/persons/{servicePersonId}", byId, { Insertion: "van" });
assertEqual((await call("get", "/persons/{servicePersonId}", byId)).Insertion, "van");
for (const [ContractEndTime, dismissed] of [["2020-01-31T12:00:00+01:00", true], [null, false], ["2020-01-31T12:00:00+01:00", true]] as const) {
  await call("patch", "/persons/{servicePersonId}", byId, { ContractEndTime });
  const everyone = await call("get", "/persons", {});
  assertEqual(everyone.find((row) => row.ServiceId === ServiceId)?.IsDismissed, dismissed);
}

const period = { fromDate: "1900-01-01", toDate: "2099-12-31" };
const courses = await call("get", "/completed-courses", { query: period });
const reversedPeriod = { fromDate: period.toDate, toDate: period.fromDate };
assertEqual(await problemOf(call("get", "/completed-courses", { query: reversedPeriod })), "400 fromDate is later than toDate.");
const page = await call("get", "/learning-portfolio/pages", { query: { size: 7, index: 0 } });
assertEqual(page.Items.length, Math.min(7, page.TotalItems));
const classes = await call("get", "/classes", {});
const csv: string = await call("get", "/classes", { query: { format: "csv" } });
assertEqual(csv.split("\r\n")[0].split(",").includes("ClassId"), "ClassId" in classes[0]);
const catalog = await call("get", "/catalog", {});
const trainings = catalog.flatMap((step) => step.CatSubject).flatMap((subject) => subject.CatTrainingInfo);
console.log(
  "openapi-typescript: a person created, found, changed, dismissed, rehired; " +
    `${courses.length} completed courses, ${page.TotalItems} rows of the portfolio, ${trainings.length} trainings`,
);
