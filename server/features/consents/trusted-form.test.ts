import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Consent } from '#contract/consents.ts';
import type { ErrorReply } from '#contract/errors.ts';
import type { TrustedForm } from '#contract/trusted-form.ts';
import { startTestApp, type TestApp } from '#tests/support/app.ts';
import { addColleague, auditOf, call, makeLead } from '#tests/support/calls.ts';
import { type SignedIn, signUp } from '#tests/support/client.ts';
import { startTrustedForm, type TrustedFormServer } from '#tests/support/trusted-form.ts';

const ID = '0123456789abcdef0123456789abcdef01234567';
const CERTIFICATE = `https://cert.trustedform.com/${ID.toUpperCase()}?shared_token=x`;
const JORNAYA = '1A2B3C4D-1111-2222-3333-444455556666';
const KEY = 'f00d00000000000000000000000000ba';
const NOBODY = '0198c0de-0000-7000-8000-000000000000';

let trustedForm: TrustedFormServer;
let app: TestApp;
let admin: SignedIn;
let colleague: SignedIn;
let stranger: SignedIn;
let made = 0;

beforeAll(async () => {
  trustedForm = await startTrustedForm();
  app = await startTestApp({ outbound: trustedForm.rules });
  admin = await signUp(app.url, 'anna');
  colleague = await addColleague(app, admin, 'bruno');
  stranger = await signUp(app.url, 'chiara');
});
afterAll(async () => {
  await app.close();
  await trustedForm.close();
});
beforeEach(() => {
  trustedForm.requests.length = 0;
  trustedForm.answer = matching();
});

const set = (body: object, client = admin) =>
  call<TrustedForm & ErrorReply>(client, 'PUT', '/api/consent-rules/trusted-form', body);
const shown = async (client: SignedIn) => (await client.get('/api/consent-rules/trusted-form')).body;
const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');
const matching = (result: object = { email_match: true, phone_match: true, success: true }) => ({
  status: 200,
  body: { outcome: 'success', reason: null, match_lead: { result } },
});
const verify = ({ leadId, consentId }: { leadId: string; consentId: string }, client = colleague) =>
  client.post<Consent & ErrorReply>(`/api/leads/${leadId}/consents/${consentId}/verify`, {});
const listed = async (leadId: string) => (await admin.get<Consent[]>(`/api/leads/${leadId}/consents`)).body;

async function certified(certificate = CERTIFICATE, contact: object = {}) {
  const lead = await makeLead(admin, { email: `Lead-${++made}@Example.com`, ...contact });
  const path = `/api/leads/${lead.id}/consents`;
  const { body } = await admin.post<Consent>(path, { channel: 'phone', state: 'given', certificate });
  return { leadId: lead.id, consentId: body.id };
}

describe('the settings', () => {
  test('are off, read by everyone and changed by administrators, and never answer the key', async () => {
    expect(await shown(colleague)).toEqual({ enabled: false, hasKey: false });
    expect((await set({ enabled: true, key: KEY }, colleague)).status).toBe(403);
    expect(await set({ enabled: true })).toMatchObject({ status: 400, body: { field: 'key' } });
    expect(await set({ enabled: true, key: 'ümlaut' })).toMatchObject({
      status: 400,
      body: { field: 'key' },
    });
    expect(await set({ enabled: true, key: null })).toMatchObject({ status: 400, body: { field: 'key' } });
    expect((await set({ enabled: true, key: ` ${KEY} ` })).body).toEqual({ enabled: true, hasKey: true });
    expect((await set({ enabled: false })).body).toEqual({ enabled: false, hasKey: true });
    expect((await set({ enabled: true })).body).toEqual({ enabled: true, hasKey: true });
    expect(await shown(colleague)).toEqual({ enabled: true, hasKey: true });
    expect(await shown(stranger)).toEqual({ enabled: false, hasKey: false });
    expect(await auditOf(app, admin.user.organizationId, 'update_trusted_form')).toMatchObject([
      { details: { enabled: true, key: 'changed' } },
      { details: { enabled: false, key: 'kept' } },
      { details: { enabled: true, key: 'kept' } },
    ]);
  });

  test('keep the key sealed', async () => {
    const owner = new pg.Client({ connectionString: app.context.db.urls.owner });
    await owner.connect();
    const { rows } = await owner.query<{ key: Buffer }>(
      'SELECT sealed_key AS key FROM trusted_form_settings',
    );
    await owner.end();
    expect(rows[0]?.key.length).toBeGreaterThan(KEY.length);
    expect(rows[0]?.key.includes(KEY)).toBe(false);
  });
});

describe('a verification', () => {
  beforeEach(async () => {
    await set({ enabled: true, key: KEY });
  });

  test('asks with the key and hashes alone, and is kept with the consent', async () => {
    const named = await certified(CERTIFICATE, { phone: '+15125550100' });
    const { status, body } = await verify(named);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        id: named.consentId,
        certificate: CERTIFICATE,
        verification: {
          ...{ outcome: 'verified', reason: null, emailMatches: true, phoneMatches: true },
          ...{ at: expect.any(String), by: 'bruno' },
        },
      }),
    ]);
    expect(await listed(named.leadId)).toEqual([body]);
    const [request, ...more] = trustedForm.requests;
    expect(more).toEqual([]);
    expect(request).toMatchObject({
      method: 'POST',
      path: `/${ID}`,
      headers: {
        host: 'cert.trustedform.com',
        authorization: `Basic ${Buffer.from(`API:${KEY}`).toString('base64')}`,
        'api-version': '4.0',
        'content-type': 'application/json',
      },
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      match_lead: { email: sha1(`lead-${made}@example.com`), phone: sha1('5125550100') },
    });
    expect(await auditOf(app, admin.user.organizationId, 'verify_certificate')).toMatchObject([
      { resource: named.leadId, username: 'bruno', details: { outcome: 'verified' } },
    ]);
  });

  test('of a lead without a phone compares the email, and a later one replaces it', async () => {
    const named = await certified();
    trustedForm.answer = matching({ email_match: false, phone_match: null, success: false });
    expect((await verify(named)).body.verification).toMatchObject({
      ...{ outcome: 'mismatch', emailMatches: false, phoneMatches: null },
    });
    expect(JSON.parse(trustedForm.requests[0]?.body ?? '')).toEqual({
      match_lead: { email: sha1(`lead-${made}@example.com`) },
    });
    trustedForm.answer = matching({ email_match: true, phone_match: null, success: true });
    await verify(named);
    const [{ verification } = {}] = await listed(named.leadId);
    expect(verification).toMatchObject({ outcome: 'verified', emailMatches: true });
  });

  const error = (reason: string) => ({ outcome: 'error', reason });
  test.each<[string, number, unknown, string, string | null]>([
    ['404', 404, error('TrustedForm certificate has expired or could not be found'), 'notFound', null],
    ['404 of an expired one', 404, error('Certificate expired'), 'expired', null],
    ['404 of a server between', 404, '<html>404 Not Found', 'failed', 'answer'],
    ['404 without words', 404, '', 'failed', 'answer'],
    ['410', 410, '', 'expired', null],
    [
      'a failed match',
      200,
      { outcome: 'failure', match_lead: { result: { success: false } } },
      'mismatch',
      null,
    ],
    ['a failure beside a match', 200, { ...matching().body, outcome: 'failure' }, 'mismatch', null],
    ['401', 401, error('Incorrect API key'), 'failed', 'key'],
    ['402', 402, error('Account is inactive'), 'failed', 'account'],
    ['403', 403, error('Unavailable product requested'), 'failed', 'plan'],
    ['405', 405, error('Certificate is not claimable'), 'failed', 'answer'],
    ['422', 422, error('Unprocessable'), 'failed', 'answer'],
    ['429', 429, error('Too many requests'), 'failed', 'unreachable'],
    ['503', 503, 'down', 'failed', 'unreachable'],
    ['200 without a match', 200, { outcome: 'success' }, 'failed', 'answer'],
    ['200 with an error', 200, { ...matching().body, outcome: 'error' }, 'failed', 'answer'],
    ['200 that is no JSON', 200, '<html>', 'failed', 'answer'],
    [
      '200 of another shape',
      200,
      { outcome: 'success', match_lead: { result: { success: 'yes' } } },
      'failed',
      'answer',
    ],
    ['success beyond 4 KB', 200, { pad: 'x'.repeat(5_000), ...matching().body }, 'failed', 'answer'],
  ])('reads %s', async (_what, status, body, outcome, reason) => {
    trustedForm.answer = { status, body };
    const answer = await verify(await certified());
    expect([answer.status, answer.body.verification]).toMatchObject([200, { outcome, reason }]);
  });

  test('goes with its consent into a merged lead, and is gone once the merge is undone', async () => {
    const named = await certified();
    const keep = await makeLead(admin, { email: `keep-${made}@example.com` });
    const { body: verified } = await verify(named);
    const merge = { keepId: keep.id, leadIds: [named.leadId], take: [] };
    const { body } = await call<{ undoId: string }>(admin, 'POST', '/api/duplicates/merge', merge);
    expect(verified.verification).toMatchObject({ outcome: 'verified' });
    expect(await listed(keep.id)).toEqual([verified]);
    expect((await call(admin, 'POST', `/api/duplicates/merges/${body.undoId}/undo`)).status).toBe(200);
    expect(await listed(keep.id)).toEqual([]);
    expect(await listed(named.leadId)).toEqual([verified]);
  });

  test('follows no redirect, so the key goes nowhere else', async () => {
    trustedForm.answer = {
      status: 307,
      body: '',
      headers: { location: `https://cert.trustedform.com/${ID}x` },
    };
    expect((await verify(await certified())).body.verification).toMatchObject({ outcome: 'failed' });
    expect(trustedForm.requests).toHaveLength(1);
  });

  test('is refused without a TrustedForm certificate, when off, and for others', async () => {
    expect(await verify(await certified(JORNAYA))).toMatchObject({
      ...{ status: 409, body: { message: 'This consent has no TrustedForm certificate' } },
    });
    const named = await certified();
    expect((await verify(named, stranger)).status).toBe(404);
    expect((await verify({ ...named, consentId: NOBODY })).status).toBe(404);
    expect((await verify({ ...named, leadId: NOBODY })).status).toBe(404);
    const other = await certified();
    expect((await verify({ leadId: other.leadId, consentId: named.consentId })).status).toBe(404);
    await set({ enabled: false });
    expect((await verify(named)).status).toBe(409);
    await set({ enabled: false, key: null });
    expect(await shown(admin)).toEqual({ enabled: false, hasKey: false });
    expect(trustedForm.requests).toEqual([]);
    expect(await listed(named.leadId)).toMatchObject([{ verification: null }]);
  });
});

test('a server that may only reach public addresses asks nothing of a private one', async () => {
  const strict = await startTestApp({ outbound: { ...trustedForm.rules, allow: [] } });
  const owner = await signUp(strict.url, 'dora');
  await set({ enabled: true, key: KEY }, owner);
  const lead = await makeLead(owner, { email: 'a@example.com', consentCertificate: CERTIFICATE });
  const { body } = await owner.get<Consent[]>(`/api/leads/${lead.id}/consents`);
  const answer = await verify({ leadId: lead.id, consentId: body[0]?.id ?? '' }, owner);
  expect(answer.body.verification).toMatchObject({ outcome: 'failed', reason: 'unreachable' });
  expect(trustedForm.requests).toEqual([]);
  await strict.close();
});
