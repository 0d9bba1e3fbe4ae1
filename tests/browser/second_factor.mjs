// Tests a second factor by keyboard: its setup with the code of an app, and the next sign-in.
import { strictEqual } from "node:assert";
import { createHmac } from "node:crypto";
import { activate, fill, pressToLoad, expectText } from "./keyboard.mjs";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

// Returns the code of RFC 6238 for a time step of 30 seconds.
function totp(secret, step) {
  const bits = [...secret].map((c) => BASE32.indexOf(c).toString(2).padStart(5, "0")).join("");
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)))).update(counter).digest();
  return String((mac.readUInt32BE(mac[19] & 15) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

export async function testSecondFactor(page, service, labels) {
  await activate(page, labels.secondFactor);
  const secret = (await page.locator("dd").innerText()).replaceAll(" ", "");
  const step = Math.floor(Date.now() / 30_000);
  await fill(page, labels.code, "000000");
  await fill(page, labels.currentPassword, service.password);
  await activate(page, labels.setUp);
  await expectText(page, labels.wrongCode);
  await fill(page, labels.code, totp(secret, step));
  await fill(page, labels.currentPassword, service.password);
  await activate(page, labels.setUp);
  strictEqual(await page.locator("main li").count(), 10);
  await activate(page, labels.secondFactor);
  await activate(page, labels.replace);
  await activate(page, labels.signOut);
  await fill(page, labels.name, service.user);
  await fill(page, labels.password, service.password);
  await pressToLoad(page);
  await expectText(page, labels.recoveryCodes);
  // a code works only once
  await fill(page, labels.code, totp(secret, step + 1));
  await pressToLoad(page);
  strictEqual(await page.locator("nav").first().count(), 1);
}
