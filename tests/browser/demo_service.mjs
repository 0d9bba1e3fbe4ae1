// The service under test: a demonstration in a database of its own, and the commands of the same binary beside it.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const { BINARY, FOLDER, SEED } = process.env;

// The day around which the demonstration is written: on it the data are the seed, cell by cell.
const DAY = "2026-03-09T09:00:00";

// A demonstration under this name, once it says where it listens; `more` are further words for it.
export async function demonstration(name, ...more) {
  const db = join(FOLDER, `${name}.sqlite`);
  const words = ["demo", "--db", db, "--now", DAY, "--listen", "127.0.0.1:0", ...more];
  const child = spawn(BINARY, words, { stdio: ["ignore", "pipe", openSync(join(FOLDER, `${name}.log`), "w")] });
  const tour = await new Promise((said, failed) => {
    let tour = "";
    child.stdout.on("data", (piece) => {
      tour += piece;
      if (tour.includes("Ctrl-C")) said(tour);
    });
    child.on("exit", () => failed(new Error(`${name} ended: ${tour}`)));
  });
  const [, address, user, password] = tour.match(/browser: (\S+)\nname (\S+), password (\S+)\n/);
  const exported = () => {
    const folder = join(FOLDER, `${name}.export`);
    rmSync(folder, { recursive: true, force: true });
    execFileSync(BINARY, ["export", folder, "--db", db]);
    return texts(folder);
  };
  return { address, user, password, tour, exported, pid: child.pid, stop: () => child.kill() };
}

// The texts of the files in a folder, by path.
function texts(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, "latin1")]));
}

// A folder with the seed's files, in which these texts stand in place of others: [file, from, to].
export function planted(name, changes) {
  const folder = join(FOLDER, name);
  cpSync(SEED, folder, { recursive: true });
  for (const [file, from, to] of changes) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    writeFileSync(path, text.replace(from, to));
  }
  return folder;
}
