import { expect, it } from 'vitest';
import { seeToast } from '#tests/support/browser.ts';
import { makeLead } from '#tests/support/calls.ts';
import { buttonOf } from './elements.ts';
import { eventually } from './leads-steps.ts';
import { downloadedBy, leadBy, operationsOf, resultOf, seeAccessible, setPageStage } from './page-steps.ts';

const stage = setPageStage();
const AUTO_FIX = 'Auto-Fix Phone Numbers';

/**
 * Makes phones invalid: Ann's contains characters that no number has and can be fixed, Bea's fixed one would
 * equal Cleo's, Eva's is no number, Dora's has no country.
 */
async function makeInvalid(): Promise<void> {
  const { owner } = stage;
  for (const [firstName, phone, country] of [
    ['Ann', '020!7946!0101', 'United Kingdom'],
    ['Bea', '020!7946!0102', 'United Kingdom'],
    ['Cleo', '+442079460102', 'United Kingdom'],
    ['Dora', '020 7946 0103', null],
    ['Eva', '12', 'United Kingdom'],
  ]) {
    await makeLead(owner, { firstName, phone, country, email: `${firstName}@mail.example` });
  }
}

async function openScreen(): Promise<void> {
  await stage.page.goto('/fix-phones');
  await stage.page.getByRole('heading', { name: 'Fix Phone Numbers', level: 1 }).waitFor();
}

/** Reads the three figures at the top of the screen: invalid, fixable, needs country. */
const stats = async () => (await stage.page.locator('main dl dd:first-of-type').allInnerTexts()).slice(0, 3);

it('shows what is invalid, previews and makes the fixes, and takes them back', async () => {
  const { owner, page } = stage;
  await makeInvalid();
  await openScreen();
  await expect.poll(stats).toEqual(['4', '2', '1']);
  const countries = page.getByRole('table', { name: 'Invalid numbers by country' }).locator('tbody tr');
  await expect
    .poll(async () => (await countries.allInnerTexts()).map((line) => line.trim().split(/\s*\t\s*/)))
    .toEqual([
      [expect.stringContaining('United Kingdom'), '3', '+44'],
      ['Unknown', '1', 'No prefix'],
    ]);
  await page.getByRole('heading', { name: 'How It Works' }).waitFor();

  await buttonOf(page, AUTO_FIX).click();
  await page.waitForURL('**/fix-phones?preview=true');
  await page.getByText('1 number will change, 1 conflict will be skipped.').waitFor();
  const changes = page.getByRole('table', { name: 'Before and after' }).locator('tbody tr');
  const ann = changes.filter({ hasText: 'Ann' });
  await ann.getByText('020!7946!0101').first().waitFor();
  await ann.getByText('+442079460101').waitFor();
  await expect.poll(() => ann.getByText('Conflict').count()).toBe(0);
  await changes.filter({ hasText: 'Bea' }).getByText('Conflict').waitFor();
  await expect.poll(() => changes.count()).toBe(2);
  await expect.poll(async () => (await leadBy(owner, 'ann@'))?.numberValid).toBe(false);

  await buttonOf(page, 'Fix 1 Number').click();
  await seeToast(page, 'Phone Numbers Fixed', '1 phone number fixed');
  await expect.poll(() => resultOf(page)).toEqual({ Fixed: 1, Conflicts: 1 });
  await expect.poll(() => leadBy(owner, 'ann@')).toMatchObject({ phone: '+442079460101', numberValid: true });
  await expect
    .poll(() => leadBy(owner, 'bea@'))
    .toMatchObject({ phone: '020!7946!0102', numberValid: false });
  await expect.poll(stats).toEqual(['3', '1', '1']);
  const { text } = await downloadedBy(page, 'Report');
  expect(text).toContain('7946!0102');
  expect(text).not.toContain('7946!0101');

  await buttonOf(page, 'Undo').first().click();
  await buttonOf(page, 'Undo for 1 lead').click();
  await seeToast(page, 'Undone', '1 lead changed');
  await eventually(() => leadBy(owner, 'ann@')).toMatchObject({
    phone: '020!7946!0101',
    numberValid: false,
  });
  await expect.poll(stats).toEqual(['4', '2', '1']);
});

it('leads from figures and countries to their leads, and sets a country for numbers without one', async () => {
  const { owner, page } = stage;
  await makeInvalid();
  await makeLead(owner, { firstName: 'Zoe', phone: '020 7946 0102', email: 'zoe@mail.example' });
  await openScreen();
  await page.getByRole('link', { name: "Can't be dialed" }).click();
  await page.getByText('Eva', { exact: true }).first().waitFor();
  expect(page.url()).toContain('phoneValid=invalid');
  await page.goBack();
  await page.getByRole('link', { name: 'United Kingdom' }).click();
  await page.waitForURL(/leads\?.*country=United/);
  await page.goBack();

  await page.getByRole('combobox', { name: 'Country of 2 numbers' }).click();
  await page.keyboard.type('United Kingdom');
  await page.getByRole('option', { name: 'United Kingdom' }).first().click();
  // Cleo has Zoe's number.
  await page.getByText('With United Kingdom, 1 of 2 become valid. 1 conflict will be skipped.').waitFor();
  await buttonOf(page, 'Set Country for 1 Lead').click();
  await seeToast(page, 'Country Set', 'United Kingdom set for 1 lead');
  await expect.poll(() => resultOf(page)).toEqual({ Changed: 1, Conflicts: 1 });
  await expect
    .poll(() => leadBy(owner, 'dora@'))
    .toMatchObject({ phone: '+442079460103', numberValid: true });
  await expect.poll(() => leadBy(owner, 'zoe@')).toMatchObject({ country: null, numberValid: false });
  await buttonOf(page, 'Undo').first().click();
  await buttonOf(page, 'Undo for 1 lead').click();
  await eventually(() => leadBy(owner, 'dora@')).toMatchObject({ country: null, numberValid: false });
});

it('moves the dashboard', async () => {
  const { page } = stage;
  await makeInvalid();
  const valid = page.locator('dl').filter({ hasText: 'Google verified' }).locator('dd').first();
  await page.goto('/');
  await expect.poll(() => valid.textContent()).toBe('1');
  await page.getByRole('navigation').getByRole('link', { name: 'Fix Phone Numbers' }).click();
  await buttonOf(page, AUTO_FIX).click();
  await buttonOf(page, 'Fix 1 Number').click();
  await seeToast(page, 'Phone Numbers Fixed', '1 phone number fixed');
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click();
  await expect.poll(() => valid.textContent()).toBe('2');
});

it('refuses when there is nothing to fix', async () => {
  const { page } = stage;
  await openScreen();
  await expect.poll(stats).toEqual(['0', '0', '0']);
  await page.getByText("No invalid numbers. All your leads' phone numbers are valid.").waitFor();
  await page.getByRole('heading', { name: 'No Invalid Numbers' }).waitFor();
  await expect.poll(() => buttonOf(page, AUTO_FIX).isDisabled()).toBe(true);
});

it('cannot fix what no prefix makes valid', async () => {
  const { page } = stage;
  await makeLead(stage.owner, { phone: '020 7946 0103' });
  await openScreen();
  await expect.poll(stats).toEqual(['1', '0', '1']);
  await page.getByText(/None of 1 invalid number can be fixed with a country code/).waitFor();
  await expect.poll(() => buttonOf(page, AUTO_FIX).isDisabled()).toBe(true);
});

it('says so when somebody else was quicker', async () => {
  const { owner, page } = stage;
  await makeInvalid();
  // Without events the screen doesn't learn of the change.
  await page.route('**/api/events', (route) => route.abort());
  await openScreen();
  await buttonOf(page, AUTO_FIX).click();
  await buttonOf(page, 'Fix 1 Number').waitFor();
  const found = await Promise.all(['ann@', 'bea@'].map((email) => leadBy(owner, email)));
  for (const lead of found) await owner.send(`/api/leads/${lead?.id}`, { method: 'DELETE' });
  await buttonOf(page, 'Fix 1 Number').click();
  await seeToast(page, 'No Invalid Numbers', 'There are no invalid phone numbers to fix');
  await expect.poll(stats).toEqual(['2', '0', '1']);
});

it('says that it failed, and why', async () => {
  const { page } = stage;
  await makeInvalid();
  await openScreen();
  await buttonOf(page, AUTO_FIX).click();
  await page.route('**/api/leads/fix-phones', (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong', requestId: 'request-6' } }),
  );
  await buttonOf(page, 'Fix 1 Number').click();
  await seeToast(page, 'Error', 'Failed to fix phone numbers');
  await page.getByRole('alert').getByText('request-6').waitFor();
  await page.getByRole('table', { name: 'Before and after' }).waitFor();
});

it('leads on to Update Phone Numbers and back', async () => {
  const { page } = stage;
  await openScreen();
  await page.getByRole('link', { name: 'Update Phone Numbers' }).click();
  await page.getByRole('heading', { name: 'Update Phone Numbers', level: 1 }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Fix Phone Numbers' }).click();
  await page.getByRole('heading', { name: 'Fix Phone Numbers', level: 1 }).waitFor();
});

it('has no violations of WCAG 2.2 AA in either theme and fits a phone', async () => {
  const { owner, page } = stage;
  await makeInvalid();
  await owner.post('/api/leads/fix-phones');
  await makeLead(owner, { firstName: 'Fay', phone: '020!7946!0104', country: 'United Kingdom' });
  await page.goto('/fix-phones?preview=true');
  await seeAccessible(page, async () => {
    await page.getByRole('table', { name: 'Before and after' }).waitFor();
    await operationsOf(page).first().waitFor();
  });
});
