import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LeadDetail } from '#contract/leads.ts';
import { type PublicError, publicError } from '#contract/public-errors.ts';
import { PUBLIC_EXAMPLES } from '#contract/public-examples.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf, call, makeLead, runBulkCall } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
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

function expectError(body: unknown): PublicError {
  return publicError.strict().parse(body);
}

async function leadOf(id: string): Promise<LeadDetail> {
  return (await admin.get<LeadDetail>(`/api/leads/${id}`)).body;
}

describe('PATCH /api/v1/leads', () => {
  test('updates the lead of an email in any case, as the documentation says', async () => {
    const { id } = await makeLead(admin, { email: 'jane.doe@example.com', city: 'Berlin', tags: ['old'] });
    const { status, body } = await program.call('PATCH', '/leads', {
      identifier: { email: 'Jane.Doe@Example.com ' },
      data: { ...PUBLIC_EXAMPLES.update.request.data, city: null, hlr: 'dead' },
    });
    expect([status, body]).toEqual([200, { ...PUBLIC_EXAMPLES.update.reply, updatedAt: expect.any(String) }]);
    expect(await leadOf(id)).toMatchObject({
      status: 'contacted',
      agent: 'Sam',
      city: null,
      hlrSource: 'api',
    });
    expect((await leadOf(id)).events[0]).toMatchObject({ kind: 'edit', actor: 'API: test' });
    expect(await wrongCounts(app, admin.user.organizationId)).toEqual([]);
    const [entry] = await auditOf(app, admin.user.organizationId, 'update_lead');
    expect(entry).toMatchObject({
      resource: id,
      username: 'API: test',
      details: { via: 'api', token: 'test' },
    });
  });

  test('finds a phone in any spelling of its international form', async () => {
    const { id } = await makeLead(admin, { phone: '+4915112345678' });
    const identifier = { phone: '0049 (151) 123-45678' };
    expect((await program.call('PATCH', '/leads', { identifier, data: { brand: 'Acme' } })).status).toBe(200);
    expect((await leadOf(id)).brand).toBe('Acme');
  });

  test('says the same when nothing changes, and writes nothing', async () => {
    const { id } = await makeLead(admin, { email: 'a@example.com', city: 'Berlin' });
    const same = { identifier: { email: 'a@example.com' }, data: { city: 'Berlin' } };
    expect((await program.call('PATCH', '/leads', same)).body).toMatchObject({ updated: 1 });
    expect((await leadOf(id)).events).toHaveLength(1);
  });

  test.each([
    [{ email: 'unknown@example.com' }],
    [{ email: 'nonsense' }],
    [{ phone: '12345' }],
    [{ email: 'a@example.com', phone: '+4915112345679' }],
  ])('answers 404 for %j', async (identifier) => {
    await makeLead(admin, { email: 'a@example.com', phone: '+4915112345678' });
    await makeLead(admin, { email: 'b@example.com', phone: '12345' });
    const { status, body } = await program.call('PATCH', '/leads', { identifier, data: { city: 'x' } });
    expect(status).toBe(404);
    expect(expectError(body)).toMatchObject({
      error: 'not_found',
      message: 'No lead found with the provided identifier',
    });
  });

  test('does not find a lead in the bin', async () => {
    const { id } = await makeLead(admin, { email: 'a@example.com' });
    await call(admin, 'DELETE', `/api/leads/${id}`);
    const update = { identifier: { email: 'a@example.com' }, data: { city: 'x' } };
    expect((await program.call('PATCH', '/leads', update)).status).toBe(404);
  });

  test('answers 409 when another lead has the new email, and changes nothing', async () => {
    const taken = await makeLead(admin, { email: 'taken@example.com' });
    const { id } = await makeLead(admin, { email: 'a@example.com' });
    const update = {
      identifier: { email: 'a@example.com' },
      data: { city: 'x', email: 'taken@example.com' },
    };
    const { status, body } = await program.call('PATCH', '/leads', update);
    expect(status).toBe(409);
    expect(expectError(body)).toMatchObject({ error: 'duplicate', existingLeadId: taken.id });
    expect((await leadOf(id)).city).toBeNull();
  });

  const email = { email: 'a@example.com' };
  test.each([
    [{ data: { city: 'x' } }, 'identifier'],
    [{ identifier: {}, data: { city: 'x' } }, 'identifier'],
    [{ identifier: { id: randomUUID() }, data: { city: 'x' } }, 'identifier.id'],
    [{ identifier: email }, 'data'],
    [{ identifier: email, data: {} }, 'data'],
    [{ identifier: email, data: { colour: 'red' } }, 'data.colour'],
    [{ identifier: email, data: { depositAmount: 'much' } }, 'data.depositAmount'],
    [{ identifier: email, data: { depositDate: 'soon' } }, 'data.depositDate'],
    [{ identifier: email, data: { email: null } }, 'data.email'],
    [{ identifier: email, data: { city: 'x' }, more: 1 }, 'more'],
  ])('answers 400 for %j, naming %s', async (input, field) => {
    await makeLead(admin, email);
    const { status, body } = await program.call('PATCH', '/leads', input);
    expect(status).toBe(400);
    expect(expectError(body)).toMatchObject({ error: 'invalid_input', field });
  });
});

test('the customer number of a sold lead is refused, with a code of its own', async () => {
  const { id } = await makeLead(admin, { email: 'sold@example.com' });
  await runBulkCall(admin, { ids: [id] }, { type: 'markSold', customerNumber: 'C1' });
  const { status, body } = await program.call('PATCH', '/leads', {
    identifier: { email: 'sold@example.com' },
    data: { customerNumber: 'C2', city: 'Oslo' },
  });
  expect(status).toBe(409);
  expect(expectError(body)).toMatchObject({ error: 'lead_sold', field: 'data.customerNumber' });
  expect(await leadOf(id)).toMatchObject({ customerNumber: 'C1', city: null });
});

test('a lead in the bin is not there for programs, and is changed by hand only once it is restored', async () => {
  const { id } = await makeLead(admin, { email: 'gone@example.com' });
  await call(admin, 'DELETE', `/api/leads/${id}`);
  const data = { city: 'Oslo' };
  const update = { identifier: { email: 'gone@example.com' }, data };
  expect((await program.call('PATCH', '/leads', update)).status).toBe(404);
  const { status, body } = await call(admin, 'PATCH', `/api/leads/${id}`, data);
  expect([status, body['message']]).toEqual([409, 'This lead is in the bin. Restore it to change it.']);
  await call(admin, 'POST', `/api/leads/${id}/restore`);
  expect((await call(admin, 'PATCH', `/api/leads/${id}`, data)).status).toBe(200);
});
