import { expect, it } from 'vitest';
import { AUDIT_LABELS } from '#contract/audit-logs.ts';
import { seeNoViolations } from '#tests/support/browser.ts';
import { addColleague, makeLead } from '#tests/support/calls.ts';
import { clientOf } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { becomeColleague, breakCalls, seeNoAccess } from './admin-steps.ts';
import { buttonOf, dialogOf, rowsOf } from './elements.ts';
import { downloadedBy, seeAccessible, setPageStage } from './page-steps.ts';

const stage = setPageStage();
const rows = () => rowsOf(stage.page, 'Audit logs');
const filter = () => stage.page.getByRole('combobox', { name: 'Action' });
const searchBox = () => stage.page.getByRole('searchbox', { name: 'Search this page by username or IP' });

async function openScreen(search = ''): Promise<void> {
  await stage.page.goto(`/audit-logs${search}`);
  await stage.page.getByRole('heading', { name: 'Audit Logs', level: 1 }).waitFor();
}

async function failToSignIn(): Promise<void> {
  const { username } = stage.owner.user;
  await clientOf(stage.app.url).post('/api/login', { username, password: 'not the password' });
}

it('tells who did what, where and when, and all of it in a drawer', async () => {
  const { page, owner } = stage;
  await failToSignIn();
  await openScreen();
  const failed = rows().filter({ hasText: 'Login Failed' });
  await failed.getByText(`${owner.user.username} failed to sign in: wrong password`).waitFor();
  await failed.getByRole('button').click();
  const drawer = dialogOf(page, 'Login Failed');
  await drawer.getByText('wrong password', { exact: true }).waitFor();
  expect(await drawer.getByText('127.0.0.1', { exact: true }).isVisible()).toBe(false);
  await drawer.getByText('IP address and device').click();
  await drawer.getByText('127.0.0.1', { exact: true }).waitFor();
  await seeNoViolations(page);
  await page.reload();
  await drawer.waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
});

it('offers every action by its label and filters by one, in the address', async () => {
  const { page } = stage;
  await failToSignIn();
  await makeLead(stage.owner, { email: 'one@mail.example' });
  await openScreen();
  await rows().filter({ hasText: 'Create Lead' }).waitFor();
  await filter().click();
  await expect
    .poll(() => page.getByRole('option').allInnerTexts())
    .toEqual(['All', ...Object.values(AUDIT_LABELS)]);
  await page.getByRole('option', { name: 'Login Failed', exact: true }).click();
  await page.waitForURL('**/audit-logs?action=login_failed');
  await expect.poll(() => rows().count()).toBe(1);
  await page.reload();
  await expect.poll(() => rows().count()).toBe(1);
  await filter().getByText('Login Failed').waitFor();
  await filter().click();
  await page.getByRole('option', { name: 'Fix Phones', exact: true }).click();
  await page.getByRole('heading', { name: 'No audit logs found' }).waitFor();
  await buttonOf(page, 'Clear Filters').click();
  await rows().filter({ hasText: 'Create Lead' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
});

it('says what happened in sentences that lead to the lead or import', async () => {
  const { page, owner } = stage;
  const { id } = await makeLead(owner, { email: 'one@mail.example' });
  const importId = await importLeads(owner, csvFile([['Email'], ['two@mail.example']], 'may.csv'), {
    fieldMapping: { Email: 'email' },
  });
  await openScreen();
  await rows().filter({ hasText: 'imported may.csv: 1 new lead, 0 updates' }).waitFor();
  expect(await page.getByRole('link', { name: 'may.csv' }).getAttribute('href')).toContain(importId.importId);
  await rows().filter({ hasText: 'created a lead' }).getByRole('link', { name: 'a lead' }).click();
  await page.waitForURL(`**/leads?lead=${id}`);
  await dialogOf(page, 'one@mail.example').waitFor();
});

it('filters by user and day on the server, in the address, and saves what is shown', async () => {
  const { page, owner, app } = stage;
  const colleague = await addColleague(app, owner, `colleague of ${owner.user.username}`);
  await makeLead(colleague, { email: 'one@mail.example' });
  await openScreen();
  await page.getByRole('combobox', { name: 'User', exact: true }).click();
  await page.getByRole('option', { name: colleague.user.username }).click();
  await expect.poll(() => rows().count()).toBe(2);
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await page.getByRole('heading', { name: 'No audit logs found' }).waitFor();
  await page.getByLabel('To', { exact: true }).fill('');
  await page.getByLabel('From', { exact: true }).fill('2020-01-01');
  await expect.poll(() => rows().count()).toBe(2);
  expect(new URL(page.url()).searchParams.get('from')).toBe('2020-01-01');
  const { name, text } = await downloadedBy(page, 'Export CSV');
  expect(name).toMatch(/^audit-logs-.*\.csv$/);
  expect(text.trimEnd().split('\r\n')).toHaveLength(3);
  const lines = await downloadedBy(page, 'Export JSON Lines');
  expect(
    lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).action),
  ).toEqual(['create_lead', 'login_success']);
});

it('searches the page by a part of username or address without asking the server', async () => {
  const { page } = stage;
  await failToSignIn();
  await openScreen();
  await rows().first().waitFor();
  const all = await rows().count();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await searchBox().fill('127.0.0');
  await expect.poll(() => new URL(page.url()).search).toBe('?search=127.0.0');
  await expect.poll(() => rows().count()).toBe(all);
  await searchBox().fill('nobody of this name');
  await page.getByRole('heading', { name: 'Nothing found on this page' }).waitFor();
  await buttonOf(page, 'Clear Search').click();
  await expect.poll(() => rows().count()).toBe(all);
  await expect.poll(() => searchBox().inputValue()).toBe('');
  await searchBox().fill(stage.owner.user.username.toUpperCase());
  await expect.poll(() => rows().count()).toBe(all);
  expect(asked.filter((url) => url.includes('/api/audit-logs'))).toEqual([]);
});

it('shows 50 a page, in the address', async () => {
  const { page, owner } = stage;
  for (let lead = 0; lead < 60; lead += 1) await makeLead(owner, { email: `lead${lead}@mail.example` });
  const { body } = await owner.get<{ total: number }>('/api/audit-logs?limit=1');
  await openScreen();
  await expect.poll(() => rows().count()).toBe(50);
  await page.getByText('Page 1 of 2').waitFor();
  await buttonOf(page, 'Next').click();
  await page.waitForURL('**/audit-logs?page=2');
  await expect.poll(() => rows().count()).toBe(body.total - 50);
  await page.goBack();
  await page.getByText('Page 1 of 2').waitFor();
  await expect.poll(() => rows().count()).toBe(50);
  await openScreen('?page=9');
  await page.getByRole('heading', { name: 'This page is empty' }).waitFor();
  await buttonOf(page, 'Go to First Page').click();
  await expect.poll(() => rows().count()).toBe(50);
});

it('is read anew on Refresh', async () => {
  const { page, owner } = stage;
  await openScreen();
  await rows().first().waitFor();
  await makeLead(owner, { email: 'later@mail.example' });
  await buttonOf(page, 'Refresh').click();
  await rows().filter({ hasText: 'Create Lead' }).waitFor();
});

it('says when it cannot be read, tries again, and is not for users', async () => {
  const { page } = stage;
  await breakCalls(page, '**/api/audit-logs*');
  await openScreen();
  await page.getByRole('alert').getByText('Failed to fetch audit logs').waitFor();
  await page.getByText('request-7').waitFor();
  await page.unroute('**/api/audit-logs*');
  await buttonOf(page, 'Try Again').click();
  await rows().first().waitFor();
  await becomeColleague(stage);
  await seeNoAccess(stage, '/audit-logs', 'administrators');
  await seeNoViolations(page);
});

it('has no violations of WCAG 2.2 AA in either theme and fits a phone', async () => {
  await failToSignIn();
  await stage.owner.post('/api/users', { username: 'long'.repeat(20) });
  await openScreen();
  await seeAccessible(stage.page, () => rows().first().waitFor());
});
