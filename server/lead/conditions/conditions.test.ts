import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CONSENT_STATES,
  type Condition,
  type ConditionField,
  conditionFields,
  OPERATORS,
  type WherePart,
  whereOf,
} from '#contract/lead-conditions.ts';
import { storedIn } from '#contract/lead-value.ts';
import type { Lead } from '#contract/leads.ts';
import { foldText } from '#server/lead/values/fold-text.ts';
import { scopeOf } from '#server/platform/context/context.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { call, makeLead, readLeadDetail, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { csvFile, importLeads } from '#tests/support/imports.ts';
import { wrongSearches } from '#tests/support/lead-stats.ts';
import { meets, type PlainLead } from '#tests/support/plain-conditions.ts';
import { compactSegments } from '#tests/support/segments.ts';
import { changeStored } from '#tests/support/stored-leads.ts';

// Conditions on every field, alone and together, with searches and filters, against a plain reading of all leads: new ones, in
// segments, and changed since.

const LEADS = 96;
const SEED = 3_107;
const CUSTOM = [
  { name: 'Plan', type: 'text' },
  { name: 'Score', type: 'number' },
  { name: 'Joined', type: 'date' },
  { name: 'Opted in', type: 'boolean' },
] as const;
const FIELDS = conditionFields(CUSTOM);

let app: TestApp;
let user: SignedIn;
let all: PlainLead[];
/** The import that made the leads, and one that changed some. */
let imports: [created: string, changed: string];

const pick = <T>(items: readonly T[], n: number): T => items[n % items.length] as T;
const CITIES = ['Berlin', 'BERLIN', 'Bergen', 'München', 'Mu\u0308nchen', 'ŁÓDŹ', 'Αθήνα', '', '100%_x'];
const NAMES = ['José', 'Ada', 'Łukasz', 'O’Neil', ''];

/** Columns of the file with the value of the n-th row. */
const COLUMNS: Record<string, (n: number) => string> = {
  firstName: (n) => pick(NAMES, n),
  lastName: (n) => `Núñez ${n % 7}`,
  email: (n) => (n % 9 === 0 ? '' : `user${n}@mail.test`),
  phone: (n) => (n % 9 === 0 || n % 4 > 0 ? pick([`+4915123${100_000 + n}`, `0${n} / 12-3`], n) : ''),
  country: (n) => pick(['Germany', 'France', 'Atlantis', ''], n),
  city: (n) => pick(CITIES, n),
  agent: (n) => pick(['Sam', 'sam', 'Zoë', ''], n >> 1),
  affiliate: (n) => pick(['aff-1', 'aff-2', ''], n),
  brand: (n) => pick(['Acme', 'ACME', 'Café', ''], n >> 2),
  source: (n) => pick(['fair', 'web'], n >> 3),
  status: (n) => pick(['new', 'contacted', 'Hot'], n),
  hlr: (n) => pick(['', 'active', 'Gültig'], n),
  customerNumber: (n) => pick(['', '', 'K-1', 'Ü-7'], n),
  tags: (n) => pick(['', 'vip', 'VIP; cold', 'cold, Ärger'], n),
  depositAmount: (n) => (n % 3 === 0 ? '' : pick([String((n * 37) % 900), '-5.25', '0', '12.5'], n)),
  depositDate: (n) => (n % 4 === 0 ? '' : day(n % 12)),
  'custom:Plan': (n) => pick(['', 'Gold', 'GÖLD', 'silver'], n),
  'custom:Score': (n) => pick(['', '7', '-2.5', '1000'], n >> 1),
  'custom:Joined': (n) => pick(['', '2025-12-31', '2026-01-01', day(2)], n),
  'custom:Opted in': (n) => pick(['', 'true', 'false'], n),
};

/** The day so many days ago. */
function day(ago: number): string {
  return new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
}

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url);
  for (const field of CUSTOM) await user.post('/api/custom-fields', { ...field, required: false });
  const names = Object.keys(COLUMNS);
  const rows = Array.from({ length: LEADS }, (_, n) =>
    Object.values(COLUMNS).map((valueIn) => valueIn(n + 1)),
  );
  const mapping = { fieldMapping: Object.fromEntries(names.map((name) => [name, name])) };
  const created = await importLeads(user, csvFile([names, ...rows]), {
    ...mapping,
    options: { countryFromPhone: false },
  });
  await makeEarlier();
  const changes = [1, 2, 3, 40, 41].map((n) => [`user${n}@mail.test`, 'Malmö']);
  const changed = await importLeads(user, csvFile([['email', 'city'], ...changes]), {
    fieldMapping: { email: 'email', city: 'city' },
    importMode: { mode: 'update', matchField: 'email' },
  });
  imports = [created.importId, changed.importId];
  const byHand = await makeLead(user, { email: 'by-hand@mail.test', city: 'Øresund' });
  await runBulkCall(user, { ids: [byHand.id] }, { type: 'markSold', customerNumber: 'ß-9' });
  await sell([5, 6, 7, 8], 'C-1042');
  await sell([10, 11], 'Ｃ-１０４２');
  await sell([50, 51], 'Ü-7');
  const [sold] = (await user.get<{ leads: Lead[] }>('/api/leads?search=user11@')).body.leads;
  await call(user, 'POST', `/api/leads/${sold?.id}/return`);
  await follow();
  await readAll();
  expect(all.length).toBeGreaterThan(80);
});

afterAll(() => app.close());

/** Makes the first half of the leads some 50 days older: their ids, and when they were created, changed and sold. */
async function makeEarlier(): Promise<void> {
  const { owner } = app.context.db;
  const earlier = (id: string) =>
    `(lpad(to_hex(('x' || left(${id}::text, 4))::bit(16)::int - 1), 4, '0') || substr(${id}::text, 5))::uuid`;
  const half = `(SELECT id FROM leads WHERE email < 'user5' AND organization_id = '${user.user.organizationId}')`;
  await owner.query(`UPDATE lead_search SET lead_id = ${earlier('lead_id')} WHERE lead_id IN ${half}`);
  const ago = "interval '4294967.296 seconds'";
  await changeStored(
    owner,
    `id = ${earlier('b.id')}, created_at = (SELECT b.created_at - ${ago}), updated_at = (SELECT b.updated_at - ${ago})`,
    `id IN ${half}`,
  );
  await owner.query('UPDATE imports SET first_lead = NULL, last_lead = NULL WHERE organization_id = $1', [
    user.user.organizationId,
  ]);
}

async function sell(numbers: readonly number[], customerNumber: string): Promise<void> {
  const { status } = await user.post('/api/leads/mark-sold', {
    identifiers: numbers.map((n) => `user${n}@mail.test`),
    identifierType: 'email',
    customerNumber,
  });
  expect(status).toBe(200);
}

/** Gives some leads an owner or a next step. */
async function follow(): Promise<void> {
  const steps = [-3, -1, 0, 1, 9].map((days, n) => ({ dueOn: day(-days), note: `Schritt Ü${n}` }));
  const { body } = await user.get<{ leads: Lead[] }>('/api/leads?limit=200');
  for (const [n, { id }] of body.leads.filter((_lead, nth) => nth % 5 === 0).entries()) {
    const [channel, state] = [pick(['phone', 'any', 'sms'], n), pick(['given', 'withdrawn'], n)];
    await call(user, 'POST', `/api/leads/${id}/consents`, { channel, state });
  }
  for (const [n, { id }] of body.leads.filter((_lead, nth) => nth % 3 > 0).entries()) {
    await call(user, 'PATCH', `/api/leads/${id}`, {
      ...(n % 2 === 0 && { ownerId: user.user.id }),
      ...(n % 4 > 0 && { nextStep: pick(steps, n) }),
    });
  }
}

async function readAll(): Promise<void> {
  const { body } = await user.get<{ leads: Lead[] }>('/api/leads?limit=200');
  const changed = new Set(
    (await user.get<{ leads: Lead[] }>(`/api/leads?limit=200&import=${imports[1]}`)).body.leads.map(
      ({ id }) => id,
    ),
  );
  all = await Promise.all(
    body.leads.map(async ({ id }) => {
      const lead = await readLeadDetail(user, id);
      return { ...lead, imports: [lead.importId ?? '', ...(changed.has(id) ? [imports[1]] : [])] };
    }),
  );
}

/** Values to ask a field for: those that leads have, in any form, parts of them, and others. */
function valuesFor({ field, kind }: ConditionField, operator: string): fc.Arbitrary<string> {
  if (operator === 'lastDays') return fc.constantFrom('1', '3', '7', '49', '60', '3650');
  if (kind === 'yesNo' || kind === 'maybe') return fc.constantFrom('true', 'false');
  if (kind === 'consent') return fc.constantFrom(...CONSENT_STATES);
  if (kind === 'import') return fc.constantFrom(...imports, crypto.randomUUID());
  if (kind === 'id') return fc.constantFrom(...all.slice(0, 9).map(({ id }) => id), crypto.randomUUID());
  if (kind === 'user') return fc.constantFrom(user.user.id, crypto.randomUUID());
  if (kind === 'due' && operator === 'is') {
    return fc.constantFrom('today', 'overdue', 'upcoming', day(0), day(3), day(-1));
  }
  if (kind === 'time')
    return fc.constantFrom(day(0), day(1), day(49), day(50), day(51), '9999-12-31', '0001-01-01');
  if (kind === 'date' || kind === 'due')
    return fc.constantFrom(...[0, 1, 2, 5, 9].map(day), '2026-01-01', '2025-12-31', '0001-01-01');
  if (kind === 'number') return fc.constantFrom('0', '12.5', '-5.25', '7', '100', '1000', '12.501', '-2.5');
  const texts = all.flatMap((lead) => {
    const held = storedIn(lead, field);
    return (Array.isArray(held) ? held : [held]).filter((text) => typeof text === 'string' && text !== '');
  }) as string[];
  const known = fc.constantFrom(...texts, 'c-1042', 'nobody', 'DE', '%', '_');
  return fc.tuple(known, fc.nat(4), fc.nat(3)).map(([text, form, from]) => {
    const written = [text, text.toUpperCase(), text.toLowerCase(), text.normalize('NFD')][form] ?? text;
    const isPart = operator === 'contains' || operator === 'startsWith';
    const part = isPart ? written.slice(operator === 'contains' ? from : 0, from + 3).trim() : written.trim();
    return part === '' ? 'x' : part;
  });
}

const condition: fc.Arbitrary<Condition> = fc.constantFrom(...FIELDS).chain((field) =>
  fc.constantFrom(...OPERATORS[field.kind]).chain((operator) => {
    const value = fc.constant(null).chain(() => valuesFor(field, operator));
    const values = {
      isEmpty: fc.constant<string[]>([]),
      isNotEmpty: fc.constant<string[]>([]),
      anyOf: fc.array(value, { minLength: 1, maxLength: 3 }),
      noneOf: fc.array(value, { minLength: 1, maxLength: 3 }),
      between: fc
        .tuple(fc.option(value, { nil: '' }), fc.option(value, { nil: '' }))
        .map(([from, to]) => (from === '' && to === '' ? [day(3), ''] : [from, to])),
      other: fc.tuple(value).map(([one]) => [one]),
    };
    const given: fc.Arbitrary<string[]> = values[operator as keyof typeof values] ?? values.other;
    return given.map((list) => ({ field: field.field, operator, values: numbered(field, list) }));
  }),
);

/** An open range of a number needs a number. */
function numbered({ kind }: ConditionField, values: string[]): string[] {
  return kind === 'number' ? values.map((value) => (/^\d{4}-/.test(value) ? '5' : value)) : values;
}

/** A country's code and other names are resolved as well; only its stored name is compared here. */
const COUNTRY_CODE = 'DE';

function isMet(lead: PlainLead, one: WherePart): boolean {
  if ('any' in one) return one.any.some((list) => list.every((part) => isMet(lead, part)));
  const known = FIELDS.find(({ field }) => field === one.field) as ConditionField;
  const values =
    one.field === 'country'
      ? one.values.map((name) => (name === COUNTRY_CODE || name === 'de' ? 'Germany' : name))
      : one.values;
  return meets(lead, { ...one, values }, known);
}

async function check(
  parts: readonly WherePart[],
  filter: Record<string, string> = {},
  also: (lead: Lead) => boolean = () => true,
) {
  const where = whereOf(parts);
  const query = new URLSearchParams({ ...filter, ...(where && { where }) });
  const { status, body } = await user.get<{ leads: Lead[]; total: number }>(`/api/leads?limit=200&${query}`);
  expect([status, where]).toEqual([200, where]);
  const ids = all
    .filter((lead) => parts.every((part) => isMet(lead, part)) && also(lead))
    .map(({ id }) => id);
  expect(
    body.leads.map(({ id }) => id),
    where,
  ).toEqual(ids);
  expect(body.total, where).toBe(ids.length);
  expect((await user.get(`/api/leads/count?${query}`)).body, where).toEqual({ total: ids.length });
}

describe.each(['new leads', 'leads in segments', 'leads that changed since'])('%s', (place) => {
  beforeAll(async () => {
    if (place === 'leads in segments')
      await compactSegments(scopeOf(app.context, user.user.organizationId), 16);
    if (place === 'leads that changed since') await change();
  });

  test('one condition finds what it says', async () => {
    await fc.assert(
      fc.asyncProperty(condition, (one) => check([one])),
      { seed: SEED, numRuns: 250 },
    );
  });

  test('several conditions with a filter and a search find what all of them say', async () => {
    const some = fc.array(condition, { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        some,
        fc.constantFrom('', 'mail.test', 'user4', 'nunez'),
        fc.boolean(),
        (conditions, search, isNew) =>
          check(
            conditions,
            { ...(search && { search }), ...(isNew && { status: 'NEW' }) },
            (lead) =>
              (!isNew || lead.status === 'new') &&
              foldText(`${lead.firstName ?? ''} ${lead.lastName ?? ''} ${lead.email ?? ''}`).includes(search),
          ),
      ),
      { seed: SEED, numRuns: 120 },
    );
  });

  test('lists of conditions find the leads that meet one of them as a whole', async () => {
    const list = fc.array(condition, { minLength: 1, maxLength: 2 });
    const group = fc.array(list, { minLength: 1, maxLength: 3 }).map((any) => ({ any }));
    const parts = fc.array(fc.oneof(group, group, condition), { minLength: 1, maxLength: 2 });
    await fc.assert(
      fc.asyncProperty(parts, (some) => check(some)),
      { seed: SEED, numRuns: 120 },
    );
  });

  test('a customer is found by its number in any spelling, among the sold leads only', async () => {
    for (const [customer, spelling] of [
      ['c-1042', 'c-1042'],
      ['Ｃ-1042', 'c-1042'],
      ['u-7', 'u-7'],
      ['K-1', 'k-1'],
    ] as const) {
      await check(
        [],
        { customer },
        (lead) => lead.isSold && foldText(lead.customerNumber ?? '') === spelling,
      );
    }
  });

  test('a search finds customer numbers, also those that an operation or an undo wrote', async () => {
    for (const [search, part] of [
      ['C-1042', 'c-1042'],
      ['1042', 'c-1042'],
      ['Ü-7', 'u-7'],
      ['ss-9', 'ss-9'],
    ] as const) {
      const { body } = await user.get<{ leads: Lead[] }>(
        `/api/leads?limit=200&${new URLSearchParams({ search })}`,
      );
      const held = all.filter(({ customerNumber }) => foldText(customerNumber ?? '') === part);
      expect(held.length, search).toBeGreaterThan(0);
      expect(
        body.leads.map(({ id }) => id),
        search,
      ).toEqual(held.map(({ id }) => id));
    }
    expect(await wrongSearches(app, user.user.organizationId)).toEqual([]);
  });
});

/** Changes leads in every way that writes texts, and leaves entries in the change log. */
async function change(): Promise<void> {
  for (const lead of all.slice(10, 30)) {
    const texts = {
      city: pick(CITIES, lead.lastName?.length ?? 0),
      agent: 'Ñandú',
      tags: ['Neu'],
      brand: 'Café',
      depositAmount: '12.50',
    };
    expect((await call(user, 'PATCH', `/api/leads/${lead.id}`, texts)).status).toBe(200);
  }
  const phones = all.flatMap(({ phone, numberValid }) => (numberValid ? [phone] : [])).slice(0, 8);
  const hlr = { phoneNumbers: phones, hlrType: 'phone', statusValue: 'Ungültig' };
  expect((await user.post('/api/leads/update-hlr', hlr)).status).toBe(200);
  await sell([60, 61, 62], 'Ĉ-1042');
  await sell([64], 'C-1042');
  await call(user, 'DELETE', `/api/leads/${all[3]?.id}`);
  await readAll();
}
