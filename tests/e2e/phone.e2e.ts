import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { seeNoViolations } from '#tests/support/browser.ts';
import { makeLead } from '#tests/support/calls.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { checkedFile, fixCell, fixGrid, openGrid, seeCell } from './fix-steps.ts';
import { setPageStage } from './page-steps.ts';

// A phone in the hand: what one came for is on the first screen, and what one presses is in reach.

const stage = setPageStage();
const SCREEN = { width: 390, height: 844 };

beforeEach(() => stage.page.setViewportSize(SCREEN));

async function boxOf(locator: Locator): Promise<{ top: number; bottom: number }> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not on the page');
  return { top: box.y, bottom: box.y + box.height };
}

const seeOnScreen = (locator: Locator) =>
  expect.poll(async () => (await boxOf(locator)).bottom).toBeLessThanOrEqual(SCREEN.height);

async function openLeads(page: Page): Promise<void> {
  for (let n = 0; n < 12; n++) {
    await makeLead(stage.owner, { firstName: `Lead ${n}`, email: `lead${n}@mail.example`, phone: '12' });
  }
  await page.goto('/leads');
  await page.getByText('12 leads').waitFor();
}

it('begins the list in the first quarter, and keeps bulk actions at the bottom', async () => {
  const { page } = stage;
  await openLeads(page);
  const list = page.getByRole('list', { name: 'Leads', exact: true });
  await expect.poll(async () => (await boxOf(list)).top).toBeLessThanOrEqual(SCREEN.height / 4);
  await page.getByLabel('Select Lead 11').click();
  const bar = page.getByRole('region', { name: 'Selected leads' });
  await bar.getByText('1 selected').waitFor();
  await seeNoViolations(page);
  await page.getByLabel('Select Lead 1', { exact: true }).scrollIntoViewIfNeeded();
  await seeOnScreen(bar);
  expect((await boxOf(bar)).bottom).toBeGreaterThan(SCREEN.height - 24);
  // The last lead isn't under the bar.
  await page.mouse.move(200, 500);
  await page.mouse.wheel(0, 10_000);
  const last = page.getByLabel('Select Lead 0', { exact: true });
  await expect.poll(async () => (await boxOf(last)).bottom < (await boxOf(bar)).top).toBe(true);
});

it('sells without scrolling to the button', async () => {
  const { page } = stage;
  await openLeads(page);
  await page.getByLabel('Select Lead 11').click();
  await buttonOf(page, 'Mark Sold').click();
  await seeOnScreen(buttonOf(page, 'Mark 1 Lead as Sold'));
  await page.goto('/mark-sold');
  await seeOnScreen(buttonOf(page, 'Mark as Sold'));
});

it('shows four rows to fix at once, and all fields of one', async () => {
  const { page, owner } = stage;
  const rows = Array.from({ length: 30 }, (_, n) => [`Given ${n}`, `given${n}@`, '', '', 'remark']);
  await openGrid(page, await checkedFile(owner, rows));
  await seeCell(page, 2, 'E-mail', 'given0@');
  const footer = await boxOf(buttonOf(page, 'Start Import'));
  const rowsShown = async () => {
    const boxes = await fixGrid(page)
      .getByRole('row')
      .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom));
    const strip = await boxOf(buttonOf(page, 'Drop Row'));
    return boxes.filter((bottom) => bottom <= Math.min(strip.top, footer.top)).length;
  };
  await expect.poll(rowsShown).toBeGreaterThanOrEqual(4);
  await seeNoViolations(page);

  await fixCell(page, 2, 'E-mail').click();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Row 2, E-mail' }).fill('given0@mail.example');
  await page.keyboard.press('Enter');
  await seeCell(page, 2, 'E-mail', 'given0@mail.example');
  await page.getByText('Row 3, E-mail').waitFor();

  await buttonOf(page, 'Show fields of row 3').click();
  await seeCell(page, 3, 'First Name', 'Given 1');
  await seeCell(page, 3, 'Remark', 'remark');
  await seeNoViolations(page);
  await buttonOf(page, 'Hide fields of row 3').click();
  await expect.poll(() => fixCell(page, 3, 'Remark').count()).toBe(0);
});

it('shows first how to reach a lead', async () => {
  const { page, owner } = stage;
  const lead = await makeLead(owner, { firstName: 'Mia', email: 'mia@mail.example', phone: '+491711234567' });
  await page.goto(`/leads?lead=${lead.id}`);
  const head = dialogOf(page, 'Mia').getByRole('region', { name: 'Contact the lead' });
  for (const name of ['Call', 'Message', 'Email']) {
    await seeOnScreen(head.getByRole('link', { name: new RegExp(`^${name} `) }));
  }
  expect(await head.getByRole('link', { name: /^Call/ }).getAttribute('href')).toBe('tel:+491711234567');
  await seeOnScreen(head.getByRole('button', { name: 'Copy +491711234567' }));
  const note = await boxOf(page.getByLabel('New note'));
  expect((await boxOf(head)).bottom).toBeLessThan(note.top);
});

it('begins a new lead with its first name, and picks its country', async () => {
  const { page } = stage;
  await page.goto('/leads?lead=new');
  const drawer = dialogOf(page, 'Add Lead');
  await drawer.getByLabel('First Name').and(drawer.locator(':focus')).waitFor();
  await drawer.getByLabel('Country').click();
  await page.getByRole('combobox', { name: 'Search countries…' }).fill('aust');
  await page.getByRole('option', { name: 'Austria' }).click();
  await expect.poll(() => drawer.getByLabel('Country').textContent()).toContain('Austria');
});
