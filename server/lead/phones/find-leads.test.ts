import { getCountries, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { changeStored, insertStored } from '#tests/support/stored-leads.ts';
import { type OrganizationScope, organizationScope } from '../../platform/db/scope.ts';
import { newId } from '../../platform/ids.ts';
import { countryName } from '../countries/canonical-country.ts';
import { findLeadsByNumbers, type NumberMatch } from './find-leads.ts';
import { readPhone } from './read-phone.ts';

let app: TestApp;
let user: SignedIn;
let scope: OrganizationScope;

beforeAll(async () => {
  app = await startTestApp({ jobs: false });
});

afterAll(() => app.close());

beforeEach(async () => {
  user = await signUp(app.url);
  scope = organizationScope(app.context.db.app, user.user.organizationId);
});

/** Inserts leads with these phones, valid if in E.164, and returns their ids. */
async function stored(...leads: [phone: string, country: string | null][]): Promise<string[]> {
  const ids = leads.map(() => newId());
  await insertStored(
    app.context.db.owner,
    user.user.organizationId,
    'organization_id, id, phone, country, number_valid',
    `SELECT $1::uuid, s.*, s.phone LIKE '+%' FROM unnest($2::uuid[], $3::text[], $4::text[]) AS s (id, phone, country)`,
    [ids, leads.map(([phone]) => phone), leads.map(([, country]) => country)],
  );
  await app.context.db.owner.query(
    `INSERT INTO lead_stats (organization_id, dimension, value, entry, total, valid, qualified)
     SELECT organization_id, 'country', country, gen_random_uuid(), count(*), 0, 0 FROM leads
     WHERE organization_id = $1 AND country IS NOT NULL GROUP BY 1, 3`,
    [user.user.organizationId],
  );
  return ids;
}

function find(...numbers: (string | [string, string])[]): Promise<NumberMatch[]> {
  return scope.transaction((tx) =>
    findLeadsByNumbers(
      tx,
      numbers.map((one) =>
        typeof one === 'string' ? { text: one, country: null } : { text: one[0], country: one[1] },
      ),
    ),
  );
}

const outcomes = async (...numbers: Parameters<typeof find>): Promise<string[]> =>
  (await find(...numbers)).map(({ outcome }) => outcome);

test('the example number of every region is found by every spelling, among those of all others', async () => {
  const numbers = getCountries().flatMap((region) => {
    const number = getExampleNumber(region, examples);
    return number === undefined ? [] : [{ region, number }];
  });
  // Regions that share a calling code may share their example.
  const own = [...new Map(numbers.map((one) => [one.number.number, one])).values()];
  expect(own.length).toBeGreaterThan(230);
  const ids = await stored(
    ...own.map(({ region, number }): [string, string | null] => [number.number, countryName(region)]),
  );
  const international = await find(...own.map(({ number }) => number.formatInternational()));
  expect(international.map(({ leadId }) => leadId)).toEqual(ids);
  const bare = await find(...own.map(({ number }) => number.number.replace('+', '00')));
  expect(bare.map(({ leadId }) => leadId)).toEqual(ids);
  const national = await find(
    ...own.map(({ region, number }): [string, string] => [
      number.formatNational(),
      countryName(region) ?? '',
    ]),
  );
  const unread = own.filter(({ region }) => countryName(region) === null).length;
  expect(national.filter(({ leadId }, index) => leadId === ids[index]).length).toBe(own.length - unread);
});

test.each(getCountries())('a national number of %s alone is found by its lead’s country', async (region) => {
  const number = getExampleNumber(region, examples);
  const country = countryName(region);
  if (number === undefined || country === null) return;
  const [id] = await stored([number.number, country], ['+4930901820', 'Germany']);
  const [match] = await find(number.formatNational());
  expect(readPhone(number.formatNational(), region).phone).toBe(number.number);
  expect(match).toMatchObject({ outcome: 'found', leadId: id });
});

describe('a number', () => {
  test.each([
    '+4930901820',
    '0049 30 90 18 20',
    '(+49) 30/901820',
    'tel:+49-30-901820',
    '+49 (0) 30 901820',
    '+49 30 901820 ext. 7',
    '\u202A+4930901820\u202C',
    '030 901820',
    '030/90.18-20',
    '(030) 901820',
    '30901820',
    '4930901820',
    '4930901820.0',
    '030 901820 x7',
  ])('written as %s is found', async (text) => {
    const [id] = await stored(['+4930901820', 'Germany'], ['+15046218927', 'United States']);
    expect(await find(text)).toMatchObject([{ outcome: 'found', leadId: id, held: '+4930901820' }]);
  });

  test('dialled with the exit code of its lead’s country is found', async () => {
    const [id] = await stored(['+442079460958', 'United States']);
    expect(await find('011 44 20 7946 0958')).toMatchObject([{ outcome: 'found', leadId: id }]);
  });

  test('that fits leads of several countries is ambiguous, and clear with a country or +', async () => {
    const [french, spanish] = await stored(['+33612345678', 'France'], ['+34612345678', 'Spain']);
    expect(await outcomes('612345678')).toEqual(['ambiguous']);
    expect(await find(['612345678', 'FR'], ['612 34 56 78', 'España'], '+34612345678')).toMatchObject([
      { leadId: french },
      { leadId: spanish },
      { leadId: spanish },
    ]);
  });

  test('of another country than its lead’s own is not meant nationally', async () => {
    await stored(['+4930901820', 'France']);
    expect(await outcomes('030 901820', '+4930901820', '4930901820')).toEqual(['invalid', 'found', 'found']);
  });

  test('stored as it was typed is found by its digits, unless several have them', async () => {
    const [id] = await stored(['0123-45', null], ['777 1', null], ['77-71', null]);
    expect(await find('012345', '0123 / 45')).toMatchObject([{ leadId: id }, { leadId: id }]);
    expect(await outcomes('7771', '7772')).toEqual(['ambiguous', 'invalid']);
  });

  test('of a lead in the bin, or of another organization, is not found', async () => {
    const [id] = await stored(['+4930901820', 'Germany'], ['12345', 'Germany']);
    await changeStored(app.context.db.owner, 'deleted_at = now()', 'organization_id = $1', [
      user.user.organizationId,
    ]);
    expect(id).toBeDefined();
    expect(await outcomes('+4930901820', '030901820', '12345')).toEqual([
      'not_found',
      'not_found',
      'invalid',
    ]);
    const stranger = organizationScope(app.context.db.app, (await signUp(app.url)).user.organizationId);
    const numbers = [{ text: '+4930901820', country: null }];
    const [theirs] = await stranger.transaction((tx) => findLeadsByNumbers(tx, numbers));
    expect(theirs?.outcome).toBe('not_found');
  });

  test('has one key in all its spellings', async () => {
    await stored(['+4930901820', 'Germany']);
    const keys = (await find('030 901899', '+49 30 901899', '004930901899', '4930901899')).map(
      ({ key }) => key,
    );
    expect(new Set(keys)).toEqual(new Set(['+4930901899']));
  });

  test.each(['', 'hello', '+49', '12', '0000000000', '4.47E+11', '9'.repeat(300)])(
    '%j is invalid',
    async (text) => {
      await stored(['+4930901820', 'Germany']);
      expect(await outcomes(text)).toEqual(['invalid']);
    },
  );
});
