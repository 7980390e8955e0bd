import { afterAll, beforeAll, expect, it } from 'vitest';
import { closePage, seeNoViolations } from '#tests/support/browser.ts';
import { call } from '#tests/support/calls.ts';
import { everyTable } from '#tests/support/every-table.ts';
import { type LeadStage, setLeadStage } from './leads-steps.ts';

const HEADER = ['firstName', 'lastName', 'address', 'city', 'postcode', 'email'];
const PEOPLE = ['Ana Ng', 'Leo Holt', 'Zoe Marsh', 'Ivo Kern'];

let stage: LeadStage;

beforeAll(async () => {
  const rows = PEOPLE.flatMap((name, n) =>
    ['one', 'two'].map((site) => {
      const same = [...name.split(' '), `${n + 3} Elm Road`, `Town ${n}`, `10${n}7`];
      return [...same, `p${n}@${site}.example`];
    }),
  );
  stage = await setLeadStage(HEADER, rows);
});
afterAll(() => stage.close());

const tables = () => everyTable(stage.app.context.db.owner, stage.owner.user.organizationId);

it('merges one group and keeps another as two people by keys', async () => {
  const page = await stage.open('/leads?tab=duplicates');
  const groups = page.getByRole('list', { name: 'Likely duplicates' }).getByRole('listitem');
  await groups.first().waitFor();
  const before = await tables();
  await page.keyboard.press('j');
  await page.keyboard.press('m');
  await page.getByText('Leads merged').waitFor();
  await page.getByRole('status').filter({ hasText: '3 likely duplicates' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('status').filter({ hasText: '4 likely duplicates' }).waitFor();
  expect(await tables()).toEqual(before);
  await page.keyboard.press('n');
  await page.getByText("We won't show these leads as duplicates again.").waitFor();
  await page.getByRole('status').filter({ hasText: '3 likely duplicates' }).waitFor();
  await closePage(page);
});

it('merges all certain groups after a preview, and undoes it', async () => {
  const owners = await stage.leads();
  const sold = owners.find(({ email }) => email === 'p1@two.example');
  const action = { type: 'markSold', customerNumber: 'C-1' };
  await call(stage.owner, 'POST', '/api/leads/bulk', { selection: { ids: [sold?.id] }, action });
  await expect.poll(async () => (await stage.leads('isSold=true')).length).toBe(1);
  const page = await stage.open('/leads?tab=duplicates');
  const before = await tables();
  await page.getByRole('button', { name: 'Merge All Certain' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge All Certain Duplicates' });
  await dialog.getByText('3 groups will become one lead each, and 3 leads will go to the bin.').waitFor();
  await dialog.getByText('The sold lead in 1 group').waitFor();
  await dialog.getByText('The oldest lead in 2 groups').waitFor();
  await seeNoViolations(page);
  expect(await tables()).toEqual(before);
  await dialog.getByRole('button', { name: 'Merge 3 Groups' }).click();
  await page.getByText('Duplicates merged').waitFor();
  await page.getByRole('heading', { name: 'No duplicates found' }).waitFor();
  expect(await stage.leads()).toHaveLength(5);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('3 leads changed').waitFor();
  expect(await tables()).toEqual(before);
  await closePage(page);
});

it('lists the merge in Activity with its undo', async () => {
  const page = await stage.open('/leads?tab=duplicates');
  await page.getByRole('button', { name: 'Activity' }).click();
  const row = page.getByRole('list', { name: 'Recent operations' }).getByRole('listitem').filter({
    hasText: 'Merge duplicates',
  });
  await row.getByText('Undone').waitFor();
  await closePage(page);
});
