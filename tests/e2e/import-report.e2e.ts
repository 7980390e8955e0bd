import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { seeNoViolations, seeToast, seeWidth } from '#tests/support/browser.ts';
import { PASSWORD, type SignedIn } from '#tests/support/client.ts';
import { withoutQuotes } from '#tests/support/csv.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { setPageStage } from './page-steps.ts';
import { openMapping, PEOPLE_CSV, runToEnd } from './wizard-steps.ts';

const ROWS = [
  ['E-mail', 'Deposited', 'Town'],
  ['ada@mail.example', '12.50', 'London'],
  ['nonsense', '', 'Paris'],
  ['ada@mail.example', '', 'Rome'],
  ['kurt@mail.example', 'a lot', 'Brno'],
];
const MAPPING = { 'E-mail': 'email', Deposited: 'depositAmount', Town: 'city' };

const stage = setPageStage();
let owner: SignedIn;
let page: Page;

beforeEach(() => {
  ({ owner, page } = stage);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const drawer = () => page.getByRole('dialog', { name: 'problems.csv' });

/** Reads the rows of the table of problems as row number, outcome and reason. */
async function problems(): Promise<string[][]> {
  const rows = await page.getByRole('table', { name: 'Problems' }).locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.getByRole('cell').allInnerTexts()));
}

async function downloaded(act: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return {
    name: download.suggestedFilename(),
    text: withoutQuotes(await readFile(await download.path(), 'utf8')),
  };
}

function importProblems(): Promise<unknown> {
  return importLeads(owner, csvFile(ROWS, 'problems.csv'), { fieldMapping: MAPPING });
}

it('names the first problems in the progress panel, and downloads them all', async () => {
  await openMapping(page, PEOPLE_CSV);
  await runToEnd(page);
  await page.getByRole('region', { name: 'Rows with problems' }).waitFor();
  await expect
    .poll(async () => (await problems()).map(([row, outcome]) => [row, outcome]))
    .toContainEqual(['4', 'Error']);
  const { name, text } = await downloaded(() => button('Download Report').click());
  expect(name).toBe('people - report.csv');
  expect(text).toContain('alan@');
});

it('opens an import from the history, with its counters, its mapping and its problems', async () => {
  await importProblems();
  await page.goto('/history');
  await button('problems.csv').click();
  await drawer().waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.has('import')).toBe(true);
  await expect
    .poll(async () => (await problems()).map((cells) => cells.slice(0, 2)))
    .toEqual([
      ['3', 'Error'],
      ['4', 'Duplicate'],
      ['5', 'Warning'],
    ]);
  for (const [, , reason] of await problems()) expect(reason?.length).toBeGreaterThan(10);
  const mapping = drawer().getByRole('region', { name: 'Mapping' });
  await expect.poll(() => mapping.locator('dt').allInnerTexts()).toEqual(Object.keys(MAPPING));
  await expect.poll(() => drawer().locator('dl').first().textContent()).toMatch(/^Total4Imported2/);

  const { name, text } = await downloaded(() => button('Download Report').click());
  expect(name).toBe('problems - report.csv');
  const lines = withoutQuotes(text).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain('E-mail');
  expect(lines[1]).toMatch(/^3,error,/i);

  await page.reload();
  await drawer().waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => drawer().count()).toBe(0);
  await expect.poll(() => new URL(page.url()).search).toBe('');
});

it('downloads a report from its row, and says when it could not', async () => {
  await importProblems();
  await page.goto('/history');
  const { text } = await downloaded(() => button('Download report of problems.csv').click());
  expect(text).toContain('nonsense');
  await page.route('**/report.csv', (route) =>
    route.fulfill({ status: 429, json: { message: 'Too many downloads are running.' } }),
  );
  await button('Download report of problems.csv').click();
  await seeToast(page, 'Download failed', 'Too many downloads are running.');
});

it('says that a report was cut off, and saves no part of it', async () => {
  await importProblems();
  await page.goto('/history');
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  const cutting = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment' });
    response.write('"Import Row"\r\n', () => response.socket?.resetAndDestroy());
  });
  await once(cutting.listen(0, '127.0.0.1'), 'listening');
  const { port } = cutting.address() as AddressInfo;
  await page.route('**/report.csv', (route) => route.continue({ url: `http://127.0.0.1:${port}/` }));
  await button('Download report of problems.csv').click();
  await seeToast(page, 'Download failed', 'Failed to download the report. Please try again.');
  expect(saved).toEqual([]);
  cutting.close();
});

it('offers no report where every row was imported, and says when there is no such import', async () => {
  await importLeads(owner, csvFile([['Mail'], ['ada@mail.example']], 'fine.csv'), {
    fieldMapping: { Mail: 'email' },
  });
  await page.goto('/history');
  await button('fine.csv').click();
  await page.getByRole('dialog', { name: 'fine.csv' }).getByText('Mapping').waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: /^Download report/, includeHidden: true }).count())
    .toBe(0);
  await page.goto('/history?import=0199c0de-0000-7000-8000-000000000001');
  await page.getByRole('alert').getByText('Import not found').waitFor();
});

it.each(['dark', 'light'])('has no barrier and fits a phone (%s)', async (theme) => {
  await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
  await importProblems();
  await page.goto('/history');
  await button('problems.csv').click();
  await drawer().getByRole('region', { name: 'Rows with problems' }).waitFor();
  await seeNoViolations(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await seeWidth(page, 360);
  await seeNoViolations(page);
});

it('asks for the password before a report where exports do', async () => {
  await importProblems();
  await owner.post('/api/export-auth/toggle', { enabled: true });
  await page.goto('/history');
  await button('Download report of problems.csv').click();
  const asked = page.getByRole('dialog', { name: 'Verify Export' });
  await seeNoViolations(page);
  await asked.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const { name } = await downloaded(() => asked.getByRole('button', { name: 'Verify' }).click());
  expect(name).toBe('problems - report.csv');
  await asked.waitFor({ state: 'detached' });
});
