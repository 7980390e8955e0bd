import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createPublicLead } from '#contract/public-api.ts';
import { PUBLIC_ERRORS } from '#contract/public-errors.ts';
import { seeNoViolations } from '#tests/support/browser.ts';
import { makeLead } from '#tests/support/calls.ts';
import { tokenFor } from '#tests/support/programs.ts';
import { breakCalls } from './admin-steps.ts';
import { buttonOf } from './elements.ts';
import { seeAccessible, setPageStage } from './page-steps.ts';

const stage = setPageStage();
const run = promisify(execFile);
const codeOf = (label: string) => stage.page.getByRole('region', { name: label, exact: true });
const tab = (name: string) => stage.page.getByRole('tab', { name, exact: true });
const fieldCells = (call: string) =>
  stage.page.getByRole('table', { name: call }).locator('tbody tr > :first-child');

async function openScreen(search = ''): Promise<void> {
  await stage.page.goto(`/api-docs${search}`);
  await stage.page.getByRole('heading', { name: 'API Documentation', level: 1 }).waitFor();
}

/** Checks whether a program is installed to run an example with. */
async function has(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
    () => true,
    () => false,
  );
}

/** Runs an example exactly as copied and returns its output. */
async function runExample(program: string, file: string, code: string, token: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'example-'));
  try {
    await writeFile(join(folder, file), code);
    const env = { PATH: process.env['PATH'] ?? '', LM_TOKEN: token };
    return (await run(program, [join(folder, file)], { env })).stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const CALLS = [
  ['Create Lead', 'Create Lead'],
  ['Update Lead', 'Update Lead'],
  ['List', 'List Leads'],
  ['Batch', 'Create Batch'],
] as const;

/** Language, required program, program that runs the example, and file name. */
const LANGUAGES = [
  ['curl', 'curl', 'sh', 'example.sh'],
  ['JavaScript', process.execPath, process.execPath, 'example.mjs'],
  ['Python', 'python3', 'python3', 'example.py'],
] as const;

it.each(LANGUAGES)(
  'shows examples in %s that work as they are copied',
  async (language, needed, program, file) => {
    if (!(await has(needed))) return;
    const { page, owner } = stage;
    const token = await tokenFor(owner);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const printed: string[] = [];
    await openScreen();
    await page.getByRole('radio', { name: language }).click();
    for (const [name, call] of CALLS) {
      await tab(name).click();
      await buttonOf(page, `Copy: ${call} in ${language}`).click();
      await buttonOf(page, 'Copied').waitFor();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      printed.push(await runExample(program, file, copied, token));
    }
    const [created = '', updated = '', listed = '', batch = ''] = printed;
    expect(created).toMatch(/jane\.doe@example\.com/);
    expect(updated).toMatch(/Successfully updated 1 lead\(s\)/);
    expect(listed).toMatch(/nextCursor/);
    expect(batch).toMatch(/created/);
    const { body } = await owner.get<{ leads: { email: string; status: string }[]; total: number }>(
      '/api/leads',
    );
    expect(body.total).toBe(3);
    expect(body.leads.find(({ email }) => email === 'jane.doe@example.com')?.status).toBe('contacted');
  },
);

it('shows where the API is, how one proves oneself, and every field as the document has it', async () => {
  const { page, app, owner } = stage;
  await openScreen();
  await codeOf('Base URL').getByText(`${app.url}/api/v1`, { exact: true }).waitFor();
  await codeOf('Authentication').getByText('Authorization: Bearer lm_').waitFor();
  await fieldCells('Fields of Create Lead').first().waitFor();
  await expect
    .poll(() => fieldCells('Fields of Create Lead').allInnerTexts())
    .toEqual(Object.keys(createPublicLead.input.body.shape));
  await tab('Update Lead').click();
  const fields = fieldCells('Fields of Update Lead');
  await fields.first().waitFor();
  const names = (await fields.allInnerTexts()).map((text) => text.split(/\s/)[0]);
  expect(names).toEqual(expect.arrayContaining(['identifier', 'identifier.phone', 'data', 'data.email']));
  await tab('List').click();
  await page.getByRole('cell', { name: 'cursor', exact: true }).waitFor();
  await tab('Batch').click();
  await page.getByRole('cell', { name: 'leads[].email', exact: true }).waitFor();
  const { status } = await owner.get('/api/v1/openapi.json');
  expect(status).toBe(200);
  await expect
    .poll(() => page.getByRole('link', { name: 'OpenAPI 3.1' }).getAttribute('href'))
    .toBe('/api/v1/openapi.json');
});

it('keeps tab and language in the address', async () => {
  const { page } = stage;
  await openScreen('?tab=update&lang=python');
  await codeOf('Update Lead in Python').waitFor();
  await page.getByRole('radio', { name: 'JavaScript' }).click();
  await page.waitForURL('**/api-docs?tab=update&lang=javascript');
  await tab('Create Lead').click();
  await page.waitForURL('**/api-docs?lang=javascript');
  await codeOf('Create Lead in JavaScript').waitFor();
});

it('names the common errors and best practices, and leads to the tokens', async () => {
  const { page } = stage;
  await openScreen();
  const errors = page.getByRole('table', { name: 'Common errors' }).locator('tbody tr');
  await expect.poll(() => errors.count()).toBe(Object.keys(PUBLIC_ERRORS).length);
  await errors.filter({ hasText: 'Lead with this email or phone already exists' }).waitFor();
  await errors.filter({ hasText: 'No lead found with the provided identifier' }).waitFor();
  await page.getByRole('heading', { name: 'Common Errors' }).waitFor();
  await page.getByRole('heading', { name: 'Best Practices' }).waitFor();
  await page.getByText('Back off exponentially', { exact: true }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'API Settings' }).first().click();
  await page.waitForURL('**/api-settings');
});

it('tries a call with a token that is pasted and stored nowhere', async () => {
  const { page, owner } = stage;
  const token = await tokenFor(owner);
  await openScreen();
  await buttonOf(page, 'Send Request').click();
  await page.getByText('Paste a token that begins with lm_').waitFor();
  await page.getByLabel('API token').fill('lm_unknown');
  await buttonOf(page, 'Send Request').click();
  await page.getByText('401 Unauthorized').waitFor();
  await codeOf('Response of Create Lead').getByText('unauthorized').waitFor();
  // The session is not part of this test.
  await page.getByRole('navigation', { name: 'Main' }).waitFor();

  await page.getByLabel('API token').fill(token);
  await page.getByLabel('Body', { exact: true }).fill('{');
  await buttonOf(page, 'Send Request').click();
  await page.getByText(/This isn't valid JSON/).waitFor();
  await page.getByLabel('Body', { exact: true }).fill('{"email": "tried@mail.example"}');
  await buttonOf(page, 'Send Request').click();
  await page.getByText('201 Created').waitFor();
  await page.getByText(/^RateLimit-Remaining \d+$/).waitFor();
  await codeOf('Response of Create Lead').getByText('tried@mail.example').waitFor();
  await seeNoViolations(page);

  await tab('List').click();
  await expect.poll(() => page.getByLabel('API token').inputValue()).toBe(token);
  await page.getByLabel('Query', { exact: true }).fill('search=tried');
  await buttonOf(page, 'Send Request').click();
  await codeOf('Response of List Leads').getByText('tried@mail.example').waitFor();
  const kept = await page.evaluate<string>(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])',
  );
  expect(kept).not.toContain(token);
  await page.reload();
  await expect.poll(() => page.getByLabel('API token').inputValue()).toBe('');
});

it('says when the fields cannot be read, and that the server is not reached', async () => {
  const { page } = stage;
  await makeLead(stage.owner, { email: 'one@mail.example' });
  await breakCalls(page, '**/api/v1/openapi.json');
  await openScreen();
  await page.getByRole('alert').getByText('Failed to fetch the fields').waitFor();
  await page.unroute('**/api/v1/openapi.json');
  await buttonOf(page, 'Try Again').click();
  await fieldCells('Fields of Create Lead').first().waitFor();
  await page.route('**/api/v1/leads', (route) => route.abort());
  await page.getByLabel('API token').fill('lm_any');
  await buttonOf(page, 'Send Request').click();
  await page.getByText("Couldn't reach the server. Check your connection and try again.").waitFor();
});

it.each([
  '',
  '?tab=update&lang=javascript',
  '?tab=list&lang=python',
  '?tab=batch',
  '?tab=get',
  '?tab=delete',
  '?tab=outcome',
])('has no violations of WCAG 2.2 AA in either theme and fits a phone: %s', async (search) => {
  await openScreen(search);
  await seeAccessible(stage.page, () => stage.page.getByRole('table').locator('tbody tr').first().waitFor());
});
