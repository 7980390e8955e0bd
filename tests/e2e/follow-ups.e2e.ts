import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePage, seeNoViolations, seeToast } from '#tests/support/browser.ts';
import { addColleague, call } from '#tests/support/calls.ts';
import { formatDate } from '../../web/lib/format.ts';
import { buttonOf, dialogOf } from './elements.ts';
import {
  eventually,
  type LeadStage,
  openLead,
  rowOf,
  setLeadStage,
  VARIED,
  variedRows,
} from './leads-steps.ts';

const COUNT = 24;
let stage: LeadStage;
let page: Page;

beforeAll(async () => {
  stage = await setLeadStage(VARIED, variedRows(COUNT));
  await addColleague(stage.app, stage.owner, 'sam');
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open();
  await rowOf(page, 'Given23 ').waitFor();
});
afterEach(() => closePage(page));

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const leadOf = async (n: number) => (await stage.leads(`search=lead${n}@`))[0];
const patch = async (n: number, body: unknown) =>
  call(stage.owner, 'PATCH', `/api/leads/${(await leadOf(n))?.id}`, body);

async function focusRow(n: number): Promise<void> {
  await rowOf(page, `Given${n} `)
    .getByText('Acme')
    .or(rowOf(page, `Given${n} `).getByText('Nordlicht'))
    .click();
}

it('gives a lead an owner and a next step in the drawer, and lists it under My leads and Due today', async () => {
  await openLead(page, 'Given23 ');
  const drawer = dialogOf(page, 'Given23 Family');
  const section = drawer.getByRole('region', { name: 'Owner and Next Step' });
  await section.getByLabel('Owner').click();
  await page.getByRole('option', { name: stage.owner.user.username }).click();
  await eventually(async () => (await leadOf(23))?.owner?.username).toBe(stage.owner.user.username);
  await section.getByLabel('Next step due').fill(day(0));
  await section.getByLabel('Next step', { exact: true }).fill('Send the offer');
  await page.keyboard.press('Enter');
  await eventually(async () => (await leadOf(23))?.nextStep).toEqual({
    dueOn: day(0),
    note: 'Send the offer',
  });
  await drawer.getByRole('list', { name: 'Timeline' }).getByText('Send the offer').waitFor();
  await seeNoViolations(page);
  await page.keyboard.press('Escape');
  for (const tab of ['My leads', 'Due today']) {
    await page.getByRole('tab', { name: new RegExp(`^${tab} ?1$`) }).click();
    await expect.poll(() => page.getByRole('tab', { name: tab }).getAttribute('aria-selected')).toBe('true');
    await rowOf(page, 'Given23 ').waitFor();
    await rowOf(page, 'Given22 ').waitFor({ state: 'detached' });
  }
  await page.getByText('Owner').first().waitFor();
});

it('counts overdue next steps beside Lead Management at once, and lists them', async () => {
  await patch(21, { nextStep: { dueOn: day(-2), note: 'Call' } });
  const link = page.getByRole('link', { name: '1 overdue lead' });
  await link.waitFor();
  await seeNoViolations(page);
  await link.click();
  await rowOf(page, 'Given21 ').waitFor();
  await rowOf(page, 'Given20 ').waitFor({ state: 'detached' });
  await page.getByRole('list', { name: 'Set filters' }).getByText('Overdue').waitFor();
  await patch(21, { nextStep: null });
  await link.waitFor({ state: 'detached' });
});

it('logs a call with a button, and by key for the focused row and the open lead', async () => {
  await openLead(page, 'Given19 ');
  const drawer = dialogOf(page, 'Given19 Family');
  await buttonOf(drawer, 'No Answer').click();
  await seeToast(page, 'Call logged: No Answer', `Next step on ${formatDate(day(1))}`);
  await drawer.getByRole('list', { name: 'Notes' }).getByText('No answer').waitFor();
  await page.keyboard.press('l');
  const outcomes = dialogOf(page, 'Log a Call');
  await outcomes.waitFor();
  await seeNoViolations(page);
  await page.keyboard.press('1');
  await outcomes.waitFor({ state: 'detached' });
  await eventually(async () => (await leadOf(19))?.status).toBe('contacted');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await focusRow(18);
  await page.keyboard.press('l');
  await outcomes.getByText('Given18 Family').waitFor();
  await page.keyboard.press('c');
  const dialog = dialogOf(page, 'Call Back');
  await dialog.getByLabel('Day').fill(day(3));
  await dialog.getByLabel('Note').fill('after 5 pm');
  await seeNoViolations(page);
  await page.keyboard.press('Control+Enter');
  await eventually(async () => (await leadOf(18))?.nextStep).toEqual({ dueOn: day(3), note: 'after 5 pm' });
});

it('assigns selected leads evenly, adds a note to them, and undoes both', async () => {
  for (const n of [10, 9, 8, 7]) await page.getByLabel(`Select Given${n} Family`).click();
  await buttonOf(page, 'Assign').click();
  const dialog = dialogOf(page, 'Assign');
  await dialog.getByLabel('Owner').click();
  await page.getByRole('option', { name: 'Several users, evenly' }).click();
  await seeNoViolations(page);
  await page.keyboard.press('Control+Enter');
  await seeToast(page, 'Leads assigned', '4 leads changed', 'Undo');
  const owners = async () =>
    (await Promise.all([10, 9, 8, 7].map(leadOf))).map((lead) => lead?.owner?.username ?? '').sort();
  expect(await owners()).toEqual([...Array(2).fill(stage.owner.user.username), 'sam', 'sam'].sort());
  const undo = page.getByRole('region', { name: /Notifications/ }).getByRole('button', { name: 'Undo' });
  await undo.click();
  await seeToast(page, 'Undone', '4 leads changed');
  expect(new Set(await owners())).toEqual(new Set(['']));
  await buttonOf(page, 'Add Note').click();
  await dialogOf(page, 'Add Note').getByLabel('Note').fill('Asked for a price');
  await page.keyboard.press('Control+Enter');
  await seeToast(page, 'Note added', '4 leads changed', 'Undo');
});

it('sells selected leads with m, the customer and Ctrl+Enter', async () => {
  for (const n of [6, 5]) await page.getByLabel(`Select Given${n} Family`).click();
  await buttonOf(page, 'Mark Sold').waitFor();
  await page.keyboard.press('m');
  await dialogOf(page, 'Mark Sold').getByText('2 leads will be marked as sold.').waitFor();
  await page.keyboard.type('C-1001');
  await page.keyboard.press('Control+Enter');
  await seeToast(page, 'Marked as sold', 'Sold 2 leads to C-1001', 'Undo');
  expect(await leadOf(6)).toMatchObject({ isSold: true, customerNumber: 'C-1001' });
});

it('filters by owner and next step in the panel and with conditions', async () => {
  await patch(3, { ownerId: stage.owner.user.id, nextStep: { dueOn: day(9) } });
  await page.goto('/leads?where=[["ownerId","is","me"],["dueOn","is","upcoming"]]');
  await rowOf(page, 'Given3 ').waitFor();
  const chips = page.getByRole('list', { name: 'Set filters' });
  await chips.getByRole('button', { name: 'Owner is me', exact: true }).waitFor();
  await chips.getByRole('button', { name: 'Next Step Due is upcoming', exact: true }).click();
  const builder = dialogOf(page, 'Edit filter');
  await builder.getByRole('combobox', { name: 'Value' }).click();
  await page.getByRole('option', { name: 'Overdue' }).click();
  await buttonOf(builder, 'Update Filter').click();
  await page.getByText('No leads match').or(page.getByText('0 leads')).first().waitFor();
  await buttonOf(page, 'Clear All').click();
  await page.getByRole('button', { name: /^Advanced Filters/ }).click();
  const panel = page.getByRole('region', { name: 'Advanced Filters' });
  await panel.getByLabel('Next Step').click();
  await page.getByRole('option', { name: 'Upcoming' }).click();
  await chips.getByText('Upcoming').waitFor();
  await rowOf(page, 'Given3 ').waitFor();
});
