import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LeadDetail } from '#contract/leads.ts';
import { type PublicError, publicError } from '#contract/public-errors.ts';
import { PUBLIC_EXAMPLES } from '#contract/public-examples.ts';
import type { BatchResult, PublicLead } from '#contract/public-lead.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf, makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { HOSTILE_TEXTS } from '#tests/support/hostile-texts.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';
import { type Program, programOf, tokenFor } from '#tests/support/programs.ts';

let app: TestApp;
/** Each test gets an organization of its own. */
let admin: SignedIn;
let program: Program;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

beforeEach(async () => {
  admin = await signUp(app.url);
  program = programOf(app.url, await tokenFor(admin));
});

interface Listed {
  success: true;
  leads: PublicLead[];
  nextCursor: string | null;
}

function expectError(body: unknown): PublicError {
  return publicError.strict().parse(body);
}

describe('GET /api/v1/leads', () => {
  test('pages through all leads once, newest first, while others are made', async () => {
    const made: string[] = [];
    for (let index = 0; index < 7; index++)
      made.unshift((await makeLead(admin, { email: `p${index}@a.test.io` })).id);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const { status, body } = await program.call<Listed>('GET', `/leads?limit=3${query}`);
      expect(status).toBe(200);
      seen.push(...body.leads.map(({ id }) => id));
      cursor = body.nextCursor;
      await makeLead(admin, { email: `later${seen.length}@a.test.io` });
    } while (cursor !== null);
    expect(seen).toEqual(made);
  });

  test('takes the filters of the list', async () => {
    await makeLead(admin, { email: 'a@example.com', brand: 'Acme', tags: ['vip'] });
    const { id } = await makeLead(admin, { email: 'b@example.com', brand: 'Bolt', tags: ['vip', 'x'] });
    const { body } = await program.call<Listed>('GET', '/leads?brand=bolt&tags=VIP&search=example');
    expect(body).toMatchObject({ success: true, leads: [{ id, brand: 'Bolt' }], nextCursor: null });
    const { updatedAt } = (await admin.get<LeadDetail>(`/api/leads/${id}`)).body;
    expect(body.leads[0]?.updatedAt).toBe(updatedAt);
    const few = await program.call<Listed>('GET', '/leads?tags=vip&limit=1');
    const rest = await program.call<Listed>('GET', `/leads?tags=vip&limit=1&cursor=${few.body.nextCursor}`);
    expect(few.body.leads[0]?.id).toBe(id);
    expect([rest.body.leads[0]?.email, rest.body.nextCursor]).toEqual(['a@example.com', null]);
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['cursor=nonsense', 'cursor'],
    ['bin=true', 'bin'],
    ['colour=red', 'colour'],
    ['depositAmount=much', 'depositAmount'],
    ['custom=%7B%22Colour%22%3A%22red%22%7D', 'custom'],
  ])('answers 400 for %s, naming the field', async (query, field) => {
    const { status, body } = await program.call('GET', `/leads?${query}`);
    expect(status).toBe(400);
    expect(expectError(body)).toMatchObject({ error: 'invalid_input', field });
  });
});

/**
 * Returns more leads than the plain INSERT statement takes, including values that need escaping and some invalid leads.
 */
function manyLeads(): Record<string, unknown>[] {
  const leads = HOSTILE_TEXTS.map((text, index) => ({
    email: `h${index}@example.com`,
    lastName: text,
    brand: text.slice(0, 100),
    tags: [text, 'vip', 'null'],
    customData: { Plan: text },
  }));
  const plain = Array.from({ length: 100 }, (_, index) => ({
    phone: `+49151${10_000_000 + index}`,
    country: index % 3 === 0 ? null : 'Germany',
    depositAmount: index % 2 === 0 ? index : `${index}.5`,
    depositDate: '2026-01-31',
    status: index % 5 === 0 ? 'Qualified' : null,
    tags: index % 2 === 0 ? ['vip'] : [],
  }));
  const refused = [
    ...[{ email: 'THERE@example.com' }, { phone: '+44 20 7946 0018' }, { email: 'h1@example.com' }, {}],
    ...[{ email: 'none' }, { phone: '1', colour: 'red' }, { email: 'a@example.com', tags: 'vip' }],
    ...[{ email: 'a@example.com', customData: { Size: 1 } }, { phone: '+4915110000001' }, { email: ' ' }],
    ...[{ email: 'a@example.com', depositAmount: 'much', depositDate: 'never' }],
  ];
  return [...leads, ...plain, ...refused];
}

/** Returns the outcome of a lead: the error, field and message if any, and the status. A duplicate names no field. */
async function aloneOutcome(program: Program, lead: unknown): Promise<unknown[]> {
  const { status, body } = await program.call('POST', '/leads', lead);
  if (status === 201) return [null, undefined, null, 'created'];
  const { error, field, message } = expectError(body);
  return [error, field, message, error === 'duplicate' ? 'duplicate' : 'invalid'];
}

describe('POST /api/v1/leads/batch', () => {
  interface Batch {
    success: true;
    results: BatchResult[];
  }

  test('answers each lead as the documentation says', async () => {
    const first = await makeLead(admin, { phone: '+442079460018' });
    const { status, body } = await program.call<Batch>('POST', '/leads/batch', PUBLIC_EXAMPLES.batch.request);
    expect(status).toBe(200);
    const [created, duplicate, invalid] = PUBLIC_EXAMPLES.batch.reply.results;
    const { id, updatedAt } = body.results[0]?.lead ?? {};
    expect(body.results).toEqual([
      { ...created, lead: { ...created?.lead, id, updatedAt } },
      { ...duplicate, existingLeadId: first.id },
      invalid,
    ]);
    expect(await wrongCounts(app, admin.user.organizationId)).toEqual([]);
    expect(await auditOf(app, admin.user.organizationId, 'create_lead')).toContainEqual({
      resource: null,
      username: 'API: test',
      details: { via: 'api', token: 'test', count: 1 },
    });
  });

  test('knows a lead of the same batch for a duplicate, and names it', async () => {
    const leads = [
      { email: 'a@example.com' },
      { email: 'A@example.com' },
      { colour: 'red' },
      'nonsense',
      null,
    ];
    const { body } = await program.call<Batch>('POST', '/leads/batch', { leads });
    expect(body.results.map(({ index, status, field }) => [index, status, field])).toEqual([
      [0, 'created', undefined],
      [1, 'duplicate', undefined],
      [2, 'invalid', 'colour'],
      [3, 'invalid', undefined],
      [4, 'invalid', undefined],
    ]);
    expect(body.results[1]?.existingLeadId).toBe(body.results[0]?.lead?.id);
  });

  test('validates and stores many leads as it does one by one', async () => {
    const other = await signUp(app.url);
    const alone = programOf(app.url, await tokenFor(other));
    for (const one of [admin, other]) {
      expect((await one.post('/api/custom-fields', { name: 'Plan', type: 'text' })).status).toBe(201);
      await makeLead(one, { email: 'there@example.com', phone: '+442079460018' });
    }
    const leads = manyLeads();
    const { body } = await program.call<Batch>('POST', '/leads/batch', { leads });
    expect(new Set(body.results.map(({ status }) => status)).size).toBe(3);
    const outcomes: unknown[] = [];
    for (const lead of leads) outcomes.push(await aloneOutcome(alone, lead));
    expect(
      body.results.map(({ error = null, field, message, status }) => [
        error,
        field,
        error && message,
        status,
      ]),
    ).toEqual(outcomes);
    const stored = async (of: Program) => {
      const { body } = await of.call<Listed>('GET', '/leads?limit=1000');
      return body.leads.map(({ id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...lead }) => lead);
    };
    expect(await stored(program)).toEqual(await stored(alone));
    expect(await wrongCounts(app, admin.user.organizationId)).toEqual([]);
  });

  test('takes 1,000 leads and a body of more than 1 MB', async () => {
    const leads = Array.from({ length: 1000 }, (_, index) => ({
      email: `b${index}@example.com`,
      address: 'long street '.repeat(120),
    }));
    const { status, body } = await program.call<Batch>('POST', '/leads/batch', { leads });
    expect(status).toBe(200);
    expect(body.results.every((result) => result.status === 'created')).toBe(true);
  });

  test.each([
    [{ leads: [] }, 'leads'],
    [{ leads: Array.from({ length: 1001 }, () => ({})) }, 'leads'],
    [{}, 'leads'],
    [{ leads: [{}], more: true }, 'more'],
  ])('answers 400 for another body', async (input, field) => {
    const { status, body } = await program.call('POST', '/leads/batch', input);
    expect([status, expectError(body).field]).toEqual([400, field]);
  });

  test('answers 413 above 10 MB', async () => {
    const { status, body } = await program.call('POST', '/leads/batch', { leads: ['x'.repeat(10_500_000)] });
    expect([status, expectError(body).error]).toEqual([413, 'too_large']);
  });
});
