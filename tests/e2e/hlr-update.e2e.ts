import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UPLOAD_BYTES } from '#contract/limits.ts';
import { seeToast } from '#tests/support/browser.ts';
import { makeLead } from '#tests/support/calls.ts';
import { buttonOf } from './elements.ts';
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
const numbers = () => stage.page.getByLabel('Phone Numbers');
const status = () => stage.page.getByLabel('Status Value');

async function makeThree(): Promise<void> {
  for (const [email, phone, country] of [
    ['ann@mail.example', '+12015550123', 'United States'],
    ['bea@mail.example', '0151 23456789', 'Germany'],
    ['cleo@mail.example', '+447400123456', 'United Kingdom'],
  ]) {
    await makeLead(stage.owner, { email, phone, country });
  }
}

async function openScreen(tab?: 'csv'): Promise<void> {
  await stage.page.goto(tab ? `/hlr-update?tab=${tab}` : '/hlr-update');
  await stage.page.getByRole('heading', { name: 'HLR Status Update', level: 1 }).waitFor();
}

it('sets a status by hand, reports what it could not, and takes it back', async () => {
  const { owner, page } = stage;
  await makeThree();
  await openScreen();
  await page.getByText('0 phone numbers').waitFor();
  await numbers().fill('(201) 555-0123\n+49 151 23456789, +12015550199;\n nonsense ;;');
  await page.getByText('4 phone numbers').waitFor();
  for (const example of ['Active', 'Inactive', 'Invalid', 'Pending', 'Unknown']) {
    await buttonOf(page, example).click();
    await expect.poll(() => status().inputValue()).toBe(example);
  }
  await status().fill('Live on Monday');
  await buttonOf(page, 'Update Status').click();
  await seeToast(page, 'HLR Status Updated', '2 leads updated');
  await expect.poll(() => resultOf(page)).toEqual({ Updated: 2, 'Not found': 1, Invalid: 1, Ambiguous: 0 });
  await expect.poll(() => numbers().inputValue()).toBe('');
  await expect.poll(async () => (await leadBy(owner, 'ann@'))?.hlr).toBe('Live on Monday');
  await expect.poll(async () => (await leadBy(owner, 'bea@'))?.hlr).toBe('Live on Monday');
  await expect.poll(async () => (await leadBy(owner, 'cleo@'))?.hlr).toBeNull();

  const { name, text } = await downloadedBy(page, 'Report');
  expect(name).toMatch(/\.csv$/);
  expect(text).toContain('+12015550199');
  expect(text).toContain('nonsense');
  expect(text).not.toContain('555-0123');

  await buttonOf(page, 'Undo').first().click();
  await buttonOf(page, 'Undo for 2 leads').click();
  await seeToast(page, 'Undone', '2 leads changed');
  await expect.poll(async () => (await leadBy(owner, 'ann@'))?.hlr).toBeNull();
  await operationsOf(page).getByText('Undone').waitFor();
  await page.getByRole('region', { name: 'Result' }).getByText('Undone').waitFor();
  await expect.poll(() => buttonOf(page, 'Undo').count()).toBe(0);
});

it('sets WhatsApp statuses from a CSV, and rows may bring their own', async () => {
  const { owner, page } = stage;
  await makeThree();
  await openScreen();
  await page.getByRole('tab', { name: 'CSV Upload' }).click();
  await page.waitForURL('**/hlr-update?tab=csv');
  await page.getByRole('radio', { name: 'WhatsApp' }).click();
  await buttonOf(page, 'Pending').click();
  await chooseFile(
    page,
    'checked.csv',
    'phone,status\n+12015550123,Active\n+447400123456,\n+12015550199,Active\n',
  );
  await page.getByText('checked.csv').waitFor();
  await buttonOf(page, 'Update Status').click();
  await seeToast(page, 'WhatsApp Status Updated', '2 leads updated');
  await expect.poll(() => resultOf(page)).toEqual({ Updated: 2, 'Not found': 1, Invalid: 0, Ambiguous: 0 });
  await expect.poll(() => leadBy(owner, 'ann@')).toMatchObject({ whatsapp: 'Active', hlr: null });
  await expect.poll(async () => (await leadBy(owner, 'cleo@'))?.whatsapp).toBe('Pending');

  await page.reload();
  const operation = operationsOf(page).first();
  await operation.getByText('WhatsApp status update').waitFor();
  await operation.getByText('checked.csv').waitFor();
  await operation.getByText(`by ${owner.user.username}`).waitFor();
  await expect.poll(() => operation.locator('dd').allInnerTexts()).toEqual(['2', '0', '1']);
});

it('says what is missing', async () => {
  const { page } = stage;
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  await openScreen();
  await buttonOf(page, 'Update Status').click();
  await seeToast(page, 'No Phone Numbers', 'Please enter at least one phone number');
  await expect.poll(() => numbers().getAttribute('aria-invalid')).toBe('true');
  await numbers().fill(' ;\n,');
  await buttonOf(page, 'Update Status').click();
  await seeToast(page, 'No Phone Numbers', 'Please enter at least one phone number');
  await numbers().fill('+12015550123');
  await status().fill('   ');
  await buttonOf(page, 'Update Status').click();
  await seeToast(page, 'Status Value Required', 'Please enter a status value');
  await expect.poll(() => status().getAttribute('aria-invalid')).toBe('true');

  await page.getByRole('tab', { name: 'CSV Upload' }).click();
  await buttonOf(page, 'Active').click();
  await buttonOf(page, 'Update Status').click();
  await seeToast(page, 'No File Selected', 'Please select a CSV file to upload');
  expect(sent).toEqual([]);
});

it('ignores files of other kinds without a word', async () => {
  const { page } = stage;
  await openScreen('csv');
  await chooseFile(page, 'numbers.pdf', 'phone\n');
  await chooseFile(page, 'numbers.TXT', 'phone\n');
  await page.getByText('Drag a file here or click to browse').waitFor();
  await chooseFile(page, 'Numbers.CSV', 'phone\n');
  await page.getByText('Numbers.CSV').waitFor();
  await buttonOf(page, 'Remove file').click();
  await page.getByText('Drag a file here or click to browse').waitFor();
});

it('says that it failed, and why', async () => {
  const { page } = stage;
  await openScreen('csv');
  await buttonOf(page, 'Active').click();
  for (const [content, reason] of [
    ['', /empty/i],
    ['name,town\nAnn,Ulm\nBea,Bonn\n', /no column of phone numbers/],
  ] as const) {
    await chooseFile(page, 'wrong.csv', content);
    await buttonOf(page, 'Update Status').click();
    await seeToast(page, 'Upload Failed', 'Failed to process CSV file');
    await page.getByRole('alert').getByText(reason).waitFor();
    // The form keeps its values, so that the user can check them and try again.
    await buttonOf(page, 'Remove file').click();
  }

  await page.route('**/api/leads/update-hlr', (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong', requestId: 'request-4' } }),
  );
  await page.getByRole('tab', { name: 'Manual Entry' }).click();
  await numbers().fill('+12015550123');
  await buttonOf(page, 'Update Status').click();
  await seeToast(page, 'Error', 'Failed to update HLR status');
  await page.getByRole('alert').getByText('request-4').waitFor();
  await expect.poll(() => numbers().inputValue()).toBe('+12015550123');
});

it('says that a file is too large', async () => {
  const { page } = stage;
  const folder = await mkdtemp(join(tmpdir(), 'lead-manager-large-'));
  const path = join(folder, 'large.csv');
  try {
    await writeFile(path, 'phone\n');
    await truncate(path, UPLOAD_BYTES + 1);
    await openScreen('csv');
    await page.locator('input[type=file]').setInputFiles(path);
    await buttonOf(page, 'Active').click();
    await buttonOf(page, 'Update Status').click();
    await seeToast(page, 'Upload Failed', 'Failed to process CSV file');
    await page
      .getByRole('alert')
      .getByText(/100 MB/)
      .waitFor();
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('keeps the undo on screen until it has ended', async () => {
  const { owner, page } = stage;
  await makeThree();
  await owner.post('/api/leads/update-hlr', {
    phoneNumbers: ['+12015550123'],
    hlrType: 'phone',
    statusValue: 'Active',
  });
  await openScreen();
  let held = true;
  await page.route(/\/api\/leads\/bulk\/[0-9a-f-]+$/, async (route) => {
    const answer = await route.fetch();
    const operation = await answer.json();
    await route.fulfill({
      json: held ? { ...operation, status: 'processing', done: 0, total: 1 } : operation,
    });
  });
  await buttonOf(page, 'Undo').click();
  await buttonOf(page, 'Undo for 1 lead').click();
  // Finds the text without its role, because the dialog hides the page behind it from screen readers.
  await page.getByText('Undone', { exact: true }).waitFor();
  await page
    .getByRole('dialog')
    .getByText('0 of 1 lead done. You can close this. It continues in the background.')
    .waitFor();
  held = false;
  await seeToast(page, 'Undone', '1 lead changed');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

it('shows what a colleague runs, with its progress, until it ends', async () => {
  const { page } = stage;
  let done = 4000;
  await page.route('**/api/leads/bulk?*', (route) =>
    route.fulfill({
      json: [
        {
          id: '0199f2f0-0000-7000-8000-000000000000',
          action: 'updateHlr',
          status: done < 10_000 ? 'processing' : 'completed',
          total: 10_000,
          done,
          changed: done,
          unchanged: 0,
          refused: 0,
          undone: false,
          detail: 'numbers.csv',
          createdBy: 'bob',
          createdAt: new Date().toISOString(),
          finishedAt: null,
        },
      ],
    }),
  );
  await openScreen();
  await operationsOf(page).getByText('4,000 of 10,000 rows done').waitFor();
  done = 6000;
  await operationsOf(page).getByText('6,000 of 10,000 rows done').waitFor();
  await operationsOf(page)
    .getByText(/rows\/s · .*(left|done)/)
    .waitFor();
  await expect.poll(() => buttonOf(page, 'Undo').count()).toBe(0);
  done = 10_000;
  await operationsOf(page).getByText('Completed').waitFor();
  await buttonOf(page, 'Undo').waitFor();
});

it('offers a sample that is taken', async () => {
  const { page } = stage;
  await makeThree();
  await openScreen('csv');
  const { name, text } = await downloadedBy(page, 'Download Sample');
  expect(name).toBe('hlr-status-sample.csv');
  await chooseFile(page, name, text);
  await buttonOf(page, 'Unknown').click();
  await buttonOf(page, 'Update Status').click();
  await seeToast(page, 'HLR Status Updated', '3 leads updated');
});

it('reports no success when no lead has the number', async () => {
  const { page } = stage;
  await openScreen();
  await numbers().fill('+12015559999');
  await buttonOf(page, 'Active').click();
  await buttonOf(page, 'Update Status').click();
  await seeToast(page, 'No HLR Status Updated', 'The result shows why');
  expect(
    await page
      .getByRole('region', { name: /^Notifications/ })
      .locator('.text-positive')
      .count(),
  ).toBe(0);
  await expect.poll(() => resultOf(page)).toMatchObject({ Updated: 0, 'Not found': 1 });
});

it('has no violations of WCAG 2.2 AA in either theme and fits a phone', async () => {
  const { page } = stage;
  await makeThree();
  await openScreen();
  await numbers().fill('+12015550123, 1');
  await buttonOf(page, 'Active').click();
  await buttonOf(page, 'Update Status').click();
  await resultOf(page);
  await seeAccessible(page, () => operationsOf(page).first().waitFor());
});
