import { beforeEach, expect, it } from 'vitest';
import { checkedFile, fixCell, fixGrid, openGrid, seeCell, shownNumbers } from './fix-steps.ts';
import { setPageStage } from './page-steps.ts';

// A list of many rows: only those in view are in the page, and each shows its own values.

const ROWS = 3000;
const stage = setPageStage();

beforeEach(async () => {
  const rows = Array.from({ length: ROWS }, (_, index) => [`Person ${index + 2}`, 'nonsense', '', '', '']);
  await openGrid(stage.page, await checkedFile(stage.owner, rows));
});

/** Waits until every row in view shows the values of its own number. */
function seeOwnValues(): Promise<void> {
  const { page } = stage;
  return expect
    .poll(async () => {
      const texts = await fixGrid(page)
        .locator('[aria-colindex="3"]:not([role=columnheader])')
        .allInnerTexts();
      const numbers = await shownNumbers(page);
      return (
        texts.length === numbers.length && texts.every((text, index) => text === `Person ${numbers[index]}`)
      );
    })
    .toBe(true);
}

it('holds only the rows in view', async () => {
  const { page } = stage;
  await expect.poll(() => fixGrid(page).getAttribute('aria-rowcount')).toBe(String(ROWS + 1));
  await seeOwnValues();
  expect((await shownNumbers(page)).length).toBeLessThan(60);
});

it('goes to any place and shows there what belongs there', async () => {
  const { page } = stage;
  await fixCell(page, 2, 'First Name').click();
  for (const [key, row] of [
    ['Control+End', ROWS + 1],
    ['Control+Home', 2],
    ['Control+ArrowDown', ROWS + 1],
  ] as const) {
    await page.keyboard.press(key);
    await fixCell(page, row, 'First Name').waitFor();
    await seeOwnValues();
  }
});

it('keeps the place of rows that are loading, and never shows a row under the number of another', async () => {
  const { page } = stage;
  await seeOwnValues();
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/import-grids/*/rows', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const scroll = (top: number) =>
    fixGrid(page).evaluate((grid: { parentElement: { scrollTop: number } }, to) => {
      grid.parentElement.scrollTop = to;
    }, top);
  for (const top of [20_000, 60_000, 40_000]) await scroll(top);
  await fixGrid(page).getByText('Loading').first().waitFor({ state: 'attached' });
  const isThere = (number: number) => number > 1000 && number < 1200;
  await expect.poll(async () => (await shownNumbers(page)).some(isThere)).toBe(true);
  answer.resolve();
  await seeOwnValues();
});

it('edits a row far down, and keeps the place', async () => {
  const { page } = stage;
  await fixCell(page, 2, 'First Name').click();
  await page.keyboard.press('Control+ArrowDown');
  // A row that is still loading can't be edited.
  await seeCell(page, ROWS + 1, 'E-mail', 'nonsense');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('last@mail.example');
  await page.keyboard.press('Enter');
  await seeCell(page, ROWS + 1, 'E-mail', 'last@mail.example');
  expect(await shownNumbers(page)).toContain(ROWS + 1);
});
