import { expect, it } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import { seeToast, toastOf } from '#tests/support/browser.ts';
import { makeLead } from '#tests/support/calls.ts';
import { buttonOf } from './elements.ts';
import { eventually } from './leads-steps.ts';
import {
  chooseFile,
  downloadedBy,
  leadBy,
  operationsOf,
  resultOf,
  seeAccessible,
  setPageStage,
} from './page-steps.ts';

const stage = setPageStage();
const UPDATE = 'Update Phone Numbers';
const UNKNOWN = '0199f2f0-0000-7000-8000-000000000000';

async function makeThree(): Promise<[ann: Lead, bea: Lead, cleo: Lead]> {
  const make = (firstName: string, phone: string) =>
    makeLead(stage.owner, { firstName, phone, email: `${firstName}@mail.example` });
  return [
    await make('Ann', '+12015550101'),
    await make('Bea', '+12015550102'),
    await make('Cleo', '+12015550103'),
  ];
}

async function openScreen(): Promise<void> {
  await stage.page.goto('/update-phones');
  await stage.page.getByRole('heading', { name: UPDATE, level: 1 }).waitFor();
}

/**
 * Creates a file in which Ann gets a new number, Bea gets Cleo's, Cleo keeps hers; then an unknown lead, no
 * ID, and no number.
 */
function mixedFile([ann, bea, cleo]: readonly [Lead, Lead, Lead]): string {
  const rows = [
    [ann.id, '+1 (201) 555-0111'],
    [bea.id, '+12015550103'],
    [cleo.id, '+12015550103'],
    [UNKNOWN, '+12015550199'],
    ['none', '+12015550198'],
    [bea.id, 'nonsense'],
  ];
  return ['Lead_ID;Phone Number', ...rows.map((row) => row.join(';'))].join('\n');
}

it('previews and makes the changes of a file, reports the others, and takes them back', async () => {
  const { owner, page } = stage;
  const leads = await makeThree();
  await openScreen();
  await chooseFile(page, 'phones.csv', mixedFile(leads));
  await page.getByText('1 phone number of 6 rows will change. Nothing is saved yet.').waitFor();
  const changes = page.getByRole('table', { name: 'Before and after' }).locator('tbody tr');
  const ann = changes.filter({ hasText: 'Ann' });
  await ann.getByText('+12015550101').first().waitFor();
  await ann.getByText('+12015550111').waitFor();
  await changes.filter({ hasText: 'Bea' }).getByText('Conflict').waitFor();
  await expect.poll(async () => (await leadBy(owner, 'ann@'))?.phone).toBe('+12015550101');

  await buttonOf(page, 'Update 1 Phone Number').click();
  await seeToast(page, 'Phone Numbers Updated', '1 phone number updated');
  await expect
    .poll(() => resultOf(page))
    .toEqual({
      'Total processed': 6,
      Updated: 1,
      Unchanged: 1,
      'Not found': 1,
      'Invalid rows': 2,
      Conflicts: 1,
    });
  await expect.poll(() => leadBy(owner, 'ann@')).toMatchObject({ phone: '+12015550111', numberValid: true });
  await expect.poll(async () => (await leadBy(owner, 'bea@'))?.phone).toBe('+12015550102');
  const { text } = await downloadedBy(page, 'Report');
  expect(text).toContain(UNKNOWN);
  expect(text).toContain('nonsense');
  expect(text).not.toContain(leads[0].id);

  await page.reload();
  const operation = operationsOf(page).first();
  await operation.getByText('phones.csv').waitFor();
  await operation.getByRole('button', { name: 'Undo' }).click();
  await buttonOf(page, 'Undo for 1 lead').click();
  await seeToast(page, 'Undone', '1 lead changed');
  await eventually(async () => (await leadBy(owner, 'ann@'))?.phone).toBe('+12015550101');
  await operation.getByText('Undone').waitFor();
});

it('says that no file is selected', async () => {
  const { page } = stage;
  await openScreen();
  await buttonOf(page, UPDATE).click();
  await seeToast(page, 'No File Selected', 'Please select a CSV file to upload');
});

it('takes files of three kinds alone', async () => {
  const { page } = stage;
  await openScreen();
  await chooseFile(page, 'phones.json', '[]');
  await page.getByText('Drag a file here or click to browse').waitFor();
  await expect.poll(() => page.getByRole('region', { name: 'File' }).count()).toBe(0);
});

it.each([
  ['an empty file', '', /empty/i],
  ['no Lead ID column', 'name,phone\nAnn,+12015550111\n', /Lead ID column/],
  ['no Phone column', `id,name\n${UNKNOWN},Ann\n`, /Phone column/],
])('says what is wrong with %s', async (_, content, reason) => {
  const { page } = stage;
  await openScreen();
  await chooseFile(page, 'wrong.csv', content);
  const toast = await toastOf(page);
  expect(toast).toContain('Update Failed');
  expect(toast).toMatch(reason);
  await page.getByRole('alert').getByText(reason).waitFor();
  await expect.poll(() => buttonOf(page, UPDATE).isDisabled()).toBe(true);
  await buttonOf(page, 'Remove file').click();
  await expect.poll(() => page.getByRole('main').getByRole('alert').count()).toBe(0);
});

it('says that it failed where the server does not say why', async () => {
  const { page } = stage;
  const leads = await makeThree();
  await openScreen();
  await chooseFile(page, 'phones.csv', mixedFile(leads));
  await page.route('**/api/leads/update-phones-csv', (route) => route.fulfill({ status: 502, body: '' }));
  await buttonOf(page, 'Update 1 Phone Number').click();
  await seeToast(page, 'Update Failed', 'Upload failed');
  await page.unroute('**/api/leads/update-phones-csv');
  await page.route('**/api/leads/update-phones-csv', (route) => route.abort());
  await buttonOf(page, 'Update 1 Phone Number').click();
  await seeToast(page, 'Update Failed', 'Failed to process CSV file');
});

it('has no violations of WCAG 2.2 AA in either theme and fits a phone', async () => {
  const { page } = stage;
  const leads = await makeThree();
  await openScreen();
  await seeAccessible(page, async () => {
    await chooseFile(page, 'a-file-with-a-name-as-long-as-anybody-would-ever-give-it.csv', mixedFile(leads));
    await page.getByRole('table', { name: 'Before and after' }).waitFor();
  });
});
