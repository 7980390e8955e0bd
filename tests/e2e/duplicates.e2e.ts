import { afterAll, beforeAll, expect, it } from 'vitest';
import type { listDuplicates } from '#contract/duplicates.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { closePage, seeNoViolations } from '#tests/support/browser.ts';
import { call } from '#tests/support/calls.ts';
import { everyTable } from '#tests/support/every-table.ts';
import { csv } from '#tests/support/files/csv.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { type LeadStage, setLeadStage } from './leads-steps.ts';
import { openMapping } from './wizard-steps.ts';

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
  await page.getByText('Leads merged', { exact: true }).first().waitFor();
  await page.getByRole('status').filter({ hasText: '3 likely duplicates' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('status').filter({ hasText: '4 likely duplicates' }).waitFor();
  await expect.poll(tables).toEqual(before);
  await page.keyboard.press('n');
  await page.getByText("We won't show these leads as duplicates again.", { exact: true }).first().waitFor();
  await page.getByRole('status').filter({ hasText: '3 likely duplicates' }).waitFor();
  await closePage(page);
});

it('merges all certain groups after a preview, and undoes it', async () => {
  const { body } = await stage.owner.get<ReplyOf<typeof listDuplicates>>('/api/duplicates');
  const sold = body.clusters[0]?.leads[1];
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
  await page.getByText('Duplicates merged', { exact: true }).first().waitFor();
  await page.getByRole('heading', { name: 'No duplicates found' }).waitFor();
  expect(await stage.leads()).toHaveLength(5);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('3 leads changed', { exact: true }).first().waitFor();
  // The pairs come back with the next comparison of changed leads.
  await expect.poll(tables).toEqual(before);
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

it('hints at the same person in the form for a new lead', async () => {
  const page = await stage.open('/leads');
  await page.getByRole('button', { name: 'Add Lead' }).click();
  const form = page.getByRole('dialog', { name: 'Add Lead' });
  const typed = {
    'First Name': 'Zoe',
    'Last Name': 'Marsh',
    Address: '5 Elm Road',
    City: 'Town 2',
    Postcode: '1027',
  };
  for (const [label, value] of Object.entries(typed))
    await form.getByLabel(label, { exact: true }).fill(value);
  await form.getByText(/^Likely the same person as Zoe Marsh, 0\.\d\d$/).waitFor();
  await seeNoViolations(page);
  await form.getByRole('button', { name: 'Open That Lead' }).click();
  await page.getByRole('dialog', { name: 'Zoe Marsh' }).waitFor();
  await closePage(page);
});

it("hints at the same person in the import's preview and in Fix Rows", async () => {
  const page = await stage.open('/import');
  const head = ['First Name', 'Last Name', 'Address', 'City', 'Postcode', 'E-mail', 'Deposit Date'];
  const row = ['Zoe', 'Marsh', '5 Elm Road', 'Town 2', '1027', 'zoe@three.example', 'soon'];
  await openMapping(page, { name: 'zoe.csv', bytes: csv([head, row]) });
  const hint = /Likely the same person as Zoe Marsh .*, 0\.\d\d/;
  const table = page.getByRole('table', { name: 'Rows as they will be stored' });
  await table.getByText(hint).waitFor();
  await page.getByRole('link', { name: 'Fix 1 Row' }).click();
  const grid = page.getByRole('grid', { name: 'Rows to fix' });
  await grid.getByText(hint).waitFor();
  await page.getByText('Row 2, First Name').locator('..').getByText(hint).waitFor();
  await seeNoViolations(page);
  const href = await grid.getByRole('link', { name: 'Zoe Marsh' }).getAttribute('href');
  const leads = await stage.leads();
  expect(leads.some(({ id }) => href?.includes(id))).toBe(true);
  await closePage(page);
});

it('merges certain duplicates of an import once an administrator wants that, and separates them with its undo', async () => {
  const page = await stage.open('/settings');
  const rule = page.getByRole('checkbox', { name: 'Merge certain duplicates after imports' });
  await rule.check();
  await expect
    .poll(() => stage.owner.get('/api/duplicate-rules'))
    .toMatchObject({
      body: { mergeCertain: true },
    });
  await seeNoViolations(page);
  const uma = ['Uma', 'Frost', '9 Elm Road', 'Town 9', '1097'];
  const values = Object.fromEntries(HEADER.map((name, at) => [name, [...uma, 'p9@one.example'][at]]));
  await call(stage.owner, 'POST', '/api/leads', values);
  const leads = (await stage.leads()).length;
  const fieldMapping = Object.fromEntries(HEADER.map((name) => [name, name]));
  await importLeads(stage.owner, csvFile([HEADER, [...uma, 'p9@two.example']], 'uma.csv'), { fieldMapping });
  await page.goto('/history');
  const table = page.getByRole('table', { name: 'Imports' });
  await table.getByText('1 group of certain duplicates merged', { exact: true }).waitFor();
  expect(await stage.leads()).toHaveLength(leads);
  await page.getByRole('button', { name: 'uma.csv', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'uma.csv' });
  await drawer.getByText('1 group of certain duplicates merged', { exact: true }).waitFor();
  await seeNoViolations(page);
  await drawer.getByRole('button', { name: 'Undo Import' }).click();
  const asked = page.getByRole('dialog', { name: 'Undo the import of uma.csv?' });
  await asked.getByText('Merged duplicates become separate leads again.').waitFor();
  await asked.getByRole('button', { name: 'Undo Import' }).click();
  await drawer.getByText('1 lead moved to the bin.', { exact: true }).waitFor();
  expect(await stage.leads()).toHaveLength(leads);
  await closePage(page);
});
