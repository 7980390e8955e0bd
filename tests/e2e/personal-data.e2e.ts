import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { ErasureCertificate } from '#contract/erasures.ts';
import { seeNoViolations, seeToast, signInAs } from '#tests/support/browser.ts';
import { call, makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { leadsOf } from '#tests/support/imports.ts';
import { becomeColleague, dialogButton, seeNoAccess } from './admin-steps.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { seeAccessible, setPageStage } from './page-steps.ts';

const stage = setPageStage();

const box = () => stage.page.getByRole('textbox', { name: 'Email, phone or lead ID' });
const places = () => stage.page.getByRole('table', { name: 'Places with this person' });

async function openAs(user: SignedIn): Promise<void> {
  await signInAs(stage.page, stage.app.url, user);
  await stage.page.goto('/personal-data');
}

async function find(text: string): Promise<void> {
  await box().fill(text);
  await box().press('Enter');
}

it('is for administrators', async () => {
  await becomeColleague(stage);
  await seeNoAccess(stage, '/personal-data', 'administrators');
});

it('names what is wrong, and says that nobody was found', async () => {
  const { page } = stage;
  await openAs(await signUp(stage.app.url));
  await buttonOf(page, 'Find').click();
  await page.getByText('Enter an email, a phone or a lead ID').waitFor();
  await find('12');
  await page.getByText('Enter the phone number with its country code, e.g. +49').waitFor();
  await find('nobody@mail.example');
  await page.getByText('There is no data about n…@mail.example.').waitFor();
  await page.getByText('No erasures yet').waitFor();
});

it('finds a person, shows them as a page, erases them, and hands out the certificate', async () => {
  const { page } = stage;
  const user = await signUp(stage.app.url);
  const { id } = await makeLead(user, { firstName: 'Jane', email: 'jane@quill.example' });
  await call(user, 'POST', `/api/leads/${id}/notes`, { text: 'Likes tea' });
  await makeLead(user, { email: 'other@mail.example' });
  await openAs(user);
  await find(' JANE@quill.example ');
  await places().waitFor();
  const rows = await places().getByRole('row').allInnerTexts();
  expect(rows.slice(1).map((row) => row.split('\t').slice(0, 2))).toEqual([
    ['Leads', '1'],
    ['Notes', '1'],
  ]);
  const [print] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open to Print' }).click(),
  ]);
  await print.getByRole('cell', { name: 'Likes tea' }).waitFor();
  await page.bringToFront();
  await buttonOf(page, 'Erase Person').click();
  const dialog = dialogOf(page, 'Erase j…@quill.example?');
  await dialog.waitFor();
  await seeNoViolations(page, 'dialog');
  await dialogButton(dialog, 'Erase Person').click();
  await dialog.getByText('Type the word erase').waitFor();
  expect(await leadsOf(user)).toHaveLength(2);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Request of November 3');
  await dialog.getByRole('textbox', { name: 'Type "erase" to confirm' }).fill('erase');
  await dialogButton(dialog, 'Erase Person').click();
  await seeToast(page, 'Erasure started', 'You can leave this page.');
  await places().waitFor({ state: 'detached' });
  const list = page.getByRole('table', { name: 'Erasures' });
  await list.getByText('Completed').waitFor();
  await list.getByText('Request of November 3').waitFor();
  expect((await leadsOf(user)).map(({ email }) => email)).toEqual(['other@mail.example']);
  const downloading = page.waitForEvent('download');
  await list.getByRole('button', { name: /^Certificate of/ }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^erasure-certificate-[0-9a-f-]{36}\.json$/);
  const certificate = JSON.parse(await readFile(await download.path(), 'utf8')) as ErasureCertificate;
  expect(certificate.places).toContainEqual({ place: 'leads', count: 1 });
  expect(JSON.stringify(certificate)).not.toContain('jane');
});

it('has no violations of WCAG and fits small screens, with a person and an erasure', async () => {
  const user = await signUp(stage.app.url);
  await makeLead(user, { email: 'jane@quill.example' });
  await call(user, 'POST', '/api/erasures', { email: 'nobody@mail.example' });
  await openAs(user);
  await seeAccessible(stage.page, async () => {
    await find('jane@quill.example');
    await stage.page.getByText('Deleted; sold leads become anonymous').waitFor();
    await stage.page.getByText('Nothing found').waitFor();
  });
});

it('fits a phone and works with the keyboard alone', async () => {
  const { page } = stage;
  const user = await signUp(stage.app.url);
  await makeLead(user, { email: 'jane@quill.example' });
  await page.setViewportSize({ width: 390, height: 844 });
  await openAs(user);
  await box().focus();
  await page.keyboard.type('jane@quill.example');
  await page.keyboard.press('Enter');
  await page.getByText('Deleted; sold leads become anonymous, texts of other leads are redacted').waitFor();
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(390);
  await buttonOf(page, 'Erase Person').focus();
  await page.keyboard.press('Enter');
  await dialogOf(page, 'Erase j…@quill.example?').waitFor();
  await page.keyboard.press('Escape');
  await dialogOf(page, 'Erase j…@quill.example?').waitFor({ state: 'detached' });
});
