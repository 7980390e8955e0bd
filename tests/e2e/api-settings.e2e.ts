import { expect, it } from 'vitest';
import type { ApiToken } from '#contract/tokens.ts';
import { seeNoViolations, seeToast } from '#tests/support/browser.ts';
import { programOf, tokenFor } from '#tests/support/programs.ts';
import { becomeColleague, breakCalls, dialogButton, secretIn, seeClosed } from './admin-steps.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { seeAccessible, setPageStage } from './page-steps.ts';

const stage = setPageStage();
const rowOf = (name: string) =>
  stage.page.getByRole('table', { name: 'API tokens' }).getByRole('row').filter({ hasText: name });
const openDialog = () => buttonOf(stage.page, 'Create Token').first().click();

async function openScreen(): Promise<void> {
  await stage.page.goto('/api-settings');
  await stage.page.getByRole('heading', { name: 'API Settings', level: 1 }).waitFor();
}

it('creates a token, shows it in full once, and it works', async () => {
  const { page, app, owner } = stage;
  await openScreen();
  await page.getByRole('heading', { name: 'No API tokens yet' }).waitFor();
  await openDialog();
  const form = dialogOf(page, 'Create API Token');
  await form.getByLabel('Token name').fill('   ');
  await dialogButton(form, 'Create Token').click();
  await form.getByText('Please enter a token name').waitFor();
  await seeNoViolations(page);
  await form.getByLabel('Token name').fill('  Landing pages ');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await dialogButton(form, 'Create Token').click();
  await expect
    .poll(async () => (await sent).postDataJSON())
    .toEqual({
      name: 'Landing pages',
      scopes: 'read,write',
      expiresAt: null,
    });
  const shown = dialogOf(page, 'API Token Created');
  await shown.getByText('Landing pages does not expire.').waitFor();
  const token = await secretIn(shown);
  expect(token).toMatch(/^lm_[0-9A-Za-z]{38}$/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialogButton(shown, 'Copy the token').click();
  await dialogButton(shown, 'Copied').waitFor();
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(token);
  await page.keyboard.press('Escape');
  await dialogButton(shown, "I've saved it").click();
  await seeClosed(shown);

  const cells = await rowOf('Landing pages').getByRole('cell').allInnerTexts();
  const [listed] = (await owner.get<ApiToken[]>('/api/tokens')).body;
  expect(cells.slice(1, 3)).toEqual([`${listed?.tokenPrefix}…`, 'read, write']);
  expect(cells[3]).toContain(`by ${owner.user.username}`);
  expect(cells.slice(4, 6)).toEqual(['Never', 'Never']);
  const { status } = await programOf(app.url, token).call('POST', '/leads', { email: 'one@mail.example' });
  expect(status).toBe(201);
  await page.reload();
  await rowOf('Landing pages').waitFor();
  await expect.poll(() => page.getByText(token).count()).toBe(0);
  await expect
    .poll(async () => {
      await page.reload();
      await rowOf('Landing pages').waitFor();
      return (await rowOf('Landing pages').getByRole('cell').allInnerTexts())[4];
    })
    .not.toBe('Never');
});

it('gives a token the day to whose end it works', async () => {
  const { page, owner } = stage;
  await openScreen();
  await openDialog();
  const form = dialogOf(page, 'Create API Token');
  await form.getByLabel('Token name').fill('Campaign');
  await form.getByRole('combobox', { name: 'Expires' }).click();
  await page.getByRole('option', { name: 'Custom date…' }).click();
  await dialogButton(form, 'Create Token').click();
  await form.getByText('Choose a day').waitFor();
  await form.getByLabel('Last day').fill('2020-01-01');
  await dialogButton(form, 'Create Token').click();
  await form.getByText('Choose today or a later day').waitFor();
  await form.getByLabel('Last day').fill('2090-05-01');
  await dialogButton(form, 'Create Token').click();
  await dialogOf(page, 'API Token Created').getByText('Campaign expires on May 1, 2090.').waitFor();
  await buttonOf(page, "I've saved it").click();
  await rowOf('Campaign').getByText('May 1, 2090').waitFor();

  await openDialog();
  await form.getByLabel('Token name').fill('Month');
  await form.getByRole('combobox', { name: 'Expires' }).click();
  await page.getByRole('option', { name: 'In 30 days' }).click();
  const before = Date.now();
  await dialogButton(form, 'Create Token').click();
  await buttonOf(page, "I've saved it").click();
  const after = Date.now();
  const { body } = await owner.get<ApiToken[]>('/api/tokens');
  const end = Date.parse(body.find(({ name }) => name === 'Month')?.expiresAt ?? '');
  const created = end - 30 * 86_400_000;
  expect(created).toBeGreaterThanOrEqual(before - 1000);
  expect(created).toBeLessThanOrEqual(after + 1000);
});

it('asks in the words of the product before a token is revoked', async () => {
  const { page, app, owner } = stage;
  const token = await tokenFor(owner, { name: 'Old program' });
  await openScreen();
  await buttonOf(page, 'Revoke Old program').click();
  const asked = dialogOf(page, 'Revoke Token');
  await asked.getByText('Are you sure you want to revoke the token "Old program"?').waitFor();
  await seeNoViolations(page);
  await dialogButton(asked, 'Cancel').click();
  await seeClosed(asked);
  await expect.poll(async () => (await programOf(app.url, token).call('GET', '/leads')).status).toBe(200);

  await breakCalls(page, '**/api/tokens/*');
  await buttonOf(page, 'Revoke Old program').click();
  await dialogButton(asked, 'Revoke').click();
  await seeToast(page, 'Error', 'Failed to revoke token');
  await page.unroute('**/api/tokens/*');
  await buttonOf(page, 'Revoke Old program').click();
  await dialogButton(asked, 'Revoke').click();
  await seeToast(page, 'API token revoked', 'Old program');
  await page.getByRole('heading', { name: 'No API tokens yet' }).waitFor();
  await expect.poll(async () => (await programOf(app.url, token).call('GET', '/leads')).status).toBe(401);
});

it('says that a token could not be created, and that the list cannot be read', async () => {
  const { page } = stage;
  await openScreen();
  await page.getByRole('heading', { name: 'No API tokens yet' }).waitFor();
  await breakCalls(page, '**/api/tokens');
  await openDialog();
  const form = dialogOf(page, 'Create API Token');
  await form.getByLabel('Token name').fill('Any');
  await dialogButton(form, 'Create Token').click();
  await seeToast(page, 'Error', 'Failed to create API token');
  await page.reload();
  await page.getByRole('alert').getByText('Failed to fetch API tokens').waitFor();
  await page.unroute('**/api/tokens');
  await buttonOf(page, 'Try Again').click();
  await page.getByRole('heading', { name: 'No API tokens yet' }).waitFor();
});

it('leads to the documentation, and can only be read by users', async () => {
  const { page, owner } = stage;
  await tokenFor(owner, { name: 'A token' });
  await becomeColleague(stage);
  await openScreen();
  await rowOf('A token').waitFor();
  await page.getByText('Only administrators can create and revoke API tokens.').waitFor();
  await expect.poll(() => page.getByRole('main').getByRole('button').count()).toBe(0);
  await page.getByRole('link', { name: 'API Documentation' }).click();
  await page.waitForURL('**/api-docs');
});

it('has no violations of WCAG 2.2 AA in either theme and fits a phone', async () => {
  await tokenFor(stage.owner, { name: 'A token with a name as long as anybody could ever want it to be' });
  await tokenFor(stage.owner, { name: 'Another', expiresAt: '2090-05-01T00:00:00Z' });
  await openScreen();
  await seeAccessible(stage.page, () => rowOf('Another').waitFor());
  await stage.page.getByRole('list', { name: 'API tokens' }).getByText('Another').waitFor();
});
