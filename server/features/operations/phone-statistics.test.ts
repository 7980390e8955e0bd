import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReplyOf } from '#contract/endpoint.ts';
import type { Lead } from '#contract/leads.ts';
import type { invalidPhoneCountries, invalidPhoneStats, previewFixPhones } from '#contract/phones.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, makeLead, readLeadDetail } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { leadsOf } from '#tests/support/imports.ts';
import { insertStored } from '#tests/support/stored-leads.ts';

let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
});

const PATHS = {
  stats: '/api/leads/invalid-phone-stats',
  countries: '/api/leads/invalid-phone-countries',
  preview: '/api/leads/fix-phones/preview',
};

const stats = async () => (await user.get<ReplyOf<typeof invalidPhoneStats>>(PATHS.stats)).body;
const countries = async () => (await user.get<ReplyOf<typeof invalidPhoneCountries>>(PATHS.countries)).body;
const preview = async () => (await user.get<ReplyOf<typeof previewFixPhones>>(PATHS.preview)).body;

const UK = 'United Kingdom';
/** Returns a number that is invalid as it stands and becomes valid with its country's prefix. */
const spelled = (n: number): string => `020!7946!000${n}`;
const fixed = (n: number): string => `+44207946000${n}`;
const uk = (n: number, more: Record<string, unknown> = {}): Promise<Lead> =>
  makeLead(user, { phone: spelled(n), country: UK, ...more });

test.each(Object.values(PATHS))('%s refuses a visitor', async (path) => {
  expect((await call(app.anonymous, 'GET', path)).status).toBe(401);
});

describe('the statistics', () => {
  test('count invalid phones, those that can be fixed and those that lack a country', async () => {
    await uk(1);
    await makeLead(user, { phone: '0 020 7946 0002', country: UK });
    await makeLead(user, { phone: '12', country: UK });
    await makeLead(user, { phone: '+44 20 7946 00', country: UK });
    await makeLead(user, { phone: '020 7946 0003' });
    await makeLead(user, { phone: '020 7946 0004', country: 'Atlantis' });
    await makeLead(user, { phone: '020 7946 0005', country: 'Antarctica' });
    // Leads with a valid phone or without a phone don't count.
    await makeLead(user, { phone: '+442079460006', country: UK });
    await makeLead(user, { email: 'nobody@example.com' });
    // Leads in the trash don't count either.
    const trashed = await uk(7);
    await call(user, 'DELETE', `/api/leads/${trashed.id}`);
    expect(await stats()).toEqual({ totalInvalid: 7, fixableCount: 2, needsCountryCount: 2 });
    expect(await countries()).toEqual([
      { country: UK, iso: 'GB', count: 4, hasPrefix: true, prefix: '+44' },
      { country: 'Antarctica', iso: 'AQ', count: 1, hasPrefix: false, prefix: null },
      { country: 'Atlantis', iso: null, count: 1, hasPrefix: false, prefix: null },
      { country: 'Unknown', iso: null, count: 1, hasPrefix: false, prefix: null },
    ]);
  });

  test('of an organization without leads are naught', async () => {
    expect(await stats()).toEqual({ totalInvalid: 0, fixableCount: 0, needsCountryCount: 0 });
    expect(await countries()).toEqual([]);
    expect(await preview()).toEqual({ fixable: 0, conflicts: 0, rows: [] });
  });

  test('follow a change at once', async () => {
    const lead = await uk(1);
    expect(await stats()).toMatchObject({ totalInvalid: 1, fixableCount: 1 });
    await call(user, 'PATCH', `/api/leads/${lead.id}`, { phone: '12' });
    expect(await stats()).toMatchObject({ totalInvalid: 1, fixableCount: 0 });
    await call(user, 'PATCH', `/api/leads/${lead.id}`, { country: null });
    expect(await stats()).toEqual({ totalInvalid: 1, fixableCount: 0, needsCountryCount: 1 });
  });
});

describe('the preview', () => {
  test('says of each number what it becomes, and changes nothing', async () => {
    const holder = await makeLead(user, { phone: fixed(1) });
    const taken = await uk(1, { firstName: 'Ann', lastName: 'Berg' });
    const first = await uk(2, { email: 'first@example.com' });
    const second = await makeLead(user, { phone: '0 020 7946 0002', country: UK });
    await makeLead(user, { phone: '12', country: UK });
    const before = await leadsOf(user);
    expect(await preview()).toEqual({
      fixable: 1,
      conflicts: 2,
      rows: [
        {
          leadId: taken.id,
          name: 'Ann Berg',
          country: UK,
          before: spelled(1),
          after: fixed(1),
          outcome: 'conflict',
        },
        {
          leadId: first.id,
          name: 'first@example.com',
          country: UK,
          before: spelled(2),
          after: fixed(2),
          outcome: 'change',
        },
        {
          leadId: second.id,
          name: '',
          country: UK,
          before: '0 020 7946 0002',
          after: fixed(2),
          outcome: 'conflict',
        },
      ],
    });
    // A number counts as fixable even if another lead already owns it.
    expect(await stats()).toMatchObject({ fixableCount: 3 });
    expect(await leadsOf(user)).toEqual(before);
    expect((await readLeadDetail(user, holder.id)).events).toHaveLength(1);
  });

  test('shows the first hundred and counts all', async () => {
    await insertStored(
      app.context.db.owner,
      user.user.organizationId,
      'organization_id, id, phone, country',
      `SELECT $1::uuid, gen_random_uuid(), '020!7946!0' || lpad(n::text, 3, '0'), $2::text
       FROM generate_series(0, 149) AS n`,
      [UK],
    );
    const { fixable, conflicts, rows } = await preview();
    expect([fixable, conflicts, rows.length]).toEqual([150, 0, 100]);
  });
});
