import { beforeEach, describe, expect, it } from 'vitest';
import { toastOf } from '#tests/support/browser.ts';
import {
  checkedFile,
  fixCell,
  fixGrid,
  openGrid,
  seeCell,
  seeOutcome,
  TROUBLED_ROWS,
  writeCell,
} from './fix-steps.ts';
import { setPageStage } from './page-steps.ts';

// Editing cells as in a spreadsheet.

const stage = setPageStage();
let uploadId: string;

beforeEach(async () => {
  await stage.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  uploadId = await checkedFile(stage.owner, TROUBLED_ROWS);
  await openGrid(stage.page, uploadId);
});

const press = (...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => stage.page.keyboard.press(key)), Promise.resolve());
const editor = (name: string) => stage.page.getByRole('textbox', { name, exact: true });

/** Waits until the focus is on a cell. */
function seeFocus(number: number, column: string): Promise<void> {
  return expect
    .poll(() => fixCell(stage.page, number, column).evaluate(isMatching, ':focus'), {
      message: `focus on row ${number}, ${column}`,
    })
    .toBe(true);
}

/** Puts text on the clipboard. */
const copyText = (text: string) =>
  stage.page.evaluate<void>(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
const clipboardText = () => stage.page.evaluate<string>('navigator.clipboard.readText()');

/** Runs in the page. */
function isMatching(element: { matches(selector: string): boolean }, selector: string): boolean {
  return element.matches(selector);
}

describe('the keyboard', () => {
  it('moves between cells', async () => {
    const { page } = stage;
    await fixCell(page, 3, 'First Name').click();
    await press('ArrowDown', 'ArrowRight');
    await seeFocus(4, 'E-mail');
    await press('Tab', 'Tab', 'Shift+Tab');
    await seeFocus(4, 'Mobile');
    await press('End');
    await seeFocus(4, 'Remark');
    await press('Tab');
    await seeFocus(5, 'First Name');
    await press('Control+End');
    await seeFocus(7, 'Remark');
    await press('Control+Home');
    await seeFocus(3, 'First Name');
  });

  it('leaves the grid with Escape and Tab', async () => {
    const { page } = stage;
    await fixCell(page, 3, 'First Name').click();
    await press('Escape', 'Tab');
    await expect.poll(() => fixGrid(page).evaluate(isMatching, ':focus-within')).toBe(false);
    await press('Shift+Tab');
    await seeFocus(3, 'First Name');
  });

  it('edits with Enter and F2, replaces by typing, and cancels with Escape', async () => {
    const { page } = stage;
    await fixCell(page, 3, 'E-mail').click();
    await press('Enter');
    await editor('Row 3, E-mail').waitFor();
    await page.keyboard.type('mail.example');
    await press('Enter');
    await seeCell(page, 3, 'E-mail', 'alan@mail.example');
    await seeOutcome(page, 3, 'Will be imported');
    await seeFocus(4, 'E-mail');
    await press('F2');
    await page.keyboard.type('xyz');
    await press('Escape');
    await seeCell(page, 4, 'E-mail', 'grace@mail.example');
    await seeFocus(4, 'E-mail');
    await press('ArrowRight', 'ArrowRight');
    await page.keyboard.type('2024-05-03');
    await press('Tab');
    await seeCell(page, 4, 'Deposit Date', '2024-05-03');
    await seeOutcome(page, 4, 'Will be imported');
    await seeFocus(4, 'Remark');
  });

  it('clears cells with Delete, a range of them with Shift and arrows', async () => {
    const { page } = stage;
    await fixCell(page, 3, 'E-mail').click();
    await press('Shift+ArrowDown', 'Shift+ArrowRight');
    await page.getByText('4 cells in 2 rows selected').waitFor();
    await press('Delete');
    for (const row of [3, 4]) {
      await seeCell(page, row, 'E-mail', '');
      await seeCell(page, row, 'Mobile', '');
      await seeOutcome(page, row, 'Not imported');
    }
    await press('Control+z');
    await seeCell(page, 3, 'E-mail', 'alan@');
    await seeCell(page, 4, 'Mobile', '+12015550103');
  });

  it('keeps what was written after a reload', async () => {
    const { page } = stage;
    await writeCell(page, 3, 'E-mail', 'alan@mail.example');
    await seeOutcome(page, 3, 'Will be imported');
    await page.reload();
    await page.getByRole('radio', { name: 'Changed 1' }).click();
    await seeCell(page, 3, 'E-mail', 'alan@mail.example');
    await fixCell(page, 3, 'E-mail').click();
    await page.getByText('In the file: "alan@"').waitFor();
    await press('Control+z');
    await seeCell(page, 3, 'E-mail', 'alan@');
  });
});

describe('the clipboard', () => {
  it('copies a block as tab-separated text', async () => {
    const { page } = stage;
    await fixCell(page, 3, 'First Name').click();
    await fixCell(page, 4, 'E-mail').click({ modifiers: ['Shift'] });
    await press('Control+c');
    await expect.poll(clipboardText).toBe('Alan\talan@\nGrace\tgrace@mail.example');
  });

  it('pastes a block from a spreadsheet, and undoes it as one step', async () => {
    const { page } = stage;
    await copyText('alan@mail.example\t+12015550199\ngrace@mail.example\t+12015550198\n');
    await fixCell(page, 3, 'E-mail').click();
    await press('Control+v');
    await seeCell(page, 3, 'E-mail', 'alan@mail.example');
    await seeCell(page, 4, 'Mobile', '+12015550198');
    await page.getByText('4 cells in 2 rows selected').waitFor();
    await press('Control+z');
    await seeCell(page, 3, 'E-mail', 'alan@');
    await seeCell(page, 4, 'Mobile', '+12015550103');
  });

  it('fills a selection with one value, and says what did not fit', async () => {
    const { page } = stage;
    await copyText('2024-06-01');
    await fixCell(page, 3, 'Deposit Date').click();
    await press('Shift+ArrowDown', 'Control+v');
    await seeCell(page, 3, 'Deposit Date', '2024-06-01');
    await seeCell(page, 4, 'Deposit Date', '2024-06-01');
    await copyText('a\tb\tc');
    await fixCell(page, 7, 'Deposit Date').click();
    await press('Control+v');
    expect(await toastOf(page)).toContain("1 cell didn't fit");
  });

  it('cuts', async () => {
    const { page } = stage;
    await fixCell(page, 3, 'Remark').click();
    await press('Control+x');
    await seeCell(page, 3, 'Remark', '');
    await expect.poll(clipboardText).toBe('write');
  });
});

describe('the mouse', () => {
  it('selects by dragging and edits by a double click', async () => {
    const { page } = stage;
    await fixCell(page, 3, 'First Name').hover();
    await page.mouse.down();
    await fixCell(page, 5, 'E-mail').hover();
    await page.mouse.up();
    await page.getByText('6 cells in 3 rows selected').waitFor();
    await fixCell(page, 3, 'First Name').dblclick();
    await editor('Row 3, First Name').fill('Alan M.');
    await fixCell(page, 5, 'E-mail').click();
    await seeCell(page, 3, 'First Name', 'Alan M.');
  });
});

describe('failures', () => {
  it('shows a change at once, and takes it back with a message when it is not saved', async () => {
    const { page } = stage;
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/import-grids/*/edit', async (route) => {
      asked.resolve();
      await answer.promise;
      await route.abort();
    });
    await writeCell(page, 3, 'E-mail', 'alan@mail.example');
    await asked.promise;
    await seeCell(page, 3, 'E-mail', 'alan@mail.example');
    await expect.poll(() => fixCell(page, 3, 'E-mail').getAttribute('aria-busy')).toBe('true');
    answer.resolve();
    await seeCell(page, 3, 'E-mail', 'alan@');
    expect(await toastOf(page)).toContain("Couldn't save your change");
    await page.unroute('**/api/import-grids/*/edit');
    await writeCell(page, 3, 'E-mail', 'alan@mail.example');
    await seeOutcome(page, 3, 'Will be imported');
  });
});
