// A second factor, by keyboard alone: set up with the code of an app, and asked for at the next sign-in.
import { strictEqual } from "node:assert";
import { createHmac } from "node:crypto";
import { fill, follow, press, says } from "./keyboard.mjs";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

// The code of RFC 6238 for a step of 30 seconds.
function code(secret, step) {
  const bits = [...secret].map((c) => ALPHABET.indexOf(c).toString(2).padStart(5, "0")).join("");
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)))).update(counter).digest();
  return String((mac.readUInt32BE(mac[19] & 15) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

export async function secondFactor(page, service, words) {
  await follow(page, words.secondFactor);
  const secret = (await page.locator("dd").innerText()).replaceAll(" ", "");
  const step = Math.floor(Date.now() / 30_000);
  await fill(page, words.code, "000000");
  await fill(page, words.present, service.password);
  await follow(page, words.setUp);
  await says(page, words.codeWrong);
  await fill(page, words.code, code(secret, step));
  await fill(page, words.present, service.password);
  await follow(page, words.setUp);
  strictEqual(await page.locator("main li").count(), 10);
  await follow(page, words.secondFactor);
  await follow(page, words.replace);
  await follow(page, words.signOut);
  await fill(page, words.name, service.user);
  await fill(page, words.password, service.password);
  await press(page);
  await says(page, words.recoveryCodes);
  // the first code was used
  await fill(page, words.code, code(secret, step + 1));
  await press(page);
  strictEqual(await page.locator("nav").first().count(), 1);
}
