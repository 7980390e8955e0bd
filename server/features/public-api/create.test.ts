import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LeadDetail } from '#contract/leads.ts';
import { type PublicError, publicError } from '#contract/public-errors.ts';
import { PUBLIC_EXAMPLES } from '#contract/public-examples.ts';
import type { WrittenLead } from '#contract/public-lead.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf, call, makeLead } from '#tests/support/calls.ts';
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

/** These columns share one index. */
const COUNTED = ['country', 'brand', 'source'];

interface Created {
  success: true;
  lead: WrittenLead;
}

function expectError(body: unknown): PublicError {
  return publicError.strict().parse(body);
}

async function leadOf(id: string): Promise<LeadDetail> {
  return (await admin.get<LeadDetail>(`/api/leads/${id}`)).body;
}

describe('POST /api/v1/leads', () => {
  test('creates the lead of the documentation, by the rules of a lead made by hand', async () => {
    const { status, body } = await program.call<Created>('POST', '/leads', PUBLIC_EXAMPLES.create.request);
    expect(status).toBe(201);
    const { id, updatedAt } = body.lead;
    expect(body).toEqual({
      ...PUBLIC_EXAMPLES.create.reply,
      lead: { ...PUBLIC_EXAMPLES.create.reply.lead, id, updatedAt },
    });
    expect(await leadOf(id)).toMatchObject({
      numberValid: true,
      depositAmount: '250.50',
      depositDate: '2026-01-31',
      tags: ['vip'],
      events: [{ kind: 'created', actor: 'API: test' }],
    });
  });

  test('counts it and audits it, with the token by its name', async () => {
    const { body } = await program.call<Created>('POST', '/leads', {
      email: ' ONE@Example.com ',
      country: 'de',
      phone: '0151 12345678',
      hlr: 'active',
    });
    expect(body.lead).toMatchObject({ email: 'one@example.com', phone: '+4915112345678' });
    expect(await wrongCounts(app, admin.user.organizationId)).toEqual([]);
    expect(await auditOf(app, admin.user.organizationId, 'create_lead')).toEqual([
      { resource: body.lead.id, username: 'API: test', details: { via: 'api', token: 'test' } },
    ]);
    expect(await leadOf(body.lead.id)).toMatchObject({ country: 'Germany', hlrSource: 'api' });
  });

  test('many at once are all created, each once', async () => {
    const emails = Array.from({ length: 200 }, (_, index) => `many${index % 150}@example.com`);
    const answers = await Promise.all(emails.map((email) => program.call('POST', '/leads', { email })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(150);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(50);
    const { body } = await admin.get<{ total: number }>('/api/leads/count');
    expect(body.total).toBe(150);
    expect(await wrongCounts(app, admin.user.organizationId)).toEqual([]);
  });

  test('many at once, of which the database refuses one: that one fails', async () => {
    await app.context.db.owner.query(`
      CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'poisoned'; END $$;
      CREATE TRIGGER poison BEFORE INSERT ON leads FOR EACH ROW
        WHEN (NEW.email = 'poison@example.com') EXECUTE FUNCTION poison()`);
    const emails = ['poison', ...Array.from({ length: 30 }, (_, index) => `sound${index}`)];
    const answers = await Promise.all(
      emails.map((name) => program.call('POST', '/leads', { email: `${name}@example.com` })),
    );
    expect(answers.map(({ status }) => status)).toEqual([500, ...Array(30).fill(201)]);
    expect(expectError(answers[0]?.body)).toMatchObject({ error: 'internal' });
    expect(JSON.stringify(answers[0]?.body)).not.toContain('poisoned');
    expect(await wrongCounts(app, admin.user.organizationId)).toEqual([]);
  });

  test.each([
    ['e-mail', { email: 'TAKEN@example.com' }],
    ['phone', { phone: '00 49 151 12345678', email: 'other@example.com' }],
  ])('answers 409 for a taken %s, with the lead that has it', async (_what, input) => {
    const { id } = await makeLead(admin, { email: 'taken@example.com', phone: '+4915112345678' });
    const { status, body } = await program.call('POST', '/leads', input);
    expect(status).toBe(409);
    expect(expectError(body)).toMatchObject({
      error: 'duplicate',
      message: 'Lead with this email or phone already exists',
      existingLeadId: id,
    });
  });

  test('takes an identity that only a lead in the bin has', async () => {
    const { id } = await makeLead(admin, { email: 'binned@example.com' });
    await call(admin, 'DELETE', `/api/leads/${id}`);
    expect((await program.call('POST', '/leads', { email: 'binned@example.com' })).status).toBe(201);
  });

  test.each([
    [{}, 'email', 'Email or phone is required'],
    [{ email: ' ', phone: null }, 'email', 'Email or phone is required'],
    [{ email: 'nobody' }, 'email', 'Enter a valid email address'],
    [{ email: 5 }, 'email', 'email: Invalid input: expected string, received number'],
    [{ email: 'a@example.com', depositAmount: 'much' }, 'depositAmount', /^Deposit Amount: /],
    [{ email: 'a@example.com', depositDate: '2026-02-31' }, 'depositDate', /^Deposit Date: /],
    [{ email: 'a@example.com', ip: '300.1.1.1' }, 'ip', /^IP: /],
    [{ email: 'a@example.com', first_name: 'A' }, 'first_name', 'Unknown field: first_name'],
    [{ email: 'a@example.com', id: randomUUID() }, 'id', 'Unknown field: id'],
    [{ email: 'a@example.com', tags: 'vip' }, 'tags', /^tags: /],
    [
      { email: 'a@example.com', customData: { Colour: 'red' } },
      'customData.Colour',
      'There is no custom field named Colour',
    ],
  ])('answers 400 for %j, naming %s', async (input, field, message) => {
    const { status, body } = await program.call('POST', '/leads', input);
    expect(status).toBe(400);
    expect(expectError(body)).toMatchObject({ error: 'invalid_input', field });
    expect(expectError(body).message).toMatch(message);
  });

  test.each([
    [1.239, '1.24'],
    ['1.234,56', '1234.56'],
    [1000, '1000.00'],
  ])('reads the amount %j', async (depositAmount, stored) => {
    const { body } = await program.call<Created>('POST', '/leads', { email: 'a@example.com', depositAmount });
    expect((await leadOf(body.lead.id)).depositAmount).toBe(stored);
  });

  test('takes texts of any length or refuses them, and never fails for what an index holds', async () => {
    const long = (bytes: number) => randomBytes(bytes).toString('base64').slice(0, bytes);
    const lengths = (bytes: number) => Object.fromEntries(COUNTED.map((field) => [field, long(bytes)]));
    const whole = await program.call('POST', '/leads', { email: 'long@example.com', ...lengths(600) });
    expect(whole.status).toBe(201);
    for (const field of COUNTED) {
      const { status, body } = await program.call('POST', '/leads', {
        email: 'b@example.com',
        [field]: long(601),
      });
      expect([status, expectError(body).field]).toEqual([400, field]);
    }
    const rest = { address: long(2000), landingPage: long(2000), tags: [long(199), long(199)] };
    expect((await program.call('POST', '/leads', { email: 'c@example.com', ...rest })).status).toBe(201);
  });

  test('reads custom fields by their names and asks for required ones', async () => {
    await admin.post('/api/custom-fields', { name: 'Plan', type: 'text', required: true });
    await admin.post('/api/custom-fields', { name: 'Score', type: 'number' });
    const bad = await program.call('POST', '/leads', {
      email: 'a@example.com',
      customData: { Plan: 'x', Score: 'y' },
    });
    expect(expectError(bad.body)).toMatchObject({ error: 'invalid_input', field: 'customData.Score' });
    const missing = await program.call('POST', '/leads', { email: 'a@example.com' });
    expect(expectError(missing.body)).toMatchObject({
      error: 'invalid_input',
      field: 'customData.Plan',
      message: 'Plan is required',
    });
    const { body } = await program.call<Created>('POST', '/leads', {
      email: 'a@example.com',
      customData: { Plan: 'Gold', Score: '7.5' },
    });
    expect((await leadOf(body.lead.id)).customData).toEqual({ Plan: 'Gold', Score: 7.5 });
  });

  test.each([
    ['no JSON', 'application/json', '{"email":', 400, 'invalid_input'],
    ['another type', 'text/plain', 'email=a@example.com', 415, 'unsupported_media_type'],
    [
      'more than 1 MB',
      'application/json',
      JSON.stringify({ email: 'x'.repeat(1_100_000) }),
      413,
      'too_large',
    ],
  ])('refuses a body that is %s', async (_what, type, text, status, error) => {
    const response = await program.send('/leads', {
      method: 'POST',
      headers: { 'content-type': type },
      body: text,
    });
    expect(response.status).toBe(status);
    expect(expectError(await response.json())).toMatchObject({ error });
  });
});
