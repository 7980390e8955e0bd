import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { seeNoViolations, seeToast, seeWidth } from '#tests/support/browser.ts';
import { makeLead } from '#tests/support/calls.ts';
import type { SignedIn } from '#tests/support/client.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { rowOf } from './leads-steps.ts';
import { setPageStage } from './page-steps.ts';
import { openMapping, PEOPLE_CSV, runToEnd } from './wizard-steps.ts';

const stage = setPageStage();
let owner: SignedIn;
let page: Page;

beforeEach(async () => {
  ({ owner, page } = stage);
  await makeLead(owner, { firstName: 'Noether', email: 'noether@mail.example' });
  await openMapping(page, PEOPLE_CSV);
  await runToEnd(page);
});

const link = () => page.getByRole('link', { name: 'View These Leads' });
const filters = () => page.getByRole('list', { name: 'Set filters' });

it('are shown from the result, narrowed further, and left for all leads by taking the filter away', async () => {
  await page.getByText(/To import the 1 row with errors|1 row wasn't imported/).waitFor();
  await seeNoViolations(page);
  await link().click();
  await page.waitForURL('**/leads?import=*');
  await page.getByText('3 leads', { exact: true }).waitFor();
  await filters().getByText('people.csv').waitFor();
  await expect.poll(() => rowOf(page, 'Noether').count()).toBe(0);
  await page.getByRole('searchbox').fill('hopper');
  await page.getByText('1 lead', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('1 lead', { exact: true }).waitFor();
  await page.getByRole('searchbox').fill('noether');
  await page.getByRole('heading', { name: 'No leads found' }).waitFor();
  await page.getByRole('searchbox').fill('');
  await buttonOf(page, 'Remove filter Import: people.csv').click();
  await page.getByText('4 leads', { exact: true }).waitFor();
  await rowOf(page, 'Noether').waitFor();
  expect(new URL(page.url()).searchParams.has('import')).toBe(false);
});

it('are shown from the history, and changed as one selection', async () => {
  await page.goto('/history');
  await buttonOf(page, 'people.csv').click();
  await dialogOf(page, 'people.csv').getByRole('link', { name: 'View These Leads' }).click();
  await page.getByText('3 leads', { exact: true }).waitFor();
  await page.getByLabel('Select all leads on this page').click();
  await buttonOf(page, 'Add Tags').click();
  await page.getByRole('dialog').getByLabel('Tags').fill('mine');
  await page.keyboard.press('Enter');
  await buttonOf(page, 'Add Tags to 3 Leads').click();
  await seeToast(page, 'Tags added', '3 leads changed', 'Undo');
  await page.setViewportSize({ width: 360, height: 740 });
  await seeWidth(page, 360);
});

it('of an import that is not there are none, and the filter says so', async () => {
  await page.goto('/leads?import=0199c0de-0000-7000-8000-000000000001');
  await page.getByRole('heading', { name: 'No leads found' }).waitFor();
  await filters().getByText('not found').waitFor();
});
