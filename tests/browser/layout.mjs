// Tests the layout of pages and the keys of the whole console: menu, fixed headings, cards, and buttons of JavaScript.
import { deepStrictEqual, ok, strictEqual } from "node:assert";

// Above 48rem tables have columns; below, each row is a card.
const [WIDE, CARDS, PHONE] = [1280, 590, 360];

export async function testLayout(page, labels) {
  const open = (path, width = WIDE) =>
    page.setViewportSize({ width, height: 800 }).then(() => page.goto(new URL(`/console/${path}`, page.url()).href));
  await testMenu(page, open, labels);
  await testTable(page, open);
  await testAlignment(page, open);
  await testReports(page, open);
  await testAttendanceList(page, open);
  await testCopyButton(page, open, labels);
}

// The key `/` moves the focus to the search. Narrow windows have a menu instead of the sidebar.
async function testMenu(page, open, labels) {
  await open("today");
  await page.keyboard.press("/");
  strictEqual(await page.evaluate(() => document.activeElement.id), "find");
  // in a field, `/` is a character
  await page.keyboard.press("/");
  strictEqual(await page.locator("#find").inputValue(), "/");
  const [menu, sidebar] = [page.locator("details.menu"), page.locator(".frame > .sidebar")];
  deepStrictEqual([await menu.isVisible(), await sidebar.isVisible()], [false, true]);
  await open("today", PHONE);
  deepStrictEqual([await menu.isVisible(), await sidebar.isVisible()], [true, false]);
  const link = menu.getByRole("link", { name: labels.persons, exact: true });
  strictEqual(await link.isVisible(), false);
  await menu.locator("summary").click();
  await link.click();
  await page.waitForURL("**/console/person");
}

// The headings and the first column stay in view while the table is scrolled. In a narrow window, rows are cards.
async function testTable(page, open) {
  await open("data/persons");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  await page.waitForFunction(() => document.querySelector("thead th").getBoundingClientRect().top === 0);
  // a table that is wider than the window has scroll bars of its own
  await open("data/results", 800);
  const places = await page.locator(".table").first().evaluate((table) => {
    const distances = () => {
      const [frame, heading, name] = [table, table.querySelector("thead th"), table.querySelectorAll("tbody th")[20]];
      const [outer, top, left] = [frame, heading, name].map((element) => element.getBoundingClientRect());
      return [Math.round(top.top - outer.top), Math.round(left.left - outer.left)];
    };
    const before = distances();
    table.scrollTo(table.scrollWidth, table.scrollHeight);
    return { before, after: distances(), scrolled: [table.scrollTop > 0, table.scrollLeft > 0] };
  });
  deepStrictEqual(places.scrolled, [true, true]);
  deepStrictEqual(places.after, places.before);
  await open("data/persons", CARDS);
  const card = page.locator(".table tbody tr").first();
  const cells = await card.locator("td[data-label]").evaluateAll((all) =>
    all.filter((cell) => cell.innerText).map((cell) => [cell.getBoundingClientRect().left, getComputedStyle(cell, "::before").content]),
  );
  ok(cells.length > 2);
  // one below the other, each with its label
  strictEqual(new Set(cells.map(([left]) => left)).size, 1);
  ok(cells.every(([, label]) => /^".+"$/.test(label)), JSON.stringify(cells));
}

// Titles, the inputs of a row and the values of facts are aligned, and the form to sign in is in the middle.
async function testAlignment(page, open) {
  const edges = (selector, edge) =>
    page.locator(selector).evaluateAll((all, edge) => all.map((element) => Math.round(element.getBoundingClientRect()[edge])), edge);
  await open("connectors?language=nl");
  const [title] = await edges("h1", "top");
  // the label of the second input has two lines
  const inputs = await edges("form.sheet > .field > :is(input, select)", "top");
  deepStrictEqual(inputs, Array(3).fill(inputs[0]));
  await open("classes?language=en");
  strictEqual(await page.locator("h1 + p > .button").count(), 1);
  deepStrictEqual(await edges("h1", "top"), [title]);
  await open("about", PHONE);
  const values = await edges(".facts dd", "left");
  deepStrictEqual(values, Array(values.length).fill(values[0]));
  const context = await page.context().browser().newContext({ viewport: { width: WIDE, height: 800 } });
  const visitor = await context.newPage();
  await visitor.goto(new URL("/console", page.url()).href);
  const { x, width } = await visitor.locator("form.narrow").boundingBox();
  strictEqual(Math.round(x + width / 2), WIDE / 2);
  await context.close();
}

// The parameters of reports that need a person, class, training or page.
const REPORT_QUERIES = {
  GetClass: "classId=2",
  GetClassesFilteredByTraining: "trainingId=5",
  GetPaginatedLearningPortfolioContent: "size=100&index=0",
  GetPersonAgenda: "identifier=001201",
};

// The default columns of every report fit, in both languages. On a phone, each sort link is in the window.
async function testReports(page, open) {
  await open("reports");
  const links = await page.locator("tbody a").evaluateAll((all) => all.map((link) => link.href.split("/").pop()));
  ok(links.length > 15);
  for (const language of ["nl", "en"]) {
    await open(`reports?language=${language}`);
    for (const report of links) {
      const name = `${report} in ${language}`;
      await open(`reports/${report}?${REPORT_QUERIES[report] ?? ""}`);
      for (const table of await page.locator(".table").all()) {
        const [content, width] = await table.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
        ok(content <= width, `${name}: ${content} > ${width}`);
      }
      await page.setViewportSize({ width: PHONE, height: 800 });
      const links = page.locator("thead th[aria-sort] a");
      const rights = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().right));
      ok(rights.every((right) => right <= PHONE), `${name}: ${rights}`);
      const wideBadges = await page.locator(".badge").evaluateAll((all) =>
        all.filter((badge) => badge.getBoundingClientRect().right > badge.closest("tr").getBoundingClientRect().right),
      );
      strictEqual(wideBadges.length, 0, `badges of ${name}`);
    }
  }
}

// The table has a border on the right, on the screen and in print.
async function testAttendanceList(page, open) {
  await open("classes/2/attendance");
  for (const [media, selector] of [["screen", ".attendance .table"], ["print", ".attendance tbody tr > :last-child"]]) {
    await page.emulateMedia({ media });
    const width = await page.locator(selector).first().evaluate((element) => getComputedStyle(element).borderRightWidth);
    strictEqual(width, "1px", media);
  }
  await page.emulateMedia({ media: null });
}

// A new password has a button that copies the password.
async function testCopyButton(page, open, labels) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await open("connectors");
  await page.getByLabel(labels.name, { exact: false }).first().fill("clipboard");
  await page.getByRole("button", { name: labels.addConnector }).click();
  const secret = await page.locator(".secret output").innerText();
  await page.getByRole("button", { name: labels.copy, exact: true }).click();
  await page.getByRole("status").getByText(labels.copied).waitFor();
  strictEqual(await page.evaluate(() => navigator.clipboard.readText()), secret);
}
