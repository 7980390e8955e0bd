import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import type { Suppression } from '#contract/suppressions.ts';
import { closePage, seeNoViolations, seeToast, signInAs } from '#tests/support/browser.ts';
import { addColleague, call } from '#tests/support/calls.ts';
import { buttonOf, dialogOf } from './elements.ts';
import { eventually, type LeadStage, rowOf, setLeadStage, VARIED, variedRows } from './leads-steps.ts';
import { seeAccessible } from './page-steps.ts';

const COUNT = 6;
const CERTIFICATE = 'https://cert.trustedform.com/0123456789abcdef0123456789abcdef01234567';
let stage: LeadStage;
let page: Page;

beforeAll(async () => {
  stage = await setLeadStage(VARIED, variedRows(COUNT));
});
afterAll(() => stage.close());
beforeEach(async () => {
  page = await stage.open();
});
afterEach(() => closePage(page));

const leadOf = async (n: number): Promise<Lead | undefined> => (await stage.leads(`search=lead${n}@`))[0];
const require = (...required: string[]) => call(stage.owner, 'PUT', '/api/consent-rules', { required });
const giveConsent = async (n: number) =>
  stage.owner.post(`/api/leads/${(await leadOf(n))?.id}/consents`, { channel: 'phone', state: 'given' });

async function openLead(n: number) {
  await rowOf(page, `Given${n} `).getByRole('button').click();
  const drawer = dialogOf(page, `Given${n} Family`);
  await drawer.waitFor();
  return drawer;
}

it('answers why a person may be contacted, and records consent', async () => {
  const drawer = await openLead(2);
  const section = drawer.getByRole('region', { name: 'Consent' });
  await section.getByText('No consent is recorded for this person.').waitFor();
  await section.getByRole('button', { name: 'Record Consent' }).click();
  const dialog = dialogOf(page, 'Record Consent');
  await dialog.getByLabel('Channel').click();
  await page.getByRole('option', { name: 'Phone' }).click();
  await dialog.getByLabel('Text shown').fill('You may call me.');
  await dialog.getByLabel('Certificate').fill('https://cert.trustedform.com/x');
  await seeNoViolations(page);
  await buttonOf(dialog, 'Record Consent').click();
  await dialog.getByText(/Enter the URL of a TrustedForm certificate/).waitFor();
  await dialog.getByLabel('Certificate').fill(CERTIFICATE);
  await buttonOf(dialog, 'Record Consent').click();
  await seeToast(page, 'Consent recorded', 'Phone: given');
  await section.getByText('You may contact this person by Phone.').waitFor();
  await section.getByText('You may call me.').first().waitFor();
  expect(await section.getByRole('link', { name: CERTIFICATE }).first().getAttribute('href')).toBe(
    CERTIFICATE,
  );
  await drawer.getByRole('list', { name: 'Timeline' }).getByText('Phone: given').waitFor();

  await section.getByRole('button', { name: 'Record Consent' }).click();
  await dialog.getByRole('radio', { name: 'Withdrawn' }).click();
  await buttonOf(dialog, 'Record Consent').click();
  await section.getByText("This person withdrew consent. Don't contact them.").waitFor();
  await section.getByText('All 2 changes').click();
  expect(await section.getByRole('list', { name: 'Consent history' }).getByRole('listitem').count()).toBe(2);
  await eventually(() => leadOf(2)).toMatchObject({ consent: { phone: 'withdrawn', post: 'withdrawn' } });
  await seeNoViolations(page);
});

it('filters by consent', async () => {
  await giveConsent(3);
  await page.goto(`/leads?where=${encodeURIComponent('[["consent:phone","is","missing"]]')}`);
  await page.getByText('Consent: Phone is Missing').waitFor();
  await page.getByText(`${COUNT - 2} leads`).waitFor();
  await page.getByText('Consent: Phone is Missing').click();
  await page.getByRole('radio', { name: 'Given' }).click();
  await buttonOf(page, 'Update Filter').click();
  await page.getByText('1 lead', { exact: true }).waitFor();
  await rowOf(page, 'Given3 ').waitFor();
});

it('requires consent, and says how many leads are left out before anything happens', async () => {
  await page.goto('/settings');
  await page.getByRole('checkbox', { name: 'Phone' }).click();
  await expect
    .poll(async () => (await stage.owner.get('/api/consent-rules')).body)
    .toEqual({ required: ['phone'] });
  await seeNoViolations(page);

  await page.goto('/leads');
  await buttonOf(page, 'Export').click();
  const dialog = dialogOf(page, 'Export Leads');
  const lacking = `${COUNT - 1} leads are left out: they lack the consent you require (Phone).`;
  await dialog.getByText(lacking).waitFor();
  await dialog.getByText(`1 of ${COUNT} matching leads.`).waitFor();
  await seeNoViolations(page);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  await download;
  await seeToast(
    page,
    'Leads exported',
    `1 of ${COUNT} matching leads, ${COUNT - 1} left out without consent`,
  );

  await page.getByRole('checkbox', { name: 'Select all' }).first().click();
  await buttonOf(page.getByRole('region', { name: 'Selected leads' }), 'Mark Sold').click();
  const bulk = dialogOf(page, 'Mark Sold');
  await bulk
    .getByText(`${COUNT - 1} leads stay unsold: they lack the consent you require (Phone).`)
    .waitFor();
  await bulk.getByText(/^1 lead will be marked as sold\./).waitFor();
  await buttonOf(bulk, 'Mark 1 Lead as Sold').waitFor();
  await page.keyboard.press('Escape');

  const drawer = await openLead(1);
  await drawer.getByText('1 lead stays unsold: it lacks the consent you require (Phone).').waitFor();

  await page.goto('/mark-sold');
  await page.getByText('Email', { exact: true }).click();
  await page.getByLabel('Emails').fill(`${(await leadOf(1))?.email}\n${(await leadOf(3))?.email}`);
  await page.getByLabel('Customer Number').fill('C-1');
  await buttonOf(page, 'Mark as Sold').click();
  const question = dialogOf(page, 'Sell the Other Leads?');
  await question.getByText('1 lead of your list will stay unsold').waitFor();
  await buttonOf(question, 'Cancel').click();
  expect((await leadOf(3))?.isSold).toBe(false);
  await buttonOf(page, 'Mark as Sold').click();
  await buttonOf(question, 'Sell the Others').click();
  await seeToast(page, 'Leads Marked as Sold', '1 lead sold to C-1');
  expect((await leadOf(1))?.isSold).toBe(false);
  await require();
});

it('offers administrators to suppress a person who withdrew consent on all channels', async () => {
  const withdrawn = { channel: 'any', state: 'withdrawn' };
  await giveConsent(4);
  await stage.owner.post(`/api/leads/${(await leadOf(5))?.id}/consents`, withdrawn);
  const drawer = await openLead(4);
  const section = drawer.getByRole('region', { name: 'Consent' });
  const offer = section.getByRole('button', { name: 'Add to Do not contact' });
  await section.getByText('You may contact this person by Phone.').waitFor();
  expect(await offer.count()).toBe(0);
  await section.getByRole('button', { name: 'Record Consent' }).click();
  const dialog = dialogOf(page, 'Record Consent');
  await dialog.getByLabel('Channel').click();
  await page.getByRole('option', { name: 'Phone' }).click();
  await dialog.getByRole('radio', { name: 'Withdrawn' }).click();
  await buttonOf(dialog, 'Record Consent').click();
  const { email, phone } = (await leadOf(4)) ?? {};
  await section.getByText(`Add ${email} and ${phone} to Do not contact`).waitFor();
  await seeAccessible(page, () => offer.waitFor());
  await page.setViewportSize({ width: 1440, height: 900 });
  await offer.click();
  await seeToast(page, 'Added to Do not contact', '2 entries added, 1 lead has one of them');
  await drawer.getByText('Suppressed', { exact: true }).waitFor();
  await offer.waitFor({ state: 'detached' });
  expect(await leadOf(4)).toMatchObject({ suppressed: true });
  const { body } = await stage.owner.get<{ entries: Suppression[] }>('/api/suppressions');
  expect(body.entries).toMatchObject([{ reason: 'Withdrew consent' }, { reason: 'Withdrew consent' }]);

  const colleague = await addColleague(stage.app, stage.owner, `colleague of ${stage.owner.user.username}`);
  await signInAs(page, stage.app.url, colleague);
  await page.goto('/leads');
  const theirs = (await openLead(5)).getByRole('region', { name: 'Consent' });
  await theirs.getByText('Ask an administrator to add this person to Do not contact.').waitFor();
  expect(await theirs.getByRole('button', { name: 'Add to Do not contact' }).count()).toBe(0);
});
