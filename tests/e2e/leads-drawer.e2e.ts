import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePage, seeNoViolations, seeToast } from '#tests/support/browser.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { eventually, type LeadStage, rowOf, setLeadStage, VARIED, variedRows } from './leads-steps.ts';

const COUNT = 24;
let stage: LeadStage;
let page: Page;

beforeAll(async () => {
  stage = await setLeadStage(VARIED, variedRows(COUNT), [
    { name: 'Plan', type: 'text' },
    { name: 'Score', type: 'number' },
    { name: 'Opted in', type: 'boolean' },
  ]);
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open();
});
afterEach(() => closePage(page));

async function openLead(n: number, on = page) {
  await rowOf(on, `Given${n} `).getByRole('button').click();
  const drawer = dialogOf(on, `Given${n} Family`);
  await drawer.waitFor();
  return drawer;
}

const leadOf = async (n: number) => (await stage.leads(`search=lead${n}@`))[0];

it('edits fields of every kind where they stand, and tells in the timeline', async () => {
  const drawer = await openLead(10);
  expect(new URL(page.url()).searchParams.get('lead')).toBe((await leadOf(10))?.id);
  await drawer.getByLabel('City').fill('Ulm');
  await page.keyboard.press('Enter');
  await drawer.getByLabel('Deposit Date').fill('2026-02-03');
  await drawer.getByLabel('Score').fill('12.5');
  await drawer.getByLabel('Plan').fill('gold');
  await drawer.getByLabel('Opted in').click();
  await page.getByRole('option', { name: 'Yes' }).click();
  await drawer.getByRole('combobox', { name: 'Status', exact: true }).click();
  await page.getByRole('option', { name: 'Contacted' }).click();
  await drawer.getByLabel('Tags').fill('autumn');
  await page.keyboard.press('Enter');
  await eventually(() => leadOf(10)).toMatchObject({
    city: 'Ulm',
    depositDate: '2026-02-03',
    status: 'contacted',
    tags: expect.arrayContaining(['vip', 'autumn']),
    customData: { Plan: 'gold', Score: 12.5, 'Opted in': true },
  });
  await drawer.getByRole('list', { name: 'Timeline' }).getByText('Ulm').waitFor();
  await page.keyboard.press('Escape');
  await rowOf(page, 'Given10 ').getByText('contacted').waitFor();
});

it('says at the field what is wrong with a value, and leads to the lead that has it already', async () => {
  const drawer = await openLead(9);
  await drawer.getByLabel('Email', { exact: true }).fill('not an address');
  await page.keyboard.press('Enter');
  await drawer.getByRole('alert').waitFor();
  await expect
    .poll(() => drawer.getByLabel('Email', { exact: true }).getAttribute('aria-invalid'))
    .toBe('true');
  await seeNoViolations(page);
  await page.keyboard.press('Escape');
  await expect
    .poll(() => drawer.getByLabel('Email', { exact: true }).inputValue())
    .toBe('lead9@mail.example');

  await drawer.getByLabel('Email', { exact: true }).fill('lead8@mail.example');
  await page.keyboard.press('Enter');
  await drawer.getByRole('button', { name: 'Open That Lead' }).click();
  await dialogOf(page, 'Given8 Family').waitFor();
  await expect.poll(async () => (await leadOf(9))?.email).toBe('lead9@mail.example');
});

it('tells the second of two people what the first one changed', async () => {
  const other = await stage.open();
  const [mine, theirs] = [await openLead(7), await openLead(7, other)];
  // Type in the first page before the other page saves its change.
  await mine.getByLabel('City').fill('Hamburg');
  await theirs.getByLabel('City').fill('Bremen');
  await other.keyboard.press('Enter');
  await eventually(async () => (await leadOf(7))?.city).toBe('Bremen');
  // The event has arrived, but this drawer doesn't take the new version for the one that its user saw.
  await mine.getByRole('list', { name: 'Timeline' }).getByText('Bremen').waitFor();
  await page.keyboard.press('Enter');
  const alert = mine.getByRole('alert');
  await alert.getByText(`${stage.owner.user.username} just changed this.`).waitFor();
  await expect.poll(() => alert.textContent()).toContain('City is now "Bremen"; you wrote "Hamburg".');
  await seeNoViolations(page);
  await buttonOf(page, 'Keep Theirs').click();
  await eventually(() => mine.getByLabel('City').inputValue()).toBe('Bremen');

  await mine.getByLabel('City').fill('Kiel');
  await theirs.getByLabel('City').fill('Ulm');
  await other.keyboard.press('Enter');
  await eventually(async () => (await leadOf(7))?.city).toBe('Ulm');
  await page.keyboard.press('Enter');
  await buttonOf(page, 'Overwrite').click();
  await eventually(async () => (await leadOf(7))?.city).toBe('Kiel');
  await eventually(() => mine.getByRole('alert').count()).toBe(0);
  await eventually(() => theirs.getByLabel('City').inputValue()).toBe('Kiel');
  await closePage(other);
});

it('takes notes and sells to a customer', async () => {
  const drawer = await openLead(6);
  await drawer.getByLabel('New note').fill('Call after six\nand not before');
  await buttonOf(page, 'Add Note').click();
  await drawer.getByRole('list', { name: 'Notes' }).getByText('Call after six').waitFor();
  await drawer.getByLabel('Sell to customer').fill('C-9');
  await buttonOf(page, 'Mark as Sold').click();
  await seeToast(page, 'Marked as sold', 'Sold 1 lead to C-9', 'Undo');
  await eventually(() => drawer.getByLabel('Customer Number').inputValue()).toBe('C-9');
  await expect.poll(() => leadOf(6)).toMatchObject({ isSold: true, customerNumber: 'C-9' });
});

it('puts a lead into the bin and back', async () => {
  const drawer = await openLead(5);
  await drawer.getByRole('button', { name: 'Delete' }).click();
  await seeToast(page, 'Lead moved to the bin', 'Given5 Family', 'Undo');
  await eventually(() => rowOf(page, 'Given5 ').count()).toBe(0);
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('button', { name: 'Undo' })
    .click();
  await seeToast(page, 'Lead restored', 'Given5 Family');
  await rowOf(page, 'Given5 ').waitFor();
});

it('creates a lead by hand', async () => {
  await buttonOf(page, 'Add Lead').click();
  const drawer = dialogOf(page, 'Add Lead');
  await drawer.getByLabel('First Name').fill('Ada');
  await buttonOf(page, 'Create Lead').click();
  await drawer.getByText('Enter an email or a phone').waitFor();
  await seeNoViolations(page);
  await drawer.getByLabel('Email', { exact: true }).fill('LEAD3@mail.example');
  await buttonOf(page, 'Create Lead').click();
  await drawer.getByRole('button', { name: 'Open That Lead' }).waitFor();
  await drawer.getByLabel('Email', { exact: true }).fill('ada@mail.example');
  await drawer.getByLabel('Tags').fill('byhand,');
  await drawer.getByLabel('Score').fill('7');
  await buttonOf(page, 'Create Lead').click();
  await seeToast(page, 'Lead created', 'Ada');
  await dialogOf(page, 'Ada').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText(`${COUNT + 1} leads`).waitFor();
  await expect
    .poll(async () => (await stage.leads('search=ada@'))[0])
    .toMatchObject({
      firstName: 'Ada',
      status: 'new',
      tags: ['byhand'],
      customData: { Score: 7 },
    });
});

it('opens from the address and says when there is no such lead', async () => {
  await page.goto('/leads?lead=0199f2f0-0000-7000-8000-000000000000');
  await page.getByText('Lead not found').waitFor();
  await page.keyboard.press('Escape');
  await page.waitForURL(`${stage.app.url}/leads`);
});

it('fills a phone from edge to edge', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('list', { name: 'Leads' }).getByRole('button', { name: 'Given23 Family' }).click();
  const drawer = dialogOf(page, 'Given23 Family');
  await drawer.getByLabel('City').waitFor();
  await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(390);
  await seeNoViolations(page);
});
