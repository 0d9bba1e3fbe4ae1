// Starts `demo`, exports its data, and prepares data files.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const { BINARY, FOLDER, SEED } = process.env;

// At this time, the data of `demo` equal the seed.
const NOW = "2026-03-09T09:00:00";

// Starts `demo` with its own database, and waits until it listens. `options` are for the command line.
export async function startDemo(name, ...options) {
  const db = join(FOLDER, `${name}.sqlite`);
  const command = ["demo", "--db", db, "--now", NOW, "--listen", "127.0.0.1:0", ...options];
  const child = spawn(BINARY, command, { stdio: ["ignore", "pipe", openSync(join(FOLDER, `${name}.log`), "w")] });
  const output = await new Promise((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (piece) => {
      output += piece;
      if (output.includes("Ctrl-C")) resolve(output);
    });
    child.on("exit", () => reject(new Error(`${name} ended: ${output}`)));
  });
  const [, address, user, password] = output.match(/browser: (\S+)\nname (\S+), password (\S+)\n/);
  const exportFiles = () => {
    const folder = join(FOLDER, `${name}.export`);
    rmSync(folder, { recursive: true, force: true });
    execFileSync(BINARY, ["export", folder, "--db", db]);
    return readFiles(folder);
  };
  return { address, user, password, output, exportFiles, pid: child.pid, stop: () => child.kill() };
}

// Returns the texts of the files in a folder, by path.
function readFiles(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, "latin1")]));
}

// Copies the seed and replaces texts: [file, from, to]. Returns the folder.
export function copyChangedSeed(name, changes) {
  const folder = join(FOLDER, name);
  cpSync(SEED, folder, { recursive: true });
  for (const [file, from, to] of changes) {
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
    writeFileSync(path, text.replace(from, to));
  }
  return folder;
}
