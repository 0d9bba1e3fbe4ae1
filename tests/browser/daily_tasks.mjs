// Tests the daily tasks of an HR officer by keyboard: each takes at most five interactions from the page of the person or class,
// and can be undone there. An interaction activates a link or button, fills in a field, or ticks a box.
import { deepStrictEqual, ok } from "node:assert";
import { activate, fill, tabTo, expectText } from "./keyboard.mjs";

const MAX_INTERACTIONS = 5;

// Daan Visser, Hanneke Post, and classes: full with a waiting list; open, with another class of its training; and past, with
// participants without results, such as Hanneke.
const PERSON = "person/19";
const PARTICIPANT = "person/51";
const CLASSES = { full: "classes/4", open: "classes/7", past: "classes/16" };

export async function testDailyTasks(page, service, labels, hasScript) {
  const before = service.exportFiles();
  let interactions;
  const counted = (action) => (...values) => (interactions++, action(page, ...values));
  const [go, type, tick] = [counted(activate), counted(fill), counted(tickOption)];
  // with JavaScript, the field suggests rows for a part of the name; without, the whole code is typed
  const find = async (field, text, code) => {
    await type(field, hasScript ? text : code);
    if (!hasScript) return;
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  };
  const tasks = [
    [PERSON, async () => { await go(labels.enrol); await find(labels.training, "infectie", "HYGIENE"); await go(labels.next); await go(labels.enrol); }],
    [PERSON, async () => {
      await go(labels.enrol);
      await find(labels.training, "bhv basis", "BHV-BASIS");
      await go(labels.next);
      await tick(/^BHV basis, groep 4/);
      await go(labels.enrol);
      await expectText(page, labels.onWaitingList);
    }],
    [PERSON, async () => { await go(labels.addResult); await find(labels.training, "privacy", "AVG"); await go(labels.next); await go(labels.addResult); }],
    [PARTICIPANT, async () => { await go(labels.markAbsent); await tick(/^Reanimatie, groep 1/); await type(labels.reason, "Ziek"); await go(labels.markAbsent); }],
    [PERSON, async () => {
      await go(labels.exempt);
      await find(labels.training, "privacy", "AVG");
      await type(labels.exemptionReason, "Tijd");
      await go(labels.exempt);
    }],
    [PERSON, async () => { await go(labels.addToGroup); await find(labels.group, "pall", "Aandachtsvelders palliatieve zorg"); await go(labels.addToGroup); }],
    [PERSON, async () => { await go(labels.changePosition); await find(labels.manager, "brouwer", "000110"); await go(labels.changePosition); }],
    [CLASSES.full, async () => { await go(labels.addParticipant); await find(labels.person, "daan vis", "001201"); await go(labels.addParticipant); }],
    [CLASSES.past, async () => {
      await go(labels.takeAttendance);
      await tick(/^Hanneke Post/);
      await type(new RegExp(`^${labels.reasonOfAbsence} · Hanneke Post`), "Ziek");
      await go(labels.takeAttendance);
    }],
    [CLASSES.open, async () => { await go(labels.moveToClass); await tick(/^BHV herhaling, groep 4/); await go(labels.moveToClass); }],
    [CLASSES.full, async () => { await go(labels.cancelClass); await tick(labels.cancelEnrolmentsToo); await go(labels.cancelClass); }],
  ];
  for (const [path, task] of tasks) {
    await page.goto(`${service.address}/${path}`);
    interactions = 0;
    await task();
    ok(interactions <= MAX_INTERACTIONS, `${path}: ${interactions} interactions`);
    await expectText(page, labels.saved);
    await activate(page, labels.undo);
    await expectText(page, labels.undoneOnPage);
  }
  deepStrictEqual(service.exportFiles(), before);
}

// Ticks a box or selects a radio button.
async function tickOption(page, name) {
  const radio = page.getByRole("radio", { name }).first();
  // Tab focuses the first or selected button of a group, arrow keys the others
  if (await radio.count()) {
    await tabTo(page, await radio.evaluate((radio) => radio.form[radio.name][0]?.labels[0].innerText ?? radio.labels[0].innerText));
    for (let step = 0; step < 50; step++) {
      if (name.test(await page.evaluate(() => document.activeElement.labels[0].innerText))) break;
      await page.keyboard.press("ArrowDown");
    }
  } else await tabTo(page, name);
  await page.keyboard.press("Space");
}
