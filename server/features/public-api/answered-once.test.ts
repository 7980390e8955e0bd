import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicError } from '#contract/public-errors.ts';
import { forgetIdempotencyKeys } from '#server/features/housekeeping/housekeeping.ts';
import { organizationScope } from '#server/platform/db/scope.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { makeLead, readLeadDetail } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { wrongCounts } from '#tests/support/lead-stats.ts';
import { type Program, programOf, tokenFor } from '#tests/support/programs.ts';
import { takeKey } from './idempotency-writes.ts';

let app: TestApp;
let admin: SignedIn;
let program: Program;

beforeAll(async () => {
  app = await startTestApp();
  admin = await signUp(app.url);
  program = programOf(app.url, await tokenFor(admin));
});

afterAll(() => app.close());

const keyed = (key: string) => ({ 'idempotency-key': key });

async function total(search: string): Promise<number> {
  return (await admin.get<{ total: number }>(`/api/leads?search=${search}`)).body.total;
}

describe('the same request with the same key', () => {
  test('creates a lead once and is answered the same', async () => {
    const lead = { email: 'once@example.com', firstName: 'A' };
    const first = await program.call('POST', '/leads', lead, keyed('a'));
    // The order of object members doesn't distinguish requests.
    const again = await program.call(
      'POST',
      '/leads',
      { firstName: 'A', email: 'once@example.com' },
      keyed('a'),
    );
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(await total('once')).toBe(1);
  });

  test('creates the leads of a batch once', async () => {
    const leads = [{ email: 'batch1@example.com' }, { email: 'batch2@example.com' }, {}];
    const first = await program.call('POST', '/leads/batch', { leads }, keyed('b'));
    const again = await program.call('POST', '/leads/batch', { leads }, keyed('b'));
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await total('batch')).toBe(2);
    expect(await wrongCounts(app, admin.user.organizationId)).toEqual([]);
  });

  test('updates a lead once, also when it was changed since', async () => {
    const { id } = await makeLead(admin, { email: 'update@example.com' });
    const update = { identifier: { email: 'update@example.com' }, data: { city: 'Berlin' } };
    const first = await program.call('PATCH', '/leads', update, keyed('c'));
    await program.call('PATCH', '/leads', { ...update, data: { city: 'Bonn' } });
    const again = await program.call('PATCH', '/leads', update, keyed('c'));
    expect(again.body).toEqual(first.body);
    expect((await readLeadDetail(admin, id)).city).toBe('Bonn');
  });

  test.each([
    ['duplicate', 'POST', '/leads', { email: 'taken@example.com' }, 409],
    [
      'missing lead',
      'PATCH',
      '/leads',
      { identifier: { email: 'no@example.com' }, data: { city: 'x' } },
      404,
    ],
    [
      'taken email',
      'PATCH',
      '/leads',
      { identifier: { email: 'mover@example.com' }, data: { email: 'taken@example.com' } },
      409,
    ],
    ['bad amount', 'POST', '/leads', { email: 'bad@example.com', depositAmount: 'much' }, 400],
  ] as const)('is refused the same for a %s', async (what, method, path, body, status) => {
    await admin.post('/api/leads', { email: 'taken@example.com' });
    await admin.post('/api/leads', { email: 'mover@example.com' });
    const first = await program.call(method, path, body, keyed(what.replace(' ', '-')));
    const again = await program.call(method, path, body, keyed(what.replace(' ', '-')));
    expect([first.status, again.status]).toEqual([status, status]);
    expect(again.body).toEqual(first.body);
    publicError.strict().parse(again.body);
  });

  test('many at once: one is served, the others are told to wait or get its answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        program.call<{ error?: string; lead?: { id: string } }>(
          'POST',
          '/leads',
          { email: 'race@example.com' },
          keyed('race'),
        ),
      ),
    );
    const served = answers.filter(({ status }) => status === 201);
    const waiting = answers.filter(({ body }) => body.error === 'idempotency_in_flight');
    expect(served.length).toBeGreaterThan(0);
    expect(new Set(served.map(({ body }) => body.lead?.id)).size).toBe(1);
    expect(served.length + waiting.length).toBe(10);
    expect(await total('race')).toBe(1);
  });

  test('is told to wait while the first is under way', async () => {
    const { rows } = await app.context.db.owner.query<{ id: string }>('SELECT id FROM api_tokens');
    const tokenId = rows[0]?.id ?? '';
    const scope = organizationScope(app.context.db.app, admin.user.organizationId);
    await scope.transaction(async (tx) => {
      expect(await takeKey(tx, { tokenId, key: 'held', hash: Buffer.alloc(0) })).toBe(true);
      const { status, body } = await program.call(
        'POST',
        '/leads',
        { email: 'held@example.com' },
        keyed('held'),
      );
      expect([status, publicError.strict().parse(body).error]).toEqual([409, 'idempotency_in_flight']);
    });
    expect((await program.call('POST', '/leads', { email: 'held@example.com' }, keyed('held'))).status).toBe(
      201,
    );
  });
});

describe('a key', () => {
  test('that was used for another body or call is refused', async () => {
    await program.call('POST', '/leads', { email: 'key@example.com' }, keyed('d'));
    const others = [
      await program.call('POST', '/leads', { email: 'other@example.com' }, keyed('d')),
      await program.call('POST', '/leads/batch', { leads: [{ email: 'key@example.com' }] }, keyed('d')),
    ];
    for (const { status, body } of others) {
      expect([status, publicError.strict().parse(body).error]).toEqual([422, 'idempotency_mismatch']);
    }
    expect(await total('other')).toBe(0);
  });

  test("is the token's own", async () => {
    const another = programOf(app.url, await tokenFor(admin));
    const lead = { email: 'own@example.com' };
    expect((await program.call('POST', '/leads', lead, keyed('e'))).status).toBe(201);
    expect((await another.call('POST', '/leads', lead, keyed('e'))).status).toBe(409);
  });

  test('serves anew after 24 hours, and is then forgotten', async () => {
    const lead = { email: 'day@example.com' };
    const { owner } = app.context.db;
    await program.call('POST', '/leads', lead, keyed('f'));
    await owner.query("UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = 'f'");
    expect((await program.call('POST', '/leads', lead, keyed('f'))).status).toBe(409);
    await owner.query("UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = 'f'");
    await forgetIdempotencyKeys(owner);
    const { rows } = await owner.query("SELECT FROM idempotency_keys WHERE key = 'f'");
    expect(rows).toHaveLength(0);
  });

  test.each([[''], ['x'.repeat(256)], ['with blank'], ['ünicode']])('%j is refused', async (key) => {
    const { status, body } = await program.call('POST', '/leads', { email: 'x@example.com' }, keyed(key));
    expect([status, publicError.strict().parse(body).field]).toEqual([400, 'Idempotency-Key']);
  });
});
