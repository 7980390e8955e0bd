import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Consent } from '#contract/consents.ts';
import type { PublicLead } from '#contract/public-lead.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { auditOf } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { type Program, programOf, tokenFor } from '#tests/support/programs.ts';

// Consent that programs give with a lead.

let app: TestApp;
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

const NONE = { phone: null, email: null, sms: null, whatsapp: null, post: null };
const GIVEN = {
  consentChannel: 'email',
  consentAt: '2025-01-31T09:30:00Z',
  consentText: 'Yes',
  consentIp: '10.0.0.1',
};

const consentsOf = async (id: string) => (await admin.get<Consent[]>(`/api/leads/${id}/consents`)).body;
const leadOf = async (id: string) => {
  const { body } = await program.call<{ lead: PublicLead }>('GET', `/leads/${id}`);
  return body.lead;
};

test('a created lead gives consent', async () => {
  const { status, body } = await program.call<{ lead: { id: string; updatedAt: string } }>('POST', '/leads', {
    ...{ email: 'a@example.com', ...GIVEN },
  });
  expect(status).toBe(201);
  expect(await leadOf(body.lead.id)).toMatchObject({
    ...{ consent: { ...NONE, email: 'given' }, updatedAt: body.lead.updatedAt },
  });
  expect(await consentsOf(body.lead.id)).toMatchObject([
    {
      channel: 'email',
      at: '2025-01-31T09:30:00.000Z',
      source: 'API',
      ip: '10.0.0.1',
      createdBy: 'API: test',
    },
  ]);
});

test('leads of a batch give consent one by one; a malformed one is invalid', async () => {
  const { body } = await program.call<{
    results: { status: string; field?: string; lead?: { id: string } }[];
  }>('POST', '/leads/batch', {
    leads: [
      { email: 'a@example.com', ...GIVEN },
      { email: 'b@example.com' },
      { email: 'A@example.com', ...GIVEN },
      { email: 'c@example.com', consentCertificate: 'https://example.com/x' },
      { email: 'd@example.com', consentText: 'x'.repeat(9_000), consentChannel: 'sms' },
    ],
  });
  expect(body.results.map(({ status, field }) => [status, field])).toEqual([
    ['created', undefined],
    ['created', undefined],
    ['duplicate', undefined],
    ['invalid', 'consentCertificate'],
    ['created', undefined],
  ]);
  const ids = body.results.flatMap(({ lead }) => lead?.id ?? []);
  const states = await Promise.all(ids.map(async (id) => (await leadOf(id)).consent));
  expect(states).toEqual([{ ...NONE, email: 'given' }, NONE, { ...NONE, sms: 'given' }]);
  expect(await consentsOf(ids[0] ?? '')).toHaveLength(1);
});

test('an update records consent, also without another change', async () => {
  const { body } = await program.call<{ lead: { id: string } }>('POST', '/leads', { email: 'a@example.com' });
  const identifier = { email: 'a@example.com' };
  const update = (data: object) => program.call('PATCH', '/leads', { identifier, data });
  expect((await update({ consentChannel: 'sms' })).status).toBe(200);
  expect((await leadOf(body.lead.id)).consent).toEqual({ ...NONE, sms: 'given' });
  expect(await auditOf(app, admin.user.organizationId, 'record_consent')).toMatchObject([
    { resource: body.lead.id, details: { channel: 'sms', state: 'given' } },
  ]);
  expect(await update({ consentAt: '2099-01-01' })).toMatchObject({
    ...{ status: 400, body: { field: 'data.consentAt' } },
  });
  expect(await consentsOf(body.lead.id)).toHaveLength(1);
});
