import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { closePage, seeNoViolations, seeToast } from '#tests/support/browser.ts';
import { addColleague } from '#tests/support/calls.ts';
import { PASSWORD } from '#tests/support/client.ts';
import { passwordIn, seeClosed } from './admin-steps.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { eventually, type LeadStage, rowOf, setLeadStage, VARIED, variedRows } from './leads-steps.ts';
import { openPageInSession } from './session-steps.ts';

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

const leadOf = async (n: number) => (await stage.leads(`search=lead${n}@`))[0];
const drawerOf = (n: number) => dialogOf(page, `Given${n} Family`);
const stored = () => page.evaluate<string>('JSON.stringify(localStorage)');

async function openLead(n: number) {
  await rowOf(page, `Given${n} `).getByRole('button').click();
  await drawerOf(n).getByLabel('City', { exact: true }).waitFor();
  return drawerOf(n);
}

it('keeps an edit through a reload, says that it is not saved, and saves it', async () => {
  const drawer = await openLead(4);
  await drawer.getByLabel('City', { exact: true }).pressSequentially('Ulm');
  await page.reload();
  await eventually(() => drawer.getByLabel('City', { exact: true }).inputValue()).toBe('Ulm');
  await drawer.getByText('Not saved yet').waitFor();
  await seeNoViolations(page);
  expect((await leadOf(4))?.city).toBeNull();
  await buttonOf(page, 'Save City').click();
  await eventually(async () => (await leadOf(4))?.city).toBe('Ulm');
  await drawer.getByText('Not saved yet').waitFor({ state: 'detached' });
  await expect.poll(stored).not.toContain('Ulm');
});

it('discards an edit that was left', async () => {
  const drawer = await openLead(2);
  await drawer.getByLabel('City', { exact: true }).pressSequentially('Nowhere');
  await page.reload();
  await buttonOf(page, 'Discard City').click();
  await eventually(() => drawer.getByLabel('City', { exact: true }).inputValue()).toBe('');
  await expect.poll(stored).not.toContain('Nowhere');
  await page.reload();
  await eventually(() => drawer.getByLabel('City', { exact: true }).inputValue()).toBe('');
});

it('tells what another changed since an edit was left', async () => {
  const drawer = await openLead(3);
  await drawer.getByLabel('City', { exact: true }).pressSequentially('Ulm');
  await page.goto('/history');
  const id = (await leadOf(3))?.id;
  await stage.owner.send(`/api/leads/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ city: 'Bremen' }),
  });
  await page.goto(`/leads?lead=${id}`);
  await buttonOf(page, 'Save City').click();
  await drawer.getByRole('alert').getByText('City is now "Bremen"; you wrote "Ulm"').waitFor();
});

it('keeps a note while one looks at other leads, and after a reload, until it is saved', async () => {
  const drawer = await openLead(6);
  await drawer.getByLabel('New note').fill('Call after six');
  await buttonOf(page, 'Next lead').click();
  await eventually(() => drawerOf(5).getByLabel('New note').inputValue()).toBe('');
  await buttonOf(page, 'Previous lead').click();
  await eventually(() => drawer.getByLabel('New note').inputValue()).toBe('Call after six');
  await page.reload();
  await eventually(() => drawer.getByLabel('New note').inputValue()).toBe('Call after six');
  await drawer.getByLabel('New note').focus();
  await page.keyboard.press('Control+Enter');
  await drawer.getByRole('list', { name: 'Notes' }).getByText('Call after six').waitFor();
  await eventually(() => drawer.getByLabel('New note').inputValue()).toBe('');
  await expect.poll(stored).not.toContain('Call after six');
});

it('keeps a new lead until it is created or discarded', async () => {
  await buttonOf(page, 'Add Lead').click();
  const drawer = dialogOf(page, 'Add Lead');
  await drawer.getByLabel('First Name').fill('Ada');
  await drawer.getByLabel('Tags').fill('byhand,');
  await page.keyboard.press('Escape');
  await page.goto('/history');
  await page.goto('/leads?lead=new');
  await drawer.getByText('You started this lead earlier. Nothing is saved yet.').waitFor();
  await eventually(() => drawer.getByLabel('First Name').inputValue()).toBe('Ada');
  await drawer.getByText('byhand').waitFor();
  await seeNoViolations(page);
  await drawer.getByLabel('Email', { exact: true }).fill('ada@mail.example');
  await buttonOf(page, 'Create Lead').click();
  await seeToast(page, 'Lead created', 'Ada');
  await expect.poll(stored).not.toContain('Ada');

  await page.goto('/leads?lead=new');
  await eventually(() => drawer.getByLabel('First Name').inputValue()).toBe('');
  await drawer.getByLabel('First Name').fill('Grace');
  await drawer.getByRole('button', { name: 'Discard' }).click();
  await seeClosed(drawer);
  await expect.poll(stored).not.toContain('Grace');
});

it('keeps an edit through an ended session for its user, and forgets it at the sign-out', async () => {
  const user = await addColleague(stage.app, stage.owner, 'drafter');
  await closePage(page);
  const session = await openPageInSession(stage, user);
  page = session.page;
  const drawer = await openLead(7);
  await drawer.getByLabel('City', { exact: true }).pressSequentially('Ulm');
  await session.end();
  await page.reload();
  await page.waitForURL(`${stage.app.url}/auth`);
  await page.getByLabel('Username').fill(user.user.username);
  await passwordIn(page).fill(PASSWORD);
  await buttonOf(page, 'Login').click();
  // The lead was a deep link.
  await drawer.getByText('Not saved yet').waitFor();
  await eventually(() => drawer.getByLabel('City', { exact: true }).inputValue()).toBe('Ulm');
  await buttonOf(page, 'Logout').click();
  await page.waitForURL(`${stage.app.url}/auth`);
  await expect.poll(stored).not.toContain('Ulm');
});
