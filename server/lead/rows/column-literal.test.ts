import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { signUp } from '#tests/support/client.ts';
import { arrayLiteral } from '../../platform/db/literals.ts';
import type { OrganizationScope } from '../../platform/db/scope.ts';
import { columnLiterals, textsLiteral } from './column-literal.ts';
import { emptyLead } from './lead-row.ts';
import type { StoredLead } from './stored-lead.ts';

let app: TestApp;
let scope: OrganizationScope;

beforeAll(async () => {
  app = await startTestApp();
  scope = scopeOf(app.context, (await signUp(app.url)).user.organizationId);
});
afterAll(() => app.close());

const SPECIAL = [
  '',
  ' ',
  'null',
  'NULL',
  '"',
  '\\',
  '\\"',
  ',',
  '{}',
  '{a,b}',
  "'",
  '\n',
  'ä',
  '🙂',
  'a b',
  'vip',
];
const text = fc.oneof(fc.constantFrom(...SPECIAL), fc.string()).map((one) => one.replaceAll('\0', ''));

test('texts are written as arrays of texts are', () => {
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      expect(textsLiteral(texts)).toBe(arrayLiteral(texts));
    }),
  );
});

test('the database reads what the leads hold', async () => {
  const lead = fc.record({
    city: fc.option(text),
    number_valid: fc.boolean(),
    tags: fc.array(text),
    custom_data: fc.dictionary(
      fc.stringMatching(/^[a-zä ]{1,8}$/),
      fc.oneof(text, fc.integer(), fc.boolean()),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(lead, { minLength: 1 }), async (held) => {
      const leads = held.map((one): StoredLead => ({ ...emptyLead('id'), ...one }));
      expect(await readBack(leads)).toEqual(held);
    }),
    { numRuns: 50 },
  );
});

test('a column that none holds anything in is empty', () => {
  expect(columnLiterals([emptyLead('a'), emptyLead('b')], ['id', 'city', 'status', 'tags'])).toEqual([
    '{"a","b"}',
    '{}',
    '{"new","new"}',
    '{"{}","{}"}',
  ]);
});

function readBack(leads: readonly StoredLead[]): Promise<unknown[]> {
  return scope.transaction((tx) =>
    tx.query(
      `SELECT city, number_valid, tags::text[] AS tags, custom_data
       FROM unnest($1::text[], $2::boolean[], $3::text[], $4::jsonb[]) AS s (city, number_valid, tags, custom_data)`,
      columnLiterals(leads, ['city', 'number_valid', 'tags', 'custom_data']),
    ),
  );
}
