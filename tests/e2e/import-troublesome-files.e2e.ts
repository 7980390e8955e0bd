import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import type { Lead } from '#contract/leads.ts';
import type { SignedIn } from '#tests/support/client.ts';
import {
  allOfOneName,
  emailsNotAvailable,
  facebookLeads,
  formControl,
  formulaGuards,
  germanSpellings,
  googleContacts,
  mailchimpAudience,
  mixedLineEnds,
  oneBadByte,
  outlookContacts,
  pipedrivePeople,
  shopifyCustomers,
} from '#tests/support/files/troublesome.ts';
import { leadsOf } from '#tests/support/imports.ts';
import { setPageStage } from './page-steps.ts';
import { chooseField, fieldCombobox, openMapping, runToEnd } from './wizard-steps.ts';

// Files that made importers lose, double or damage leads, imported as the wizard suggests.

const stage = setPageStage({ threads: true });
let owner: SignedIn;
let page: Page;

beforeEach(() => {
  ({ owner, page } = stage);
});

const ANN = { firstName: 'Ann', email: 'ann@example.com', phone: '+442079460018' };

it.each<[string, Uint8Array, string, Partial<Lead>[]]>([
  [
    'facebook-leads.csv',
    facebookLeads(),
    '2 leads imported.',
    [
      {
        ...{ firstName: 'Ana María García', lastName: 'López', email: 'ana@example.es' },
        ...{ phone: '+34612345678', city: 'Madrid', postcode: '28013', country: 'Spain' },
      },
      {
        ...{ firstName: 'Jürgen', lastName: 'von der Heide', email: 'juergen@example.de' },
        ...{ phone: '+491712345678', city: 'Köln', postcode: '50667', country: 'Germany' },
      },
    ],
  ],
  [
    'google-contacts-new.csv',
    googleContacts(),
    '3 leads imported.',
    [
      {
        ...{ firstName: 'Alice', email: 'alice@example.com', phone: '+447400900123', city: 'London' },
        ...{ address: '12 High St\nLondon\nSW1A 1AA\nUnited Kingdom', tags: ['myContacts', 'Leads'] },
      },
      { firstName: 'Bob', email: 'bob@example.com', phone: '+447400123456', tags: ['myContacts'] },
      { firstName: 'Solo', email: null, phone: '+12125550155', country: 'United States' },
    ],
  ],
  [
    'mailchimp.csv',
    mailchimpAudience(),
    '2 leads imported.',
    [
      { firstName: 'Urist', phone: '+14045551234', ip: '203.0.113.7', tags: ['Influencer', 'VIP'] },
      { firstName: 'Jörg', phone: null, country: 'Germany', tags: ['newsletter'] },
    ],
  ],
  [
    'outlook-contacts.csv',
    outlookContacts(),
    '2 leads imported.',
    [
      { firstName: 'Dieter', phone: '+436641234567', city: 'Wien', country: 'Austria' },
      { firstName: 'Eva', email: null, phone: '+436647654321', country: 'Austria' },
    ],
  ],
  [
    'pipedrive-people.csv',
    pipedrivePeople(),
    '2 leads imported.',
    [
      { firstName: 'Ivan', lastName: 'Petrov', phone: '+79123456789', country: 'Russia', tags: ['Hot lead'] },
      { firstName: 'Ольга', lastName: 'Иванова', country: 'Russia', tags: ['Hot lead', 'VIP'] },
    ],
  ],
  [
    'shopify-customers.csv',
    shopifyCustomers(),
    '2 leads imported.',
    [
      {
        ...{ email: 'russel.winfield@example.com', phone: '+16135550142', postcode: 'K1A 0B6' },
        ...{ country: 'Canada', tags: ['vip', 'wholesale'] },
      },
      { email: 'marie@example.ca', phone: '+15145550199', postcode: 'H2X 1Y4', tags: [] },
    ],
  ],
  [
    'email-na.csv',
    emailsNotAvailable(),
    '4 leads imported.',
    [
      { firstName: 'Ann', email: null, phone: '+442079460018' },
      { firstName: 'Bob', email: null, phone: '+442079460019' },
      { firstName: 'Cid', email: 'jane@example.com', phone: '+442079460020' },
      { firstName: 'Dan', email: 'a@example.com', phone: '+442079460021' },
    ],
  ],
  [
    'excel-formula-guard-phone.csv',
    formulaGuards(),
    '2 leads imported.',
    [
      { phone: '+447400123459', numberValid: true, postcode: '01234' },
      { phone: '+447400123450', numberValid: true, postcode: '00501' },
    ],
  ],
  [
    'german-phones-49-with-separators.csv',
    germanSpellings(),
    '1 lead imported, 2 duplicates left out.',
    [{ email: 'a@example.com', phone: '+491712345681', numberValid: true }],
  ],
  [
    'mixed-line-ends.csv',
    mixedLineEnds(),
    '3 leads imported.',
    [
      { firstName: 'A', email: 'a@example.com' },
      { firstName: 'B', email: 'b@example.com' },
      { firstName: 'C', email: 'c@example.com' },
    ],
  ],
  [
    'utf8-one-bad-byte.csv',
    oneBadByte(),
    '3 leads imported.',
    [
      { firstName: 'Jürgen', lastName: 'Müller' },
      { firstName: '山田', lastName: '太郎' },
      { firstName: 'Bad', lastName: 'Cut\ufffd', email: 'z@example.com' },
    ],
  ],
  [
    'form-control-phantom-rows.xlsx',
    formControl([
      ['Ann', 'ann@example.com', '+442079460018'],
      ['Bob', 'bob@example.com', '+442079460019'],
    ]),
    '2 leads imported.',
    [ANN, { firstName: 'Bob', email: 'bob@example.com', phone: '+442079460019' }],
  ],
  [
    'form-control-duplicate-leads.xlsx',
    formControl([
      ['Ann', 'ann@example.com', '+442079460018'],
      ['Bob', '', '0207-unknown'],
    ]),
    '2 leads imported.',
    [ANN, { firstName: 'Bob', email: null, phone: '0207-unknown', numberValid: false }],
  ],
])('%s is imported as its owner expects', async (name, bytes, result, leads) => {
  await openMapping(page, { name, bytes });
  expect(await runToEnd(page)).toBe(result);
  const stored = await leadsOf(owner);
  expect(stored).toHaveLength(leads.length);
  expect(stored).toMatchObject(leads);
});

it('lists the first columns of 16,384', async () => {
  await openMapping(page, { name: '16384-columns-same-name.csv', bytes: allOfOneName() });
  await page.getByText('0 of 16,384 columns mapped').waitFor();
  const rows = page.getByRole('combobox', { name: /^Lead field for/ });
  await expect.poll(() => rows.count()).toBe(200);
  await chooseField(page, 'x', 'First Name');
  await page.getByRole('button', { name: 'Show All 16,384 Columns' }).waitFor();
  await chooseField(page, 'x (200)', 'Phone');
  expect(await runToEnd(page)).toBe('1 lead imported.');
  expect(await leadsOf(owner)).toMatchObject([{ firstName: '1', phone: '1', numberValid: false }]);
});

it('shows all columns on request, and always the mapped ones', async () => {
  await openMapping(page, { name: 'wide.csv', bytes: allOfOneName(300) });
  await page.getByRole('button', { name: 'Show All 300 Columns' }).click();
  await chooseField(page, 'x (300)', 'Phone');
  await expect.poll(() => page.getByRole('button', { name: 'Show All 300 Columns' }).count()).toBe(0);
  expect(await runToEnd(page)).toBe('1 lead imported.');
  // The mapping is saved for these columns, so the next file has a mapped column beyond the first ones.
  await openMapping(page, { name: 'wider.csv', bytes: allOfOneName(300) });
  await expect.poll(() => fieldCombobox(page, 'x (300)').textContent()).toBe('Phone');
  await expect.poll(() => fieldCombobox(page, 'x (299)').count()).toBe(0);
});
