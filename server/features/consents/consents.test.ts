import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Consent, ConsentRules } from '#contract/consents.ts';
import type { ErrorReply } from '#contract/errors.ts';
import type { Lead } from '#contract/leads.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, auditOf, call, makeLead, readLeadDetail } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';

let app: TestApp;
let user: SignedIn;
let colleague: SignedIn;
let stranger: SignedIn;
let made = 0;

const NOBODY = '0198c0de-0000-7000-8000-000000000000';
const NONE = { phone: null, email: null, sms: null, whatsapp: null, post: null };
const CERTIFICATE = 'https://cert.trustedform.com/0123456789abcdef0123456789abcdef01234567';

beforeAll(async () => {
  app = await startTestApp();
  user = await signUp(app.url, 'anna');
  colleague = await addColleague(app, user, 'bruno');
  stranger = await signUp(app.url, 'chiara');
});

afterAll(() => app.close());

const anyLead = (input = {}) => makeLead(user, { email: `lead-${++made}@example.com`, ...input });
const record = (id: string, body: object, client = user) =>
  client.post<Consent & ErrorReply>(`/api/leads/${id}/consents`, body);
const listed = async (id: string, client = user) =>
  (await client.get<Consent[]>(`/api/leads/${id}/consents`)).body;
const stateOf = async (id: string) => (await readLeadDetail(user, id)).consent;

describe('a change of consent', () => {
  test('is recorded with its evidence, on the timeline and in the audit trail', async () => {
    const lead = await anyLead();
    expect(lead.consent).toEqual(NONE);
    const given = {
      channel: 'phone',
      state: 'given',
      at: '2025-03-01T10:00:00+01:00',
      source: 'Fair in Rome',
      text: 'I agree to be called.',
      url: 'https://example.com/offer',
      ip: '2001:DB8::1',
      certificate: CERTIFICATE,
    };
    const { status, body } = await record(lead.id, given);
    expect([status, body]).toEqual([
      201,
      {
        ...given,
        id: expect.any(String),
        at: '2025-03-01T09:00:00.000Z',
        ip: '2001:db8::1',
        verification: null,
        createdBy: 'anna',
        createdAt: expect.any(String),
        undoneAt: null,
      },
    ]);
    expect(await listed(lead.id)).toEqual([body]);
    const detail = await readLeadDetail(user, lead.id);
    expect(detail.consent).toEqual({ ...NONE, phone: 'given' });
    expect(detail.events[0]).toMatchObject({ kind: 'consent', detail: 'Phone: given', actor: 'anna' });
    expect(await auditOf(app, user.user.organizationId, 'record_consent')).toContainEqual(
      expect.objectContaining({
        resource: lead.id,
        details: { lead: lead.email, channel: 'phone', state: 'given' },
      }),
    );
    const { body: page } = await user.get<{ leads: Lead[] }>('/api/leads');
    expect(page.leads.find(({ id }) => id === lead.id)?.consent).toEqual({ ...NONE, phone: 'given' });
  });

  test('counts by its time, then by when it was recorded; any counts until a later one of the channel', async () => {
    const { id } = await anyLead();
    await record(id, { channel: 'phone', state: 'withdrawn', at: '2025-02-01T00:00:00Z' });
    await record(id, { channel: 'any', state: 'given', at: '2025-01-01T00:00:00Z' });
    expect(await stateOf(id)).toEqual({
      ...{ phone: 'withdrawn', email: 'given', sms: 'given', whatsapp: 'given', post: 'given' },
    });
    await record(id, { channel: 'any', state: 'withdrawn', at: '2025-03-01T00:00:00Z' });
    await record(id, { channel: 'email', state: 'given', at: '2025-03-01T00:00:00Z' });
    expect(await stateOf(id)).toEqual({
      ...{ phone: 'withdrawn', email: 'given', sms: 'withdrawn', whatsapp: 'withdrawn', post: 'withdrawn' },
    });
    expect((await listed(id)).map(({ channel, at }) => [channel, at.slice(0, 10)])).toEqual([
      ['email', '2025-03-01'],
      ['any', '2025-03-01'],
      ['phone', '2025-02-01'],
      ['any', '2025-01-01'],
    ]);
  });

  test('without a time is made now, and leaves edits and undos of the lead alone', async () => {
    const { id } = await anyLead();
    const { body } = await record(id, { channel: 'sms', state: 'given' });
    expect(Math.abs(Date.parse(body.at) - Date.now())).toBeLessThan(60_000);
    expect(body.source).toBe('Manual');
    expect((await call(user, 'PATCH', `/api/leads/${id}`, { city: 'Rome' })).status).toBe(200);
    expect(await stateOf(id)).toEqual({ ...NONE, sms: 'given' });
  });

  test('stays with a lead in the bin and after its restore', async () => {
    const { id } = await anyLead();
    await record(id, { channel: 'post', state: 'withdrawn' });
    await call(user, 'DELETE', `/api/leads/${id}`);
    expect(await listed(id)).toHaveLength(1);
    await call(user, 'POST', `/api/leads/${id}/restore`);
    expect(await stateOf(id)).toEqual({ ...NONE, post: 'withdrawn' });
  });

  const valid = { channel: 'phone', state: 'given' };
  test.each([
    [{ state: 'given' }, 'channel'],
    [{ ...valid, channel: 'pigeon' }, 'channel'],
    [{ ...valid, state: 'maybe' }, 'state'],
    [{ ...valid, at: 'yesterday' }, 'at'],
    [{ ...valid, at: '2099-01-01T00:00:00Z' }, 'at'],
    [{ ...valid, url: 'javascript:alert(1)' }, 'url'],
    [{ ...valid, ip: '1.2.3' }, 'ip'],
    [{ ...valid, certificate: 'https://cert.trustedform.com.evil.example/0123' }, 'certificate'],
    [{ ...valid, certificate: 'https://cert.trustedform.com/' }, 'certificate'],
  ])('is refused with %j, naming the field', async (body, field) => {
    const { id } = await anyLead();
    const answer = await record(id, body);
    expect([answer.status, answer.body.field]).toEqual([400, field]);
    expect(await listed(id)).toEqual([]);
  });

  test('is refused with a text of more than 10,000 characters', async () => {
    const { id } = await anyLead();
    expect((await record(id, { ...valid, text: 'x'.repeat(10_001) })).body.field).toBe('text');
    expect((await record(id, { ...valid, text: 'x'.repeat(10_000) })).status).toBe(201);
  });

  test('is unknown to other organizations and for unknown leads', async () => {
    const { id } = await anyLead();
    for (const [client, lead] of [
      [stranger, id],
      [user, NOBODY],
    ] as const) {
      expect((await record(lead, valid, client)).status).toBe(404);
      expect((await client.get(`/api/leads/${lead}/consents`)).status).toBe(404);
    }
  });
});

describe('a lead made by hand', () => {
  test('gives consent with a channel, time or certificate', async () => {
    const lead = await anyLead({
      ...{ consentAt: '01.02.2025 09:30', consentChannel: 'Phone, SMS', consentText: ' I agree ' },
      ...{ consentUrl: 'example.com/offer', consentIp: '203.0.113.7', consentCertificate: CERTIFICATE },
    });
    expect(lead.consent).toEqual({ ...NONE, phone: 'given', sms: 'given' });
    expect(await listed(lead.id)).toMatchObject(
      ['sms', 'phone'].map((channel) => ({
        channel,
        state: 'given',
        at: '2025-02-01T09:30:00.000Z',
        source: 'Form',
        text: 'I agree',
        url: 'example.com/offer',
        ip: '203.0.113.7',
        certificate: CERTIFICATE,
      })),
    );
    const token = await anyLead({ consentCertificate: '1A2B3C4D-1111-2222-3333-444455556666' });
    expect(Object.values(token.consent)).toEqual(Array(5).fill('given'));
  });

  test('is warned of consent that nothing proves', async () => {
    const { status, body } = await user.post<Lead & { warnings: unknown }>('/api/leads', {
      ...{ email: 'warned@example.com', consentText: 'I agree' },
    });
    expect([status, body.consent, body.warnings]).toEqual([
      201,
      NONE,
      [expect.objectContaining({ field: 'consentText', code: 'no_consent' })],
    ]);
  });

  test.each([
    [{ consentAt: 'soon' }, 'consentAt'],
    [{ consentAt: '2099-01-01' }, 'consentAt'],
    [{ consentChannel: 'pigeon' }, 'consentChannel'],
    [{ consentChannel: 'phone', consentUrl: 'not a page' }, 'consentUrl'],
    [{ consentChannel: 'phone', consentIp: '1.2.3' }, 'consentIp'],
    [{ consentCertificate: 'http://cert.trustedform.com/x' }, 'consentCertificate'],
  ])('is refused with %j, naming the field', async (input, field) => {
    const { status, body } = await user.post<ErrorReply>('/api/leads', { email: 'r@example.com', ...input });
    expect([status, body.field]).toEqual([400, field]);
  });
});

describe('the condition on a channel', () => {
  test('finds given, withdrawn and missing consent', async () => {
    const owner = await signUp(app.url);
    const ids: string[] = [];
    for (const state of ['given', 'withdrawn', null]) {
      const { id } = await makeLead(owner, { email: `${state}@example.com` });
      if (state) await record(id, { channel: 'whatsapp', state }, owner);
      ids.push(id);
    }
    const found = async (state: string) => {
      const where = encodeURIComponent(JSON.stringify([['consent:whatsapp', 'is', state]]));
      const { status, body } = await owner.get<{ leads: Lead[] } & ErrorReply>(`/api/leads?where=${where}`);
      return status === 200 ? body.leads.map(({ id }) => id) : [status, body.message];
    };
    expect([await found('given'), await found('withdrawn'), await found('missing')]).toEqual(
      ids.map((id) => [id]),
    );
    expect(await found('maybe')).toEqual([400, expect.stringContaining('given, withdrawn, missing')]);
  });
});

describe('the rules', () => {
  test('are read by everyone and set by administrators', async () => {
    const put = (client: SignedIn, body: unknown) =>
      call<ConsentRules & ErrorReply>(client, 'PUT', '/api/consent-rules', body);
    expect((await user.get('/api/consent-rules')).body).toEqual({ required: [] });
    expect((await put(colleague, { required: ['phone'] })).status).toBe(403);
    expect((await put(user, { required: ['pigeon'] })).status).toBe(400);
    expect((await put(user, { required: ['any'] })).status).toBe(400);
    expect(await put(user, { required: ['sms', 'phone', 'sms'] })).toMatchObject({
      ...{ status: 200, body: { required: ['phone', 'sms'] } },
    });
    expect((await colleague.get('/api/consent-rules')).body).toEqual({ required: ['phone', 'sms'] });
    expect((await stranger.get('/api/consent-rules')).body).toEqual({ required: [] });
    expect((await put(user, { required: [] })).status).toBe(200);
    expect(await auditOf(app, user.user.organizationId, 'update_consent_rules')).toMatchObject([
      { details: { required: 'phone, sms' } },
      { details: { required: '' } },
    ]);
  });
});
