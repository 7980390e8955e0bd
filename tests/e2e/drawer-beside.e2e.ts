import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePage, seeNoViolations, seeWidth } from '#tests/support/browser.ts';
import { seeClosed } from './admin-steps.ts';
import { buttonOf, dialogOf } from './elements.ts';
import {
  eventually,
  type LeadStage,
  rowOf,
  setLeadStage,
  tableOf,
  VARIED,
  variedRows,
} from './leads-steps.ts';

let stage: LeadStage;
let page: Page;

beforeAll(async () => {
  stage = await setLeadStage(VARIED, variedRows(12));
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open();
});
afterEach(() => closePage(page));

const drawerOf = (n: number) => dialogOf(page, `Given${n} Family`);

async function openLead(n: number) {
  await rowOf(page, `Given${n} `).getByRole('button').click();
  await drawerOf(n).getByLabel('City').waitFor();
  return drawerOf(n);
}

it('stands beside the list, which stays in use', async () => {
  const top = async () => (await rowOf(page, 'Given9 ').boundingBox())?.y;
  const before = await top();
  const drawer = await openLead(9);
  // The heading and the toolbar keep their one line each, so that the rows stay where they are.
  expect(await top()).toBe(before);
  const [panel, table] = [await drawer.boundingBox(), await tableOf(page).locator('..').boundingBox()];
  expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThanOrEqual(panel?.x ?? 0);
  await seeWidth(page, 1440);
  // Clicks and typing reach the list.
  await rowOf(page, 'Given4 ').getByRole('button').click();
  await drawerOf(4).getByLabel('City').waitFor();
  await page.getByLabel('Search leads').fill('Given7');
  await expect.poll(() => rowOf(page, 'Family').count()).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => rowOf(page, 'Family').count()).toBeGreaterThan(1);
  await drawerOf(4).waitFor();
  await buttonOf(page, 'Close').click();
  await seeClosed(drawerOf(4));
});

it('takes the focus, and gives it back when Escape closes it', async () => {
  await rowOf(page, 'Given9 ').waitFor();
  await rowOf(page, 'Given9 ').getByRole('gridcell').nth(1).focus();
  await page.keyboard.press('Enter');
  await drawerOf(9).getByLabel('City').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.getAttribute("role")')).toBe('dialog');
  await page.keyboard.press('Escape');
  await seeClosed(drawerOf(9));
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toContain('Given9');
});

it('moves to the next and the previous lead by J and K and by buttons, wherever the focus is', async () => {
  const drawer = await openLead(9);
  await page.keyboard.press('j');
  await drawerOf(8).waitFor();
  await page.keyboard.press('k');
  await drawer.waitFor();
  await rowOf(page, 'Given4 ').getByRole('button').click();
  await drawerOf(4).waitFor();
  await page.keyboard.press('j');
  await drawerOf(3).waitFor();
  await buttonOf(page, 'Previous lead').click();
  await drawerOf(4).waitFor();
  // They are letters where one types, and Alt with an arrow moves and saves there.
  await drawerOf(4).getByLabel('City').pressSequentially('jk');
  await eventually(() => drawerOf(4).getByLabel('City').inputValue()).toBe('jk');
  await page.keyboard.press('Alt+ArrowDown');
  await drawerOf(3).waitFor();
  await eventually(async () => (await stage.leads('search=lead4@'))[0]?.city).toBe('jk');
});

it('knows the neighbours of a lead that a link opened', async () => {
  const [lead] = await stage.leads('search=lead5@');
  await page.goto(`/leads?lead=${lead?.id}`);
  await drawerOf(5).getByLabel('City').waitFor();
  await rowOf(page, 'Given5 ').waitFor();
  await page.keyboard.press('j');
  await drawerOf(4).waitFor();
});

it('adds a note from the top of the record with the keyboard', async () => {
  const drawer = await openLead(2);
  await expect.poll(() => drawer.getByRole('region').nth(3).getAttribute('aria-label')).toBe('Notes');
  for (const text of ['First', 'Second', 'Third', 'Fourth']) {
    await drawer.getByLabel('New note').fill(text);
    await page.keyboard.press('Control+Enter');
    await drawer.getByRole('list', { name: 'Notes' }).getByText(text).waitFor();
  }
  await expect.poll(() => drawer.getByRole('list', { name: 'Notes' }).getByText('First').count()).toBe(0);
  await buttonOf(page, 'Show all 4 notes').click();
  await drawer.getByRole('list', { name: 'Notes' }).getByText('First').waitFor();
});

it('offers to call, to write and to copy', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const drawer = await openLead(8);
  const href = (name: string) => drawer.getByRole('link', { name }).getAttribute('href');
  expect(await href('Email lead8')).toBe('mailto:lead8@mail.example');
  expect(await href('Call')).toBe('tel:+12015551008');
  expect(await href('on WhatsApp')).toBe('https://wa.me/12015551008');
  await buttonOf(page, 'Copy lead8@mail.example').click();
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('lead8@mail.example');
  await buttonOf(page, 'Copy +12015551008').click();
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('+12015551008');

  // An invalid number is no address of WhatsApp.
  const invalid = await openLead(5);
  await eventually(() => invalid.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:12');
  await expect.poll(() => invalid.getByRole('link', { name: 'on WhatsApp' }).count()).toBe(0);
});

it('says where the lead came from, and leads to the leads of that import', async () => {
  const drawer = await openLead(3);
  await drawer.getByRole('link', { name: 'leads.csv' }).click();
  const [lead] = await stage.leads('search=lead3@');
  await page.waitForURL(`${stage.app.url}/leads?import=${lead?.importId}`);
  await page.getByText('Import: leads.csv').waitFor();
});

it('is a sheet above the list on narrower windows', async () => {
  await page.setViewportSize({ width: 1279, height: 900 });
  const drawer = await openLead(6);
  await expect.poll(() => page.locator('[data-beside]').count()).toBe(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect.poll(() => page.locator('[data-beside]').count()).toBe(1);
  await drawer.getByLabel('City').waitFor();
});

it('has no violations in either theme, beside and above', async () => {
  const drawer = await openLead(6);
  for (const theme of ['dark', 'light']) {
    await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
    for (const width of [1440, 820, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await drawer.getByLabel('City').waitFor();
      await seeNoViolations(page, `${theme} ${width}`);
    }
  }
});
