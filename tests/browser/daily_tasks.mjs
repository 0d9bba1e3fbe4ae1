// The daily tasks of an HR officer, by keyboard alone: each takes at most five interactions (a link or button pressed, a
// field filled in, a box ticked) from the page of the person or class, and is undone right there.
import { deepStrictEqual, ok } from "node:assert";
import { fill, follow, reach, says } from "./keyboard.mjs";

const MOST = 5;

// Daan Visser, Hanneke Post, and classes of the seed: full with a waiting list, open beside another of its training, and
// over with participants who have no result, such as Hanneke.
const PERSON = "person/19";
const PARTICIPANT = "person/51";
const CLASSES = { full: "classes/4", open: "classes/7", over: "classes/16" };

export async function tasks(page, service, words, hasScript) {
  const before = service.exported();
  let interactions;
  const counted = (act) => (...given) => (interactions++, act(page, ...given));
  const [go, type, tick] = [counted(follow), counted(fill), counted(space)];
  // with our script a row is found while its name is typed, else its code is typed
  const find = async (field, text, code) => {
    await type(field, hasScript ? text : code);
    if (!hasScript) return;
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  };
  const daily = [
    [PERSON, async () => { await go(words.enrol); await find(words.training, "infectie", "HYGIENE"); await go(words.next); await go(words.enrol); }],
    [PERSON, async () => {
      await go(words.enrol);
      await find(words.training, "bhv basis", "BHV-BASIS");
      await go(words.next);
      await tick(/^BHV basis, groep 4/);
      await go(words.enrol);
      await says(page, words.waits);
    }],
    [PERSON, async () => { await go(words.addResult); await find(words.training, "privacy", "AVG"); await go(words.next); await go(words.addResult); }],
    [PARTICIPANT, async () => { await go(words.markAbsent); await tick(/^Reanimatie, groep 1/); await type(words.reason, "Ziek"); await go(words.markAbsent); }],
    [PERSON, async () => {
      await go(words.exempt);
      await find(words.training, "privacy", "AVG");
      await type(words.dimReason, "Tijd");
      await go(words.exempt);
    }],
    [PERSON, async () => { await go(words.addToGroup); await find(words.group, "pall", "Aandachtsvelders palliatieve zorg"); await go(words.addToGroup); }],
    [PERSON, async () => { await go(words.changePosition); await find(words.manager, "brouwer", "000110"); await go(words.changePosition); }],
    [CLASSES.full, async () => { await go(words.addParticipant); await find(words.person, "daan vis", "001201"); await go(words.addParticipant); }],
    [CLASSES.over, async () => {
      await go(words.takeAttendance);
      await tick(/^Hanneke Post/);
      await type(new RegExp(`^${words.reasonOfAbsence} · Hanneke Post`), "Ziek");
      await go(words.takeAttendance);
    }],
    [CLASSES.open, async () => { await go(words.moveOne); await tick(/^BHV herhaling, groep 4/); await go(words.moveToClass); }],
    [CLASSES.full, async () => { await go(words.cancelClass); await go(words.cancelClass); }],
  ];
  for (const [path, task] of daily) {
    await page.goto(`${service.address}/${path}`);
    interactions = 0;
    await task();
    ok(interactions <= MOST, `${path}: ${interactions} interactions`);
    await says(page, words.saved);
    await follow(page, words.undo);
    await says(page, words.undoneNow);
  }
  deepStrictEqual(service.exported(), before);
}

// Goes to a box or to a choice and ticks it.
async function space(page, name) {
  const radio = page.getByRole("radio", { name }).first();
  // Tab leads to the first or the chosen one of a group, and arrows to the others
  if (await radio.count()) {
    await reach(page, await radio.evaluate((radio) => radio.form[radio.name][0]?.labels[0].innerText ?? radio.labels[0].innerText));
    for (let step = 0; step < 50; step++) {
      if (name.test(await page.evaluate(() => document.activeElement.labels[0].innerText))) break;
      await page.keyboard.press("ArrowDown");
    }
  } else await reach(page, name);
  await page.keyboard.press("Space");
}
